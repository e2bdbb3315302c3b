//! The levels of a pyramid, computed from the rows of the finest one as they arrive.
//!
//! A sample of a coarser level is the mean of 2×2 finer heights in metres, in f64, in which sums of f32 heights are exact.
//! Colours cannot be averaged channel by channel: the channels are the digits of one number, and half a step of one channel
//! is 128 steps of the next. So each coarse sample is the mean of all the heights that it covers, rounded once when it is
//! encoded.
//!
//! Where a tile of a coarser level extends beyond the tiles of the finest level, the nearest height repeats, so that no
//! cliff appears at the edge. The same rule completes an unpaired row or column.

use std::ops::Range;

use orogen_engine::raster::Band;

use super::layout::{Layout, Tile};
use super::terrain_rgb::Encoding;
use crate::FileError;

/// Receives the colours of a tile, three bytes per sample.
pub(super) type TileSink<'a> = &'a mut dyn FnMut(Tile, &[u8]) -> Result<(), FileError>;

/// All levels, the finest first. Each level holds the colours of one row of tiles and the metres of one row of samples. In
/// bytes, all levels together take about 6 times the columns of the finest level times the rows of a tile.
pub(super) struct Levels {
    levels: Vec<Level>,
    encoding: Encoding,
}

struct Level {
    zoom: u8,
    tile_size: usize,
    /// Columns that cover samples of the finest level, counted from the corner of the world.
    columns: Range<usize>,
    /// Rows that cover samples of the finest level, counted from the corner of the world.
    rows: Range<usize>,
    /// The next row.
    row: usize,
    /// Colours of a row of tiles, tile after tile.
    colours: Vec<u8>,
    /// Colours of a row of samples in all those tiles.
    line: Vec<u8>,
    /// An even row, until the odd one below it arrives.
    upper: Option<Vec<f64>>,
}

impl Levels {
    pub(super) fn new(layout: &Layout, encoding: Encoding) -> Self {
        let tile_size = layout.tile_size() as usize;
        let tiles = layout.tiles(*layout.zooms().end());
        let samples = tiles.map(|range| range.start as usize * tile_size..range.end as usize * tile_size);
        let levels = layout.zooms().rev().scan(samples, |[columns, rows], zoom| {
            let level = Level::new(zoom, tile_size, columns.clone(), rows.clone());
            (*columns, *rows) = (halved(columns), halved(rows));
            Some(level)
        });
        Self { levels: levels.collect(), encoding }
    }

    /// Takes the next rows of the finest level, and passes each completed tile to `sink`.
    pub(super) fn put(&mut self, band: &Band, sink: TileSink<'_>) -> Result<(), FileError> {
        for row in band.height.chunks_exact(band.columns) {
            let mut row = row.iter().map(|&height| f64::from(height)).collect();
            for level in &mut self.levels {
                match level.put(row, self.encoding, sink)? {
                    Some(coarser) => row = coarser,
                    None => break,
                }
            }
        }
        Ok(())
    }
}

impl Level {
    fn new(zoom: u8, tile_size: usize, columns: Range<usize>, rows: Range<usize>) -> Self {
        let tiles = (columns.end - 1) / tile_size - columns.start / tile_size + 1;
        let line = vec![0; 3 * tiles * tile_size];
        let colours = vec![0; line.len() * tile_size];
        Self { zoom, tile_size, row: rows.start, columns, rows, colours, line, upper: None }
    }

    /// Takes the next row, and returns the row of the next coarser level that it completes.
    fn put(
        &mut self,
        metres: Vec<f64>,
        encoding: Encoding,
        sink: TileSink<'_>,
    ) -> Result<Option<Vec<f64>>, FileError> {
        let row = self.row;
        let is_last = row + 1 == self.rows.end;
        self.encode_line(&metres, encoding);
        let line_in_tile = row % self.tile_size;
        let from = if row == self.rows.start { 0 } else { line_in_tile };
        let to = if is_last { self.tile_size } else { line_in_tile + 1 };
        self.copy_line(from..to);
        if to == self.tile_size {
            self.emit(sink)?;
        }
        self.row += 1;
        if row.is_multiple_of(2) && !is_last {
            self.upper = Some(metres);
            return Ok(None);
        }
        let upper = self.upper.take();
        Ok(Some(self.coarser(upper.as_deref().unwrap_or(&metres), &metres)))
    }

    /// Encodes the colours of a row. The first and the last colour repeat to the borders of the tiles.
    fn encode_line(&mut self, metres: &[f64], encoding: Encoding) {
        let left = self.columns.start % self.tile_size;
        for (column, colour) in self.line.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            let at = column.saturating_sub(left).min(metres.len() - 1);
            *colour = encoding.colour(metres[at]);
        }
    }

    /// Copies the encoded row to these rows of each tile.
    fn copy_line(&mut self, lines: Range<usize>) {
        let width = 3 * self.tile_size;
        for (tile, piece) in
            self.colours.chunks_exact_mut(width * self.tile_size).zip(self.line.chunks_exact(width))
        {
            tile[lines.start * width..lines.end * width]
                .chunks_exact_mut(width)
                .for_each(|to| to.copy_from_slice(piece));
        }
    }

    fn emit(&self, sink: TileSink<'_>) -> Result<(), FileError> {
        let (first, y) = (self.columns.start / self.tile_size, (self.row / self.tile_size) as u32);
        let tiles = self.colours.chunks_exact(3 * self.tile_size * self.tile_size);
        (first as u32..).zip(tiles).try_for_each(|(x, colours)| sink(Tile { zoom: self.zoom, x, y }, colours))
    }

    /// Averages two rows, two columns at a time.
    fn coarser(&self, upper: &[f64], lower: &[f64]) -> Vec<f64> {
        let Range { start, end } = self.columns;
        let at = |column: usize| column.clamp(start, end - 1) - start;
        let mean = |column: usize| {
            let (west, east) = (at(2 * column), at(2 * column + 1));
            ((upper[west] + upper[east]) + (lower[west] + lower[east])) * 0.25
        };
        halved(&self.columns).map(mean).collect()
    }
}

/// The samples of the next coarser level that cover these.
fn halved(samples: &Range<usize>) -> Range<usize> {
    samples.start / 2..samples.end.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The level neither begins nor ends at an even row or column. Tiles have four samples a side.
    #[test]
    fn unpaired_rows_and_columns_are_averaged_alone() {
        let mut level = Level::new(0, 4, 3..8, 1..4);
        let rows =
            [[1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 12.0, 13.0, 14.0, 15.0], [101.0, 102.0, 103.0, 104.0, 105.0]];
        let mut tiles = Vec::new();
        let mut put = |row: [f64; 5]| {
            level.put(row.to_vec(), Encoding::Terrarium, &mut |tile, colours| {
                let metres = colours.as_chunks().0.iter().map(|&colour| Encoding::Terrarium.decode(colour));
                tiles.push((tile, metres.collect::<Vec<_>>()));
                Ok(())
            })
        };
        assert_eq!(put(rows[0]).unwrap(), Some(vec![1.0, 2.5, 4.5]));
        assert_eq!(put(rows[1]).unwrap(), None);
        assert_eq!(put(rows[2]).unwrap(), Some(vec![56.0, 57.5, 59.5]));
        let tile = |x| Tile { zoom: 0, x, y: 0 };
        let west = [[1.0; 4], [1.0; 4], [11.0; 4], [101.0; 4]].concat();
        let east = rows.map(|row| row[1..].to_vec());
        let east = [&east[0][..], &east[0], &east[1], &east[2]].concat();
        assert_eq!(tiles, [(tile(0), west), (tile(1), east)]);

        let mut level = Level::new(0, 4, 0..3, 0..1);
        let coarser = level.put(vec![1.0, 2.0, 4.0], Encoding::Terrarium, &mut |_, _| Ok(())).unwrap();
        assert_eq!(coarser, Some(vec![1.5, 4.0]));
    }
}
