//! Time per sample of each basis, one octave in rows at the machine's best SIMD level: `cargo bench -p orogen-noise`.
//! divan's `items/s` counts samples.

use divan::Bencher;
use divan::counter::ItemsCount;
use orogen_noise::basis::{
    AnyBasis, Cellular, Fade, ImprovedPerlin, Metric, Output, Perlin, Simplex, Value, White,
};
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise, Scratch};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, STRIP};

const BASES: [&str; 10] = [
    "perlin",
    "improved-perlin",
    "simplex",
    "value",
    "value-cubic",
    "white",
    "cellular f1",
    "cellular f1 manhattan",
    "cellular f2",
    "cellular f2-f1",
];

fn basis(name: &str) -> AnyBasis {
    let cellular = |output, metric| AnyBasis::Cellular(Cellular { output, metric, jitter: 1.0 });
    match name {
        "perlin" => AnyBasis::Perlin(Perlin),
        "improved-perlin" => AnyBasis::ImprovedPerlin(ImprovedPerlin::reference()),
        "simplex" => AnyBasis::Simplex(Simplex),
        "value" => AnyBasis::Value(Value { fade: Fade::Quintic }),
        "value-cubic" => AnyBasis::Value(Value { fade: Fade::Cubic }),
        "white" => AnyBasis::White(White),
        "cellular f1" => cellular(Output::F1, Metric::Euclidean),
        "cellular f1 manhattan" => cellular(Output::F1, Metric::Manhattan),
        "cellular f2" => cellular(Output::F2, Metric::Euclidean),
        "cellular f2-f1" => cellular(Output::F2MinusF1, Metric::Euclidean),
        _ => unreachable!("not in the list above"),
    }
}

/// Sixteen samples to a cell, on rows turned against the lattice.
fn rows<const D: usize>(bencher: Bencher<'_, '_>, name: &str, order: Order)
where
    AnyBasis: Dimension<D>,
{
    let layout = Layout { scatter: true, ..Layout::single(1, 16.0) };
    let noise = Noise::<D>::new(basis(name), AnyFractal::Fbm(Fbm), &layout).unwrap();
    let along = |i: usize| std::array::from_fn(|axis| i as f64 * [0.8, 0.5, 0.33][axis]);
    let columns: Vec<[f64; D]> = (0..STRIP).map(along).collect();
    let strip = noise.strip::<f32>(&columns);
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    let mut row = [0.0; D];
    bencher.counter(ItemsCount::new(STRIP)).bench_local(|| {
        row[1] += 1.0;
        noise.row(Level::best(), order, &strip, &noise.line(&row), None, &mut scratch, &mut out)
    });
}

#[divan::bench(args = BASES)]
fn plane_value(bencher: Bencher<'_, '_>, basis: &str) {
    rows::<2>(bencher, basis, Order::Value);
}

#[divan::bench(args = BASES)]
fn plane_gradient(bencher: Bencher<'_, '_>, basis: &str) {
    rows::<2>(bencher, basis, Order::Gradient);
}

#[divan::bench(args = BASES)]
fn space_value(bencher: Bencher<'_, '_>, basis: &str) {
    rows::<3>(bencher, basis, Order::Value);
}

#[divan::bench(args = BASES)]
fn space_gradient(bencher: Bencher<'_, '_>, basis: &str) {
    rows::<3>(bencher, basis, Order::Gradient);
}

fn main() {
    divan::main();
}
