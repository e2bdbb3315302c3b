//! The ground around the tiles of the finest level, which coarser tiles show.

use std::fmt;

use orogen_engine::level::Level;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use rayon::prelude::*;

use super::layout::{Layout, Tile};

/// Heights around the tiles of the finest level. Tiles of coarser levels extend beyond these.
pub trait Surroundings: fmt::Debug + Send + Sync {
    /// The heights in metres at positions x, y of the terrain, as samples of a level show them. `above` is the number of zoom
    /// levels between that level and the finest one: 1 or more.
    fn heights(&self, above: u8, positions: &[[f64; 2]]) -> Vec<f32>;
}

impl dyn Surroundings + '_ {
    /// The heights of samples of a tile.
    pub(super) fn heights_of(&self, layout: &Layout, tile: Tile, samples: &[usize]) -> Vec<f32> {
        let positions: Vec<_> = samples.iter().map(|&sample| layout.position(tile, sample)).collect();
        let heights = self.heights(layout.zooms().end() - tile.zoom, &positions);
        assert_eq!(heights.len(), positions.len(), "a height for each position");
        heights
    }
}

/// The surroundings of a recipe's terrain: one terrain for each level, with the octaves that the samples of this level can show.
///
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::level::Level;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_files::web::{GeoAnchor, Layout, LevelTerrains, Surroundings};
///
/// let text = "orogen = 1\ndomain.size = 900\nheight.field = 'hills'\n[fields.hills]\ntype = 'fbm'\nwavelength = 300\n";
/// let recipe = Recipe::parse(Source::new("hills", text), orogen_engine::nodes::registry())?;
/// let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 900.0, 900.0], 2.0, 256)?;
/// let ground = LevelTerrains::new(&recipe, &layout, |spacing| Terrain::new(&recipe, &NoImages, spacing))?;
/// let here = Terrain::new(&recipe, &NoImages, 2.0 * layout.grid().spacing)?.sample::<f32>(Level::best(), &[[-100.0, 50.0, 0.0]]);
/// assert_eq!(ground.heights(1, &[[-100.0, 50.0]]), [here[0].height as f32]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LevelTerrains {
    /// The terrains of the coarser levels, the finer first.
    terrains: Vec<Terrain>,
    /// The height of the plane that cuts a space.
    z: f64,
}

impl LevelTerrains {
    /// Prepares the terrains of a layout's coarser levels. `terrain` makes the recipe's terrain for samples at this spacing in
    /// metres.
    ///
    /// # Errors
    /// The first error of `terrain`.
    pub fn new<E>(
        recipe: &Recipe,
        layout: &Layout,
        terrain: impl Fn(f64) -> Result<Terrain, E>,
    ) -> Result<Self, E> {
        let levels = 1..=*layout.zooms().end();
        let terrains = levels.map(|above| terrain(layout.spacing(above))).collect::<Result<_, _>>()?;
        Ok(Self { terrains, z: recipe.domain.z })
    }
}

/// Positions that a thread samples at once.
const CHUNK: usize = 2048;

impl Surroundings for LevelTerrains {
    fn heights(&self, above: u8, positions: &[[f64; 2]]) -> Vec<f32> {
        let Some(terrain) = usize::from(above).checked_sub(1).and_then(|at| self.terrains.get(at)) else {
            // The pyramid has more levels than the layout of these terrains: no height is right.
            return vec![f32::NAN; positions.len()];
        };
        let chunks = positions.par_chunks(CHUNK).flat_map_iter(|chunk| {
            let points: Vec<_> = chunk.iter().map(|&[x, y]| [x, y, self.z]).collect();
            terrain.sample::<f32>(Level::best(), &points).into_iter().map(|sample| sample.height as f32)
        });
        chunks.collect()
    }
}
