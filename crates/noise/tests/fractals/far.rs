//! Ten million metres from the origin, `f32` rows are as exact and as smooth as at the origin.

use crate::cases::{PERLIN, row};
use orogen_noise::fractal::{AnyFractal, Fbm, Swiss};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Noise;
use orogen_noise::octaves::{Count, Layout};

const FAR: f64 = 1e7;
const STRIP: usize = 128;

fn noises() -> Vec<Noise<2>> {
    let mut all = Vec::new();
    for fractal in [AnyFractal::Fbm(Fbm), AnyFractal::Swiss(Swiss::default())] {
        for rotation in [0.0, 30.0] {
            for lacunarity in [2.0, 2.13] {
                let layout = Layout {
                    count: Count::Exactly(8),
                    scatter: true,
                    rotation,
                    lacunarity,
                    ..Layout::single(11, 10.0)
                };
                all.push(Noise::new(PERLIN, fractal, &layout).unwrap());
            }
        }
    }
    all
}

/// Values along a line of strips, in `f32` and in `f64`.
fn line(noise: &Noise<2>, start: f64, spacing: f64, strips: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut single, mut double) = (Vec::new(), Vec::new());
    for strip in 0..strips {
        let columns: Vec<_> =
            (0..STRIP).map(|i| [start + (strip * STRIP + i) as f64 * spacing, 0.0]).collect();
        let place = [0.0, -start + 3.3];
        let fast = row::<f32, 2>(noise, Level::best(), Order::Value, &columns, place, None);
        let exact = row::<f64, 2>(noise, Level::Scalar, Order::Value, &columns, place, None);
        single.extend(fast.plane(0)[..STRIP].iter().map(|&v| f64::from(v)));
        double.extend_from_slice(&exact.plane(0)[..STRIP]);
    }
    (single, double)
}

#[test]
fn is_exact_far_away() {
    for noise in noises() {
        let (single, double) = line(&noise, FAR, 0.37, 100);
        let worst = single.iter().zip(&double).map(|(a, b)| (a - b).abs());
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 1e-5, "{:?}: off by {worst:e}", noise.fractal);
        let highest = double.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        assert!(highest > 0.3, "{:?} is flat", noise.fractal);
    }
}

/// Largest and root mean square second difference of several lines.
fn jitter(lines: &[Vec<f64>]) -> [f64; 2] {
    let second = lines.iter().flat_map(|line| line.windows(3).map(|w| w[0] - 2.0 * w[1] + w[2]));
    let (mut largest, mut square, mut count) = (0.0_f64, 0.0, 0.0);
    for d in second {
        largest = largest.max(d.abs());
        square += d * d;
        count += 1.0;
    }
    [largest, (square / count).sqrt()]
}

/// The noise far away has other values, but the same properties: its second differences are as large as at the origin, and so
/// are the second differences of the rounding errors. Both vary with curvature and with the rounded height, so many lines are
/// combined.
#[test]
fn is_smooth_far_away() {
    let is_sweep = std::env::var_os("OROGEN_SWEEP").is_some();
    for (at, noise) in noises().into_iter().enumerate() {
        // A sweep tests both spacings for each noise. A normal run tests one spacing for each noise.
        let spacings = [0.001, 0.01].into_iter().skip(if is_sweep { 0 } else { (at + at / 4) % 2 });
        for spacing in spacings.take(if is_sweep { 2 } else { 1 }) {
            let measure = |start: f64| {
                let starts = (0..40).map(|k| start + 37.0 * f64::from(k));
                let lines = starts.map(|start| line(&noise, start, spacing, 600));
                let (single, double): (Vec<_>, Vec<_>) = lines.unzip();
                let difference =
                    |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| a - b).collect();
                let rounding: Vec<_> = single.iter().zip(&double).map(difference).collect();
                (jitter(&single), jitter(&rounding))
            };
            let (near, far) = (measure(0.0), measure(FAR));
            // At ridges, the second difference depends on how sharp the crease is. So even the largest of many lines depends
            // on chance.
            let most = if noise.fractal == AnyFractal::Fbm(Fbm) { 1.1 } else { 1.5 };
            let smooth =
                far.0[0] < most * near.0[0] && far.0[1] < 1.1 * near.0[1] && far.1[1] < 1.1 * near.1[1];
            assert!(
                smooth,
                "{:?}, spacing {spacing}: second differences and those of rounding, largest and root mean \
                 square: {far:?}, near the origin {near:?}",
                noise.fractal
            );
        }
    }
}
