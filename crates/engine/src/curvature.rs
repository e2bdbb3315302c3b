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
