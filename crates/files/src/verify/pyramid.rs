//! A pyramid of tiles for web maps: its finest level row by row, the coarser ones at the end.

use std::path::{Path, PathBuf};

use orogen::raster::{Band, Grid};

use super::rows::{Rows, pack};
use crate::FileError;
use crate::web::{Encoding, Tiles};

/// Codes are the 24-bit numbers of the colours.
pub(super) struct Pyramid {
    path: PathBuf,
    tiles: Tiles,
    /// A row of tiles, and how many of its rows have been given away.
    band: Band,
    given: usize,
}

impl Pyramid {
    pub(super) fn open(path: &Path, encoding: Encoding) -> Result<Self, FileError> {
        let tiles = Tiles::open(path)?;
        let (there, said) = (tiles.tileset().encoding.name(), encoding.name());
        if there != said {
            let what = format!("its tiles are {there}, and its terrain.json says {said}");
            return Err(FileError::new(path, what, "generate the terrain anew"));
        }
        tiles.refuse_missing()?;
        Ok(Self { path: path.to_owned(), tiles, band: Band::default(), given: 0 })
    }

    /// The samples of the finest level.
    pub(super) fn grid(&self) -> Grid {
        self.tiles.tileset().layout.grid()
    }
}

impl Rows for Pyramid {
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError> {
        if self.given == self.band.rows() {
            let layout = &self.tiles.tileset().layout;
            let [_, rows] = layout.tiles(*layout.zooms().end());
            let after = self.band.first_row + self.band.rows();
            self.band = self.tiles.finest_band(rows.start + (after / layout.tile_size() as usize) as u32)?;
            self.given = 0;
        }
        codes.clear();
        let encoding = self.tiles.tileset().encoding;
        for &metres in &self.band.height[self.given * self.band.columns..][..self.band.columns] {
            // Of all colours the one that was decoded is the nearest.
            pack(&encoding.colour(metres.into()), 3, codes);
        }
        self.given += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), FileError> {
        let (error, quantum) = (self.tiles.largest_parent_error()?, self.tiles.tileset().encoding.quantum());
        if error <= quantum * (1.0 + 1e-6) {
            return Ok(());
        }
        let what = format!("a coarser tile is off by {error} m from the mean of the finer ones");
        Err(FileError::new(&self.path, what, "generate the terrain anew"))
    }
}
