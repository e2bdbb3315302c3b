//! A small raster of the domain, for colours and legends.

use orogen::Files;
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_files::preview::Style;

/// Samples along a side of the domain, and a quarter of those around a planet.
const SIDE: usize = 192;

/// Heights of the domain.
pub(crate) struct Overview {
    /// The lowest and the highest sample.
    pub(crate) heights: Interval,
    /// The heights that are possible.
    pub(crate) possible: Interval,
    /// How the terrain is drawn.
    pub(crate) style: Style,
}

impl Overview {
    /// Samples the domain; the band has heights and slopes. All fields that are solved, those of materials included, are solved here: on
    /// the threads of tiles, one tile could wait for another.
    ///
    /// # Errors
    /// A parameter or a file of the recipe is wrong.
    pub(crate) fn new(recipe: &Recipe, files: &Files) -> Result<(Self, Band), orogen::Error> {
        let mut band = Band::default();
        let terrain = match recipe.domain.sphere() {
            Some(sphere) => {
                let grid = DirectionGrid::whole(4 * SIDE)?;
                let terrain = Terrain::with_materials(recipe, files, grid.step() * sphere.radius())?;
                terrain.map(Level::best(), grid)?.make(0, 2 * SIDE, true, &mut band);
                terrain
            }
            None => {
                let grid = Grid::over(recipe.domain.size, SIDE, recipe.domain.tile);
                let terrain = Terrain::with_materials(recipe, files, grid.spacing)?;
                terrain.rows(Level::best(), grid)?.make(0, SIDE, true, &mut band);
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
        Ok((Self { heights, possible: terrain.interval(), style }, band))
    }
}
