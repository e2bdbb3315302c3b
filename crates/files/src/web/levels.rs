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
use std::path::PathBuf;
use std::sync::Arc;

use orogen_engine::raster::Band;

use super::layout::{Layout, Tile, halved};
use super::surroundings::Surroundings;
use super::terrain_rgb::Encoding;
use crate::FileError;

/// Receives the colours of a tile, three bytes per sample.
pub(super) type TileSink<'a> = &'a mut dyn FnMut(Tile, &[u8]) -> Result<(), FileError>;

/// All levels, the finest first. Each level holds the colours of one row of tiles and the metres of one row of samples. In
/// bytes, all levels together take about 6 times the columns of the finest level times the rows of a tile.
pub(super) struct Levels {
    levels: Vec<Level>,
    filler: Filler,
}

/// Fills the samples of tiles that have no finer samples below them.
struct Filler {
    /// The folder or the archive, for errors.
    path: PathBuf,
    layout: Layout,
    encoding: Encoding,
    /// With `None`, these samples mean nothing.
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
        path: PathBuf,
        layout: &Layout,
        encoding: Encoding,
        surroundings: Option<Arc<dyn Surroundings>>,
    ) -> Self {
        let levels = layout.zooms().rev().map(|zoom| Level::new(layout, zoom)).collect();
        Self { levels, filler: Filler { path, layout: layout.clone(), encoding, surroundings } }
    }

    /// Takes the next rows of the finest level, and passes each completed tile to `sink`.
    pub(super) fn put(&mut self, band: &Band, sink: TileSink<'_>) -> Result<(), FileError> {
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
    pub(super) fn finish(&mut self, sink: TileSink<'_>) -> Result<(), FileError> {
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
    fn put(
        &mut self,
        metres: Vec<f64>,
        filler: &Filler,
        sink: TileSink<'_>,
    ) -> Result<Option<Vec<f64>>, FileError> {
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
    fn emit(&mut self, row: usize, filler: &Filler, sink: TileSink<'_>) -> Result<(), FileError> {
        let tiles = self.colours.chunks_exact_mut(3 * self.tile_size * self.tile_size);
        for (column, colours) in self.tiles[0].clone().zip(tiles) {
            let tile = Tile { zoom: self.zoom, x: column as u32, y: row as u32 };
            filler.fill(tile, colours)?;
            sink(tile, colours)?;
        }
        Ok(())
    }

    fn finish(&mut self, filler: &Filler, sink: TileSink<'_>) -> Result<(), FileError> {
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
    fn fill(&self, tile: Tile, colours: &mut [u8]) -> Result<(), FileError> {
        let Some(surroundings) = &self.surroundings else { return Ok(()) };
        let samples = self.layout.around(tile);
        if samples.is_empty() {
            return Ok(());
        }
        let heights = surroundings.heights_of(&self.layout, tile, &samples);
        for (sample, height) in samples.into_iter().zip(heights) {
            let colour = self.encoding.encode(height.into()).ok_or_else(|| self.refused(tile, height))?;
            colours[3 * sample..3 * sample + 3].copy_from_slice(&colour);
        }
        Ok(())
    }

    fn refused(&self, Tile { zoom, x, y }: Tile, height: f32) -> FileError {
        let name = self.encoding.name();
        let message = format!(
            "a height around the terrain is {height} in tile {zoom}/{x}/{y}, but {name} colours cannot store it"
        );
        FileError::new(&self.path, message, "lower the scale of the recipe's heights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::GeoAnchor;

    /// Ground that is 7 m high.
    #[derive(Debug)]
    struct Seven;

    impl Surroundings for Seven {
        fn heights(&self, _above: u8, positions: &[[f64; 2]]) -> Vec<f32> {
            vec![7.0; positions.len()]
        }
    }

    /// The finest level is one tile. Far above it, no sample is a mean, and no row completes the tiles.
    #[test]
    fn every_tile_is_passed_on_once() {
        let layout = Layout::new(GeoAnchor::default(), [500.0, 500.0, 900.0, 900.0], 5.0, 256).unwrap();
        let mut levels = Levels::new(PathBuf::new(), &layout, Encoding::Terrarium, Some(Arc::new(Seven)));
        let grid = layout.grid();
        let band = Band { columns: grid.columns, height: vec![3.0; grid.len()], ..Band::default() };
        let mut tiles = Vec::new();
        let mut sink = |tile: Tile, colours: &[u8]| {
            let metres = colours.as_chunks().0.iter().map(|&colour| Encoding::Terrarium.decode(colour));
            let (means, others): (Vec<f64>, Vec<f64>) = metres.partition(|&metres| metres == 3.0);
            assert!(others.iter().all(|&metres| metres == 7.0));
            tiles.push((tile, means.len()));
            Ok(())
        };
        levels.put(&band, &mut sink).unwrap();
        levels.finish(&mut sink).unwrap();
        tiles.sort_by_key(|(tile, _)| std::cmp::Reverse(tile.zoom));
        assert_eq!(
            tiles.iter().map(|(tile, _)| *tile).collect::<Vec<_>>(),
            layout.addresses().collect::<Vec<_>>()
        );
        let counts: Vec<usize> = tiles.iter().map(|(_, means)| *means).collect();
        assert_eq!(counts[..4], [65_536, 16_384, 4096, 1024]);
        assert_eq!(counts[9..], vec![0; counts.len() - 9]);
    }
}
