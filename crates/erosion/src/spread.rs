//! Smooth rasters through values that few cells have.

use rayon::prelude::*;

use crate::land::Land;
use crate::raster::{doubled, halved};

/// A smooth raster through the known values: the pull-push method of Gortler, Grzeszczuk, Szeliski and Cohen (1996). `None` if
/// nothing is known.
pub(crate) fn spread(land: &Land, known: impl Fn(usize) -> Option<f32>) -> Option<Vec<f32>> {
    let weighted = |cell| known(cell).map_or((0.0, 0.0), |value| (value, 1.0));
    let (values, weights): (Vec<f32>, Vec<f32>) = (0..land.side * land.side).map(weighted).unzip();
    weights.contains(&1.0).then(|| filled(values, weights, land.side, land.repeats))
}

/// Fills the values whose weight is less than 1 from those of a grid of half as many cells along a side. Values are multiplied
/// by their weight. At least one weight is not 0.
fn filled(mut values: Vec<f32>, weights: Vec<f32>, side: usize, repeats: bool) -> Vec<f32> {
    if !side.is_multiple_of(2) || side == 2 {
        let (sum, weight): (f32, f32) = (values.iter().sum(), weights.iter().sum());
        let mean = sum / weight;
        values.iter_mut().zip(weights).for_each(|(value, weight)| *value += (1.0 - weight) * mean);
        return values;
    }
    let coarse = saturated(halved(&values, side), halved(&weights, side));
    let coarse = doubled(&filled(coarse.0, coarse.1, side / 2, repeats), side / 2, repeats);
    let cells = values.par_iter_mut().zip(weights).zip(coarse);
    cells.for_each(|((value, weight), coarse)| *value += (1.0 - weight) * coarse);
    values
}

/// Makes the weights of averages of four cells those of a cell: at most 1.
fn saturated(mut values: Vec<f32>, mut weights: Vec<f32>) -> (Vec<f32>, Vec<f32>) {
    values.iter_mut().zip(&mut weights).for_each(|(value, weight)| {
        let sum = (4.0 * *weight).min(1.0);
        *value *= if *weight > 0.0 { sum / *weight } else { 0.0 };
        *weight = sum;
    });
    (values, weights)
}

#[cfg(test)]
mod tests {
    use super::spread;
    use crate::land::Land;

    const SIDE: usize = 128;
    /// The column of the river.
    const RIVER: usize = 64;

    /// The height of the river in a row. It falls by 10 cm from row to row.
    fn height(row: usize) -> f32 {
        300.0 - 0.1 * row as f32
    }

    #[test]
    fn rivers_heights_are_spread_smoothly() {
        let land = Land::new(SIDE, 5.0, vec![0.0; SIDE * SIDE]);
        let rivers = spread(&land, |cell| (cell % SIDE == RIVER).then(|| height(cell / SIDE))).unwrap();
        for row in 0..SIDE {
            assert!((rivers[row * SIDE + RIVER] - height(row)).abs() < 1e-3);
        }
        // Far from the river, too, the height follows the river.
        for row in [16, 64, 112] {
            let away = rivers[row * SIDE + 100] - height(row);
            assert!(away.abs() < 2.0, "{away} m in row {row}");
        }
        assert!(spread(&land, |_| None).is_none());
    }
}
