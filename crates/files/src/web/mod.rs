//! Terrain for web maps: heights as colours, in one picture or in a pyramid of tiles.
//!
//! A [`Layout`] says where on the map the terrain lies, which tiles there are and which grid of samples fills them. The
//! bands of that grid feed a pyramid: each level averages the metres of the finer one as the rows come, and writes a
//! row of tiles as soon as it is complete. The tiles go to a [`folder`] of PNG files with a `tiles.json`, or into one
//! [`pmtiles()`] archive. [`Tiles`] reads both back.
//!
//! ```
//! use orogen::interval::Interval;
//! use orogen::raster::Band;
//! use orogen_files::web::{self, Encoding, Layout, Place, Tiles, Tileset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("web");
//! let layout = Layout::new(Place::default(), [0.0, 0.0, 3_000.0, 2_000.0], 10.0, 256)?;
//! let tileset = Tileset { name: "Slope".to_owned(), encoding: Encoding::Terrarium, layout };
//! let mut product = web::folder(&path, &tileset, Interval::new(-5_000.0, 5_000.0))?;
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
mod layout;
mod levels;
mod picture;
mod pyramid;
mod read;
mod read_archive;
mod terrain_rgb;
mod tile_folder;
mod tilejson;

use std::path::Path;

use orogen::interval::Interval;

pub use layout::{Layout, LayoutError, MAX_SIDE, MAX_ZOOM, Place, Tile};
pub use read::Tiles;
pub(crate) use read::read_png;
pub use terrain_rgb::{Encoding, png};

use crate::{FileError, Product};
use archive::Archive;
use pyramid::Pyramid;
use tile_folder::TileFolder;

/// What a pyramid holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Tileset {
    /// What a map may call it: the recipe's name.
    pub name: String,
    /// How heights become colours.
    pub encoding: Encoding,
    /// Where its tiles lie.
    pub layout: Layout,
}

/// A folder of tiles `{z}/{x}/{y}.png` with a `tiles.json`, which replaces an older one as a whole.
///
/// The bands are those of the layout's [grid](Layout::grid). The folder has a temporary name beside `path` until the
/// commit. In memory are some 6 bytes per column of the grid and row of a tile. `heights` is what the terrain's
/// heights are known to lie in.
///
/// # Errors
/// The heights may lie out of the encoding's range; the folder above is missing or cannot be written; there is a
/// folder of that name that holds anything but such tiles.
pub fn folder(path: &Path, tileset: &Tileset, heights: Interval) -> Result<Box<dyn Product>, FileError> {
    tileset.encoding.check_interval(path, heights)?;
    Ok(Box::new(Pyramid::new(path, tileset, TileFolder::create(path, tileset)?)))
}

/// One file with all tiles: a PMTiles archive of version 3, with what `tiles.json` says as its metadata.
///
/// The bands are those of the layout's [grid](Layout::grid). Tiles lie in it in the order in which they are made, not
/// along the archive format's curve, so its header does not claim `clustered`. In memory are, besides what a
/// [`folder`] takes, some 80 bytes per tile.
///
/// # Errors
/// The heights may lie out of the encoding's range; the folder is missing or cannot be written.
pub fn pmtiles(path: &Path, tileset: &Tileset, heights: Interval) -> Result<Box<dyn Product>, FileError> {
    tileset.encoding.check_interval(path, heights)?;
    Ok(Box::new(Pyramid::new(path, tileset, Archive::create(path, tileset)?)))
}
