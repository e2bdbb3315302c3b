//! The product that writes a pyramid to any store.

use std::io;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::raster::Band;

use super::layout::Tile;
use super::levels::{Levels, TileSink};
use super::picture::{PixelKind, tile_png};
use super::{Encoding, Surroundings, Tileset};
use crate::FileError;
use crate::pending::PendingOutput;
use crate::product::{Product, RowCount};

/// The destination of tiles: a folder or an archive.
pub(super) trait Store: Send {
    /// Stores the PNG of a tile. Called once for each tile.
    fn put(&mut self, tile: Tile, png: &[u8]) -> io::Result<()>;

    /// Called after the last tile.
    fn complete(self) -> Result<PendingOutput, FileError>;
}

pub(super) struct Pyramid<S> {
    rows: RowCount,
    encoding: Encoding,
    tile_size: u32,
    levels: Levels,
    store: S,
}

impl<S: Store> Pyramid<S> {
    pub(super) fn new(path: &Path, tileset: &Tileset, ground: Arc<dyn Surroundings>, store: S) -> Self {
        let Tileset { encoding, layout, .. } = tileset;
        Self {
            rows: RowCount::new(path.to_owned(), &layout.grid()),
            encoding: *encoding,
            tile_size: layout.tile_size(),
            levels: Levels::new(path.to_owned(), layout, *encoding, Some(ground)),
            store,
        }
    }
}

impl<S: Store> Pyramid<S> {
    /// Stores the tiles that `work` completes.
    fn pass_on(
        &mut self,
        work: impl FnOnce(&mut Levels, TileSink<'_>) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let Self { rows, levels, store, tile_size, .. } = self;
        work(levels, &mut |tile, colours| {
            let stored =
                tile_png(colours, *tile_size, PixelKind::Heights).and_then(|png| store.put(tile, &png));
            stored.map_err(|error| FileError::from_io(&rows.path, &error))
        })
    }
}

impl<S: Store> Product for Pyramid<S> {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &[("height", &band.height)])?;
        self.encoding.check_band(&self.rows, band, 0..band.height.len())?;
        self.pass_on(|levels, sink| levels.put(band, sink))?;
        self.rows.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<PendingOutput, FileError> {
        self.rows.complete()?;
        self.pass_on(Levels::finish)?;
        self.store.complete()
    }
}
