//! Powers and sines from plain arithmetic. The math libraries of two platforms differ in the last bit; these functions do
//! not.

use crate::lanes::{Lanes, Scalar};

/// `log₂ x` for positive normal `x`, to a few units in the last place.
///
/// With `x = m·2^e`, `m` in `[√½, √2)`, and `s = (m − 1)/(m + 1)`, `ln m = 2·(s + s³/3 + s⁵/5 + …)`. Since `|s| ≤ 0.172`, few
/// terms are needed.
#[inline(always)]
pub fn log2<L: Lanes>(l: L, x: L::F) -> L::F {
    let one = l.lit(1.0);
    let (m, e) = l.split_exponent(x);
    let above = l.le(l.lit(std::f64::consts::SQRT_2), m);
    let m = l.select(above, m * l.lit(0.5), m);
    let e = l.select(above, e + one, e);
    let s = (m - one) / (m + one);
    let square = s * s;
    let mut series = l.lit(0.0);
    let mut k = L::Scalar::SERIES;
    while k > 0 {
        k -= 1;
        series = series * square + l.lit(1.0 / f64::from(2 * k + 1));
    }
    e + l.lit(2.0 * std::f64::consts::LOG2_E) * (s * series)
}

/// `2^x` for `|x| ≤ 126`. For larger `x` it is `2^126`, for smaller `x` it is `2^−126`.
///
/// With `x = k + f`, where `k` is an integer and `|f| ≤ ½`, `2^x = 2^k · Σ (f·ln 2)ⁱ/i!`.
#[inline(always)]
pub fn exp2<L: Lanes>(l: L, x: L::F) -> L::F {
    let most = l.lit(126.0);
    let x = l.max(l.min(x, most), -most);
    let (_, whole) = l.floor(x + l.lit(0.5));
    let f = (x - whole) * l.lit(std::f64::consts::LN_2);
    let mut series = l.lit(1.0);
    let mut k = L::Scalar::SERIES;
    while k > 0 {
        series = l.lit(1.0) + series * f * l.lit(1.0 / f64::from(k));
        k -= 1;
    }
    series * l.power_of_two(whole)
}

/// `x^power` for `x ≥ 0`. Where `x` is below the smallest normal number of `f32`, the result is zero.
#[inline(always)]
pub fn power<L: Lanes>(l: L, x: L::F, power: f64) -> L::F {
    let least = l.lit(f64::from(f32::MIN_POSITIVE));
    let raised = exp2(l, l.lit(power) * log2(l, l.max(x, least)));
    l.select(l.lt(x, least), l.lit(0.0), raised)
}

/// `(sin 2πt, cos 2πt)` of an angle in turns, to a few units in the last place of 1. `|t|` must be below 2^29, so that quarter
/// turns are counted in 32 bits.
///
/// The nearest multiple of a quarter turn is subtracted exactly. The rest is at most an eighth of a turn to either side. So it is
/// an angle `x` with `|x| ≤ π/4`, for which the series `sin x = x − x³/3! + …` and `cos x = 1 − x²/2! + …` need few terms. Each
/// quarter turn swaps sine and cosine and changes a sign.
#[inline(always)]
pub fn sine_cosine<L: Lanes>(l: L, t: L::F) -> (L::F, L::F) {
    let (quarters, whole) = l.floor(l.lit(4.0) * t + l.lit(0.5));
    let x = (t - l.lit(0.25) * whole) * l.lit(std::f64::consts::TAU);
    let square = x * x;
    let (mut sine, mut cosine) = (l.lit(1.0), l.lit(1.0));
    let mut k = L::Scalar::SERIES;
    while k > 0 {
        let even = f64::from(2 * k);
        sine = l.lit(1.0) - sine * square * l.lit(1.0 / (even * (even + 1.0)));
        cosine = l.lit(1.0) - cosine * square * l.lit(1.0 / (even * (even - 1.0)));
        k -= 1;
    }
    let sine = x * sine;
    let odd = l.bit(quarters, 0);
    let (s, c) = (l.select(odd, cosine, sine), l.select(odd, sine, cosine));
    // The sine changes its sign in quarters 2 and 3, the cosine in quarters 1 and 2.
    let sign = l.shl(quarters, 30);
    let next = l.shl(quarters + l.word(1), 30);
    (l.flip(s, sign), l.flip(c, next))
}
