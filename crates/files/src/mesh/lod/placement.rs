//! Positions of vertices in the world.

use std::path::Path;

use orogen_engine::raster::Grid;

use crate::FileError;

/// Bits of the fraction of a 32-bit float, with the leading one.
const FRACTION: i32 = 24;

/// Fewest quanta between samples.
const FINEST: f64 = 4.0;

/// Where the samples of a terrain are.
///
/// A position is the sum of a node's translation and of a vertex, and engines add them in single precision. So all coordinates
/// are rounded to whole multiples of a quantum: the power of two for which the farthest coordinate of the terrain is below 2²⁴
/// quanta. Both terms and the sum are exact then, and a sample has the same position in all tiles and all levels, bit for bit.
/// Coordinates are off by at most half a quantum, which is the rounding of a 32-bit float at the farthest corner. Heights are
/// not rounded, because their translation is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    grid: Grid,
    quantum: f64,
}

impl Placement {
    /// The placement of a terrain.
    ///
    /// # Errors
    /// The grid is too far from the origin for its spacing.
    pub(super) fn new(path: &Path, grid: &Grid) -> Result<Self, FileError> {
        let ends = [grid.x(0), grid.x(grid.columns - 1), grid.y(0), grid.y(grid.rows - 1)];
        let farthest = ends.map(f64::abs).into_iter().fold(0.0, f64::max);
        let quantum = libm::scalbn(1.0, libm::ilogb(farthest) + 1 - FRACTION);
        if quantum * FINEST > grid.spacing {
            let message = format!(
                "samples {} m apart are too far from the origin, {farthest} m, for 32-bit floats",
                grid.spacing
            );
            return Err(FileError::new(path, message, "choose a region nearer to the origin"));
        }
        Ok(Self { grid: *grid, quantum })
    }

    /// The position of a sample of the terrain in x and z.
    pub(super) fn of(&self, [column, row]: [usize; 2]) -> [f64; 2] {
        [self.grid.x(column), self.grid.y(row)].map(|metres| self.rounded(metres))
    }

    /// The middle of a rectangle of samples.
    pub(super) fn middle(&self, first: [usize; 2], last: [usize; 2]) -> [f64; 2] {
        let (first, last) = (self.of(first), self.of(last));
        [0, 1].map(|axis| self.rounded(0.5 * (first[axis] + last[axis])))
    }

    fn rounded(&self, metres: f64) -> f64 {
        (metres / self.quantum).round() * self.quantum
    }
}
