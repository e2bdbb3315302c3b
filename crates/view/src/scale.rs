//! How near and how far, how fine and how coarse: what the numbers of a picture follow from.

use orogen::query::{HeightQuery, Ray};
use orogen::recipe::Recipe;

use crate::camera::Camera;
use crate::shot::{Bounds, Shot};
use crate::{Lens, ViewError};

/// Ground is drawn as far as this many times the domain's size, and as the eye is high above it.
const FAR_DOMAINS: f64 = 16.0;
const FAR_HEIGHTS: f64 = 60.0;

/// Metres beyond which no ground is drawn: the air hides it.
const FURTHEST: f64 = 400_000.0;

/// Metres of depth of the nearest thing that is drawn.
const NEAR: f64 = 1e-3;

/// Pixels between the finest samples that shadows are cast by.
const LIGHT_PIXELS: f64 = 2.0;

/// What the numbers of a picture follow from.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// The ground that is nearest in the picture: metres along x and y.
    pub(crate) focus: [f64; 2],
    /// Metres that a pixel covers there.
    pixel: f64,
    /// Metres between the finest samples that shadows are cast by.
    pub(crate) finest_light: f64,
    /// How far ground is drawn, in metres.
    pub(crate) reach: f64,
    /// Metres of depth of the nearest and furthest things.
    pub(crate) near: f64,
    pub(crate) far: f64,
    /// What is drawn along x and y.
    pub(crate) bounds: [[f64; 2]; 2],
}

impl Scale {
    pub(crate) fn new(shot: &Shot, recipe: &Recipe, ground: &HeightQuery) -> Result<Self, ViewError> {
        let camera = &shot.camera;
        let z = camera.eye()[2];
        let clearance = refuse_inside(camera, shot.bounds, recipe, ground)?.abs().max(0.05);
        let reach = reach(shot, recipe, clearance);
        let (focus, distance) = nearest(camera, ground, clearance, reach);
        let pixel = camera.pixel(shot.size[1], distance);
        let bounds = match shot.bounds {
            Bounds::Endless => [[f64::NEG_INFINITY, f64::INFINITY]; 2],
            Bounds::Domain => [[0.0, recipe.domain.size]; 2],
        };
        // Reversed depth has as many steps near as far.
        let near = NEAR;
        let far = 2.0 * reach + 2.0 * z.abs();
        Ok(Self { focus, pixel, finest_light: LIGHT_PIXELS * pixel, reach, near, far, bounds })
    }

    /// Level of the finest cells of a mesh that measure so many pixels.
    pub(crate) fn finest_cell(&self, pixels: f64) -> i32 {
        // The nearest ground is found by one ray, and some may be half as far.
        libm::log2(0.5 * pixels * self.pixel).floor() as i32
    }
}

/// How much finer the ground is that cameras stand on than that of the recipe's own raster.
const FINER: f64 = 64.0;

/// The detail, in metres, of the ground that cameras stand on: for a [`HeightQuery`] that [`refuse_inside`] is asked with.
pub fn ground_detail(recipe: &Recipe) -> f64 {
    recipe.domain.spacing() / FINER
}

/// Refuses a camera inside the ground or the water, as a painter would. Otherwise says how high its eye is above what covers
/// the place, in metres; beside ground that is cut out that may be negative.
///
/// # Errors
/// [`ViewError::Underground`], [`ViewError::Underwater`].
pub fn refuse_inside(
    camera: &Camera,
    bounds: Bounds,
    recipe: &Recipe,
    ground: &HeightQuery,
) -> Result<f64, ViewError> {
    let [x, y, eye] = camera.eye();
    let is_there = match bounds {
        Bounds::Endless => true,
        Bounds::Domain => [x, y].iter().all(|along| (0.0..=recipe.domain.size).contains(along)),
    };
    let ground = ground.sample(x, y).height;
    let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    if is_there && eye <= ground {
        return Err(ViewError::Underground { eye, ground });
    }
    if is_there && eye <= sea {
        return Err(ViewError::Underwater { eye, sea });
    }
    Ok(eye - ground.max(sea))
}

/// How far from the eye there is ground: to the domain's far corner at least.
fn reach(shot: &Shot, recipe: &Recipe, clearance: f64) -> f64 {
    let ([x, y, _], size) = (shot.camera.eye(), recipe.domain.size);
    let corner = f64::hypot(x.abs().max((size - x).abs()), y.abs().max((size - y).abs()));
    if let Lens::Parallel { metres } = shot.camera.lens() {
        let wide = metres * (f64::from(shot.size[0]) / f64::from(shot.size[1])).max(1.0);
        return (4.0 * wide + clearance).max(corner);
    }
    (FAR_DOMAINS * size).max(FAR_HEIGHTS * clearance).clamp(1000.0, FURTHEST).max(corner)
}

/// The nearest ground in the picture, and how far it is: where the ray at the middle of its lower edge meets it, or else
/// what is below the eye.
fn nearest(camera: &Camera, ground: &HeightQuery, clearance: f64, reach: f64) -> ([f64; 2], f64) {
    let [eye, forward, up] = [camera.eye(), camera.forward(), camera.up()];
    let half = camera.half_height();
    let (origin, direction): ([f64; 3], [f64; 3]) = if camera.is_parallel() {
        (std::array::from_fn(|k| eye[k] - half * up[k]), forward)
    } else {
        (eye, std::array::from_fn(|k| forward[k] - half * up[k]))
    };
    let hit = Ray::new(origin, direction, reach).ok().and_then(|ray| ground.cast(&ray));
    match hit {
        Some(hit) => ([hit.point[0], hit.point[1]], hit.distance.max(0.05)),
        None => ([eye[0], eye[1]], clearance),
    }
}
