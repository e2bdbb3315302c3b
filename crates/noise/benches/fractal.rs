//! Time per sample of every fractal: 8 octaves of gradient noise in the plane, at the machine's best level.

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

/// A block of rows, turned and scattered octaves.
fn block(bencher: Bencher<'_, '_>, name: &str, order: Order, level: Level) {
    const ROWS: usize = 64;
    let layout =
        Layout { count: Count::Exactly(8), scatter: true, rotation: 30.0, ..Layout::single(7, 500.0) };
    let noise = Noise::<2>::new(AnyBasis::Perlin(Perlin), fractal(name), &layout).unwrap();
    let columns: Vec<[f64; 2]> = (0..STRIP).map(|i| [i as f64 * 1.7, 0.0]).collect();
    let strip = noise.strip::<f32>(&columns);
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    bencher.counter(ItemsCount::new(ROWS * STRIP)).bench_local(|| {
        for row in 0..ROWS {
            let row = [0.0, row as f64 * 1.7];
            let done =
                noise.row(level, order, black_box(&strip), &noise.line(&row), None, &mut scratch, &mut out);
            assert!(done.is_ok());
        }
        black_box(out.plane(0)[0])
    });
}

#[divan::bench(args = FRACTALS)]
fn value(bencher: Bencher<'_, '_>, name: &str) {
    block(bencher, name, Order::Value, Level::best());
}

#[divan::bench(args = FRACTALS)]
fn gradient(bencher: Bencher<'_, '_>, name: &str) {
    block(bencher, name, Order::Gradient, Level::best());
}

#[divan::bench(args = ["fbm", "swiss"])]
fn scalar_value(bencher: Bencher<'_, '_>, name: &str) {
    block(bencher, name, Order::Value, Level::Scalar);
}

#[divan::bench(args = ["fbm", "swiss"])]
fn scalar_gradient(bencher: Bencher<'_, '_>, name: &str) {
    block(bencher, name, Order::Gradient, Level::Scalar);
}
