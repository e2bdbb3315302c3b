//! The pose of a viewpoint relative to ground that changes.

use super::PlaneEye;
use crate::height_field::HeightField;

/// Maximum clearance below the eye that is kept when the ground rises, in domain sizes.
const MAX_CLEARANCE: f64 = 0.1;

/// The fraction of the way to the target that is kept free of ground.
const MAX_FREE: f64 = 0.25;
/// The number of points checked on that part of the way.
const CHECKS: u32 = 16;

/// A viewpoint as the user set it, with its height above the ground at that time. On other ground it keeps its position
/// relative to the domain. It also keeps at least that height above the ground, or a tenth of the domain's size if that is less.
/// If the size of the domain changes, these lengths are scaled with it. Every view is derived from what the user set, so the view
/// returns when the ground changes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    eye: PlaneEye,
    /// The clearances at that time, if the ground was known.
    clearances: Option<Clearances>,
}

/// Clearances above ground.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Clearances {
    /// Height of the target above the ground, in metres.
    target: f64,
    /// Height of the eye above the ground, in metres.
    eye: f64,
    /// The fraction of the way to the target that was free of ground, up to [`MAX_FREE`].
    free: f64,
    /// Side length of the domain in metres.
    size: f64,
}

impl Pose {
    /// A pose on unknown ground. Once the ground is known, the target is half-way between the lowest and the highest ground.
    pub fn new(eye: PlaneEye) -> Self {
        Self { eye, clearances: None }
    }

    /// A pose on known ground.
    pub fn over(eye: PlaneEye, height_field: &HeightField) -> Self {
        let above = |[x, y, z]: [f64; 3]| z - height_field.surface(x, y);
        let free = (1..=CHECKS)
            .take_while(|check| depth(&eye, height_field, MAX_FREE * share(*check)) <= 0.0)
            .count();
        let clearances = Clearances {
            target: above(eye.target),
            eye: above(eye.position()),
            free: MAX_FREE * share(free as u32),
            size: height_field.size,
        };
        Self { eye, clearances: Some(clearances) }
    }

    /// The viewpoint on other ground.
    pub fn on(&self, height_field: &HeightField) -> PlaneEye {
        let mut eye = self.eye;
        match self.clearances {
            None => eye.target[2] = height_field.range.map(f64::from).iter().sum::<f64>() / 2.0,
            Some(Clearances { target, eye: clearance, free, size }) => {
                let wider = height_field.size / size;
                let [x, y, _] = eye.target.map(|along| wider * along);
                eye.target = [x, y, height_field.surface(x, y) + wider * target];
                (eye.distance, eye.size) = (wider * eye.distance, height_field.size);
                let [x, y, _] = eye.position();
                eye.keep_over(
                    height_field.surface(x, y),
                    (wider * clearance).min(MAX_CLEARANCE * height_field.size),
                );
                let depths = (1..=CHECKS).map(|check| depth(&eye, height_field, free * share(check)));
                eye.target[2] += depths.fold(0.0, f64::max);
            }
        }
        eye.keep_above(Some(height_field));
        eye
    }
}

/// The position of a check on the checked part of the way, as a fraction of it.
fn share(check: u32) -> f64 {
    f64::from(check) / f64::from(CHECKS)
}

/// How deep below the ground a point on the way from the eye (0) to its target (1) is.
fn depth(eye: &PlaneEye, height_field: &HeightField, share: f64) -> f64 {
    let from = eye.position();
    let [x, y, z] = std::array::from_fn(|k| from[k] + share * (eye.target[k] - from[k]));
    height_field.surface(x, y) - z
}
