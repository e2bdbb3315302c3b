//! Distances and resolutions that a picture needs: reach, clip planes, finest spacing.

use orogen_engine::query::{HeightQuery, Ray};
use orogen_engine::recipe::Recipe;

use crate::camera::Camera;
use crate::shot::{GroundExtent, Shot};
use crate::{Lens, ViewError};

/// Reach of the ground: as a multiple of the domain's size, and as a multiple of the eye's height above the ground.
const FAR_DOMAINS: f64 = 16.0;
const FAR_HEIGHTS: f64 = 60.0;

/// Greatest reach in metres. The air hides ground that is farther away.
const MAX_REACH: f64 = 400_000.0;

/// Depth of the near plane, in metres.
const NEAR: f64 = 1e-3;

/// Spacing of the finest samples for shadows, in pixels.
const SHADOW_PIXELS: f64 = 2.0;

/// Distances and resolutions of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// Position of the nearest ground in the picture: metres along x and y.
    pub(crate) focus: [f64; 2],
    /// Size of a pixel at the focus, in metres.
    pixel: f64,
    /// Spacing of the finest samples for shadows, in metres.
    pub(crate) shadow_spacing: f64,
    /// Reach of the ground, in metres.
    pub(crate) reach: f64,
    /// Depths of the near and far planes, in metres.
    pub(crate) near: f64,
    pub(crate) far: f64,
    /// Bounds of the ground that is drawn, along x and y.
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
            GroundExtent::Endless => [[f64::NEG_INFINITY, f64::INFINITY]; 2],
            GroundExtent::Domain => [[0.0, recipe.domain.size]; 2],
        };
        // Reversed depth has enough precision near and far.
        let near = NEAR;
        let far = 2.0 * reach + 2.0 * z.abs();
        Ok(Self { focus, pixel, shadow_spacing: SHADOW_PIXELS * pixel, reach, near, far, bounds })
    }

    /// Level of the finest mesh cells. These measure at most `pixels` pixels.
    pub(crate) fn finest_cell(&self, pixels: f64) -> i32 {
        // The nearest ground is found with a single ray. Other ground may be at half of its distance.
        libm::log2(0.5 * pixels * self.pixel).floor() as i32
    }
}

/// Ratio between the spacing of the recipe's raster and the detail of the ground below cameras.
const DETAIL_RATIO: f64 = 64.0;

/// The detail, in metres, of the ground on which cameras are checked. Use it for the [`HeightQuery`] that [`refuse_inside`]
/// takes.
pub fn ground_detail(recipe: &Recipe) -> f64 {
    recipe.domain.spacing() / DETAIL_RATIO
}

/// Rejects a camera inside the ground or under water, as a renderer does. Returns the height of the eye above ground or water,
/// in metres. With [`GroundExtent::Domain`], a camera outside the domain is never rejected, and its height may be negative.
///
/// # Errors
/// [`ViewError::Underground`], [`ViewError::Underwater`].
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::query::HeightQuery;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_view::{GroundExtent, Camera, Lens, ViewError, ground_detail, refuse_inside};
///
/// let text = "orogen = 1\ndomain.size = 900.0\nheight = { field = \"level\", scale = 1.0 }\n\
///             [fields.level]\ntype = \"constant\"\nvalue = 50.0";
/// let recipe = Recipe::parse(Source::new("level.toml", text), orogen_engine::nodes::registry())?;
/// let ground = HeightQuery::new(&recipe, &NoImages, ground_detail(&recipe))?;
/// let check = |height: f64| {
///     let lens = Lens::Perspective { degrees: 40.0 };
///     let camera = Camera::new([450.0, 450.0, height], [0.0; 3], lens)?;
///     refuse_inside(&camera, GroundExtent::Endless, &recipe, &ground)
/// };
/// assert!((check(52.0)? - 2.0).abs() < 1e-9);
/// assert!(matches!(check(49.0), Err(ViewError::Underground { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refuse_inside(
    camera: &Camera,
    bounds: GroundExtent,
    recipe: &Recipe,
    ground: &HeightQuery,
) -> Result<f64, ViewError> {
    let [x, y, eye] = camera.eye();
    let is_there = match bounds {
        GroundExtent::Endless => true,
        GroundExtent::Domain => [x, y].iter().all(|along| (0.0..=recipe.domain.size).contains(along)),
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

/// Reach of the ground from the eye: at least to the domain's far corner.
fn reach(shot: &Shot, recipe: &Recipe, clearance: f64) -> f64 {
    let ([x, y, _], size) = (shot.camera.eye(), recipe.domain.size);
    let corner = f64::hypot(x.abs().max((size - x).abs()), y.abs().max((size - y).abs()));
    if let Lens::Parallel { metres } = shot.camera.lens() {
        let wide = metres * (f64::from(shot.size[0]) / f64::from(shot.size[1])).max(1.0);
        return (4.0 * wide + clearance).max(corner);
    }
    (FAR_DOMAINS * size).max(FAR_HEIGHTS * clearance).clamp(1000.0, MAX_REACH).max(corner)
}

/// The nearest ground in the picture, and its distance. The nearest ground is where the ray at the middle of the picture's lower
/// edge hits the ground. If this ray hits no ground, the ground below the eye is used.
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
