//! Compares facts of the bases with samples: all values are in the interval and reach most of it, and the means are as
//! stated.

use super::all::{METRICS, OUTPUTS, Random, plain, samples, single};
use orogen_noise::basis::{AnyBasis, Cellular, Facts, Metric, Output};
use orogen_noise::interval::Interval;
use orogen_noise::noise::Dimension;

/// Extremes and means of the samples.
struct Measured {
    min: f64,
    max: f64,
    mean_abs: f64,
    mean_square: f64,
}

fn measure<const D: usize>(basis: AnyBasis, count: usize) -> Measured
where
    AnyBasis: Dimension<D>,
{
    let mut measured =
        Measured { min: f64::INFINITY, max: f64::NEG_INFINITY, mean_abs: 0.0, mean_square: 0.0 };
    let mut seen = 0.0;
    for seed in 0..2 {
        samples(&single::<D>(basis, seed), count / 2, |row| {
            for value in row.iter().map(|&value| f64::from(value)) {
                measured.min = measured.min.min(value);
                measured.max = measured.max.max(value);
                measured.mean_abs += value.abs();
                measured.mean_square += value * value;
                seen += 1.0;
            }
        });
    }
    measured.mean_abs /= seen;
    measured.mean_square /= seen;
    measured
}

/// Checks the facts, and that the extremes reach `share` of the interval's ends.
fn judge<const D: usize>(basis: AnyBasis, count: usize, share: f64)
where
    AnyBasis: Dimension<D>,
{
    let Facts { interval, mean_abs, mean_square, .. } = basis.facts::<D>();
    let found = measure::<D>(basis, count);
    // The interval is valid in exact arithmetic. Values rounded to f32 may exceed it.
    let slack = 2e-6;
    let what = format!(
        "{basis:?} in {D}D: [{:.4}, {:.4}] of {interval:?}, means {:.5} of {mean_abs:.5} and {:.5} of {mean_square:.5}",
        found.min, found.max, found.mean_abs, found.mean_square
    );
    println!("{what}");
    assert!(found.min >= interval.min - slack && found.max <= interval.max + slack, "{what}");
    assert!(found.max >= share * interval.max, "{what}");
    assert!(found.min - interval.min <= (1.0 - share) * interval.length(), "{what}");
    assert!((found.mean_abs / mean_abs - 1.0).abs() < 0.02, "{what}");
    assert!((found.mean_square / mean_square - 1.0).abs() < 0.02, "{what}");
}

#[test]
fn plain_bases() {
    for basis in plain() {
        judge::<2>(basis, 2_000_000, 0.85);
        judge::<3>(basis, 2_000_000, 0.85);
    }
}

/// At the upper ends of cellular intervals, all points around a place are in the farthest corners of their cells. Samples
/// reach only half of these ends (a quarter in the squared metric). The tests below show that the ends are correct.
#[test]
fn cellular_bases() {
    for jitter in [1.0, 0.7, 0.3, 0.0] {
        for output in OUTPUTS {
            for metric in METRICS {
                let basis = AnyBasis::Cellular(Cellular { output, metric, jitter });
                let share = if metric == Metric::Squared { 0.25 } else { 0.5 };
                judge::<2>(basis, 400_000, share);
                judge::<3>(basis, 400_000, share);
            }
        }
    }
}

/// Moves one place and the points around it at random, to make an output as large (`sign` 1) or as small (−1) as possible.
/// This is the worst case of any hash.
fn climb<const D: usize>(output: Output, metric: Metric, jitter: f64, sign: f64) -> f64 {
    let distance = |way: [f64; D]| match metric {
        Metric::Euclidean => way.iter().map(|w| w * w).sum::<f64>().sqrt(),
        Metric::Squared => way.iter().map(|w| w * w).sum(),
        Metric::Manhattan => way.iter().map(|w| w.abs()).sum(),
        Metric::Chebyshev => way.iter().map(|w| w.abs()).fold(0.0, f64::max),
    };
    let cells = 3_usize.pow(D as u32);
    // Entry 0 is the place, the others are the points of the cells around it, all as fractions of their cells.
    let score = |state: &[[f64; D]]| {
        let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
        for (index, point) in state[1..].iter().enumerate() {
            let far = distance(std::array::from_fn(|i| {
                let cell = (index / 3_usize.pow(i as u32) % 3) as f64 - 1.0;
                cell + 0.5 + jitter * (point[i] - 0.5) - state[0][i]
            }));
            second = second.min(far.max(first));
            first = first.min(far);
        }
        sign * match output {
            Output::F1 => first,
            Output::F2 => second,
            Output::F2MinusF1 => second - first,
        }
    };
    let mut random = Random(9);
    let mut best = f64::NEG_INFINITY;
    for start in 0..12 {
        let mut state: Vec<[f64; D]> = (0..=cells).map(|_| [(); D].map(|()| random.unit())).collect();
        // The largest values are on a cell's diagonal, which is hard to find by chance.
        state[0] = [f64::from(start) / 22.0; D];
        let mut now = score(&state);
        let mut reach = 1.0;
        while reach > 1e-3 {
            for _ in 0..60 * cells {
                let entry = (random.unit() * (cells + 1) as f64) as usize;
                let axis = (random.unit() * D as f64) as usize;
                let before = state[entry][axis];
                let step = reach * (2.0 * random.unit() - 1.0);
                state[entry][axis] = (before + step).clamp(0.0, 1.0);
                let next = score(&state);
                if next >= now {
                    now = next;
                } else {
                    state[entry][axis] = before;
                }
            }
            reach *= 0.7;
        }
        best = best.max(now);
    }
    sign * best
}

fn judge_ends<const D: usize>(jitter: f64)
where
    AnyBasis: Dimension<D>,
{
    for output in OUTPUTS {
        for metric in METRICS {
            let basis = AnyBasis::Cellular(Cellular { output, metric, jitter });
            let Interval { min, max } = basis.facts::<D>().interval;
            let low = climb::<D>(output, metric, jitter, -1.0);
            let high = climb::<D>(output, metric, jitter, 1.0);
            let what = format!("{basis:?} in {D}D: climbed to [{low:.4}, {high:.4}] of [{min:.4}, {max:.4}]");
            println!("{what}");
            assert!(low >= min - 1e-9 && high <= max + 1e-9, "{what}");
            assert!(low <= min + 0.02 && high >= 0.92 * max, "{what}");
        }
    }
}

#[test]
fn ends_of_cellular_intervals_in_the_plane() {
    for jitter in [1.0, 0.7, 0.3, 0.0] {
        judge_ends::<2>(jitter);
    }
}

#[test]
fn ends_of_cellular_intervals_in_space() {
    for jitter in [1.0, 0.7] {
        judge_ends::<3>(jitter);
    }
}
