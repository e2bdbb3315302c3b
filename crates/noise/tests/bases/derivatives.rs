//! Compares gradients and Hessians with fourth-order finite differences of values and gradients in `f64`.
//!
//! Differences are invalid across a crease. The test skips (and counts) places whose stencil crosses the border of a cell,
//! where third derivatives of the quintic fade jump, or a place where another feature point becomes the nearest.

use super::all::{METRICS, OUTPUTS, Random, plain, single};
use super::oracle::{Feature, features};
use orogen_noise::basis::{AnyBasis, Cellular, Metric, Output};
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::noise::{Dimension, Noise};

/// Step h of the differences, in cells. The error of the differences is about h⁴ times the fifth derivative.
const STEP: f64 = 2e-4;

/// `f′` from `f(−2h)`, `f(−h)`, `f(h)`, `f(2h)`.
fn difference([a, b, c, d]: [f64; 4]) -> f64 {
    (a - 8.0 * b + 8.0 * c - d) / (12.0 * STEP)
}

/// The four places around `place` along an axis.
fn stencil<const D: usize>(place: [f64; D], axis: usize) -> [[f64; D]; 4] {
    [-2.0, -1.0, 1.0, 2.0].map(|steps| {
        let mut moved = place;
        moved[axis] += steps * STEP;
        moved
    })
}

/// A value that is constant within a stencil if the difference is valid.
fn piece<const D: usize>(basis: &AnyBasis, key: &Key, place: [f64; D]) -> Vec<i64> {
    match basis {
        AnyBasis::Cellular(cellular) => {
            let used = match cellular.output {
                Output::F1 => 0..1,
                Output::F2 => 1..2,
                Output::F2MinusF1 => 0..2,
            };
            let found = features(key, cellular.metric, cellular.jitter, place);
            found[used].iter().flat_map(|feature| feature_piece(cellular.metric, feature)).collect()
        }
        AnyBasis::Simplex(_) => Vec::new(),
        _ => place.iter().map(|p| p.floor() as i64).collect(),
    }
}

/// The nearest point, and the piece of its distance function. Creases of this function go through the point.
fn feature_piece<const D: usize>(metric: Metric, feature: &Feature<D>) -> Vec<i64> {
    let mut piece = feature.cell.to_vec();
    let largest = |a: &usize, b: &usize| feature.way[*a].abs().total_cmp(&feature.way[*b].abs());
    match metric {
        Metric::Squared => {}
        // Close to the tip of the cone the fifth derivative is too large for the step.
        Metric::Euclidean => piece.push(i64::from(feature.far < 50.0 * STEP)),
        Metric::Manhattan => piece.extend(feature.way.iter().map(|w| w.signum() as i64)),
        Metric::Chebyshev => {
            let axis = (0..D).max_by(largest).unwrap();
            piece.extend([axis as i64, feature.way[axis].signum() as i64]);
        }
    }
    piece
}

/// Compares at `count` places. Returns the share of valid places.
fn compare<const D: usize>(basis: AnyBasis, count: usize) -> f64
where
    AnyBasis: Dimension<D>,
{
    let noise: Noise<D> = single(basis, 17);
    let key = &noise.octaves.list[0].key;
    let mut random = Random(5);
    let places: Vec<[f64; D]> = (0..count).map(|_| random.point(50.0)).collect();
    let jets: Vec<Jet<f64, D>> = places.iter().map(|&place| noise.at(place)).collect();
    let typical = |f: &dyn Fn(&Jet<f64, D>) -> f64| (jets.iter().map(f).sum::<f64>() / count as f64).sqrt();
    let slope = typical(&|jet| jet.g.iter().map(|g| g * g).sum());
    let bend = typical(&|jet| jet.h.iter().flatten().map(|h| h * h).sum());
    let mut compared = 0;
    for (&place, jet) in places.iter().zip(&jets) {
        let home = piece(&basis, key, place);
        let crossed = |axis| stencil(place, axis).iter().any(|&p| piece(&basis, key, p) != home);
        let at_tip = matches!(basis, AnyBasis::Cellular(Cellular { metric: Metric::Euclidean, .. }))
            && home.chunks(D + 1).any(|feature| feature[D] == 1);
        if at_tip || (0..D).any(crossed) {
            continue;
        }
        compared += 1;
        for i in 0..D {
            let around = stencil(place, i).map(|p| noise.at(p));
            let expected = difference(around.map(|jet| jet.v));
            let error = (jet.g[i] - expected).abs();
            assert!(
                error <= 1e-4 * slope + 1e-12,
                "{basis:?} at {place:?}: ∂{i} is {}, differences say {expected}",
                jet.g[i]
            );
            for j in 0..D {
                let expected = difference(around.map(|jet| jet.g[j]));
                let error = (jet.h[i][j] - expected).abs();
                assert!(
                    error <= 1e-4 * bend + 1e-9,
                    "{basis:?} at {place:?}: ∂{i}∂{j} is {}, differences say {expected}",
                    jet.h[i][j]
                );
            }
        }
    }
    compared as f64 / count as f64
}

fn judge(basis: AnyBasis, count: usize) {
    for share in [compare::<2>(basis, count), compare::<3>(basis, count)] {
        assert!(share >= 0.9, "{basis:?}: only {share:.2} of the places could be compared");
    }
}

#[test]
fn plain_bases() {
    for basis in plain() {
        judge(basis, 4_000);
    }
}

#[test]
fn cellular_bases() {
    for output in OUTPUTS {
        for metric in METRICS {
            judge(AnyBasis::Cellular(Cellular { output, metric, jitter: 0.9 }), 400);
        }
    }
}

/// At a feature point, a distance is not differentiable, and the basis returns zero. Without jitter, the middle of a cell is
/// exactly a feature point.
#[test]
fn at_a_feature_point() {
    for metric in METRICS {
        let basis = AnyBasis::Cellular(Cellular { output: Output::F1, metric, jitter: 0.0 });
        let jet = single::<3>(basis, 1).at([4.5, -2.5, 0.5]);
        assert_eq!((jet.v, jet.g), (0.0, [0.0; 3]), "{metric:?}");
        let bend = if metric == Metric::Squared { 2.0 } else { 0.0 };
        for (i, row) in jet.h.iter().enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                assert_eq!(entry, if i == j { bend } else { 0.0 }, "{metric:?}");
            }
        }
    }
}
