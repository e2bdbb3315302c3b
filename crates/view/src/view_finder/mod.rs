//! Automatic camera poses and light that show a terrain well.

mod coarse;
mod fit;
mod rays;
mod score;

use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::{Air, Recipe};
use rayon::prelude::*;

use crate::renderer::CUTAWAY_DEPTH;
use crate::{Camera, CameraError, GroundExtent, Lens, Sun};
use coarse::{CoarseHeights, covered};
use fit::{Extents, Point};
use rays::{RayGround, positions};
use score::{Pose, ViewScore};

/// Number of candidate poses that are scored again with exact heights.
const FINALISTS: usize = 12;

/// Number of viewing directions around the compass.
const AZIMUTHS: usize = 16;

/// Distances of the eye from the centre of the domain, and heights of the eye over the ground. Both are in units of the domain's
/// size.
const DISTANCES: [f64; 3] = [0.42, 0.55, 0.7];
const LIFTS: [f64; 7] = [0.008, 0.012, 0.02, 0.035, 0.06, 0.1, 0.16];

/// Horizontal angles between the centre of the view and the centre of the domain, in degrees.
const TURNS: [f64; 3] = [-10.0, 0.0, 10.0];

/// Position of the horizon, from the centre of the picture (0) to its upper edge (1).
const HORIZONS: [f64; 4] = [0.1, 0.3, 0.5, 0.7];

/// Angles between the viewing direction and the sun, in degrees.
const SIDES: [f64; 2] = [-75.0, 75.0];

/// Largest height of a camera, in metres.
const MAX_HEIGHT: f64 = 1e9;

/// Finds camera poses and suns that show a terrain well.
///
/// The finder uses a coarse height field of the domain and of the eight squares of the same size around it. The same recipe and
/// arguments give the same results on every machine.
///
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::query::HeightQuery;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_view::{Shot, ViewFinder, ground_detail};
///
/// let text = "orogen = 1\ndomain.size = 2000.0\nheight = { field = \"hills\", scale = 200.0 }\n\
///             [fields.hills]\ntype = \"fbm\"\nwavelength = 700.0";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let ground = HeightQuery::new(&recipe, &NoImages, ground_detail(&recipe))?;
///
/// let finder = ViewFinder::new(&recipe, &ground);
/// let camera = finder.landscape([960, 540], 40.0)?;
/// let shot = Shot { sun: finder.sun(&camera), ..Shot::new(camera) };
/// assert!(shot.sun.elevation > 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ViewFinder<'a> {
    recipe: &'a Recipe,
    ground: &'a HeightQuery,
    coarse: CoarseHeights,
    /// Root mean square slope of the domain, which every pose asks for.
    steepness: f64,
}

impl<'a> ViewFinder<'a> {
    /// Samples the ground of a recipe.
    pub fn new(recipe: &'a Recipe, ground: &'a HeightQuery) -> Self {
        let coarse = CoarseHeights::new(recipe, ground);
        Self { recipe, ground, steepness: coarse.steepness(), coarse }
    }

    /// A landscape view across the domain, from above the ground near the domain's edge. The horizon is in the upper half of
    /// the picture. The finder prefers views in which no hill hides the centre of the domain, and in which the differences of
    /// height and the contrast of light and shade are large.
    ///
    /// `size` is the number of columns and rows, `degrees` the vertical angle of view.
    ///
    /// # Errors
    /// [`CameraError`] if the angle is out of range.
    pub fn landscape(&self, size: [u32; 2], degrees: f64) -> Result<Camera, CameraError> {
        let half = half(size, degrees);
        let mut found: Vec<(f64, Pose)> = self
            .fans(half)
            .into_par_iter()
            .flat_map_iter(|fan| {
                let ground = self.coarse_ground(&fan);
                let poses = self.poses(fan).into_iter();
                poses
                    .map(|pose| (ViewScore::new(&self.coarse, &pose, &ground).best(), pose))
                    .collect::<Vec<_>>()
            })
            .collect();
        // The sort is stable, so the first of equal scores wins.
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.truncate(FINALISTS);
        let exact = found.iter().map(|(_, pose)| {
            let pose = self.raised(pose);
            let positions = positions(&self.coarse, &pose);
            let ground = self.lit(&pose, &positions, &covered(self.recipe, self.ground, &positions));
            (ViewScore::new(&self.coarse, &pose, &ground).best(), pose)
        });
        let best = exact.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let (_, Pose { eye, azimuth, pitch, .. }) = best.unwrap_or(found[0]);
        let (down, along) = libm::sincos(pitch);
        let (east, north) = libm::sincos(azimuth);
        let far = 0.5 * self.coarse.size;
        let target = [eye[0] + far * along * east, eye[1] - far * along * north, eye[2] + far * down];
        Camera::new(eye, target, Lens::Perspective { degrees })
    }

    /// A sun for a camera's view. The sun is on the side that gives the stronger contrast of light and shade. Its elevation is
    /// 10° to 26°, higher for steeper ground, and at least 22° without air. For maps and views straight down, the sun is in the upper
    /// left, 40° high.
    pub fn sun(&self, camera: &Camera) -> Sun {
        let [x, y, z] = camera.forward();
        if camera.is_parallel() || x.hypot(y) < 1e-3 {
            return Sun { elevation: 40.0, azimuth: 315.0 };
        }
        let azimuth = libm::atan2(x, -y);
        let half = [1.5 * camera.half_height(), camera.half_height()];
        let pose = Pose { eye: camera.eye(), azimuth, pitch: libm::asin(z.clamp(-1.0, 1.0)), half };
        let [left, right] = ViewScore::new(&self.coarse, &pose, &self.coarse_ground(&pose)).scores();
        let Sun { elevation, azimuth } = self.suns(azimuth)[usize::from(right > left)];
        // Whole degrees are precise enough and easier to quote.
        Sun { elevation: elevation.round(), azimuth: azimuth.round() }
    }

    /// A map of the domain, seen straight from above. The top of the map is up.
    ///
    /// # Errors
    /// [`CameraError`] if the picture is so narrow and the domain so large that no camera shows it.
    pub fn map(&self, size: [u32; 2]) -> Result<Camera, CameraError> {
        let [x, y] = self.coarse.middle();
        // The eye is lower if the domain's top is near the largest height of cameras. Rays are parallel, so the view is the
        // same.
        let high = (self.coarse.range[1] + self.coarse.size).min(MAX_HEIGHT);
        let aspect = f64::from(size[0]) / f64::from(size[1]);
        let metres = self.coarse.size * (1.0 / aspect).max(1.0);
        Camera::new([x, y, high], [x, y, self.coarse.range[0]], Lens::Parallel { metres })
    }

    /// A view of the domain's centre. `azimuth` is in degrees clockwise from the top of the map, `elevation` in degrees above
    /// the horizon, and `distance` in metres. `degrees` is the vertical angle of view.
    ///
    /// # Errors
    /// [`CameraError`]: a number is out of range.
    pub fn orbit(
        &self,
        azimuth: f64,
        elevation: f64,
        distance: f64,
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let middle =
            [0.5 * self.coarse.size, 0.5 * self.coarse.size, 0.5 * self.coarse.range.iter().sum::<f64>()];
        self.from(middle, [0.0, 0.0, -distance], azimuth, elevation, degrees)
    }

    /// A view of the whole domain from an azimuth and an elevation in degrees. The camera is as near as possible such that the
    /// whole domain, or the block of a cutaway, fits into the picture with a small margin.
    ///
    /// # Errors
    /// [`CameraError`]: a number is out of range.
    pub fn whole(
        &self,
        azimuth: f64,
        elevation: f64,
        bounds: GroundExtent,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let corners = |extents: &Extents| fit::corners(extents, azimuth.to_radians(), elevation.to_radians());
        self.fitted(corners, [azimuth, elevation], bounds, size, degrees)
    }

    /// Like [`whole`](Self::whole), but for a turntable: the distance is such that the domain fits into the picture from every
    /// azimuth.
    ///
    /// # Errors
    /// The errors of [`whole`](Self::whole).
    pub fn turntable(
        &self,
        azimuth: f64,
        elevation: f64,
        bounds: GroundExtent,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let corners = |extents: &Extents| fit::turntable_corners(extents, elevation.to_radians());
        self.fitted(corners, [azimuth, elevation], bounds, size, degrees)
    }

    /// A camera whose picture contains the domain's box. The corners of the box are given along the camera's axes.
    fn fitted(
        &self,
        corners: impl Fn(&Extents) -> Vec<Point>,
        [azimuth, elevation]: [f64; 2],
        bounds: GroundExtent,
        size: [u32; 2],
        degrees: f64,
    ) -> Result<Camera, CameraError> {
        let extents = self.extents(bounds);
        let eye = fit::eye(&corners(&extents), half(size, degrees));
        self.from(extents.map(|[least, most]| f64::midpoint(least, most)), eye, azimuth, elevation, degrees)
    }

    /// A camera whose eye is offset from `middle` along the camera's axes: right, up and forward.
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
        let position = std::array::from_fn(|k| across[k] + eye[2] * forward[k]);
        Camera::new(position, across, Lens::Perspective { degrees })
    }

    /// The box that the domain fills.
    fn extents(&self, bounds: GroundExtent) -> Extents {
        let [lowest, highest] = self.coarse.extremes;
        let bottom = match bounds {
            GroundExtent::Endless => lowest,
            GroundExtent::Domain => lowest - CUTAWAY_DEPTH * self.coarse.size,
        };
        [[0.0, self.coarse.size], [0.0, self.coarse.size], [bottom, highest]]
    }

    /// Level poses just above the ground. Each stands for the candidates that differ from it in height and pitch.
    fn fans(&self, half: [f64; 2]) -> Vec<Pose> {
        let coarse = &self.coarse;
        let mut fans = Vec::new();
        for azimuth in (0..AZIMUTHS).map(|at| std::f64::consts::TAU * at as f64 / AZIMUTHS as f64) {
            let (sin, cos) = libm::sincos(azimuth);
            for distance in DISTANCES {
                let [x, y] = coarse.middle();
                let [x, y] = [x - distance * coarse.size * sin, y + distance * coarse.size * cos];
                let eye = [x, y, self.highest_around([x, y])];
                let turned = TURNS.map(|turn: f64| azimuth + turn.to_radians());
                fans.extend(turned.map(|azimuth| Pose { eye, azimuth, pitch: 0.0, half }));
            }
        }
        fans
    }

    /// The candidates that share the ground under the rays of a level pose.
    fn poses(&self, Pose { eye: [x, y, ground], azimuth, half, .. }: Pose) -> Vec<Pose> {
        let lifts = LIFTS.iter().map(|lift| [x, y, ground + lift * self.coarse.size]);
        let pitches = HORIZONS.map(|horizon| -libm::atan(horizon * half[1]));
        lifts.flat_map(|eye| pitches.map(|pitch| Pose { eye, azimuth, pitch, half })).collect()
    }

    /// The highest coarse height near a point.
    fn highest_around(&self, [x, y]: [f64; 2]) -> f64 {
        let step = self.coarse.spacing;
        let near = (0..25).map(|at| [x + f64::from(at % 5 - 2) * step, y + f64::from(at / 5 - 2) * step]);
        near.map(|position| self.coarse.height(position)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// A pose, raised above detail that the coarse heights do not show.
    fn raised(&self, pose: &Pose) -> Pose {
        let ([x, y, z], step) = (pose.eye, 0.25 * self.coarse.spacing);
        let near: Vec<_> =
            (0..81).map(|at| [x + f64::from(at % 9 - 4) * step, y + f64::from(at / 9 - 4) * step]).collect();
        let ground = covered(self.recipe, self.ground, &near).into_iter().fold(f64::NEG_INFINITY, f64::max);
        Pose { eye: [x, y, z.max(ground + LIFTS[0] * self.coarse.size)], ..*pose }
    }

    /// The candidate suns for a viewing direction.
    fn suns(&self, azimuth: f64) -> [Sun; 2] {
        let steepness = libm::atan(self.steepness).to_degrees();
        // Without air, shadows are black.
        let least = if self.recipe.view.air == Air::None { 22.0 } else { 10.0 };
        let elevation = (6.0 + 0.7 * steepness).clamp(least, 26.0);
        SIDES.map(|side| Sun { elevation, azimuth: (azimuth.to_degrees() + side).rem_euclid(360.0) })
    }

    /// The coarse ground under the rays of a pose.
    fn coarse_ground(&self, pose: &Pose) -> RayGround {
        let positions = positions(&self.coarse, pose);
        let heights: Vec<_> = positions.iter().map(|&position| self.coarse.height(position)).collect();
        self.lit(pose, &positions, &heights)
    }

    /// Ground in the light of the candidate suns of a pose.
    fn lit(&self, pose: &Pose, positions: &[[f64; 2]], heights: &[f64]) -> RayGround {
        RayGround::new(&self.coarse, positions, heights, self.suns(pose.azimuth).map(|sun| sun.direction()))
    }
}

/// Tangents of half the angles of view, horizontal and vertical.
fn half(size: [u32; 2], degrees: f64) -> [f64; 2] {
    let up = libm::tan(degrees.to_radians() / 2.0);
    [up * f64::from(size[0]) / f64::from(size[1]), up]
}
