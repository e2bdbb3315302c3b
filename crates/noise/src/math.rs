//! Powers, from plain arithmetic only: the libraries of two platforms do not agree on the last bit, these do.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Scalar32, Scalar64};

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
