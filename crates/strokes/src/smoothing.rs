//! Gaussian blurs of rasters, for the tools [`Smooth`](crate::brush::Tool::Smooth) and
//! [`Sharpen`](crate::brush::Tool::Sharpen) on planes.
//!
//! # Accuracy
//! The blur is a discrete convolution with the samples *g*(*k*·spacing) of a Gaussian *g*. They are truncated at four
//! standard deviations (σ = radius ÷ 2) and normalised. Slopes are blurred with the same weights. They are the exact slopes
//! of the discrete blur, which is also a function of the position.
//!
//! Compared with the integral there are three errors:
//! - The truncated tails have a weight of erfc(4/√2) = 6·10⁻⁵ along an axis, at distances of about 2 radii. With slopes up to
//!   *L*, this error is 3·10⁻⁴·*L*·radius.
//! - The moments of the sampled Gaussian differ from those of the Gaussian by 2 exp(−2π²(σ/spacing)²) (Poisson's
//!   formula): 5·10⁻⁹ where the spacing is σ.
//! - The height between samples may differ as much as the slope allows. The distance to the nearest sample is at most half a
//!   diagonal. On average it is 0.3826 of a spacing (the mean distance to the centre of a square).
//!
//! Together, for spacings up to σ:
//!
//! > |error| ≤ *L*·(0.4·spacing + 0.001·radius)
//!
//! This is for the roughest possible ground. Where the ground is smooth over a spacing, the third error nearly
//! vanishes.
//!
//! # Resolution
//! Samples closer together than a sixteenth of the radius do not improve the result. So finer lattices use every second,
//! fourth or eighth sample, as long as the samples are at most a sixteenth of the radius apart. Between these samples, the
//! blur is [interpolated](crate::prepared_strokes), with an error of some millionths. So the work does not grow with the
//! resolution. Levels of detail whose spacings differ by powers of two read the same samples. For closer spacings, the bound
//! holds with a sixteenth of the radius in place of the spacing.

use orogen_engine::raster::Grid;
use rayon::prelude::*;

use crate::jet::Jet;
use crate::stroke::Surface;

/// Standard deviation, in radii.
const DEVIATION: f64 = 0.5;

/// The distance at which the Gaussian is truncated, in radii.
const CUT: f64 = 2.0;

/// How far blurs read on planets, in radii, rounded up: √(2*cs*) ÷ 2 with *c* and *s* of
/// `prepared_strokes/globe/blur.rs`.
const REACH_ON_PLANETS: f64 = 2.25;

/// A sufficient number of samples per radius.
const FINE: f64 = 16.0;

/// The greatest distance in metres that a blur reads. On planes, where the blur is interpolated, it reads two samples beyond
/// its weights.
pub(crate) fn reach(radius: f64, surface: Surface) -> f64 {
    match surface {
        Surface::Plane => (CUT + 2.0 / FINE) * radius,
        Surface::Planet(_) => REACH_ON_PLANETS * radius,
    }
}

/// Number of samples that a blur reads to each side.
pub(crate) fn taps(radius: f64, spacing: f64) -> usize {
    (CUT * radius / spacing) as usize
}

/// Number of times that the spacing is doubled for a blur.
pub(crate) fn doublings(radius: f64, spacing: f64) -> u32 {
    let is_fine = |doublings: i32| FINE * libm::ldexp(spacing, doublings) <= radius;
    (1..).take_while(|&doublings| is_fine(doublings)).count() as u32
}

/// The weights of a blur on one side, from the centre outwards. The weights of both sides sum to 1.
fn kernel(radius: f64, spacing: f64) -> Vec<f64> {
    let deviation = DEVIATION * radius;
    let weight = |tap: usize| {
        let away = tap as f64 * spacing / deviation;
        libm::exp(-0.5 * away * away)
    };
    let weights: Vec<_> = (0..=taps(radius, spacing)).map(weight).collect();
    let sum = weights[0] + 2.0 * weights[1..].iter().sum::<f64>();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The blur of a part of a raster. The raster extends beyond the part as far as the blur reads.
pub(crate) fn blurred(raster: &[Jet<2>], grid: &Grid, part: &Grid, radius: f64) -> Vec<Jet<2>> {
    let kernel = kernel(radius, grid.spacing);
    let apron = kernel.len() - 1;
    let left = (part.first_column - grid.first_column) as usize;
    let top = (part.first_row - grid.first_row) as usize - apron;
    let columns = part.columns;
    // The blur along the rows, for all rows that the blur along the columns needs.
    let mut across = vec![Jet::constant(0.0); columns * (part.rows + 2 * apron)];
    across.par_chunks_mut(columns).enumerate().for_each(|(row, out)| {
        let row = &raster[(top + row) * grid.columns..][..grid.columns];
        for (column, out) in out.iter_mut().enumerate() {
            *out = folded(&kernel, |tap| [&row[left + column - tap], &row[left + column + tap]]);
        }
    });
    let mut down = vec![Jet::constant(0.0); columns * part.rows];
    down.par_chunks_mut(columns).enumerate().for_each(|(row, out)| {
        for (column, out) in out.iter_mut().enumerate() {
            let at = |row: usize| &across[row * columns + column];
            *out = folded(&kernel, |tap| [at(row + apron - tap), at(row + apron + tap)]);
        }
    });
    down
}

/// The weighted sum of pairs on both sides of a centre, from the centre outwards.
fn folded<'a>(kernel: &[f64], pair: impl Fn(usize) -> [&'a Jet<2>; 2]) -> Jet<2> {
    let [middle, _] = pair(0);
    let mut sum = [middle.value * kernel[0], middle.slope[0] * kernel[0], middle.slope[1] * kernel[0]];
    for (tap, weight) in kernel.iter().enumerate().skip(1) {
        let [one, other] = pair(tap);
        sum[0] += weight * (one.value + other.value);
        sum[1] += weight * (one.slope[0] + other.slope[0]);
        sum[2] += weight * (one.slope[1] + other.slope[1]);
    }
    Jet { value: sum[0], slope: [sum[1], sum[2]] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_and_reach_four_deviations() {
        for (radius, spacing) in [(10.0, 1.0), (10.0, 7.0), (1.0, 3.0)] {
            let kernel = kernel(radius, spacing);
            let sum = kernel[0] + 2.0 * kernel[1..].iter().sum::<f64>();
            assert!((sum - 1.0).abs() < 1e-15);
            assert_eq!(kernel.len() - 1, (2.0 * radius / spacing) as usize);
        }
    }

    #[test]
    fn blurs_are_as_fine_as_a_sixteenth_of_their_radius() {
        assert_eq!(doublings(160.0, 10.0), 0);
        assert_eq!(doublings(160.0, 5.1), 0);
        assert_eq!(doublings(160.0, 5.0), 1);
        assert_eq!(doublings(160.0, 0.01), 9);
    }

    /// The Gaussian blur of cos(kx) is cos(kx)·exp(−k²σ²/2).
    #[test]
    fn waves_are_damped_as_they_should() {
        let grid = Grid { first_column: -40, first_row: -40, columns: 81, rows: 81, spacing: 2.0 };
        let part = Grid { first_column: -10, first_row: -10, columns: 20, rows: 20, spacing: 2.0 };
        let (kx, ky, radius) = (0.11, 0.07, 20.0);
        let wave = |x: f64, y: f64, damp: f64| {
            let (sin, cos) = (libm::sin(kx * x + ky * y), libm::cos(kx * x + ky * y));
            Jet { value: damp * cos, slope: [-damp * kx * sin, -damp * ky * sin] }
        };
        let raster: Vec<_> = (0..grid.len()).map(|i| wave(grid.x(i % 81), grid.y(i / 81), 1.0)).collect();
        let damp = libm::exp(-0.5 * (kx * kx + ky * ky) * 100.0);
        for (i, found) in blurred(&raster, &grid, &part, radius).iter().enumerate() {
            let expected = wave(part.x(i % 20), part.y(i / 20), damp);
            assert!((found.value - expected.value).abs() < 2e-4, "{found:?} {expected:?}");
            assert!((0..2).all(|axis| (found.slope[axis] - expected.slope[axis]).abs() < 2e-5));
        }
    }
}
