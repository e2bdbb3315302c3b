//! Views that show a terrain well, for who does not say from where.

mod fit;
mod outline;
mod prospect;

use orogen::query::HeightQuery;
use orogen::recipe::Recipe;
use rayon::prelude::*;

use crate::painter::BOTTOM;
use crate::{Bounds, Camera, CameraError, Lens, Sun};
use fit::{Block, Place};
use outline::{Outline, covered};
use prospect::{Prospect, Stand};

/// Views that are looked at again with the ground as it is.
const FINALISTS: usize = 12;

/// Directions to look in, round the compass.
const AZIMUTHS: usize = 16;

/// How far from the domain's middle the eye is, and how high over the ground, in sizes of the domain.
const DISTANCES: [f64; 3] = [0.42, 0.55, 0.7];
const LIFTS: [f64; 5] = [0.015, 0.03, 0.06, 0.1, 0.16];

/// How far the middle of the picture is from the domain's, in degrees.
const TURNS: [f64; 3] = [-10.0, 0.0, 10.0];

/// Where the horizon is, from the middle of the picture to its upper edge.
const HORIZONS: [f64; 3] = [0.35, 0.55, 0.75];

/// How far to the side of what is looked at the sun stands, in degrees.
const SIDES: [f64; 2] = [-75.0, 75.0];

/// Metres: no camera is further away.
const HIGHEST: f64 = 1e9;

/// Finds views and lights that show a terrain well.
///
/// It knows the ground in its broad forms, of the domain and as far again around it. All it finds follows from the
/// recipe alone.
#[derive(Clone, Debug)]
pub struct Scout<'a> {
    recipe: &'a Recipe,
    ground: &'a HeightQuery,
    outline: Outline,
}

impl<'a> Scout<'a> {
    /// Looks at the ground of a recipe.
    pub fn new(recipe: &'a Recipe, ground: &'a HeightQuery) -> Self {
        Self { recipe, ground, outline: Outline::new(recipe, ground) }
    }

    /// A view over the land: from over the ground near the domain's edge across it, so high that no hill hides its
    /// middle, with the horizon in the upper part of the picture and as much relief, light and shade as there is.
    ///
    /// `size` has the columns and rows of the picture, `degrees` the angle from its bottom to its top.
    ///
    /// # Errors
    /// An angle out of its range.
    pub fn landscape(&self, size: [u32; 2], degrees: f64) -> Result<Camera, CameraError> {
        let half = half(size, degrees);
        let mut found: Vec<(f64, Stand)> = self
            .stands(half)
            .into_par_iter()
            .map(|stand| {
                let places = stand.places(&self.outline);
                (
                    self.worth(&stand, &places.map(|place| self.outline.height(place)).collect::<Vec<_>>()),
                    stand,
                )
            })
            .collect();
        // Stable: of two that are worth the same, the first.
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.truncate(FINALISTS);
        let exact = found.iter().map(|(_, stand)| {
            let stand = self.raised(stand);
            let places: Vec<_> = stand.places(&self.outline).collect();
            (self.worth(&stand, &covered(self.recipe, self.ground, &places)), stand)
        });
        let best = exact.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let (_, Stand { eye, azimuth, pitch, .. }) = best.unwrap_or(found[0]);
        let (down, along) = libm::sincos(pitch);
        let (east, north) = libm::sincos(azimuth);
        let far = 0.5 * self.outline.size;
        let target = [eye[0] + far * along * east, eye[1] - far * along * north, eye[2] + far * down];
        Camera::new(eye, target, Lens::Perspective { degrees })
    }

    /// A sun that shows what a camera sees: from the side of which light and shade differ most, and as high as the
    /// ground is steep, so that some of it lies in shade and most does not. For maps it is in the upper left.
    pub fn sun(&self, camera: &Camera) -> Sun {
        let [x, y, z] = camera.forward();
        if camera.is_parallel() || x.hypot(y) < 1e-3 {
            return Sun { elevation: 40.0, azimuth: 315.0 };
        }
        let azimuth = libm::atan2(x, -y);
        let half = [1.5 * camera.half_height(), camera.half_height()];
        let stand = Stand { eye: camera.eye(), azimuth, pitch: libm::asin(z.clamp(-1.0, 1.0)), half };
        let heights: Vec<_> = stand.places(&self.outline).map(|place| self.outline.height(place)).collect();
        let [left, right] = self.suns(azimuth).map(|sun| (self.seen(&stand, sun, &heights), sun));
        let Sun { elevation, azimuth } = if right.0 > left.0 { right.1 } else { left.1 };
        // Whole degrees are as good, and are easily said.
        Sun { elevation: elevation.round(), azimuth: azimuth.round() }
    }

    /// The map of the domain: straight from above, its top up.
    ///
    /// # Errors
    /// A picture so much higher than wide, of a domain so large, that no camera shows it.
    pub fn map(&self, size: [u32; 2]) -> Result<Camera, CameraError> {
        let [x, y] = self.outline.middle();
        // Rays are parallel: where the highest domains leave no room for a place above, a lower one sees the same.
        let high = (self.outline.range[1] + self.outline.size).min(HIGHEST);
        let aspect = f64::from(size[0]) / f64::from(size[1]);
        let metres = self.outline.size * (1.0 / aspect).max(1.0);
        Camera::new([x, y, high], [x, y, self.outline.range[0]], Lens::Parallel { metres })
    }

    /// A view of the domain's middle from an azimuth (degrees clockwise from the top of the map) and an elevation
    /// (degrees over the horizon) at a distance in metres, with an angle of view in degrees.
    ///
    /// # Errors
    /// [`CameraError`]: numbers out of their ranges.
    pub fn orbit(
        &self,
        azimuth: f64,
        elevation: f64,
        distance: f64,
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let middle =
            [0.5 * self.outline.size, 0.5 * self.outline.size, 0.5 * self.outline.range.iter().sum::<f64>()];
        self.from(middle, [0.0, 0.0, -distance], azimuth, elevation, degrees)
    }

    /// A view of the whole domain from an azimuth and an elevation, in degrees: as near as its box, if it is cut out, or
    /// else all its ground fits into the picture, with a small margin.
    ///
    /// # Errors
    /// [`CameraError`]: numbers out of their ranges.
    pub fn whole(
        &self,
        azimuth: f64,
        elevation: f64,
        bounds: Bounds,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let corners = |block: &Block| fit::corners(block, azimuth.to_radians(), elevation.to_radians());
        self.fitted(corners, [azimuth, elevation], bounds, size, degrees)
    }

    /// The same for a turntable: from where the domain fits into the picture however it is turned.
    ///
    /// # Errors
    /// As [`whole`](Self::whole).
    pub fn turntable(
        &self,
        azimuth: f64,
        elevation: f64,
        bounds: Bounds,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let corners = |block: &Block| fit::turned(block, elevation.to_radians());
        self.fitted(corners, [azimuth, elevation], bounds, size, degrees)
    }

    /// A camera that has what the domain fills in its picture, by the corners of that along its axes.
    fn fitted(
        &self,
        corners: impl Fn(&Block) -> Vec<Place>,
        [azimuth, elevation]: [f64; 2],
        bounds: Bounds,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let block = self.block(bounds);
        let eye = fit::eye(&corners(&block), half(size, degrees));
        self.from(block.map(|[least, most]| f64::midpoint(least, most)), eye, azimuth, elevation, degrees)
    }

    /// A camera whose eye lies so far from a middle along its own axes: right, up and forward.
    fn from(
        &self,
        middle: [f64; 3],
        eye: [f64; 3],
        azimuth: f64,
        elevation: f64,
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let [right, up, forward] = fit::axes(azimuth.to_radians(), elevation.to_radians());
        let across: [f64; 3] = std::array::from_fn(|k| middle[k] + eye[0] * right[k] + eye[1] * up[k]);
        let place = std::array::from_fn(|k| across[k] + eye[2] * forward[k]);
        Camera::new(place, across, Lens::Perspective { degrees })
    }

    /// What the domain fills.
    fn block(&self, bounds: Bounds) -> Block {
        let [lowest, highest] = self.outline.ends;
        let bottom = match bounds {
            Bounds::Endless => lowest,
            Bounds::Domain => lowest - BOTTOM * self.outline.size,
        };
        [[0.0, self.outline.size], [0.0, self.outline.size], [bottom, highest]]
    }

    /// The places to look from.
    fn stands(&self, half: [f64; 2]) -> Vec<Stand> {
        let outline = &self.outline;
        let mut stands = Vec::new();
        for azimuth in (0..AZIMUTHS).map(|at| std::f64::consts::TAU * at as f64 / AZIMUTHS as f64) {
            let (sin, cos) = libm::sincos(azimuth);
            for distance in DISTANCES {
                let [x, y] = outline.middle();
                let place = [x - distance * outline.size * sin, y + distance * outline.size * cos];
                let ground = self.highest_around(place);
                for (lift, turn, horizon) in LIFTS.iter().flat_map(|&lift| {
                    TURNS.iter().flat_map(move |&turn| HORIZONS.map(|horizon| (lift, turn, horizon)))
                }) {
                    let eye = [place[0], place[1], ground + lift * outline.size];
                    let pitch = -libm::atan(horizon * half[1]);
                    stands.push(Stand { eye, azimuth: azimuth + turn.to_radians(), pitch, half });
                }
            }
        }
        stands
    }

    /// The highest of the broad forms near a place.
    fn highest_around(&self, [x, y]: [f64; 2]) -> f64 {
        let step = self.outline.spacing;
        let near = (0..25).map(|at| [x + f64::from(at % 5 - 2) * step, y + f64::from(at / 5 - 2) * step]);
        near.map(|place| self.outline.height(place)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same stand, over what rises between the broad forms too.
    fn raised(&self, stand: &Stand) -> Stand {
        let ([x, y, z], step) = (stand.eye, 0.25 * self.outline.spacing);
        let near: Vec<_> =
            (0..81).map(|at| [x + f64::from(at % 9 - 4) * step, y + f64::from(at / 9 - 4) * step]).collect();
        let ground = covered(self.recipe, self.ground, &near).into_iter().fold(f64::NEG_INFINITY, f64::max);
        Stand { eye: [x, y, z.max(ground + 0.5 * LIFTS[0] * self.outline.size)], ..*stand }
    }

    /// The suns that may show what is seen in a direction.
    fn suns(&self, azimuth: f64) -> [Sun; 2] {
        let steepness = libm::atan(self.outline.steepness()).to_degrees();
        let elevation = (8.0 + steepness).clamp(14.0, 34.0);
        SIDES.map(|side| Sun { elevation, azimuth: (azimuth.to_degrees() + side).rem_euclid(360.0) })
    }

    fn worth(&self, stand: &Stand, heights: &[f64]) -> f64 {
        self.suns(stand.azimuth)
            .map(|sun| self.seen(stand, sun, heights))
            .into_iter()
            .fold(f64::MIN, f64::max)
    }

    fn seen(&self, stand: &Stand, sun: Sun, heights: &[f64]) -> f64 {
        Prospect::new(&self.outline, stand, sun.direction(), heights.iter().copied()).worth()
    }
}

/// Tangents of half the angles of view, across and up.
fn half(size: [u32; 2], degrees: f64) -> [f64; 2] {
    let up = libm::tan(degrees.to_radians() / 2.0);
    [up * f64::from(size[0]) / f64::from(size[1]), up]
}
