//! Positions of the pieces of a mesh, in the world and in the file.

use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::cell;
use crate::FileError;

/// Cells along a side of a piece.
pub(super) const CELLS: usize = 128;

/// 32-bit floats represent all integers up to this one.
pub(super) const EXACT: f64 = 16_777_216.0;

/// Maximum number of pieces of a file. A square mesh of 4 GiB has about a sixth of this number.
const MAX_PIECES: u128 = 1 << 16;

/// Bytes of indices per cell.
const CELL_BYTES: u128 = 12;

/// The quantum of a `.glb`: metres between neighbouring values of a coordinate, a power of two. Coordinates are off by at most
/// half a quantum. `None` if no quantum fits.
///
/// The quantum is the smallest power of two for which 65,534 quanta span the possible heights, so that no piece is too high for
/// 16 bits. `heights` are the lowest and the highest possible height in metres. The quantum has these bounds:
/// - At least 1/128 of the spacing, rounded down to a power of two. A smaller quantum would make no visible difference, and would
///   reduce the possible distance from the origin.
/// - At most 1/32 of the spacing, rounded down to a power of two, because the ground would look stepped with a larger quantum.
///   This bound can make 65,534 quanta too few for all heights of the terrain. But within a piece, which is 128 spacings wide,
///   heights can still differ by 1,024 spacings, more than on any ground.
/// - The heights must be less than 2^24 quanta, to be exact in single precision. If that makes the quantum more than a quarter of
///   the spacing, the mesh would be stairs, and the result is `None`. An example is samples 5 mm apart on ground 20 km high.
///
/// ```
/// use orogen_files::mesh::gltf::quantum;
///
/// assert_eq!(quantum(16.0, [0.0, 3_200.0]), Some(0.125));
/// assert_eq!(quantum(4.0, [0.0, 3_200.0]), Some(0.0625));
/// assert_eq!(quantum(1.0, [0.0, 3_200.0]), Some(1.0 / 32.0));
/// assert_eq!(quantum(1e-3, [0.0, 8_848.0]), None);
/// ```
pub fn quantum(spacing: f64, heights: [f64; 2]) -> Option<f64> {
    let [lowest, highest] = heights;
    let largest = lowest.abs().max(highest.abs());
    if !(spacing > 0.0 && spacing.is_finite() && lowest <= highest && largest.is_finite()) {
        return None;
    }
    // ilogb is ⌊log₂⌋, so `largest` is below 2^(ilogb + 1).
    let exact = if largest > 0.0 { libm::ilogb(largest) + 1 - 24 } else { i32::MIN };
    let [finest, coarsest] = [7, 5].map(|bits| libm::ilogb(spacing) - bits);
    let exponent = sixteen_bits(highest - lowest).clamp(finest, coarsest).max(exact);
    // Within these bounds it is a normal 32-bit float, as are its products with 2^24.
    (-100..=100).contains(&exponent).then(|| libm::scalbn(1.0, exponent)).filter(|step| 4.0 * step <= spacing)
}

/// The exponent of the smallest power of two for which 65,534 steps span the range; one more step is for rounding at both
/// ends.
fn sixteen_bits(range: f64) -> i32 {
    if range == 0.0 {
        return i32::MIN;
    }
    // The range is 2^15 to 2^16 of these steps.
    let exponent = libm::ilogb(range).saturating_sub(15);
    if range <= 65_534.0 * libm::scalbn(1.0, exponent) { exponent } else { exponent.saturating_add(1) }
}

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

#[derive(Debug)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    pub(super) quantum: f64,
    pub(super) uv: bool,
}

impl Layout {
    pub(super) fn new(path: &Path, grid: &Grid, heights: [f64; 2], uv: bool) -> Result<Self, FileError> {
        cell::check(path, grid)?;
        let Some(quantum) = quantum(grid.spacing, heights) else {
            let [lowest, highest] = heights;
            let message = format!(
                "heights from {lowest} to {highest} m with samples {} m apart exceed the precision of a .glb",
                grid.spacing
            );
            return Err(FileError::new(path, message, "choose a smaller --size, or write an .obj"));
        };
        let layout = Self { grid: *grid, quantum, uv };
        layout.check_size(path, 0)?;
        layout.check_distance(path)?;
        Ok(layout)
    }

    /// Checks that the mesh fits into a `.glb` with `json` bytes of JSON.
    pub(super) fn check_size(&self, path: &Path, json: usize) -> Result<(), FileError> {
        let bytes = self.bytes() + (json + super::document::HEADERS) as u128;
        let why = if bytes > u128::from(u32::MAX) {
            format!("they need {bytes} bytes, but a .glb has at most 4 GiB")
        } else if self.pieces() > MAX_PIECES {
            format!("they need {} pieces, but {MAX_PIECES} is the limit", self.pieces())
        } else {
            return Ok(());
        };
        Err(cell::too_many(path, 2 * cell::count(&self.grid), &why, "11000"))
    }

    fn check_distance(&self, path: &Path) -> Result<(), FileError> {
        let farthest = (cell::farthest(&self.grid) as f64 * self.grid.spacing / self.quantum).round();
        if farthest <= EXACT {
            return Ok(());
        }
        let message = format!(
            "it is {} m from the origin, but steps of {} m are exact only up to {} m",
            farthest * self.quantum,
            self.quantum,
            EXACT * self.quantum
        );
        Err(FileError::new(path, message, "choose a region nearer to the origin, or a smaller --size"))
    }

    /// Quanta from the origin to the sample of a global index, along x or z.
    pub(super) fn steps(&self, index: i64) -> f64 {
        (index as f64 * self.grid.spacing / self.quantum).round()
    }

    /// Quanta from the origin to a column of this grid.
    pub(super) fn x_steps(&self, column: usize) -> f64 {
        self.steps(self.grid.first_column + column as i64)
    }

    /// Quanta from the origin to a row of this grid.
    pub(super) fn z_steps(&self, row: usize) -> f64 {
        self.steps(self.grid.first_row + row as i64)
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
        if self.uv { 20 } else { 16 }
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
        Layout::new(Path::new("a.glb"), grid, [-500.0, 6_000.0], false)
    }

    #[test]
    fn the_quantum_follows_spacing_and_heights() {
        for spacing in [1e-9, 0.3, 1.0, 3.9, 4.0, 4.001, 7.99, 1e6] {
            let step = quantum(spacing, [0.0, 0.0]).unwrap();
            assert!((128.0..256.0).contains(&(spacing / step)), "{spacing}: {step}");
            let step = quantum(spacing, [0.0, 1e4 * spacing]).unwrap();
            assert!((32.0..64.0).contains(&(spacing / step)), "{spacing}: {step}");
        }
        assert_eq!(quantum(16.0, [-1.0, 8_190.75]), Some(0.125));
        assert_eq!(quantum(16.0, [-1.0, 8_190.875]), Some(0.25));
        // 2^24 quanta of 2^-12 m are 4096 m: a largest height of 4095 m is below them, 4096 m is not.
        assert_eq!(quantum(0.01, [-4_095.0, 0.0]), Some(1.0 / 4_096.0));
        assert_eq!(quantum(0.01, [0.0, 4_096.0]), Some(1.0 / 2_048.0));
        for (spacing, heights) in [
            (0.0, [0.0, 1.0]),
            (f64::NAN, [0.0, 1.0]),
            (f64::INFINITY, [0.0, 1.0]),
            (1.0, [1.0, 0.0]),
            (1.0, [f64::NAN, 0.0]),
            (1.0, [0.0, f64::INFINITY]),
            (1.0, [0.0, 1e9]),
            (1e-40, [0.0, 0.0]),
            (1e40, [0.0, 0.0]),
        ] {
            assert_eq!(quantum(spacing, heights), None, "{spacing} {heights:?}");
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
        assert!(layout(&Grid::square(11_000, 4.0)).is_ok());
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
        // 2^24 steps of 1/8 m are 2^21 m: sample 524,288 at 4 m.
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
}
