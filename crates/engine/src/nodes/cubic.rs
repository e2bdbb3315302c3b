//! Surfaces through a grid of numbers, by products of cubics along both axes.

use orogen_noise::each;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Lanes, Picture};

/// Weights of four neighbours along an axis, with their first and second derivatives.
pub(super) type Weights<F> = [[F; 3]; 4];

/// The numbers of a picture in four columns of four rows.
#[inline(always)]
pub(super) fn fetched<L: Lanes>(
    l: L,
    picture: Picture<'_>,
    columns: [L::U; 4],
    rows: [L::U; 4],
) -> [[L::F; 4]; 4] {
    each!(j => each!(i => l.fetch(picture, columns[i], rows[j])))
}

/// The surface that `numbers`, in rows of four, define: their sum, with weights across and down.
///
/// The interpolation uses differences of the numbers from one of them. Otherwise numbers that are far from 0, such as metres
/// above sea level, would lose digits in the gradient.
#[inline(always)]
pub(super) fn surface<L: Lanes, const D: usize>(
    l: L,
    numbers: [[L::F; 4]; 4],
    across: &Weights<L::F>,
    down: &Weights<L::F>,
) -> Jet<L::F, D> {
    let base = numbers[1][1];
    let mut jet = Jet::constant(l, l.lit(0.0));
    for (numbers, wy) in numbers.iter().zip(down) {
        for (&number, wx) in numbers.iter().zip(across) {
            let number = number - base;
            jet.v = jet.v + number * (wx[0] * wy[0]);
            jet.g[0] = jet.g[0] + number * (wx[1] * wy[0]);
            jet.g[1] = jet.g[1] + number * (wx[0] * wy[1]);
            jet.h[0][0] = jet.h[0][0] + number * (wx[2] * wy[0]);
            jet.h[0][1] = jet.h[0][1] + number * (wx[1] * wy[1]);
            jet.h[1][1] = jet.h[1][1] + number * (wx[0] * wy[2]);
        }
    }
    jet.v = base + jet.v;
    jet.h[1][0] = jet.h[0][1];
    jet
}

/// Weights at the place `t` between the middle two of four neighbours, from the coefficients of t⁰ … t³.
#[inline(always)]
pub(super) fn weights<L: Lanes>(l: L, t: L::F, cubics: &[[f64; 4]; 4]) -> Weights<L::F> {
    let mut all = [[l.lit(0.0); 3]; 4];
    for (weight, cubic) in all.iter_mut().zip(cubics) {
        let [a, b, c, d] = [l.lit(cubic[0]), l.lit(cubic[1]), l.lit(cubic[2]), l.lit(cubic[3])];
        let (two, three, six) = (l.lit(2.0), l.lit(3.0), l.lit(6.0));
        *weight =
            [a + t * (b + t * (c + t * d)), b + t * (two * c + t * (three * d)), two * c + t * (six * d)];
    }
    all
}
