//! Extents of the rasters around a picture's focus.

use bytemuck::{Pod, Zeroable};
use orogen_engine::raster::Grid;

use super::Cover;

/// Samples along a side of a raster: a power of two.
pub(super) const SIDE: usize = 512;

/// Maximum number of rasters: the last is 32,768 times as coarse as the first.
pub(super) const MAX_RASTERS: usize = 16;

/// See `surroundings.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SurroundingsUniform {
    focus: [f32; 4],
    rasters: [[f32; 4]; MAX_RASTERS],
    texels: [[i32; 4]; MAX_RASTERS],
    cover: [u32; 4],
}

/// The focus, the finest level and the number of rasters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// Position of the focus: metres along x and y.
    pub(crate) focus: [f64; 2],
    /// Level of the finest spacing: 2^level metres.
    pub(crate) finest: i32,
    /// Number of rasters.
    pub(crate) rasters: usize,
}

impl Extent {
    /// An extent that begins with a spacing, rounded down to a power of two, and reaches to a distance.
    pub(crate) fn new(focus: [f64; 2], spacing: f64, reach: f64) -> Self {
        // The first spacing must be coarse enough for the last raster to extend to `reach`.
        let least = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, MAX_RASTERS as i32 - 1));
        let finest = libm::log2(spacing).floor().max(libm::log2(least).ceil()) as i32;
        let ratio = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, finest));
        let rasters = (libm::log2(ratio).ceil().max(0.0) as usize + 1).min(MAX_RASTERS);
        Self { focus, finest, rasters }
    }

    /// The grids of the rasters, finest first, each with its level.
    pub(super) fn grids(&self) -> impl Iterator<Item = (i32, Grid)> {
        (self.finest..).take(self.rasters).map(|level| (level, self.grid(level)))
    }

    fn grid(&self, level: i32) -> Grid {
        let spacing = libm::ldexp(1.0, level);
        let [first_column, first_row] =
            self.focus.map(|along| (along / spacing).floor() as i64 - SIDE as i64 / 2);
        Grid { first_column, first_row, columns: SIDE, rows: SIDE, spacing }
    }

    /// The uniform of the rasters with their cover, for an eye.
    pub(super) fn uniform(&self, eye: [f64; 3], cover: Cover) -> SurroundingsUniform {
        let focus = [(self.focus[0] - eye[0]) as f32, (self.focus[1] - eye[1]) as f32];
        let mut uniform = SurroundingsUniform {
            focus: [focus[0], focus[1], libm::ldexp(1.0, self.finest) as f32, self.rasters as f32],
            rasters: [[0.0; 4]; MAX_RASTERS],
            texels: [[0; 4]; MAX_RASTERS],
            cover: [cover.layers() as u32, cover.water.unwrap_or(0) as u32, 0, 0],
        };
        let entries = uniform.rasters.iter_mut().zip(&mut uniform.texels);
        for ((raster, texel), (level, grid)) in entries.zip(self.grids()) {
            let corner = [(grid.x(0) - eye[0]) as f32, (grid.y(0) - eye[1]) as f32];
            *raster = [corner[0], corner[1], grid.spacing as f32, (1.0 / grid.spacing) as f32];
            let around = |first: i64| first.rem_euclid(SIDE as i64) as i32;
            *texel = [around(grid.first_column), around(grid.first_row), slot(level) as i32, 0];
        }
        uniform
    }
}

/// The slot of a level's raster; consecutive levels have different slots.
pub(super) fn slot(level: i32) -> usize {
    level.rem_euclid(MAX_RASTERS as i32) as usize
}

/// The samples of `new` that are not in `old`, in pieces without overlap. Both grids have the same size and spacing.
pub(super) fn missing(old: &Grid, new: &Grid) -> Vec<Grid> {
    let moved = [new.first_column - old.first_column, new.first_row - old.first_row];
    if moved.iter().any(|by| by.unsigned_abs() as usize >= SIDE) {
        return vec![*new];
    }
    // The new samples along one edge: index of the first, and their number.
    let entering = |by: i64| (if by > 0 { SIDE - by as usize } else { 0 }, by.unsigned_abs() as usize);
    let ((column, columns), (row, rows)) = (entering(moved[0]), entering(moved[1]));
    let others = if moved[1] > 0 { (0, SIDE - rows) } else { (rows, SIDE - rows) };
    [new.band(row, rows), new.band(others.0, others.1).strip(column, columns)]
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn grid([first_column, first_row]: [i64; 2]) -> Grid {
        Grid { first_column, first_row, columns: SIDE, rows: SIDE, spacing: 0.5 }
    }

    fn holds(grid: &Grid, [column, row]: [i64; 2]) -> bool {
        (0..grid.columns as i64).contains(&(column - grid.first_column))
            && (0..grid.rows as i64).contains(&(row - grid.first_row))
    }

    proptest! {
        /// Each sample of the new grid is in the old one or in exactly one missing piece.
        #[test]
        fn missing_samples_are_covered_once(by in [-600_i64..600, -600_i64..600], at in [0_i64..512, 0_i64..512]) {
            let (old, new) = (grid([-90, 17]), grid([by[0] - 90, by[1] + 17]));
            let sample = [at[0] + new.first_column, at[1] + new.first_row];
            let pieces = missing(&old, &new);
            let found = pieces.iter().filter(|piece| holds(piece, sample)).count();
            prop_assert_eq!(found, usize::from(!holds(&old, sample) || pieces.contains(&new)));
        }
    }
}
