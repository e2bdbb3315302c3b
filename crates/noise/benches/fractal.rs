//! Time per sample of every fractal: 8 octaves of gradient noise in the plane.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use orogen_noise::basis::{AnyBasis, Perlin};
use orogen_noise::fractal::{
    AnyFractal, Billow, Damped, Fbm, HybridMultifractal, Jordan, Ridged, RidgedMultifractal, Ridges, Swiss,
};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Noise, Scratch};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP};

fn main() {
    divan::main();
}

const FRACTALS: [&str; 9] = [
    "fbm",
    "billow",
    "ridged",
    "ridges",
    "damped",
    "swiss",
    "jordan",
    "ridged-multifractal",
    "hybrid-multifractal",
];

fn fractal(name: &str) -> AnyFractal {
    match name {
        "billow" => AnyFractal::Billow(Billow),
        "ridged" => AnyFractal::Ridged(Ridged),
        "ridges" => AnyFractal::Ridges(Ridges),
        "damped" => AnyFractal::Damped(Damped::default()),
        "swiss" => AnyFractal::Swiss(Swiss::default()),
        "jordan" => AnyFractal::Jordan(Jordan::default()),
        "ridged-multifractal" => AnyFractal::RidgedMultifractal(RidgedMultifractal::default()),
        "hybrid-multifractal" => AnyFractal::HybridMultifractal(HybridMultifractal::default()),
        _ => AnyFractal::Fbm(Fbm),
    }
}

/// 512 rows of a strip, the first wavelength 64 samples: octaves turned by 30 degrees against one another, or along the
/// rows.
fn strip(bencher: Bencher<'_, '_>, name: &str, rotation: f64, order: Order, level: Level) {
    const ROWS: usize = 512;
    let layout = Layout { count: Count::Exactly(8), scatter: true, rotation, ..Layout::single(7, 64.0) };
    let noise = Noise::<2>::new(AnyBasis::Perlin(Perlin), fractal(name), &layout).unwrap();
    let columns: Vec<[f64; 2]> = (0..STRIP).map(|i| [i as f64, 0.0]).collect();
    let strip = noise.strip::<f32>(&columns);
    let lines: Vec<_> = (0..ROWS).map(|row| noise.line(&[0.0, row as f64])).collect();
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    bencher.counter(ItemsCount::new(ROWS * STRIP)).bench_local(|| {
        for line in &lines {
            let done = noise.row(level, order, black_box(&strip), line, None, &mut scratch, &mut out);
            assert!(done.is_ok());
        }
        black_box(out.plane(0)[0])
    });
}

#[divan::bench(args = FRACTALS)]
fn value_along(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 0.0, Order::Value, Level::best());
}

#[divan::bench(args = FRACTALS)]
fn gradient_along(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 0.0, Order::Gradient, Level::best());
}

#[divan::bench(args = FRACTALS)]
fn value_turned(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 30.0, Order::Value, Level::best());
}

#[divan::bench(args = FRACTALS)]
fn gradient_turned(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 30.0, Order::Gradient, Level::best());
}

#[divan::bench(args = ["fbm", "swiss"])]
fn scalar_value_along(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 0.0, Order::Value, Level::Scalar);
}

#[divan::bench(args = ["fbm", "swiss"])]
fn scalar_gradient_along(bencher: Bencher<'_, '_>, name: &str) {
    strip(bencher, name, 0.0, Order::Gradient, Level::Scalar);
}
