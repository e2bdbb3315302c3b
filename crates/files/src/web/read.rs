//! Reads back pyramids and pictures of heights as colours.

use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

use orogen_engine::raster::Band;

use super::layout::Tile;
use super::levels::Levels;
use super::read_archive::ArchiveReader;
use super::tile_folder::{DESCRIPTION, tile_path};
use super::tilejson::{self, TileJson};
use super::{Encoding, Surroundings, Tileset, picture};
use crate::FileError;
use crate::read::{open, read_at_most};

/// A pyramid of tiles on the disk: a folder or an archive.
///
/// The files are not trusted. Reading never panics, whatever their bytes, and the layout of the tiles limits the memory that
/// reading allocates.
///
/// ```no_run
/// use orogen_files::web::Tiles;
///
/// # fn main() -> Result<(), orogen_files::FileError> {
/// let mut tiles = Tiles::open("terrain.pmtiles".as_ref())?;
/// let addresses: Vec<_> = tiles.tileset().layout.addresses().collect();
/// for tile in addresses {
///     println!("{tile:?}: {} m", tiles.metres(tile)?[0]);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Tiles {
    path: PathBuf,
    tileset: Tileset,
    store: Store,
}

enum Store {
    Folder,
    Archive(Box<ArchiveReader>),
}

impl Tiles {
    /// Opens a folder with its `tiles.json`, or an archive that ends in `.pmtiles`.
    ///
    /// # Errors
    /// The folder or file does not exist, or it is not a pyramid that orogen wrote.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let (tileset, store) = if path.extension().is_some_and(|extension| extension == "pmtiles") {
            let (reader, tileset) = ArchiveReader::open(path)?;
            (tileset, Store::Archive(Box::new(reader)))
        } else {
            let description = path.join(DESCRIPTION);
            let text = read_at_most(&description, tilejson::MAX_BYTES, "generate the terrain again")?;
            let tileset = TileJson::parse(&text).map_err(|reason| {
                let message = format!("it does not describe a pyramid that orogen wrote: {reason}");
                FileError::new(&description, message, "generate the terrain again")
            })?;
            (tileset, Store::Folder)
        };
        Ok(Self { path: path.to_owned(), tileset, store })
    }

    /// Name, encoding and layout of the pyramid.
    pub fn tileset(&self) -> &Tileset {
        &self.tileset
    }

    /// The first of the layout's [addresses](super::Layout::addresses) without a tile.
    fn missing(&self) -> Option<Tile> {
        self.tileset.layout.addresses().find(|&tile| match &self.store {
            Store::Folder => !self.path.join(tile_path(tile)).is_file(),
            Store::Archive(reader) => !reader.has(tile),
        })
    }

    /// Reads the heights of a tile in metres, row by row from the north. The layout lists the
    /// [addresses](super::Layout::addresses) of all tiles.
    ///
    /// # Errors
    /// The tile is missing, or it is not an opaque square PNG of 8-bit RGB with the right size.
    pub fn metres(&mut self, tile: Tile) -> Result<Vec<f64>, FileError> {
        let side = self.tileset.layout.tile_size();
        let name = self.path.join(tile_path(tile));
        // The PNG of a tile is at most a little larger than its samples, so do not read more.
        let most = 4 * u64::from(side) * u64::from(side) + (1 << 16);
        let bytes = match &mut self.store {
            Store::Folder => read_at_most(&name, most, "generate the terrain again")?,
            Store::Archive(reader) => reader.read(tile, most).map_err(|reason| {
                FileError::new(
                    &self.path,
                    format!("tile {}: {reason}", tile_path(tile).display()),
                    "generate the terrain again",
                )
            })?,
        };
        let metres = picture::decode(Cursor::new(bytes), [side as usize; 2], self.tileset.encoding);
        metres.map_err(|reason| FileError::new(&name, reason, "generate the terrain again"))
    }

    /// Returns an error if a tile is missing. Call it before allocating memory for all tiles.
    pub(crate) fn check_missing(&self) -> Result<(), FileError> {
        self.missing().map_or(Ok(()), |tile| {
            let message = format!("the tile {} is missing", tile_path(tile).display());
            Err(FileError::new(&self.path, message, "generate the terrain again"))
        })
    }

    /// Reads a row of tiles of the finest level as rows of the layout's grid, in f32. For Terrarium this is exact; for Mapbox
    /// it is off by far less than half a step.
    pub(crate) fn finest_band(&mut self, y: u32) -> Result<Band, FileError> {
        let (side, columns) = (self.tileset.layout.tile_size() as usize, self.tileset.layout.grid().columns);
        let zoom = *self.tileset.layout.zooms().end();
        let [tiles, rows] = self.tileset.layout.tiles(zoom);
        let mut height = vec![0.0; columns * side];
        for (number, x) in tiles.enumerate() {
            let metres = self.metres(Tile { zoom, x, y })?;
            for (row, metres) in height.chunks_exact_mut(columns).zip(metres.chunks_exact(side)) {
                let piece = &mut row[number * side..][..side];
                piece.iter_mut().zip(metres).for_each(|(to, &from)| *to = from as f32);
            }
        }
        Ok(Band { first_row: (y - rows.start) as usize * side, columns, height, ..Band::default() })
    }

    /// Recomputes the means of the coarser levels from the finest level on the disk, and returns their largest difference from the
    /// stored levels, in metres. For a valid pyramid, this difference is at most one [quantum](Encoding::quantum), because averages of
    /// rounded heights differ from rounded averages.
    ///
    /// # Errors
    /// The same as those of [`metres`](Self::metres), for any tile.
    pub fn largest_parent_error(&mut self) -> Result<f64, FileError> {
        self.check_missing()?;
        let (encoding, finest) = (self.tileset.encoding, *self.tileset.layout.zooms().end());
        let layout = self.tileset.layout.clone();
        let mut levels = Levels::new(self.path.clone(), &layout, encoding, None);
        let [_, rows] = self.tileset.layout.tiles(finest);
        let mut largest = 0.0_f64;
        for y in rows {
            let band = self.finest_band(y)?;
            levels.put(&band, &mut |tile, colours| {
                if tile.zoom == finest {
                    return Ok(());
                }
                let mut means: Vec<_> =
                    colours.as_chunks().0.iter().map(|&colour| encoding.decode(colour)).collect();
                let stored = self.metres(tile)?;
                layout.around(tile).into_iter().for_each(|sample| means[sample] = stored[sample]);
                largest = largest.max(largest_difference(&stored, &means));
                Ok(())
            })?;
        }
        Ok(largest)
    }

    /// The largest difference between the stored heights around the finest level and those of the terrain, in metres. For a valid
    /// pyramid it is at most half a [quantum](Encoding::quantum).
    ///
    /// # Errors
    /// The same as those of [`metres`](Self::metres), for any coarser tile.
    pub fn largest_error_around(&mut self, ground: &dyn Surroundings) -> Result<f64, FileError> {
        let layout = self.tileset.layout.clone();
        let finest = *layout.zooms().end();
        let mut largest = 0.0_f64;
        for tile in layout.addresses().filter(|tile| tile.zoom != finest) {
            let samples = layout.around(tile);
            if samples.is_empty() {
                continue;
            }
            let heights = ground.heights_of(&layout, tile, &samples).into_iter().map(f64::from);
            let stored = self.metres(tile)?;
            let stored: Vec<_> = samples.into_iter().map(|sample| stored[sample]).collect();
            largest = largest.max(largest_difference(&stored, &heights.collect::<Vec<_>>()));
        }
        Ok(largest)
    }
}

/// The largest difference. It is infinite if a number is missing.
fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    let differences = one.iter().zip(other).map(|(one, other)| (one - other).abs());
    differences.map(|one| if one.is_nan() { f64::INFINITY } else { one }).fold(0.0, f64::max)
}

/// Reads the heights in metres of a picture that [`png`](super::png) wrote, with a known size.
pub(crate) fn read_png(path: &Path, size: [usize; 2], encoding: Encoding) -> Result<Vec<f64>, FileError> {
    let metres = picture::decode(BufReader::with_capacity(1 << 16, open(path)?), size, encoding);
    metres.map_err(|reason| FileError::new(path, reason, "generate the terrain again"))
}
