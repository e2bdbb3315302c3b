//! Pyramids and pictures of terrain colours, read back.

use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

use orogen::raster::Band;

use super::layout::Tile;
use super::levels::Levels;
use super::read_archive::ArchiveReader;
use super::tile_folder::{DESCRIPTION, place};
use super::tilejson::{self, TileJson};
use super::{Encoding, Tileset, picture};
use crate::FileError;
use crate::read::{open, read_at_most};

/// The tiles of a pyramid on the disk, a folder or an archive.
///
/// Nothing in the files is believed: whatever their bytes, reading gives metres or an error, and takes no more memory
/// than a tile and a list of the tiles there should be.
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
    /// There is no such folder or file, or it does not hold a pyramid that orogen made.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let (tileset, store) = if path.extension().is_some_and(|extension| extension == "pmtiles") {
            let (reader, tileset) = ArchiveReader::open(path)?;
            (tileset, Store::Archive(Box::new(reader)))
        } else {
            let description = path.join(DESCRIPTION);
            let text = read_at_most(&description, tilejson::MAX_BYTES)?;
            let tileset = TileJson::parse(&text).map_err(|flaw| {
                let what = format!("it does not describe a pyramid of orogen's: {flaw}");
                FileError::new(&description, what, "generate it anew")
            })?;
            (tileset, Store::Folder)
        };
        Ok(Self { path: path.to_owned(), tileset, store })
    }

    /// What the pyramid says it holds.
    pub fn tileset(&self) -> &Tileset {
        &self.tileset
    }

    /// The first of the layout's [addresses](super::Layout::addresses) at which there is no tile.
    fn missing(&self) -> Option<Tile> {
        self.tileset.layout.addresses().find(|&tile| match &self.store {
            Store::Folder => !self.path.join(place(tile)).is_file(),
            Store::Archive(reader) => !reader.has(tile),
        })
    }

    /// The heights of a tile in metres, row by row from the north. The tiles there should be are the layout's
    /// [addresses](super::Layout::addresses).
    ///
    /// # Errors
    /// The tile is missing, or it is not an opaque square PNG of 8-bit RGB and the right size.
    pub fn metres(&mut self, tile: Tile) -> Result<Vec<f64>, FileError> {
        let side = self.tileset.layout.tile_size();
        let name = self.path.join(place(tile));
        // A PNG of noise is little larger than its samples; there is no need to read on.
        let most = 4 * u64::from(side) * u64::from(side) + (1 << 16);
        let bytes = match &mut self.store {
            Store::Folder => read_at_most(&name, most)?,
            Store::Archive(reader) => reader.read(tile, most).map_err(|flaw| {
                FileError::new(
                    &self.path,
                    format!("tile {}: {flaw}", place(tile).display()),
                    "generate it anew",
                )
            })?,
        };
        let metres = picture::decode(Cursor::new(bytes), [side as usize; 2], self.tileset.encoding);
        metres.map_err(|flaw| FileError::new(&name, flaw, "generate it anew"))
    }

    /// Memory for many tiles is taken only once they are there.
    pub(crate) fn refuse_missing(&self) -> Result<(), FileError> {
        self.missing().map_or(Ok(()), |tile| {
            let what = format!("the tile {} is missing", place(tile).display());
            Err(FileError::new(&self.path, what, "generate it anew"))
        })
    }

    /// A row of tiles of the finest level: rows of the layout's grid, in f32. Terrarium's heights are exact in that, and
    /// Mapbox's off by far less than half a step.
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

    /// Builds the coarser levels anew from the finest one on the disk, and returns the largest difference from those
    /// that are there, in metres. For a sound pyramid it is at most one [quantum](Encoding::quantum): averages of
    /// rounded heights against rounded averages.
    ///
    /// # Errors
    /// As [`metres`](Self::metres), for any tile.
    pub fn largest_parent_error(&mut self) -> Result<f64, FileError> {
        self.refuse_missing()?;
        let (encoding, finest) = (self.tileset.encoding, *self.tileset.layout.zooms().end());
        let mut levels = Levels::new(&self.tileset.layout, encoding);
        let [_, rows] = self.tileset.layout.tiles(finest);
        let mut largest = 0.0_f64;
        for y in rows {
            let band = self.finest_band(y)?;
            levels.put(&band, &mut |tile, colours| {
                if tile.zoom == finest {
                    return Ok(());
                }
                let expected = colours.as_chunks().0.iter().map(|&colour| encoding.decode(colour));
                let there = self.metres(tile)?.into_iter();
                largest =
                    there.zip(expected).map(|(there, here)| (there - here).abs()).fold(largest, f64::max);
                Ok(())
            })?;
        }
        Ok(largest)
    }
}

/// Heights of a picture made by [`png`](super::png), of known size, in metres.
pub(crate) fn read_png(path: &Path, size: [usize; 2], encoding: Encoding) -> Result<Vec<f64>, FileError> {
    let metres = picture::decode(BufReader::with_capacity(1 << 16, open(path)?), size, encoding);
    metres.map_err(|flaw| FileError::new(path, flaw, "generate the terrain anew"))
}
