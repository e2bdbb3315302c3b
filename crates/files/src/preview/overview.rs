//! A small raster of a recipe's domain, for colours and legends.

use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::{Images, Terrain};

use super::Style;

/// Samples along a side of the domain, and a quarter of those around a planet.
const SIDE: usize = 192;

/// A small raster of the domain of a recipe.
///
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_files::preview::Overview;
/// # use orogen_engine::recipe::{Recipe, Source};
/// # let text = "orogen = 1\ndomain.size = 900\nheight = { field = 'x', scale = 5 }\nfields.x = { type = 'constant', value = 2 }";
/// # let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry())?;
/// // 10 m everywhere
/// let overview = Overview::new(&recipe, &NoImages)?;
/// assert_eq!((overview.heights.min, overview.heights.max), (10.0, 10.0));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overview {
    /// The lowest and the highest sample.
    pub heights: Interval,
    /// The heights that are possible.
    pub possible: Interval,
    /// How the terrain is drawn: without rivers and lakes.
    pub style: Style,
    /// The samples: heights and slopes.
    pub(super) band: Band,
}

impl Overview {
    /// Samples the domain. This solves all fields that are solved, those of materials included, so terrains that are prepared afterwards
    /// do not wait for one another.
    ///
    /// # Errors
    /// A parameter or a file of the recipe is wrong.
    pub fn new(recipe: &Recipe, images: &dyn Images) -> Result<Self, RecipeError> {
        let mut band = Band::default();
        let terrain = match recipe.domain.sphere() {
            Some(sphere) => {
                let whole = DirectionGrid::whole(4 * SIDE);
                let grid = whole.unwrap_or_else(|_| unreachable!("a map can have {} columns", 4 * SIDE));
                let terrain = Terrain::with_materials(recipe, images, grid.step() * sphere.radius())?;
                let map = terrain.map(Level::best(), grid);
                map.unwrap_or_else(|_| unreachable!("the domain is a planet")).make(
                    0,
                    2 * SIDE,
                    true,
                    &mut band,
                );
                terrain
            }
            None => {
                let grid = Grid::over(recipe.domain.size, SIDE, recipe.domain.tile);
                let terrain = Terrain::with_materials(recipe, images, grid.spacing)?;
                let rows = terrain.rows(Level::best(), grid);
                rows.unwrap_or_else(|_| unreachable!("the domain is a plane")).make(0, SIDE, true, &mut band);
                terrain
            }
        };
        let hull = |hull: Interval, &height: &f32| {
            Interval::new(hull.min.min(height.into()), hull.max.max(height.into()))
        };
        let heights = band.height.iter().fold(Interval::new(f64::INFINITY, f64::NEG_INFINITY), hull);
        let style = Style {
            palette: recipe.view.palette,
            sea_level: terrain.sea_level().map(|level| level as f32),
            water: None,
            is_planet: terrain.sphere().is_some(),
        };
        Ok(Self { heights, possible: terrain.interval(), style, band })
    }
}
