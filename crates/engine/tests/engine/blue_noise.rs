//! The endless patterns of points: distances, densities, spectra, and that regions do not matter.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use orogen_engine::blue_noise::{POINTS_PER_SQUARED_DISTANCE, Pattern, PatternPoint, Rectangle};
use proptest::prelude::*;

fn square(corner: [f64; 2], side: f64) -> Rectangle {
    Rectangle { min: corner, max: corner.map(|edge| edge + side) }
}

/// The squared distance of the two nearest points, from a search in cells of the given side.
fn nearest_squared(points: &[[f64; 2]], side: f64) -> f64 {
    let mut cells: BTreeMap<[i64; 2], Vec<[f64; 2]>> = BTreeMap::new();
    let mut nearest = f64::INFINITY;
    for &[x, y] in points {
        let cell = [x, y].map(|metres| (metres / side).floor() as i64);
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            for other in cells.get(&[cell[0] + right, cell[1] + down]).into_iter().flatten() {
                nearest = nearest.min((x - other[0]).powi(2) + (y - other[1]).powi(2));
            }
        }
        cells.entry(cell).or_default().push([x, y]);
    }
    nearest
}

fn positions(points: &[PatternPoint], most: f64) -> Vec<[f64; 2]> {
    points.iter().filter(|point| point.rank <= most).map(|point| point.position).collect()
}

/// Points of any rank are as far apart as their density demands, also across the borders of regions that were computed
/// separately.
#[test]
fn points_keep_their_distance_across_borders() {
    let pattern = Pattern::new(3, 5.0, None);
    let regions =
        (0..9).map(|index| square([f64::from(index % 3) * 450.0, f64::from(index / 3) * 450.0], 450.0));
    let points: Vec<_> = regions.flat_map(|region| pattern.points(&region)).collect();
    for share in [1.0, 0.7, 0.5, 0.3, 0.1, 0.03, 1.0 / 64.0] {
        let least = 5.0 / f64::sqrt(share);
        let found = nearest_squared(&positions(&points, share), least).sqrt();
        assert!(found >= least * (1.0 - 1e-12), "{found} m at a density of {share}, not {least} m");
        assert!(found < least * 1.2, "some points are nearly as near as allowed: {found} m, {least} m");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// The points of a region are those of any larger region, bit for bit and in the same order.
    #[test]
    fn regions_do_not_matter(
        seed: u64,
        distance in 0.5..40.0_f64,
        far in prop::array::uniform2(-1e6..1e6_f64),
        inner in prop::array::uniform2(0.0..60.0_f64),
        size in prop::array::uniform2(0.1..60.0_f64),
        outer in prop::array::uniform4(0.0..40.0_f64),
    ) {
        let pattern = Pattern::new(seed, distance, None);
        let min = [0, 1].map(|axis| far[axis] + distance * inner[axis]);
        let part = Rectangle { min, max: [0, 1].map(|axis| min[axis] + distance * size[axis]) };
        let around = Rectangle {
            min: [part.min[0] - distance * outer[0], part.min[1] - distance * outer[1]],
            max: [part.max[0] + distance * outer[2], part.max[1] + distance * outer[3]],
        };
        let mut expected = pattern.points(&around);
        expected.retain(|point| part.contains(point.position));
        prop_assert_eq!(pattern.points(&part), expected);
    }
}

/// A small region far from the edges of a large one, so that their aprons have nothing in common.
#[test]
fn a_small_region_is_part_of_a_large_one() {
    let pattern = Pattern::new(11, 1.0, None);
    let large = pattern.points(&square([-300.0, -300.0], 600.0));
    for corner in [[-299.0, -299.0], [0.0, 0.0], [200.0, -100.0]] {
        let part = square(corner, 37.0);
        let mut expected = large.clone();
        expected.retain(|point| part.contains(point.position));
        assert_eq!(pattern.points(&part), expected);
    }
}

/// The number of points is proportional to the rank, and to the constant that recipes use for `density`.
#[test]
fn density_is_proportional_to_rank() {
    let points = Pattern::new(5, 1.0, None).points(&square([0.0, 0.0], 800.0));
    let all = POINTS_PER_SQUARED_DISTANCE * 800.0 * 800.0;
    for share in [1.0, 0.9, 0.75, 0.6, 0.5, 0.4, 0.25, 0.1, 0.05, 0.02, 0.01, 0.003] {
        let count = positions(&points, share).len() as f64;
        let error = count / (share * all) - 1.0;
        // The counts of blue noise vary less than those of white noise.
        let tolerance = 0.006 + 2.0 / (share * all).sqrt();
        assert!(error.abs() < tolerance, "{error:+.4} at a density of {share}");
    }
}

/// The periodogram of points in a square of a whole number of wavelengths, for the frequencies `f` in cycles per side.
fn power(points: &[[f64; 2]], side: f64, f: [f64; 2]) -> f64 {
    let phase = |&[x, y]: &[f64; 2]| TAU * (f[0] * x + f[1] * y) / side;
    let (re, im) = points.iter().map(phase).fold((0.0, 0.0), |(re, im), p| (re + p.cos(), im + p.sin()));
    (re * re + im * im) / points.len() as f64
}

/// Blue noise: little power below the frequency of the mean distance, about 1 far above it, and no peaks, neither at the
/// frequencies of the lattices nor anywhere else. White noise has 1 everywhere, and a lattice has the number of points at its peaks.
#[test]
fn the_spectrum_is_that_of_blue_noise() {
    let (side, patches) = (48.0, 12);
    for share in [1.0, 0.35] {
        let point_sets: Vec<_> = (0..patches)
            .map(|seed| positions(&Pattern::new(seed, 1.0, None).points(&square([0.0, 0.0], side)), share))
            .collect();
        let mean = |f: [f64; 2]| {
            point_sets.iter().map(|points| power(points, side, f)).sum::<f64>() / point_sets.len() as f64
        };
        // Cycles per side for a wavelength of the least distance.
        let top = side * f64::sqrt(share);
        let (mut low, mut high, mut peak) = (Vec::new(), Vec::new(), 0.0_f64);
        let count = 44;
        for (i, j) in (0..=count).flat_map(|i| (-count..=count).map(move |j| (i, j))) {
            let f = [f64::from(i), f64::from(j)].map(|f| (f * 2.2 * top / f64::from(count)).round());
            let length = f[0].hypot(f[1]) / top;
            // Next to 0 is the power of the square itself.
            if f[0].hypot(f[1]) < 2.5 {
                continue;
            }
            let power = mean(f);
            peak = peak.max(power);
            if length < 0.4 {
                low.push(power);
            } else if length > 1.6 {
                high.push(power);
            }
        }
        let mean_of = |powers: &[f64]| powers.iter().sum::<f64>() / powers.len() as f64;
        let (low, high) = (mean_of(&low), mean_of(&high));
        assert!(low < 0.2, "the mean power of low frequencies is {low} at {share}");
        assert!((high - 1.0).abs() < 0.1, "the mean power of high frequencies is {high} at {share}");
        assert!(peak < 4.5, "a peak of {peak} at {share}");
        // The lattices of the two finest levels, and their overtones.
        for cell in [std::f64::consts::FRAC_1_SQRT_2, 1.0] {
            for (i, j) in [(1, 0), (0, 1), (1, 1), (1, -1), (2, 0), (0, 2), (2, 1)] {
                let f = [f64::from(i), f64::from(j)].map(|f| f * side / cell);
                let power = mean(f);
                assert!(power < 3.5, "{power} at ({i}, {j}) of the lattice with cells of {cell}");
            }
        }
    }
}

/// With a period, the pattern repeats, and keeps its distances over the edges.
#[test]
fn a_pattern_with_a_period_repeats() {
    for period in [300.0, 37.0, 9.0] {
        let pattern = Pattern::new(8, 3.0, Some(period));
        let points = pattern.points(&square([0.0, 0.0], period));
        assert!(!points.is_empty());
        let next = pattern.points(&square([period, -2.0 * period], period));
        assert_eq!(points.len(), next.len());
        let mut pairs: Vec<_> = points.iter().zip(&next).collect();
        pairs.retain(|(one, other)| one.word == other.word && one.rank == other.rank);
        assert_eq!(pairs.len(), points.len());
        for (one, other) in pairs {
            assert!((other.position[0] - one.position[0] - period).abs() < 1e-9);
            assert!((other.position[1] - one.position[1] + 2.0 * period).abs() < 1e-9);
        }
        let wide = positions(&pattern.points(&square([-period, -period], 3.0 * period)), 1.0);
        assert!(nearest_squared(&wide, 3.0).sqrt() >= 3.0 - 1e-9, "period {period}");
    }
}

#[test]
fn seeds_give_other_points() {
    let [one, other] = [1, 2].map(|seed| Pattern::new(seed, 2.0, None).points(&square([0.0, 0.0], 50.0)));
    let same = one.iter().filter(|point| other.iter().any(|other| other.position == point.position));
    assert_eq!(same.count(), 0);
}

/// A region contains its lower edges and not its upper edges, so tiles that share an edge have each point once.
#[test]
fn regions_contain_their_lower_edges_only() {
    let pattern = Pattern::new(7, 3.0, None);
    let points = positions(&pattern.points(&square([0.0, 0.0], 60.0)), 1.0);
    assert!(points.len() > 100);
    for [x, y] in points {
        let has = |min: [f64; 2], max: [f64; 2]| {
            positions(&pattern.points(&Rectangle { min, max }), 1.0).contains(&[x, y])
        };
        assert!(has([x, y], [x + 1.0, y + 1.0]));
        assert!(!has([x - 1.0, y], [x, y + 1.0]) && !has([x, y - 1.0], [x + 1.0, y]));
    }
}
