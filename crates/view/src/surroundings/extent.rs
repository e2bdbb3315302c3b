//! Where the rasters of a picture lie.

use bytemuck::{Pod, Zeroable};
use orogen::raster::Grid;

/// Samples along a side of a raster: a power of two.
pub(super) const SIDE: usize = 512;

/// Most rasters: the last is 32,768 times as coarse as the first.
pub(super) const MOST: usize = 16;

/// See `surroundings.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Placed {
    focus: [f32; 4],
    rasters: [[f32; 4]; MOST],
    texels: [[i32; 4]; MOST],
}

/// Around what, from how fine to how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// Metres along x and y.
    pub(crate) focus: [f64; 2],
    /// Level of the finest spacing: 2^level metres.
    pub(crate) finest: i32,
    /// How many rasters there are.
    pub(crate) rasters: usize,
}

impl Extent {
    /// From a spacing, rounded down to a power of two, to a distance.
    pub(crate) fn new(focus: [f64; 2], spacing: f64, reach: f64) -> Self {
        // So fine that all rasters together reach far enough.
        let least = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, MOST as i32 - 1));
        let finest = libm::log2(spacing).floor().max(libm::log2(least).ceil()) as i32;
        let ratio = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, finest));
        let rasters = (libm::log2(ratio).ceil().max(0.0) as usize + 1).min(MOST);
        Self { focus, finest, rasters }
    }

    /// The grids of the rasters, the finest first, each with its level.
    pub(super) fn grids(&self) -> impl Iterator<Item = (i32, Grid)> {
        (self.finest..).take(self.rasters).map(|level| (level, self.grid(level)))
    }

    fn grid(&self, level: i32) -> Grid {
        let spacing = libm::ldexp(1.0, level);
        let [first_column, first_row] =
            self.focus.map(|along| (along / spacing).floor() as i64 - SIDE as i64 / 2);
        Grid { first_column, first_row, columns: SIDE, rows: SIDE, spacing }
    }

    /// The rasters as an eye has them.
    pub(super) fn placed(&self, eye: [f64; 3]) -> Placed {
        let focus = [(self.focus[0] - eye[0]) as f32, (self.focus[1] - eye[1]) as f32];
        let mut placed = Placed {
            focus: [focus[0], focus[1], libm::ldexp(1.0, self.finest) as f32, self.rasters as f32],
            rasters: [[0.0; 4]; MOST],
            texels: [[0; 4]; MOST],
        };
        let places = placed.rasters.iter_mut().zip(&mut placed.texels);
        for ((raster, texel), (level, grid)) in places.zip(self.grids()) {
            let corner = [(grid.x(0) - eye[0]) as f32, (grid.y(0) - eye[1]) as f32];
            *raster = [corner[0], corner[1], grid.spacing as f32, (1.0 / grid.spacing) as f32];
            let around = |first: i64| first.rem_euclid(SIDE as i64) as i32;
            *texel = [around(grid.first_column), around(grid.first_row), slot(level) as i32, 0];
        }
        placed
    }
}

/// Where a level's raster is kept: levels that follow one another have places of their own.
pub(super) fn slot(level: i32) -> usize {
    level.rem_euclid(MOST as i32) as usize
}

/// What a grid has that another of the same size and spacing lacks: no sample twice.
pub(super) fn lacking(old: &Grid, new: &Grid) -> Vec<Grid> {
    let moved = [new.first_column - old.first_column, new.first_row - old.first_row];
    if moved.iter().any(|by| by.unsigned_abs() as usize >= SIDE) {
        return vec![*new];
    }
    // What came in at one edge of a side: its first sample, and how many.
    let came = |by: i64| (if by > 0 { SIDE - by as usize } else { 0 }, by.unsigned_abs() as usize);
    let ((column, columns), (row, rows)) = (came(moved[0]), came(moved[1]));
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
        /// Each sample of the new grid is in the old one or in one piece of what it lacks.
        #[test]
        fn what_a_grid_lacks_is_made_once(by in [-600_i64..600, -600_i64..600], at in [0_i64..512, 0_i64..512]) {
            let (old, new) = (grid([-90, 17]), grid([by[0] - 90, by[1] + 17]));
            let sample = [at[0] + new.first_column, at[1] + new.first_row];
            let pieces = lacking(&old, &new);
            let found = pieces.iter().filter(|piece| holds(piece, sample)).count();
            prop_assert_eq!(found, usize::from(!holds(&old, sample) || pieces.contains(&new)));
        }
    }
}
