//! Time per sample of noise whose lattices lie along the rows of the grid, a strip of 512 rows at a time.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use orogen_noise::basis::{AnyBasis, Perlin};
use orogen_noise::fractal::{AnyFractal, Billow, Damped, Fbm, Ridged};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Noise, Scratch};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP};

fn main() {
    divan::main();
}

fn block(
    bencher: Bencher<'_, '_>,
    fractal: AnyFractal,
    wavelength: f64,
    rotation: f64,
    order: Order,
    level: &str,
) {
    const ROWS: usize = 512;
    let layout =
        Layout { count: Count::Exactly(8), scatter: true, rotation, ..Layout::single(7, wavelength) };
    let noise = Noise::<2>::new(AnyBasis::Perlin(Perlin), fractal, &layout).unwrap();
    let columns: Vec<[f64; 2]> = (0..STRIP).map(|i| [i as f64, 0.0]).collect();
    let strip = noise.strip::<f32>(&columns);
    let lines: Vec<_> = (0..ROWS).map(|row| noise.line(&[0.0, row as f64])).collect();
    let level = Level::all().into_iter().find(|(name, _)| *name == level).unwrap().1;
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    bencher.counter(ItemsCount::new(ROWS * STRIP)).bench_local(|| {
        for line in &lines {
            noise.row(level, order, black_box(&strip), line, None, &mut scratch, &mut out).unwrap();
            black_box(out.plane(0)[0]);
        }
    });
}

const LEVELS: [&str; 2] = ["avx2", "avx512"];

#[divan::bench(args = LEVELS)]
fn fbm_64(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Fbm(Fbm), 64.0, 0.0, Order::Value, level);
}
#[divan::bench(args = LEVELS)]
fn fbm_64_turned(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Fbm(Fbm), 64.0, 30.0, Order::Value, level);
}
#[divan::bench(args = LEVELS)]
fn fbm_512(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Fbm(Fbm), 512.0, 0.0, Order::Value, level);
}
#[divan::bench(args = LEVELS)]
fn fbm_64_gradient(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Fbm(Fbm), 64.0, 0.0, Order::Gradient, level);
}
#[divan::bench(args = LEVELS)]
fn fbm_512_gradient(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Fbm(Fbm), 512.0, 0.0, Order::Gradient, level);
}
#[divan::bench(args = LEVELS)]
fn billow_64(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Billow(Billow), 64.0, 0.0, Order::Value, level);
}
#[divan::bench(args = LEVELS)]
fn ridged_64(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Ridged(Ridged), 64.0, 0.0, Order::Value, level);
}
#[divan::bench(args = LEVELS)]
fn damped_64(bencher: Bencher<'_, '_>, level: &str) {
    block(bencher, AnyFractal::Damped(Damped::default()), 64.0, 0.0, Order::Value, level);
}
