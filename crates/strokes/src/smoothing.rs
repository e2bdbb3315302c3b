//! Gaussian blurs of rasters, for smooth and sharpen on planes.
//!
//! # How exact
//! The blur is the discrete convolution with *g*(*k*·spacing), normalised, cut off at four standard deviations σ (radius ÷ 2). Slopes
//! are blurred by the same weights: the discrete blur is a function of the place, too, and these are its exact slopes.
//!
//! Against the integral there are three errors. What is cut off weighs erfc(4/√2) = 6·10⁻⁵ along an axis, at distances of about
//! 2 radii: with slopes up to *L*, 3·10⁻⁴·*L*·radius. The sampled Gaussian's moments differ from those of the Gaussian by
//! 2 exp(−2π²(σ/spacing)²) (Poisson's formula): 5·10⁻⁹ where the spacing is σ. And heights between samples, which are at most
//! half a diagonal away and on average 0.3826 of a spacing (the mean distance to the middle of a square), may differ by what
//! the slope allows. Together, for spacings up to σ:
//!
//! > |error| ≤ *L*·(0.4·spacing + 0.001·radius)
//!
//! That is for ground as rough as can be. Where it is smooth over a spacing, the last of the three all but vanishes.
//!
//! # How fine
//! Samples closer than that serve nobody: where they are, the blur is made of every second, fourth, eighth one, as long as these
//! lie no farther apart than a sixteenth of the radius, and [interpolated](crate::sculpted) between them, whereby it is off by
//! millionths of what it blurs. So the work does not grow with the resolution, levels of detail whose spacings are powers of
//! two apart share what they look at, and the bound holds with a sixteenth of the radius for closer spacings.

use orogen::raster::Grid;
use rayon::prelude::*;

use crate::jet::Jet;
use crate::stroke::Ground;

/// Standard deviations a radius.
const DEVIATION: f64 = 0.5;

/// Radii after which the Gaussian is cut off.
const CUT: f64 = 2.0;

/// The same on planets, rounded up: √(2*cs*) ÷ 2 with *c* and *s* of `prepared_strokes/globe/blur.rs`.
const REACH_ON_PLANETS: f64 = 2.25;

/// Samples a radius, at least, where there are as many.
const FINE: f64 = 16.0;

/// How far in metres a blur looks, at most: on planes two samples further than its weights, where it is interpolated.
pub(crate) fn reach(radius: f64, ground: Ground) -> f64 {
    match ground {
        Ground::Plane => (CUT + 2.0 / FINE) * radius,
        Ground::Planet(_) => REACH_ON_PLANETS * radius,
    }
}

/// How many samples to each side a blur looks.
pub(crate) fn taps(radius: f64, spacing: f64) -> usize {
    (CUT * radius / spacing) as usize
}

/// How often a spacing is doubled for a blur.
pub(crate) fn doublings(radius: f64, spacing: f64) -> u32 {
    let is_fine = |doublings: i32| FINE * libm::ldexp(spacing, doublings) <= radius;
    (1..).take_while(|&doublings| is_fine(doublings)).count() as u32
}

/// The weights of a blur, to one side: that of the middle, and those after it. All of them, both sides, sum to 1.
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

/// The blur of a part of a raster, which reaches as far beyond the part as the blur looks.
pub(crate) fn blurred(raster: &[Jet<2>], grid: &Grid, part: &Grid, radius: f64) -> Vec<Jet<2>> {
    let kernel = kernel(radius, grid.spacing);
    let apron = kernel.len() - 1;
    let left = (part.first_column - grid.first_column) as usize;
    let top = (part.first_row - grid.first_row) as usize - apron;
    let columns = part.columns;
    // Along the rows, of those that the columns need.
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

/// The weighted sum of pairs on both sides of a middle, from the middle outwards.
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

    /// A Gaussian blur of cos(kx) is cos(kx)·exp(−k²σ²/2): its own closed form.
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
