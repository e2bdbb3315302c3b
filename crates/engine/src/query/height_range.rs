//! The lowest and the highest ground of a planet.

use rayon::prelude::*;

use crate::level::Level;
use crate::patch::Patch;
use crate::planet::Direction;
use crate::recipe::{Recipe, RecipeError};
use crate::terrain::{NotAPlanet, Terrain};

/// The sample spacing in metres of ground that a person stands on.
pub const GROUND_DETAIL: f64 = 0.01;

/// How deep ground may reach below the sphere, in radii: at the planet's centre there is no up.
pub const DEEPEST_GROUND: f64 = 0.99;

/// Number of evenly spread points.
const PLACES: u32 = 2048;

/// The approximate heights of the lowest and the highest ground of a planet in metres, from points spread over the planet. The
/// terrain is that of the recipe, for samples [`GROUND_DETAIL`] metres apart. Both heights are 0 for a recipe that is not a
/// planet.
///
/// # Errors
/// The ground reaches [`DEEPEST_GROUND`] radii down, nearly to the planet's centre.
///
/// # Panics
/// The terrain is that of another recipe, which is not a planet.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::query::{GROUND_DETAIL, height_range};
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "20 km" }
/// height = { field = "level", scale = 1.0, offset = -30_000.0 }
/// [fields.level]
/// type = "constant"
/// "#;
/// let recipe = Recipe::parse(Source::new("deep.toml", text), orogen_engine::nodes::registry())?;
/// let error = height_range(&recipe, &Terrain::new(&recipe, &NoImages, GROUND_DETAIL)?).unwrap_err();
/// assert!(error.message.contains("as deep as the planet's centre"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn height_range(recipe: &Recipe, terrain: &Terrain) -> Result<[f64; 2], RecipeError> {
    let Some(sphere) = recipe.domain.sphere() else { return Ok([0.0; 2]) };
    let height = |direction| height_along(terrain, direction).expect("the terrain is of the planet's recipe");
    let heights: Vec<_> = (0..PLACES).into_par_iter().map(|place| height(on_spiral(place))).collect();
    let [lowest, highest] =
        heights.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], &height| {
            [least.min(height), most.max(height)]
        });
    if lowest > -DEEPEST_GROUND * sphere.radius() {
        return Ok([lowest, highest]);
    }
    let message = format!("the ground reaches {lowest:.0} m, which is as deep as the planet's centre");
    let error = RecipeError::new(&recipe.source, recipe.height.offset_span, message);
    Err(error.help("make `scale` or `offset` in [height] smaller, or the planet's radius larger"))
}

/// The height of a planet's ground in a direction, in metres and double precision. It is the height of a patch at the
/// [position](crate::planet::Sphere::position) on the sphere.
///
/// # Errors
/// The terrain is not a planet.
pub fn height_along(terrain: &Terrain, direction: Direction) -> Result<f64, NotAPlanet> {
    let sphere = terrain.sphere().ok_or(NotAPlanet)?;
    let patch = Patch::new(&[sphere.position(direction)]);
    let patch = patch.unwrap_or_else(|_| unreachable!("spheres lie within the places there are"));
    Ok(terrain.on_planet::<f64>(Level::best(), &patch).height[0])
}

/// Point number `place`. The points follow a spiral from pole to pole. Its turns are as far apart as neighbouring points (R.
/// Swinbank and J. Purser, "Fibonacci grids", 2006).
fn on_spiral(place: u32) -> Direction {
    let turn = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let up = 1.0 - (2.0 * f64::from(place) + 1.0) / f64::from(PLACES);
    let (across, (sine, cosine)) = ((1.0 - up * up).sqrt(), libm::sincos(turn * f64::from(place)));
    let way = Direction::new([across * cosine, across * sine, up]);
    way.unwrap_or_else(|_| unreachable!("it is about as long as 1"))
}
