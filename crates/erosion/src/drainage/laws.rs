//! Power laws of river networks, fitted in logarithms.

use std::ops::Range;

/// Number of intervals of area. Their logarithms have equal lengths.
const BINS: usize = 10;
/// An interval with fewer cells than this is ignored. The next constant is the smallest number of intervals for a fit.
const CELLS: usize = 30;
const FITTED: usize = 4;

/// A power law of the drainage area: value ~ area^`exponent`. For [`Drainage::concavity`](super::Drainage::concavity), the value
/// falls with the area: value ~ area^−`exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// The exponent.
    pub exponent: f64,
    /// R², the share of the variance that the law explains, from 0 to 1.
    pub r2: f64,
}

/// The law of values by area, in a range of areas. `None` if too few areas are in the range.
///
/// Small areas have many more cells than large ones. So each interval of areas is one point: the mean logarithm of its areas,
/// and the logarithm of the result of `typical` for its values.
pub(super) fn fit(
    cells: impl Iterator<Item = (f64, f64)>,
    areas: Range<f64>,
    typical: impl Fn(&mut [f64]) -> f64,
) -> Option<Law> {
    let mut bins: [(f64, Vec<f64>); BINS] = Default::default();
    let width = libm::log(areas.end / areas.start) / BINS as f64;
    for (area, value) in cells.filter(|(area, _)| areas.contains(area)) {
        let bin = (libm::log(area / areas.start) / width) as usize;
        let (logarithms, values) = &mut bins[bin.min(BINS - 1)];
        *logarithms += libm::log(area);
        values.push(value);
    }
    let points: Vec<[f64; 2]> = bins
        .iter_mut()
        .filter(|(_, values)| values.len() >= CELLS)
        .map(|(logarithms, values)| [*logarithms / values.len() as f64, libm::log(typical(values))])
        .filter(|point| point[1].is_finite())
        .collect();
    (points.len() >= FITTED).then(|| line(&points))
}

/// The line of least squares.
fn line(points: &[[f64; 2]]) -> Law {
    let count = points.len() as f64;
    let mean = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count);
    let moment = |a: usize, b: usize| -> f64 {
        points.iter().map(|point| (point[a] - mean[a]) * (point[b] - mean[b])).sum()
    };
    let (xx, xy, yy) = (moment(0, 0), moment(0, 1), moment(1, 1));
    Law { exponent: xy / xx, r2: if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 } }
}

/// The mean of some values.
pub(super) fn mean(values: &mut [f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The median of some values.
pub(super) fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::{Law, fit, mean, median};

    /// In the values of this law, one in a hundred is an outlier. Outliers do not change a median.
    #[test]
    fn laws_are_found() {
        let area = |i: usize| 100.0 * 1.001_f64.powi(i as i32);
        let cells = |exponent: f64| (0..4000).map(move |i| (area(i), 7.0 * area(i).powf(exponent)));
        for exponent in [-0.45, 0.55, 1.0] {
            let law = fit(cells(exponent), 100.0..5000.0, mean).unwrap();
            assert!((law.exponent - exponent).abs() < 1e-3 && law.r2 > 0.9999, "{law:?}");
            let spoilt = cells(exponent).enumerate().map(|(i, (area, value))| {
                (area, if i % 100 == 0 { value * 1000.0 * (1 + i % 300) as f64 } else { value })
            });
            let law = fit(spoilt, 100.0..5000.0, median).unwrap();
            assert!((law.exponent - exponent).abs() < 0.01, "{law:?}");
        }
    }

    #[test]
    fn few_cells_have_no_law() {
        assert_eq!(fit((0..100).map(|i| (100.0 + f64::from(i), 1.0)), 100.0..5000.0, mean), None);
        let level = fit((0..4900).map(|i| (100.0 + f64::from(i), 2.0)), 100.0..5000.0, median);
        assert!(matches!(level, Some(Law { exponent, .. }) if exponent.abs() < 1e-12));
    }
}
