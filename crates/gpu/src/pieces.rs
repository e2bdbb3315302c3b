//! Divides rasters into pieces that a device can take.
//!
//! A piece is small enough for the buffers of every device. Even slow devices finish it before the system considers them
//! hung.

use orogen_engine::raster::Grid;

/// Maximum size of a buffer in bytes: every device has this much for each piece in flight.
pub(crate) const PIECE_BYTES: u64 = 1 << 25;

/// Maximum columns of a piece.
const COLUMNS: usize = 2048;
/// Maximum rows of a piece. A device allows 65,535.
const ROWS: usize = 1 << 15;
/// Maximum samples of a piece: enough to occupy a large device, and few enough that a slow one finishes long before the
/// system considers it hung.
pub(crate) const SAMPLES: usize = 1 << 17;

/// The device resources that a sample takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    /// Number of outputs.
    pub(crate) planes: usize,
    /// Number of values that passes store for later passes.
    pub(crate) intermediates: usize,
    /// Number of axes of all lattices.
    pub(crate) axes: usize,
}

impl Weight {
    /// Number of values that a sample needs memory for.
    pub(crate) fn numbers(self) -> usize {
        self.planes + self.intermediates
    }
}

/// A part of a raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Column and row of the piece's first sample.
    pub(crate) first: [usize; 2],
    /// Columns and rows.
    pub(crate) size: [usize; 2],
}

impl Piece {
    /// The grid of the piece: a part of the raster's grid `whole`.
    pub(crate) fn grid(&self, whole: &Grid) -> Grid {
        whole.strip(self.first[0], self.size[0]).band(self.first[1], self.size[1])
    }

    /// Copies one of the piece's planes into a plane of the raster, which has `columns` columns.
    pub(crate) fn copy_into(&self, samples: &[f32], whole: &mut [f32], columns: usize) {
        let [first, top] = self.first;
        for (row, samples) in samples.chunks_exact(self.size[0]).enumerate() {
            whole[(top + row) * columns + first..][..samples.len()].copy_from_slice(samples);
        }
    }
}

/// Columns and rows of a raster's pieces. Pieces at the right and bottom edges of the raster may be smaller.
fn size([columns, rows]: [usize; 2], weight: Weight) -> [usize; 2] {
    let bytes = PIECE_BYTES as usize;
    let max = bytes / (8 * weight.axes.max(1));
    let samples = SAMPLES.min(bytes / (4 * weight.numbers())).max(1);
    let columns = columns.min(COLUMNS).min(max).min(samples).max(1);
    [columns, rows.min(samples / columns).min(ROWS).min(max).max(1)]
}

/// The pieces of `columns × rows` samples, row by row.
pub(crate) fn pieces([columns, rows]: [usize; 2], weight: Weight) -> impl Iterator<Item = Piece> {
    let [wide, high] = size([columns, rows], weight);
    let across = (0..columns).step_by(wide);
    (0..rows).step_by(high).flat_map(move |top| {
        let piece =
            move |left| Piece { first: [left, top], size: [wide.min(columns - left), high.min(rows - top)] };
        across.clone().map(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_every_sample_once_and_fit() {
        let weights = [(3, 0, 4), (3, 0, 0), (1, 0, 5000), (40, 0, 16_384), (3, 200, 4), (3, 9000, 4)];
        for (planes, intermediates, axes) in weights {
            for size in [[1, 1], [257, 257], [4097, 300], [5000, 66], [3, 70_000]] {
                let weight = Weight { planes, intermediates, axes };
                let mut seen = vec![0_u8; size[0] * size[1]];
                for piece in pieces(size, weight) {
                    let [columns, rows] = piece.size;
                    let max = PIECE_BYTES as usize;
                    assert!(
                        4 * (planes + intermediates) * columns * rows <= max
                            && 8 * axes * columns.max(rows) <= max
                    );
                    assert!(rows <= 65_535, "{rows} rows");
                    for row in 0..rows {
                        let at = (piece.first[1] + row) * size[0] + piece.first[0];
                        seen[at..at + columns].iter_mut().for_each(|seen| *seen += 1);
                    }
                }
                assert!(seen.iter().all(|&seen| seen == 1), "{size:?} {weight:?}");
            }
        }
    }

    #[test]
    fn samples_are_copied_into_place() {
        let piece = Piece { first: [1, 2], size: [2, 2] };
        let mut whole = [0.0; 16];
        piece.copy_into(&[1.0, 2.0, 3.0, 4.0], &mut whole, 4);
        assert_eq!((whole[9], whole[10], whole[13], whole[14]), (1.0, 2.0, 3.0, 4.0));
        assert_eq!(whole.iter().sum::<f32>(), 10.0);
    }
}
