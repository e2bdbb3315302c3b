//! The levels of a pyramid, computed from the rows of the finest one as they arrive.
//!
//! A sample of a coarser level is the mean of 2×2 finer heights in metres, in f64, in which sums of f32 heights are exact.
//! Colours cannot be averaged channel by channel: the channels are the digits of one number, and half a step of one channel
//! is 128 steps of the next. So each coarse sample is the mean of all the heights that it covers, rounded once when it is
//! encoded.
//!
//! Where a sample of a coarser level is not completely above samples of the finest level, its height comes from the
//! [`Surroundings`].

use std::ops::Range;
use std::sync::Arc;

use orogen_engine::raster::Band;

use super::layout::{Layout, Tile};
use super::surroundings::Surroundings;
use super::terrain_rgb::Encoding;

/// Receives the colours of a tile, three bytes per sample.
pub(super) type TileSink<'a, E> = &'a mut dyn FnMut(Tile, &[u8]) -> Result<(), E>;

/// All levels, the finest first. Each level holds the colours of one row of tiles and the metres of one row of samples. In
/// bytes, all levels together take about 6 times the columns of the finest level times the rows of a tile.
pub(super) struct Levels {
    levels: Vec<Level>,
    filler: Filler,
}

/// Fills the samples of tiles that have no finer samples below them.
struct Filler {
    layout: Layout,
    encoding: Encoding,
    /// `None` leaves these samples black.
    surroundings: Option<Arc<dyn Surroundings>>,
}

struct Level {
    zoom: u8,
    tile_size: usize,
    /// Columns and rows of tiles.
    tiles: [Range<usize>; 2],
    /// Columns that are means of samples of the finest level, counted from the corner of the world.
    columns: Range<usize>,
    /// Rows that are means of samples of the finest level, counted from the corner of the world.
    rows: Range<usize>,
    /// The next row.
    row: usize,
    /// Colours of a row of tiles, tile after tile.
    colours: Vec<u8>,
    /// An even row, until the odd one below it arrives.
    upper: Option<Vec<f64>>,
}

impl Levels {
    pub(super) fn new(
        layout: &Layout,
        encoding: Encoding,
        surroundings: Option<Arc<dyn Surroundings>>,
    ) -> Self {
        let levels = layout.zooms().rev().map(|zoom| Level::new(layout, zoom)).collect();
        Self { levels, filler: Filler { layout: layout.clone(), encoding, surroundings } }
    }

    /// Takes the next rows of the finest level, and passes each completed tile to `sink`.
    pub(super) fn put<E>(&mut self, band: &Band, sink: TileSink<'_, E>) -> Result<(), E> {
        for row in band.height.chunks_exact(band.columns) {
            let mut row = row.iter().map(|&height| f64::from(height)).collect();
            for level in &mut self.levels {
                match level.put(row, &self.filler, sink)? {
                    Some(coarser) => row = coarser,
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Passes the tiles to `sink` that no row of the finest level completes. Called after the last row.
    pub(super) fn finish<E>(&mut self, sink: TileSink<'_, E>) -> Result<(), E> {
        self.levels.iter_mut().try_for_each(|level| level.finish(&self.filler, sink))
    }
}

impl Level {
    fn new(layout: &Layout, zoom: u8) -> Self {
        let tiles = layout.tiles(zoom).map(|range| range.start as usize..range.end as usize);
        let [columns, rows] = layout.means(zoom);
        let tile_size = layout.tile_size() as usize;
        let colours = vec![0; 3 * tiles[0].len() * tile_size * tile_size];
        Self { zoom, tile_size, tiles, row: rows.start, columns, rows, colours, upper: None }
    }

    /// Takes the next row, and returns the row of the next coarser level that it completes.
    fn put<E>(
        &mut self,
        metres: Vec<f64>,
        filler: &Filler,
        sink: TileSink<'_, E>,
    ) -> Result<Option<Vec<f64>>, E> {
        let row = self.row;
        self.encode_row(&metres, filler.encoding);
        self.row += 1;
        if self.row == self.rows.end || self.row.is_multiple_of(self.tile_size) {
            self.emit(row / self.tile_size, filler, sink)?;
        }
        if row.is_multiple_of(2) {
            self.upper = Some(metres);
            return Ok(None);
        }
        Ok(self.upper.take().and_then(|upper| self.coarser(&upper, &metres)))
    }

    /// Writes the colours of a row into the tiles.
    fn encode_row(&mut self, metres: &[f64], encoding: Encoding) {
        let size = self.tile_size;
        let line = self.row % size;
        for (column, &metres) in self.columns.clone().zip(metres) {
            let (tile, column) = (column / size - self.tiles[0].start, column % size);
            let at = 3 * ((tile * size + line) * size + column);
            self.colours[at..at + 3].copy_from_slice(&encoding.colour(metres));
        }
    }

    /// Passes on a row of tiles.
    fn emit<E>(&mut self, row: usize, filler: &Filler, sink: TileSink<'_, E>) -> Result<(), E> {
        let tiles = self.colours.chunks_exact_mut(3 * self.tile_size * self.tile_size);
        for (column, colours) in self.tiles[0].clone().zip(tiles) {
            let tile = Tile { zoom: self.zoom, x: column as u32, y: row as u32 };
            filler.fill(tile, colours);
            sink(tile, colours)?;
        }
        Ok(())
    }

    fn finish<E>(&mut self, filler: &Filler, sink: TileSink<'_, E>) -> Result<(), E> {
        for row in self.tiles[1].clone() {
            let (first, end) = (row * self.tile_size, (row + 1) * self.tile_size);
            if self.columns.is_empty() || self.rows.start.max(first) >= self.rows.end.min(end) {
                self.emit(row, filler, sink)?;
            }
        }
        Ok(())
    }

    /// Averages two rows, two columns at a time. `None` if the coarser level has no means.
    fn coarser(&self, upper: &[f64], lower: &[f64]) -> Option<Vec<f64>> {
        let columns = halved(&self.columns);
        let mean = |column: usize| {
            let west = 2 * column - self.columns.start;
            ((upper[west] + upper[west + 1]) + (lower[west] + lower[west + 1])) * 0.25
        };
        (!columns.is_empty()).then(|| columns.map(mean).collect())
    }
}

impl Filler {
    /// Fills the samples of a tile that are not means.
    fn fill(&self, tile: Tile, colours: &mut [u8]) {
        let Some(surroundings) = &self.surroundings else { return };
        let (samples, positions) = self.layout.around(tile);
        if samples.is_empty() {
            return;
        }
        let heights = surroundings.heights(*self.layout.zooms().end() - tile.zoom, &positions);
        for (sample, height) in samples.into_iter().zip(heights) {
            colours[3 * sample..3 * sample + 3].copy_from_slice(&self.encoding.colour(height.into()));
        }
    }
}

/// The samples of the next coarser level that are completely above these.
pub(super) fn halved(samples: &Range<usize>) -> Range<usize> {
    let (start, end) = (samples.start.div_ceil(2), samples.end / 2);
    start..end.max(start)
}
