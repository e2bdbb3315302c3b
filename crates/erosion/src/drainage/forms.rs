//! The shape of the ground around a cell.

use rayon::prelude::*;

use crate::grid::{Grid, LENGTHS};

/// How far a view from a cell reaches, in cells.
pub(super) const VIEW: usize = 15;

/// The tangent of 1°. Directions that rise or fall less are level.
const LEVEL: f32 = 0.017_455;

/// A class of shapes of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A valley, hollow, pit or the foot of a slope.
    Valley,
    /// A ridge, spur, summit or shoulder.
    Ridge,
    /// Level ground or an even slope.
    Other,
}

/// The shape around a cell, from its geomorphon (Jasiewicz and Stepinski, 2013). This counts in how many of eight directions
/// the ground is higher than the cell, and in how many it is lower. The cell must be at least [`VIEW`] cells from the border.
pub(super) fn form(grid: Grid, height: &[f32], cell: usize) -> Form {
    let ways = grid.neighbours(cell).map(|neighbour| neighbour as isize - cell as isize);
    let (mut higher, mut lower) = (0, 0);
    for (way, length) in ways.into_iter().zip(LENGTHS) {
        let step = length * grid.spacing as f32;
        let (mut up, mut down) = (f32::NEG_INFINITY, f32::INFINITY);
        for i in 1..=(VIEW as f32 / length) as usize {
            let there = cell.wrapping_add_signed(way * i as isize);
            let slope = (height[there] - height[cell]) / (step * i as f32);
            (up, down) = (up.max(slope), down.min(slope));
        }
        // Only the steeper of the two angles counts.
        higher += usize::from(up > LEVEL && up > -down);
        lower += usize::from(down < -LEVEL && -down >= up);
    }
    of_counts(lower, higher)
}

/// The table of geomorphons. Its ten forms are combined into three.
fn of_counts(lower: usize, higher: usize) -> Form {
    /// For each number of lower directions: the least number of higher directions in a valley.
    const VALLEY: [usize; 9] = [3, 2, 4, 5, 9, 9, 9, 9, 9];
    /// For each number of lower directions: the greatest number of higher directions on a ridge.
    const RIDGE: [usize; 9] = [0, 0, 1, 1, 2, 3, 2, 1, 0];
    if higher >= VALLEY[lower] {
        Form::Valley
    } else if higher <= RIDGE[lower] && lower + higher > 2 {
        Form::Ridge
    } else {
        Form::Other
    }
}

/// The skewness of the curvature (the Laplacian) of heights. Heights are smoothed first, so that noise of single cells has no
/// effect. `None` if the ground has no curvature.
pub(super) fn curvature_skew(side: usize, height: &[f32]) -> Option<f64> {
    let smooth = smoothed(side, &smoothed(side, height));
    let curvature = |at: usize| {
        let around = smooth[at - 1] + smooth[at + 1] + smooth[at - side] + smooth[at + side];
        f64::from(around - 4.0 * smooth[at])
    };
    // Each row is summed separately, so that the number of threads does not change the sum.
    let inside = 3..side - 3;
    let moments = |mean: f64| -> [f64; 4] {
        let rows: Vec<[f64; 4]> = inside
            .clone()
            .into_par_iter()
            .map(|row| {
                let all = inside.clone().map(|column| curvature(row * side + column) - mean);
                all.filter(|value| value.is_finite()).fold([0.0; 4], |sum, value| {
                    let square = value * value;
                    [sum[0] + 1.0, sum[1] + value, sum[2] + square, sum[3] + square * value]
                })
            })
            .collect();
        rows.iter().fold([0.0; 4], |sum, row| std::array::from_fn(|i| sum[i] + row[i]))
    };
    let [count, sum, ..] = moments(0.0);
    let [_, _, square, cube] = moments(sum / count);
    let deviation = (square / count).sqrt();
    // On a plane, the computed curvature consists only of rounding errors.
    let highest =
        height.iter().copied().filter(|height| height.is_finite()).fold(0.0, |a: f32, b| a.max(b.abs()));
    (deviation > 1e-6 * f64::from(highest)).then(|| cube / count / (deviation * deviation * deviation))
}

/// Heights smoothed along rows with binomial weights, which have a variance of 1 cell². The result is transposed.
fn smoothed(side: usize, height: &[f32]) -> Vec<f32> {
    const WEIGHTS: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];
    let mut smooth = vec![0.0; side * side];
    smooth.par_chunks_mut(side).enumerate().for_each(|(column, out)| {
        for (row, value) in out.iter_mut().enumerate() {
            let at = |step: usize| height[row * side + (column + step).saturating_sub(2).min(side - 1)];
            *value = (0..5).map(|step| WEIGHTS[step] * at(step)).sum();
        }
    });
    smooth
}

#[cfg(test)]
mod tests {
    use super::{Form, curvature_skew, form, of_counts};
    use crate::grid::Grid;

    const GRID: Grid = Grid { side: 64, spacing: 10.0 };

    fn raster(height: impl Fn(f32, f32) -> f32) -> Vec<f32> {
        (0..GRID.cells()).map(|cell| height((cell % 64) as f32 - 32.0, (cell / 64) as f32 - 32.0)).collect()
    }

    #[test]
    fn forms_of_simple_ground() {
        let of = |height: &[f32]| form(GRID, height, 32 * 64 + 32);
        assert_eq!(of(&raster(|x, y| 3.0 * x + y)), Form::Other);
        assert_eq!(of(&raster(|_, _| 5.0)), Form::Other);
        for (x, y) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)] {
            let across = |u: f32, v: f32| 4.0 * (x * u + y * v).abs() + 0.3 * (x * v - y * u);
            assert_eq!(of(&raster(across)), Form::Valley, "{x} {y}");
            assert_eq!(of(&raster(|u, v| -across(u, v))), Form::Ridge, "{x} {y}");
        }
        assert_eq!((of_counts(0, 8), of_counts(8, 0)), (Form::Valley, Form::Ridge));
    }

    /// Sharp ridges between round valleys have a negative skew. Upside down, the skew has the opposite sign.
    #[test]
    fn sharp_ridges_have_a_negative_skew() {
        let roofs = raster(|x, _| -(x.rem_euclid(16.0) - 8.0).abs() * 7.0);
        // Ridges and valleys are equally sharp.
        assert!(curvature_skew(64, &roofs).unwrap().abs() < 0.3);
        let domes = raster(|x, _| (x.rem_euclid(16.0) - 8.0).powi(2));
        let skew = curvature_skew(64, &domes).unwrap();
        let upside_down: Vec<f32> = domes.iter().map(|height| -height).collect();
        assert!(skew < -1.5 && (curvature_skew(64, &upside_down).unwrap() + skew).abs() < 1e-6, "{skew}");
        assert_eq!(curvature_skew(64, &raster(|x, y| 1000.0 + 3.7 * x + 1.3 * y)), None);
    }
}
