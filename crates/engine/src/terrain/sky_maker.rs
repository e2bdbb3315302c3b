//! Makes rows of sky view factors, with the heights around them.

use std::sync::{Mutex, PoisonError};

use super::row_maker::RowMaker;
use crate::raster::{Band, Grid};
use crate::sky::SkyView;

/// Makes the visible share of the sky for rows of a grid. The bits of a row depend only on the recipe, the spacing, the radius
/// and the row's position, because heights around the grid are computed, too.
#[derive(Debug)]
pub struct SkyMaker<'a> {
    view: SkyView,
    columns: usize,
    /// Heights of the grid and of `reach` samples more on every side.
    heights: RowMaker<'a>,
    /// The heights that were made last, because bands share most of the rows around them.
    made: Mutex<Made>,
}

/// Rows of heights, from the row `first` of the wider grid on.
#[derive(Debug, Default)]
struct Made {
    first: usize,
    height: Vec<f32>,
}

/// The grid with `reach` samples more on every side.
pub(super) fn around(grid: &Grid, reach: usize) -> Grid {
    Grid {
        first_column: grid.first_column - reach as i64,
        first_row: grid.first_row - reach as i64,
        columns: grid.columns + 2 * reach,
        rows: grid.rows + 2 * reach,
        ..*grid
    }
}

impl<'a> SkyMaker<'a> {
    /// Rows of `columns` samples; `heights` makes those [around](around) them.
    pub(super) fn new(view: SkyView, columns: usize, heights: RowMaker<'a>) -> Self {
        Self { view, columns, heights, made: Mutex::default() }
    }

    /// Makes rows `first..first + rows` of the grid, and writes them to [`Band::sky`] of `band`.
    pub fn make(&self, first: usize, rows: usize, band: &mut Band) {
        // Taken out of the mutex, because a thread that waits here for the pool may run another call to this function.
        let mut made = std::mem::take(&mut *self.made.lock().unwrap_or_else(PoisonError::into_inner));
        let reach = self.view.reach();
        let width = self.columns + 2 * reach;
        made.extend(first..first + rows + 2 * reach, width, |first, rows| {
            let mut band = Band::default();
            self.heights.make(first, rows, false, &mut band);
            band.height
        });
        band.sky.resize(rows * self.columns, 0.0);
        self.view.rows(&made.height, self.columns, &mut band.sky);
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = made;
    }
}

impl Made {
    /// Keeps the rows in this range, and makes those that are missing.
    fn extend(
        &mut self,
        rows: std::ops::Range<usize>,
        width: usize,
        make: impl FnOnce(usize, usize) -> Vec<f32>,
    ) {
        let end = self.first + self.height.len() / width;
        if (self.first..end).contains(&rows.start) && end <= rows.end {
            self.height.drain(..(rows.start - self.first) * width);
        } else {
            self.height.clear();
        }
        self.first = rows.start;
        let next = rows.start + self.height.len() / width;
        if next < rows.end {
            self.height.extend(make(next, rows.end - next));
        }
    }
}
