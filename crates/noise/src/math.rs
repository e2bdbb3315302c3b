//! Powers and sines, from plain arithmetic only: the libraries of two platforms do not agree on the last bit, these do.

use crate::lanes::{Lanes, Scalar};

/// `log₂ x` for positive normal `x`, to a few units in the last place.
///
/// With `x = m·2^e`, `m` in `[√½, √2)`, and `s = (m − 1)/(m + 1)`: `ln m = 2·(s + s³/3 + s⁵/5 + …)`, `|s| ≤ 0.172`.
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

/// `2^x` for `|x| ≤ 126`; beyond, `2^±126`.
///
/// With `x = k + f`, `|f| ≤ ½`: `2^f = Σ (f·ln 2)ⁱ/i!`.
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

/// `x^power` for `x ≥ 0`; zero where `x` is below the smallest normal number.
#[inline(always)]
pub fn power<L: Lanes>(l: L, x: L::F, power: f64) -> L::F {
    let least = l.lit(f64::from(f32::MIN_POSITIVE));
    let raised = exp2(l, l.lit(power) * log2(l, l.max(x, least)));
    l.select(l.lt(x, least), l.lit(0.0), raised)
}

/// `(sin 2πt, cos 2πt)` of an angle in turns, to a few units in the last place of 1; `|t| < 2^29`,
/// so that quarter turns are counted in 32 bits.
///
/// The nearest quarter turn is split off, exactly; on the eighth of a turn that is left both ways, `x = 2πt ≤ π/4`,
/// `sin x = x − x³/3! + …` and `cos x = 1 − x²/2! + …` need few terms. A quarter turn swaps them and changes signs.
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
    // Quarters 2 and 3 have the sine's sign changed, quarters 1 and 2 the cosine's.
    let sign = l.shl(quarters, 30);
    let next = l.shl(quarters + l.word(1), 30);
    (l.flip(s, sign), l.flip(c, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Scalar32, Scalar64};

    #[test]
    fn sines_agree_with_libm() {
        for i in -4000..4000 {
            let t = f64::from(i) * 0.001_37;
            let (s, c) = sine_cosine(Scalar64, t);
            let x = std::f64::consts::TAU * t;
            assert!((s - libm::sin(x)).abs() < 2e-14 && (c - libm::cos(x)).abs() < 2e-14, "{t}: {s} {c}");
            let (s, c) = sine_cosine(Scalar32, t as f32);
            let x = std::f64::consts::TAU * f64::from(t as f32);
            let error = (f64::from(s) - libm::sin(x)).abs().max((f64::from(c) - libm::cos(x)).abs());
            assert!(error < 4e-7, "{t}: {s} {c}");
        }
    }

    #[test]
    fn powers_agree_with_libm() {
        for i in 1..2000 {
            let x = f64::from(i) * 0.003;
            for p in [0.2, 0.5, 1.0, 1.7, 3.0, 8.0] {
                let exact = libm::pow(x, p);
                let reference = power(Scalar64, x, p);
                assert!((reference - exact).abs() <= 2e-14 * exact, "{x}^{p}: {reference} against {exact}");
                let single = f64::from(power(Scalar32, x as f32, p));
                let rounded = libm::pow(f64::from(x as f32), p);
                assert!((single - rounded).abs() <= 6e-6 * rounded, "{x}^{p}: {single} against {rounded}");
            }
        }
    }
}
