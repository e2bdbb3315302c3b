//! Compares values with the second implementations.

use super::all::{METRICS, OUTPUTS, Random, plain, single};
use super::oracle;
use orogen_noise::basis::{AnyBasis, Cellular};
use orogen_noise::hash::Key;
use orogen_noise::noise::Dimension;

fn expected<const D: usize>(basis: &AnyBasis, key: &Key, place: [f64; D]) -> f64 {
    match basis {
        AnyBasis::Hermite(_) => oracle::hermite(key, place),
        AnyBasis::Perlin(_) => oracle::perlin(key, place),
        AnyBasis::Simplex(_) => oracle::simplex(key, place),
        AnyBasis::Value(value) => oracle::value(key, value.fade, place),
        AnyBasis::Cellular(cellular) => oracle::cellular(key, cellular, place),
        AnyBasis::White(_) => oracle::white(key, place),
        AnyBasis::ImprovedPerlin(_) => unreachable!("has a test of its own"),
    }
}

fn compare<const D: usize>(basis: AnyBasis, count: usize, extent: f64)
where
    AnyBasis: Dimension<D>,
{
    let noise = single::<D>(basis, 11);
    let key = &noise.octaves.list[0].key;
    let mut random = Random(4);
    for _ in 0..count {
        let place = random.point(extent);
        let (ours, theirs) = (noise.at(place).v, expected(&basis, key, place));
        assert!((ours - theirs).abs() < 1e-9, "{basis:?} at {place:?}: {ours} and {theirs}");
    }
}

#[test]
fn plain_bases() {
    for basis in plain().into_iter().filter(|basis| !matches!(basis, AnyBasis::ImprovedPerlin(_))) {
        for extent in [2.0, 1e4] {
            compare::<2>(basis, 10_000, extent);
            compare::<3>(basis, 10_000, extent);
        }
    }
}

/// Compares with a scan over 7^D cells, which shows that the search omits no relevant cell.
#[test]
fn cellular_bases() {
    for output in OUTPUTS {
        for metric in METRICS {
            for jitter in [1.0, 0.6, 0.0] {
                let basis = AnyBasis::Cellular(Cellular { output, metric, jitter });
                compare::<2>(basis, 5_000, 1e4);
                compare::<3>(basis, 1_500, 1e4);
            }
        }
    }
}
