//! Operations on square rasters of numbers.

use rayon::prelude::*;

/// The averages of 2 × 2 cells, in a raster with half as many cells along a side.
///
/// ```
/// assert_eq!(orogen_erosion::raster::halved(&[1.0, 2.0, 3.0, 4.0], 2), [2.5]);
/// ```
pub fn halved(raster: &[f32], side: usize) -> Vec<f32> {
    let half = side / 2;
    let mut out = vec![0.0; half * half];
    out.par_chunks_mut(half).enumerate().for_each(|(row, out)| {
        let (above, below) = (&raster[2 * row * side..][..side], &raster[(2 * row + 1) * side..][..side]);
        for (column, out) in out.iter_mut().enumerate() {
            let pair = |row: &[f32]| row[2 * column] + row[2 * column + 1];
            *out = 0.25 * (pair(above) + pair(below));
        }
    });
    out
}

/// A raster with twice as many cells along a side, by linear interpolation. If the raster does not repeat, its border cells
/// continue beyond the edges.
pub(crate) fn doubled(raster: &[f32], side: usize, repeats: bool) -> Vec<f32> {
    let fine = 2 * side;
    let mut out = vec![0.0; fine * fine];
    // Along each axis, the centre of a child is a quarter of the parent's side away from the centre of the parent.
    let beside = |child: usize| {
        let beside = (child / 2 + child % 2 * 2) as isize - 1;
        within(beside, side, repeats)
    };
    out.par_chunks_mut(fine).enumerate().for_each(|(row, out)| {
        let (near, far) = (&raster[row / 2 * side..][..side], &raster[beside(row) * side..][..side]);
        for (column, out) in out.iter_mut().enumerate() {
            let along = |row: &[f32]| 0.75 * row[column / 2] + 0.25 * row[beside(column)];
            *out = 0.75 * along(near) + 0.25 * along(far);
        }
    });
    out
}

/// The index of a cell in a row. The row repeats, or its border cells continue beyond its ends.
#[inline(always)]
pub(crate) fn within(index: isize, side: usize, repeats: bool) -> usize {
    let side = side as isize;
    (if repeats { index.rem_euclid(side) } else { index.clamp(0, side - 1) }) as usize
}

/// Blurs a raster in place, with three box filters of `2·radius + 1` cells along each axis. The result is close to a Gaussian
/// blur.
pub(crate) fn blur(raster: &mut Vec<f32>, side: usize, radius: usize, repeats: bool) {
    for _ in 0..2 {
        raster.par_chunks_mut(side).for_each_init(
            || vec![0.0; side],
            |line, row| {
                for _ in 0..3 {
                    box_filter(row, radius, repeats, line);
                    row.copy_from_slice(line);
                }
            },
        );
        *raster = transposed(raster, side);
    }
}

/// The averages of cells up to `radius` cells away.
fn box_filter(row: &[f32], radius: usize, repeats: bool, out: &mut [f32]) {
    let weight = 1.0 / (2 * radius + 1) as f64;
    let at = |index: isize| f64::from(row[within(index, row.len(), repeats)]);
    let radius = radius as isize;
    let mut sum: f64 = (-radius..=radius).map(at).sum();
    for (index, out) in out.iter_mut().enumerate() {
        *out = (sum * weight) as f32;
        let index = index as isize;
        sum += at(index + radius + 1) - at(index - radius);
    }
}

/// Replaces each number by the lowest number in the square of cells up to `radius` cells away along each axis.
pub(crate) fn lowest(raster: &mut Vec<f32>, side: usize, radius: usize) {
    for _ in 0..2 {
        raster.par_chunks_mut(side).for_each_init(
            || vec![0.0; side],
            |line, row| {
                for (index, out) in line.iter_mut().enumerate() {
                    let window = &row[index.saturating_sub(radius)..(index + radius + 1).min(side)];
                    *out = window.iter().copied().fold(f32::INFINITY, f32::min);
                }
                row.copy_from_slice(line);
            },
        );
        *raster = transposed(raster, side);
    }
}

/// The raster with rows and columns exchanged. It need not be square.
///
/// ```
/// assert_eq!(orogen_erosion::raster::transposed(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// ```
pub fn transposed(raster: &[f32], columns: usize) -> Vec<f32> {
    let mut out = vec![0.0; raster.len()];
    out.par_chunks_mut(raster.len() / columns).enumerate().for_each(|(row, out)| {
        for (column, out) in out.iter_mut().enumerate() {
            *out = raster[column * columns + row];
        }
    });
    out
}

/// The number such that `share` of all numbers are below it. There must be no NaN.
pub(crate) fn quantile(raster: &[f32], share: f64) -> f32 {
    let mut numbers = raster.to_vec();
    let index = ((numbers.len() - 1) as f64 * share) as usize;
    *numbers.select_nth_unstable_by(index, f32::total_cmp).1
}
