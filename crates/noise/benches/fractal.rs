//! Time per sample of each fractal: 8 octaves of gradient noise in the plane.

use std::ops::Range;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use orogen_noise::basis::{AnyBasis, Perlin};
use orogen_noise::fractal::{
    AnyFractal, Billow, Damped, Fbm, HybridMultifractal, Jordan, Ridged, RidgedMultifractal, Ridges, Swiss,
};
use orogen_noise::jet::Order;
use orogen_noise::lattice::Columns;
use orogen_noise::level::Level;
use orogen_noise::noise::{Noise, Scratch, Strip};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP};
use orogen_noise::units::{Anchor, Around};

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

/// 512 rows of a strip, with a first wavelength of 64 samples. Octaves are rotated by 30 degrees against one another, or
/// parallel to the rows.
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

/// How the positions of a patch's samples are given.
#[derive(Clone, Copy, Debug)]
enum Mapping {
    /// Integer units from the centre, within 2 km.
    Near,
    /// Integer units from the centre, in two parts.
    Large,
    /// Metres from the origin.
    Metres,
    /// The positions are mapped before the measurement.
    Done,
}

/// 65² samples of a patch far from the origin, one metre apart. Evaluates 16 octaves with gradient, and maps all samples into
/// the lattices of the octaves. The time of the mapping is the difference from `Done`.
#[divan::bench(args = [Mapping::Near, Mapping::Large, Mapping::Metres, Mapping::Done])]
fn patch(bencher: Bencher<'_, '_>, mapping: Mapping) {
    const SIDE: i32 = 65;
    let layout =
        Layout { count: Count::Exactly(16), scatter: true, rotation: 34.38, ..Layout::single(7, 65_536.0) };
    let noise = Noise::<3>::new(AnyBasis::Perlin(Perlin), AnyFractal::Fbm(Fbm), &layout).unwrap();
    let centre = [3_600_000.5, -4_200_000.25, 3_000_000.0];
    // Offsets on a slope, in metres. A metre is 2^20 units.
    let offset = |i: i32| [i % SIDE - 32, i / SIDE - 32, (i % SIDE + i / SIDE) / 2 - 32];
    let offsets: Vec<_> = (0..SIDE * SIDE).map(offset).collect();
    let metres = |offset: &[i32; 3]| std::array::from_fn(|k| centre[k] + f64::from(offset[k]));
    let metres: Vec<[f64; 3]> = offsets.iter().map(metres).collect();
    let planes = |scale: i32| -> [Vec<i32>; 3] {
        std::array::from_fn(|k| offsets.iter().map(|offset| scale * offset[k]).collect())
    };
    let (near, parts) = (planes(1 << 20), [planes(0), planes(1)]);
    let line = noise.line(&[0.0; 3]);
    let units = centre.map(|x| (x * 1_048_576.0) as i64);
    let anchors: Vec<_> = noise.lattices().map(|map| Anchor::new(&map, &units)).collect();
    let strip = |first: usize| -> Strip<f32, 3> {
        let end = metres.len().min(first + STRIP);
        let part = |planes| slices(planes, first..end);
        let around = match mapping {
            Mapping::Metres => return noise.strip(&metres[first..end]),
            Mapping::Large => Around { low: part(&parts[0]), high: Some(part(&parts[1])) },
            Mapping::Near | Mapping::Done => Around { low: part(&near), high: None },
        };
        let columns = anchors.iter().map(|anchor| Columns::around(Level::best(), anchor, &around));
        noise.strip_of(columns.collect(), end - first)
    };
    let firsts = || (0..metres.len()).step_by(STRIP);
    let done: Vec<_> = firsts().map(strip).collect();
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    bencher.counter(ItemsCount::new(metres.len())).bench_local(|| {
        for (first, done) in firsts().zip(&done) {
            let new = if let Mapping::Done = mapping { None } else { Some(strip(first)) };
            let strip = new.as_ref().unwrap_or(done);
            noise.row(Level::best(), Order::Gradient, strip, &line, None, &mut scratch, &mut out).unwrap();
        }
        black_box(out.plane(0)[0])
    });
}

fn slices(planes: &[Vec<i32>; 3], range: Range<usize>) -> [&[i32]; 3] {
    planes.each_ref().map(|plane| &plane[range.clone()])
}
