//! Curvature from differences of slopes.

use rayon::prelude::*;

use crate::raster::Band;

/// Copies the inside of `around` to `band` and computes the curvature of `band`. The band `around` has one sample more on every
/// side. If `around` has no slopes, `band` gets neither slopes nor curvature. `first` is the index of the first row of `band`
/// in the grid.
pub fn inside(around: &Band, spacing: f64, first: usize, band: &mut Band) {
    crop(around, first, band);
    band.curvature.resize(band.dx.len(), 0.0);
    band.curvature.par_chunks_mut(band.columns).enumerate().for_each(|(row, out)| {
        curvature(around, spacing, row, out);
    });
}

/// Copies the inside of `around` to `band`, as [`inside`] does, and leaves the curvature of `band` as it is.
pub fn crop(around: &Band, first: usize, band: &mut Band) {
    let columns = around.columns - 2;
    let rows = around.rows() - 2;
    band.first_row = first;
    band.columns = columns;
    band.others.resize_with(around.others.len(), Vec::new);
    let planes = [(&mut band.height, &around.height), (&mut band.dx, &around.dx), (&mut band.dy, &around.dy)];
    let others = band.others.iter_mut().zip(&around.others);
    planes.into_iter().chain(others).for_each(|(to, from)| {
        to.clear();
        let rows = if from.is_empty() { 0 } else { rows };
        (0..rows).for_each(|row| to.extend_from_slice(&from[(row + 1) * around.columns + 1..][..columns]));
    });
}

/// Computes one row of `∂²h/∂x² + ∂²h/∂y²` from central differences of the slopes in `around`, a band with one sample more on
/// every side.
fn curvature(around: &Band, spacing: f64, row: usize, out: &mut [f32]) {
    let per_metre = (0.5 / spacing) as f32;
    let columns = around.columns;
    let (dx, above) = (&around.dx[(row + 1) * columns..], &around.dy[row * columns + 1..]);
    let below = &around.dy[(row + 2) * columns + 1..];
    for (at, out) in out.iter_mut().enumerate() {
        *out = per_metre * (dx[at + 2] - dx[at] + (below[at] - above[at]));
    }
}

/// `∂²h/∂x² + ∂²h/∂y²` inside a band of crossings, from central differences of the slopes. `x` and `y` are the places of its columns and
/// rows, which may have any distances. Where the neighbours of a line are at the same place, the difference between them is 0.
pub fn of_crossings(around: &Band, x: &[f64], y: &[f64]) -> Vec<f32> {
    let columns = x.len();
    let slope =
        |less: f32, more: f32, step: f64| if step > 0.0 { f64::from(more - less) / step } else { 0.0 };
    let at = |row: usize, column: usize| {
        let sample = row * columns + column;
        let along = slope(around.dx[sample - 1], around.dx[sample + 1], x[column + 1] - x[column - 1]);
        let (above, below) = (around.dy[sample - columns], around.dy[sample + columns]);
        (along + slope(above, below, y[row + 1] - y[row - 1])) as f32
    };
    let at = &at;
    (1..y.len() - 1).flat_map(|row| (1..columns - 1).map(move |column| at(row, column))).collect()
}
