//! Reads a pyramid of tiles for web maps: the finest level row by row, then the coarser ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::raster::{Band, Grid};

use super::rows::{Rows, pack};
use crate::FileError;
use crate::web::{Encoding, Surroundings, Tiles};

/// The rows of the finest level. Codes are the 24-bit numbers of the colours.
pub(super) struct Pyramid {
    path: PathBuf,
    tiles: Tiles,
    /// The ground around the finest level, if it is known.
    surroundings: Option<Arc<dyn Surroundings>>,
    /// A row of tiles.
    band: Band,
    /// The number of rows of `band` that were returned.
    given: usize,
}

impl Pyramid {
    pub(super) fn open(
        path: &Path,
        encoding: Encoding,
        surroundings: Option<Arc<dyn Surroundings>>,
    ) -> Result<Self, FileError> {
        let tiles = Tiles::open(path)?;
        let (stored, listed) = (tiles.tileset().encoding.name(), encoding.name());
        if stored != listed {
            let message = format!("its tiles are {stored}, but its terrain.json says {listed}");
            return Err(FileError::new(path, message, "generate the terrain again"));
        }
        tiles.check_missing()?;
        Ok(Self { path: path.to_owned(), tiles, surroundings, band: Band::default(), given: 0 })
    }

    /// The grid of the finest level.
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
            // Encoding the decoded height gives the same colour.
            pack(&encoding.colour(metres.into()), 3, codes);
        }
        self.given += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), FileError> {
        let quantum = self.tiles.tileset().encoding.quantum();
        let wrong = |message: String| Err(FileError::new(&self.path, message, "generate the terrain again"));
        let error = self.tiles.largest_parent_error()?;
        if error > quantum * (1.0 + 1e-6) {
            return wrong(format!("a coarser tile is off by {error} m from the mean of the finer ones"));
        }
        let Some(surroundings) = &self.surroundings else { return Ok(()) };
        let error = self.tiles.largest_error_around(&**surroundings)?;
        if error > 0.5 * quantum * (1.0 + 1e-6) {
            return wrong(format!("a coarser tile is off by {error} m around the finest ones"));
        }
        Ok(())
    }
}
