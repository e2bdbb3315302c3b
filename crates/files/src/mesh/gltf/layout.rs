//! Positions of the pieces of a mesh, in the world and in the file.

use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::cell;
use crate::FileError;

/// Cells along a side of a piece.
pub(super) const CELLS: usize = 128;

/// Maximum number of pieces of a file. A square mesh of 4 GiB has about a sixth of this number.
const MAX_PIECES: u128 = 1 << 16;

/// Bytes of indices per cell.
const CELL_BYTES: u128 = 12;

/// Bytes per sample of the picture of colours, if nothing in it can be compressed.
const PICTURE_BYTES: u128 = 4;

/// The largest distance from the origin along an axis, in samples. There, single precision has steps of 1/16 of the spacing.
const FARTHEST: u64 = 1 << 19;

/// The samples of a piece along one axis, the last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Span {
    pub(super) fn samples(self) -> usize {
        self.last - self.first + 1
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    /// Whether vertices have texture coordinates.
    pub(super) uv: bool,
}

impl Layout {
    pub(super) fn new(path: &Path, grid: &Grid, uv: bool) -> Result<Self, FileError> {
        cell::check(path, grid)?;
        if !(-100..=100).contains(&libm::ilogb(grid.spacing)) {
            let message = format!("samples {} m apart exceed the precision of a .glb", grid.spacing);
            return Err(FileError::new(path, message, "choose another --size or --spacing"));
        }
        let layout = Self { grid: *grid, uv };
        layout.check_size(path, 0)?;
        layout.check_distance(path)?;
        Ok(layout)
    }

    /// Checks that the mesh fits into a `.glb` with `json` bytes of JSON.
    pub(super) fn check_size(&self, path: &Path, json: usize) -> Result<(), FileError> {
        let picture = if self.uv { PICTURE_BYTES * self.grid.len() as u128 } else { 0 };
        let bytes = self.bytes() + picture + (json + super::super::glb::HEADERS) as u128;
        let why = if bytes > u128::from(u32::MAX) {
            format!("they need {bytes} bytes, but a .glb has at most 4 GiB")
        } else if self.pieces() > MAX_PIECES {
            format!("they need {} pieces, but {MAX_PIECES} is the limit", self.pieces())
        } else {
            return Ok(());
        };
        Err(cell::too_many(path, 2 * cell::count(&self.grid), &why, "9800"))
    }

    fn check_distance(&self, path: &Path) -> Result<(), FileError> {
        let farthest = cell::farthest(&self.grid);
        if farthest <= FARTHEST {
            return Ok(());
        }
        let message = format!(
            "it reaches {} m from the origin, but with samples {} m apart, positions are precise only up to {} m",
            farthest as f64 * self.grid.spacing,
            self.grid.spacing,
            FARTHEST as f64 * self.grid.spacing
        );
        Err(FileError::new(path, message, "choose a region nearer to the origin, or a smaller --size"))
    }

    /// The position of the sample with a global index in metres, along x or z: a whole number of [steps](Self::step), and a
    /// single-precision number. It depends on nothing but the index and the spacing.
    pub(super) fn position(&self, index: i64) -> f64 {
        let metres = (index as f64 * self.grid.spacing / self.step()).round() * self.step();
        f64::from(metres as f32)
    }

    /// A power of two between 1/65,536 and 1/32,768 of the spacing. A piece has 128 cells, fewer than 2^24 steps. So the
    /// difference of two positions of a piece is exact in single precision, and so is the sum of this difference and the
    /// position of the piece.
    fn step(&self) -> f64 {
        libm::scalbn(1.0, libm::ilogb(self.grid.spacing) - 15)
    }

    /// The position of a column of this grid.
    pub(super) fn x(&self, column: usize) -> f64 {
        self.position(self.grid.first_column + column as i64)
    }

    /// The position of a row of this grid.
    pub(super) fn z(&self, row: usize) -> f64 {
        self.position(self.grid.first_row + row as i64)
    }

    /// The pieces along an axis with this number of samples.
    pub(super) fn spans(&self, samples: usize) -> impl Iterator<Item = Span> + use<> {
        let last = samples - 1;
        (0..last).step_by(CELLS).map(move |first| Span { first, last: last.min(first + CELLS) })
    }

    /// Whether a row is the last one of its pieces.
    pub(super) fn ends_piece(&self, row: usize) -> bool {
        row > 0 && (row.is_multiple_of(CELLS) || row + 1 == self.grid.rows)
    }

    /// Bytes of a vertex.
    pub(super) fn stride(&self) -> usize {
        if self.uv { 28 } else { 24 }
    }

    fn pieces(&self) -> u128 {
        [self.grid.columns, self.grid.rows].map(|n| (n as u128 - 1).div_ceil(CELLS as u128)).iter().product()
    }

    /// Vertices of all pieces.
    pub(super) fn vertices(&self) -> u128 {
        let along = |n: usize| n as u128 - 1 + (n as u128 - 1).div_ceil(CELLS as u128);
        along(self.grid.columns) * along(self.grid.rows)
    }

    /// Bytes of all pieces.
    pub(super) fn bytes(&self) -> u128 {
        self.vertices() * self.stride() as u128 + cell::count(&self.grid) * CELL_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(grid: &Grid) -> Result<Layout, FileError> {
        Layout::new(Path::new("a.glb"), grid, false)
    }

    #[test]
    fn positions_are_exact_sums_of_a_corner_and_an_offset() {
        for spacing in [1e-9, 0.3, 1.0, 3.999_999, 4.0, 4.001, 7.999_999, 1e6] {
            let layout = Layout { grid: Grid::square(2, spacing), uv: false };
            let indices = [-524_288, -200_001, -129, -1, 0, 1, 77, 8_192, 131_072, 524_160];
            for (corner, cell) in
                indices.into_iter().flat_map(|corner| [0, 1, 64, 127, 128].map(|cell| (corner, cell)))
            {
                let [from, at] = [corner, corner + cell].map(|index| layout.position(index));
                // The sum that an engine computes.
                assert_eq!(f64::from(from as f32 + (at - from) as f32), at, "{spacing} {corner} {cell}");
                let exact = (corner + cell) as f64 * spacing;
                let rounding = (exact.abs() * f64::from(f32::EPSILON)).max(spacing / 32_768.0);
                assert!((at - exact).abs() <= 0.5 * rounding, "{spacing} {corner} {cell}");
            }
        }
    }

    #[test]
    fn pieces_meet_and_end_where_the_grid_ends() {
        for samples in [2, 3, 128, 129, 130, 257, 300] {
            let layout = layout(&Grid::square(samples, 4.0)).unwrap();
            let spans: Vec<_> = layout.spans(samples).collect();
            assert_eq!((spans[0].first, spans[spans.len() - 1].last), (0, samples - 1));
            assert!(spans.windows(2).all(|pair| pair[0].last == pair[1].first));
            assert!(spans.iter().all(|span| (2..=129).contains(&span.samples())));
            let ends: Vec<_> = (0..samples).filter(|&row| layout.ends_piece(row)).collect();
            assert_eq!(ends, spans.iter().map(|span| span.last).collect::<Vec<_>>());
            let vertices: usize = spans.iter().map(|span| span.samples()).sum();
            assert_eq!(layout.vertices(), (vertices * vertices) as u128);
            assert_eq!(layout.pieces(), (spans.len() * spans.len()) as u128);
        }
    }

    #[test]
    fn too_large_grids_are_errors_that_name_the_number() {
        assert!(layout(&Grid::square(10_800, 4.0)).is_ok());
        let message = layout(&Grid::square(70_712, 4.0)).unwrap_err().to_string();
        assert!(message.contains("10000091042 triangles") && message.contains("4 GiB"), "{message}");
        assert!(message.contains("--size"), "{message}");
        for endless in [1 << 32, usize::MAX] {
            assert!(layout(&Grid::square(endless, 4.0)).unwrap_err().message.contains("too many"));
        }
        let ribbon = Grid { columns: 10_000_000, rows: 2, ..Grid::square(2, 4.0) };
        assert!(layout(&ribbon).unwrap_err().message.contains("78125 pieces"));
    }

    #[test]
    fn grids_too_far_from_the_origin_are_errors() {
        let near = Grid { first_column: 524_188, columns: 101, ..Grid::square(50, 4.0) };
        assert!(layout(&near).is_ok());
        for far in [
            Grid { first_column: 524_189, ..near },
            Grid { first_row: -524_289, ..near },
            Grid { first_row: i64::MAX, ..near },
        ] {
            assert!(layout(&far).unwrap_err().message.contains("from the origin"));
        }
    }

    #[test]
    fn spacings_beyond_single_precision_are_errors() {
        for spacing in [1e-40, 1e40] {
            assert!(layout(&Grid::square(2, spacing)).unwrap_err().message.contains("precision"));
        }
    }
}
