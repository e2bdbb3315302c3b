//! Terrain for web maps: heights as colours, in one picture or in a pyramid of tiles.
//!
//! A [`Layout`] determines the position of the terrain on the map, its tiles, and the grid of samples that fills them. The
//! bands of that grid build a pyramid: each level averages the metres of the finer one as the rows arrive, and writes a row
//! of tiles as soon as it is complete. The tiles go to a [`folder`] of PNG files with a `tiles.json`, or into one
//! [`pmtiles()`] archive. [`Tiles`] reads both back.
//!
//! ```
//! use orogen_engine::interval::Interval;
//! use orogen_engine::raster::Band;
//! use orogen_files::web::{self, Encoding, Layout, GeoAnchor, Surroundings, Tiles, Tileset};
//! use std::sync::Arc;
//!
//! /// Ground that is level around the tiles.
//! #[derive(Debug)]
//! struct Level;
//!
//! impl Surroundings for Level {
//!     fn heights(&self, _above: u8, positions: &[[f64; 2]]) -> Vec<f32> {
//!         vec![0.0; positions.len()]
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("web");
//! let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 3_000.0, 2_000.0], 10.0, 256)?;
//! let tileset = Tileset { name: "Slope".to_owned(), encoding: Encoding::Terrarium, layout };
//! let mut product = web::folder(&path, &tileset, Interval::new(-5_000.0, 5_000.0), Arc::new(Level))?;
//! let grid = tileset.layout.grid();
//! for first_row in 0..grid.rows {
//!     let height = (0..grid.columns).map(|i| grid.x(i) as f32).collect();
//!     product.write(&Band { first_row, columns: grid.columns, height, ..Band::default() })?;
//! }
//! product.finish()?;
//!
//! let mut tiles = Tiles::open(&path)?;
//! let tile = tileset.layout.addresses().next().ok_or("no tiles")?;
//! let metres = tiles.metres(tile)?;
//! let here = tileset.layout.grid_of(tile).ok_or("a coarser tile")?;
//! assert!((metres[7] - here.x(7)).abs() <= 0.5 * Encoding::Terrarium.quantum() + 1e-3);
//! # Ok(())
//! # }
//! ```

mod archive;
mod baked;
mod geotiff_tile;
mod layer_folder;
mod layout;
mod levels;
pub mod mercator;
mod page;
mod picture;
mod pyramid;
mod read;
mod read_archive;
mod surroundings;
mod terrain_rgb;
mod tile_folder;
mod tilejson;

use std::path::Path;
use std::sync::Arc;

use orogen_engine::interval::Interval;

pub use archive::{ArchiveHeader, TileArchive, TileFormat};
pub use baked::BakedFolder;
pub use geotiff_tile::geotiff_tile;
pub use layer_folder::LayerFolder;
pub(crate) use layer_folder::UNFINISHED;
pub use layout::{GeoAnchor, Layout, MAX_SIDE, MAX_ZOOM, Tile};
pub use page::{Libraries, LivePage, Page, html};
pub use picture::{PixelKind, tile_png};
pub use read::Tiles;
pub(crate) use read::read_png;
pub use surroundings::{LevelTerrains, Surroundings};
pub use terrain_rgb::{Encoding, png};

use crate::{FileError, Product};
use pyramid::Pyramid;
use tile_folder::TileFolder;

/// A pyramid of tiles: its name, encoding and layout.
///
/// ```
/// use orogen_files::web::{Encoding, Layout, GeoAnchor, Tileset};
///
/// let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 3_000.0, 2_000.0], 10.0, 256)?;
/// let tileset = Tileset { name: "Hills".to_owned(), encoding: Encoding::Mapbox, layout };
/// assert_eq!(tileset.layout.tile_size(), 256);
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tileset {
    /// The name for maps: the name of the recipe.
    pub name: String,
    /// How heights become colours.
    pub encoding: Encoding,
    /// Its tiles and samples.
    pub layout: Layout,
}

/// Writes a folder of tiles `{z}/{x}/{y}.png` with a `tiles.json`. The folder replaces an older one completely.
///
/// The bands are those of the layout's [grid](Layout::grid). The folder has a temporary name beside `path` until it is
/// committed. Memory in bytes is about 6 times the columns of the grid times the rows of a tile, and 3 bytes for each sample of up to
/// two tiles on each coarser level. `heights` are the possible
/// heights of the terrain, and `ground` gives the heights around the grid, which coarser tiles show.
///
/// # Errors
/// The possible heights exceed the range of the encoding; the parent folder is missing or cannot be written; a folder with this
/// name contains files other than those of a pyramid that orogen wrote.
pub fn folder(
    path: &Path,
    tileset: &Tileset,
    heights: Interval,
    ground: Arc<dyn Surroundings>,
) -> Result<Box<dyn Product>, FileError> {
    tileset.encoding.check_interval(path, heights)?;
    Ok(Box::new(Pyramid::new(path, tileset, ground, TileFolder::create(path, tileset)?)))
}

/// Writes one file with all tiles: a PMTiles archive of version 3, with the contents of `tiles.json` as its metadata.
///
/// The bands are those of the layout's [grid](Layout::grid). The tiles are in the order in which they were written, not
/// along the Hilbert curve of the format, so the header does not declare the archive as `clustered`. Memory is that of a
/// [`folder`] plus about 80 bytes per tile.
///
/// # Errors
/// The possible heights exceed the range of the encoding; the folder is missing or cannot be written.
pub fn pmtiles(
    path: &Path,
    tileset: &Tileset,
    heights: Interval,
    ground: Arc<dyn Surroundings>,
) -> Result<Box<dyn Product>, FileError> {
    tileset.encoding.check_interval(path, heights)?;
    Ok(Box::new(Pyramid::new(path, tileset, ground, archive::of_tileset(path, tileset)?)))
}
