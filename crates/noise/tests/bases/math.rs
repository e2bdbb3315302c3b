//! Compares sines and powers with the platform-independent libm.

use orogen_noise::lanes::{Scalar32, Scalar64};
use orogen_noise::math::{power, sine_cosine};

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
