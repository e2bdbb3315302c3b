//! Time per sample of each basis: one octave, in rows, at the machine's best SIMD level. Run `cargo bench -p orogen-noise`;
//! `items/s` are samples per second.

use divan::Bencher;
use divan::counter::ItemsCount;
use orogen_noise::basis::{
    AnyBasis, Cellular, Fade, Hermite, ImprovedPerlin, Metric, Output, Perlin, Simplex, Value, White,
};
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise, Scratch};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, STRIP};

const BASES: [&str; 11] = [
    "hermite",
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
        "hermite" => AnyBasis::Hermite(Hermite),
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

/// Sixteen samples per cell, on rows rotated against the lattice.
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
    let line = |row: usize| noise.line(&std::array::from_fn(|axis| if axis == 1 { row as f64 } else { 0.0 }));
    let lines: Vec<_> = (0..512).map(line).collect();
    let mut rows = lines.iter().cycle();
    bencher.counter(ItemsCount::new(STRIP)).bench_local(|| {
        let line = rows.next().expect("there is always a next one");
        noise.row(Level::best(), order, &strip, line, None, &mut scratch, &mut out)
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

/// The cases of cellular noise in space. Each name consists of an output, places and a level.
const CELLULAR: [&str; 12] = [
    "f1 scattered avx2",
    "f1 turned avx2",
    "f1 slice avx2",
    "f2-f1 scattered avx2",
    "f2-f1 turned avx2",
    "f2-f1 slice avx2",
    "f1 scattered avx512",
    "f1 turned avx512",
    "f1 slice avx512",
    "f2-f1 scattered avx512",
    "f2-f1 turned avx512",
    "f2-f1 slice avx512",
];

/// Cellular noise in space, in three cases that differ in how much samples share: nothing (each is in its own cell),
/// sometimes a cell (rows rotated against the lattice), or cells along rows (a slice along two axes). The last two have
/// sixteen samples per cell.
fn cellular_space(bencher: Bencher<'_, '_>, case: &str, order: Order) {
    let (output, rest) = case.split_once(' ').unwrap();
    let (places, level) = rest.split_once(' ').unwrap();
    let Some((_, level)) = Level::all().into_iter().find(|(name, _)| *name == level) else { return };
    let noise =
        Noise::<3>::new(basis(&format!("cellular {output}")), AnyFractal::Fbm(Fbm), &Layout::single(1, 16.0))
            .unwrap();
    // Multiples of irrational numbers are evenly spread over a period.
    let scattered =
        |i: usize, axis: usize| (i as f64 * [0.618_034, 0.414_214, 0.732_051][axis]).fract() * 4e4;
    let turned = |i: usize, axis: usize| i as f64 * [0.8, 0.5, 0.33][axis];
    let slice = |i: usize, axis: usize| if axis == 0 { i as f64 } else { 0.3 };
    let strips: Vec<_> = (0..16)
        .map(|strip| {
            let columns: Vec<[f64; 3]> = (strip * STRIP..(strip + 1) * STRIP)
                .map(|i| {
                    std::array::from_fn(|axis| match places {
                        "scattered" => scattered(i, axis),
                        "turned" => turned(i, axis),
                        _ => slice(i, axis),
                    })
                })
                .collect();
            noise.strip::<f32>(&columns)
        })
        .collect();
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    let mut row = [0.0; 3];
    bencher.counter(ItemsCount::new(16 * STRIP)).bench_local(|| {
        row[1] += 1.0;
        for strip in &strips {
            noise.row(level, order, strip, &noise.line(&row), None, &mut scratch, &mut out).unwrap();
        }
    });
}

#[divan::bench(args = CELLULAR)]
fn cellular_value(bencher: Bencher<'_, '_>, case: &str) {
    cellular_space(bencher, case, Order::Value);
}

#[divan::bench(args = CELLULAR)]
fn cellular_gradient(bencher: Bencher<'_, '_>, case: &str) {
    cellular_space(bencher, case, Order::Gradient);
}

fn main() {
    divan::main();
}
