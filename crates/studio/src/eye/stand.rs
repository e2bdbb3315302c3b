//! Where one stands, on ground that may change.

use super::PlaneEye;
use crate::relief::Relief;

/// The most that is kept free below the eye when the ground rises, in sizes of the domain.
const FREE: f64 = 0.1;

/// How much of the way to the target is kept free of ground, where it was, and at how many places that is looked at.
const AHEAD: f64 = 0.25;
const LOOKS: u32 = 16;

/// An eye as a hand left it, and how high it was above the ground of that time. Over other ground it is in the same place of the
/// domain, whatever the size of that, and as high above the ground or higher. It always begins with what a hand did, so that
/// ground that changes back leads back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    eye: PlaneEye,
    /// The ground of that time; unknown at first.
    over: Option<Over>,
}

/// An eye and ground.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Over {
    /// Metres of the target, and of the eye, above the ground.
    target: f64,
    place: f64,
    /// How much of the way to the target was free of ground, up to [`AHEAD`].
    free: f64,
    /// Metres along a side of the domain.
    size: f64,
}

impl Stand {
    /// Over ground that is not known yet: it will look at what is half-way up.
    pub fn new(eye: PlaneEye) -> Self {
        Self { eye, over: None }
    }

    /// Over known ground.
    pub fn over(eye: PlaneEye, relief: &Relief) -> Self {
        let above = |[x, y, z]: [f64; 3]| z - relief.surface(x, y);
        let free = (1..=LOOKS).take_while(|look| depth(&eye, relief, AHEAD * share(*look)) <= 0.0).count();
        let (target, place, free) = (above(eye.target), above(eye.place()), AHEAD * share(free as u32));
        Self { eye, over: Some(Over { target, place, free, size: relief.size }) }
    }

    /// The eye over other ground.
    pub fn on(&self, relief: &Relief) -> PlaneEye {
        let mut eye = self.eye;
        match self.over {
            None => eye.target[2] = relief.range.map(f64::from).iter().sum::<f64>() / 2.0,
            Some(Over { target, place, free, size }) => {
                let wider = relief.size / size;
                let [x, y, _] = eye.target.map(|along| wider * along);
                eye.target = [x, y, relief.surface(x, y) + wider * target];
                (eye.distance, eye.size) = (wider * eye.distance, relief.size);
                let [x, y, _] = eye.place();
                eye.keep_over(relief.surface(x, y), (wider * place).min(FREE * relief.size));
                let looks = (1..=LOOKS).map(|look| depth(&eye, relief, free * share(look)));
                eye.target[2] += looks.fold(0.0, f64::max);
            }
        }
        eye.keep_above(Some(relief));
        eye
    }
}

fn share(look: u32) -> f64 {
    f64::from(look) / f64::from(LOOKS)
}

/// How deep a place on the way from the eye to its target, 0 to 1, is in the ground.
fn depth(eye: &PlaneEye, relief: &Relief, share: f64) -> f64 {
    let from = eye.place();
    let [x, y, z] = std::array::from_fn(|k| from[k] + share * (eye.target[k] - from[k]));
    relief.surface(x, y) - z
}
