//! Heights for physics and placement: the terrain's function in `f64` at any position, without delay and independent of any level
//! of detail. [`HeightQuery`] is for planes and spaces, [`PlanetQuery`] for planets.

mod cast;
mod height_range;
mod march;
mod planet;
mod ray;

use std::fmt;

pub use cast::Hit;
pub use height_range::{DEEPEST_GROUND, GROUND_DETAIL, height_along, height_range};
pub use planet::PlanetQuery;
pub use ray::{Ray, RayError};

use crate::level::Level;
use crate::recipe::{Recipe, RecipeError};
use crate::terrain::{Images, IsAPlanet, Sample, Terrain};

/// Heights, slopes and ray casts on the ground of a recipe, from any number of threads.
///
/// Coordinates are metres: `x` to the right and `y` down the picture, heights up. A space is cut at the recipe's `z`, as in its
/// rasters.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::query::{HeightQuery, Ray};
/// use orogen_engine::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let ground = HeightQuery::new(&recipe, &NoImages, 0.5)?;
///
/// // A tree stands on the ground, and upright.
/// let foot = ground.sample(120.0, 80.0).height;
///
/// // The point under the mouse, within 2 km.
/// let ray = Ray::new([0.0, 0.0, 100.0], [1.0, 0.7, -0.5], 2000.0)?;
/// let hit = ground.cast(&ray).expect("it goes down");
/// assert!((ground.sample(hit.point[0], hit.point[1]).height - hit.point[2]).abs() < 1e-8);
/// assert!(hit.normal[2] > 0.0 && foot < 50.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeightQuery {
    terrain: Terrain,
    detail: f64,
    /// Where a space is cut.
    z: f64,
}

impl HeightQuery {
    /// Prepares a recipe. `detail` is the finest detail in metres: `octaves = "auto"` goes as fine as in a raster with that
    /// spacing, and a ray misses nothing wider.
    ///
    /// # Errors
    /// As [`Terrain::new`]; also if `detail` is not a length, or the recipe is a planet, which needs a [`PlanetQuery`].
    pub fn new(recipe: &Recipe, images: &dyn Images, detail: f64) -> Result<Self, QueryError> {
        if recipe.domain.sphere().is_some() {
            return Err(QueryError::Planet);
        }
        Ok(Self { terrain: terrain(recipe, images, detail)?, detail, z: recipe.domain.z })
    }

    /// The terrain with this detail.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Height and slopes at a point. `NaN` if a coordinate is not finite.
    pub fn sample(&self, x: f64, y: f64) -> Sample {
        let [sample] = self.samples(&[[x, y, self.z]])[..] else { unreachable!("one place has one sample") };
        sample
    }

    /// Height and slopes at many points, faster than one by one. A plane ignores the third coordinate; in a space it may differ
    /// from the recipe's `z`. `NaN` where a coordinate is not finite.
    pub fn samples(&self, places: &[[f64; 3]]) -> Vec<Sample> {
        let is_somewhere = |place: &[f64; 3]| place.iter().all(|coordinate| coordinate.is_finite());
        let known = places.iter().map(|place| if is_somewhere(place) { *place } else { [0.0; 3] });
        let mut samples = self.terrain.sample::<f64>(Level::best(), &known.collect::<Vec<_>>());
        for (sample, _) in samples.iter_mut().zip(places).filter(|(_, place)| !is_somewhere(place)) {
            *sample = Sample { height: f64::NAN, gradient: [f64::NAN; 3] };
        }
        samples
    }

    /// The unit normal of the ground. Its third coordinate is up, and never negative. `NaN` if a coordinate is not finite.
    pub fn normal(&self, x: f64, y: f64) -> [f64; 3] {
        normal(self.sample(x, y).gradient)
    }
}

/// The terrain with this detail.
fn terrain(recipe: &Recipe, images: &dyn Images, detail: f64) -> Result<Terrain, QueryError> {
    if !(detail.is_finite() && detail > 0.0) {
        return Err(QueryError::Detail(detail));
    }
    Terrain::new(recipe, images, detail).map_err(QueryError::Recipe)
}

/// `(-∂h/∂x, -∂h/∂y, 1)`, scaled to length 1.
fn normal([dx, dy, _]: [f64; 3]) -> [f64; 3] {
    let length = dx.hypot(dy).hypot(1.0);
    [-dx / length, -dy / length, 1.0 / length]
}

/// Why a query cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryError {
    /// The detail is not a length.
    Detail(f64),
    /// The recipe has an error.
    Recipe(RecipeError),
    /// The recipe is a planet, whose ground has no x and y.
    Planet,
    /// The recipe is not a planet.
    NotAPlanet,
}

impl From<IsAPlanet> for QueryError {
    fn from(_: IsAPlanet) -> Self {
        Self::Planet
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Detail(detail) => {
                write!(
                    f,
                    "a detail of {detail} m is not a length: give a finite number of metres greater than 0"
                )
            }
            QueryError::Recipe(error) => error.fmt(f),
            QueryError::Planet => {
                f.write_str("a planet's ground has no x and y: ask a `PlanetQuery`, by direction")
            }
            QueryError::NotAPlanet => f.write_str(
                "this ground is not a planet's and has no directions: ask a `HeightQuery`, by x and y",
            ),
        }
    }
}

impl std::error::Error for QueryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            QueryError::Recipe(error) => Some(error),
            QueryError::Detail(_) | QueryError::Planet | QueryError::NotAPlanet => None,
        }
    }
}
