//! Craters have the numbers, the sizes and the random positions that they should have.

use orogen_engine::nodes::craters::plane::Plane;
use orogen_engine::nodes::craters::population::{Octave, Population, poisson};
use orogen_engine::nodes::craters::profile::Measures;
use orogen_engine::nodes::craters::surface::Surface;

fn octaves(coverage: f64, tile: Option<f64>) -> Vec<Octave> {
    let measures = Measures { depth: 1.0, rim: 1.0, peak: 1.0, transition: 15e3, spacing: 0.0 };
    let population = Population { seed: 42, coverage, bend: 0.5, tile, ball: None };
    (0..6).map(|k| Octave::new(&population, k, measures.sizes(k as u32, 1600.0)).unwrap()).collect()
}

/// All craters with centres in 0 … `side` metres along both axes: octave, diameter and centre.
fn census(octaves: &[Octave], side: f64) -> Vec<(usize, f64, [f64; 2])> {
    let mut all = Vec::new();
    for (k, octave) in octaves.iter().enumerate() {
        let cells = (side / octave.cell).ceil() as u32;
        let cells = (0..cells).flat_map(|y| (0..cells).map(move |x| [x, y]));
        all.extend(cells.flat_map(|cell| octave.craters(Plane::SHEETS[0], cell)).map(|crater| {
            let metres = |axis: usize| octave.cell * (f64::from(crater.cell[axis]) + crater.centre[axis]);
            (k, 2.0 * octave.sizes[crater.size].radius, [metres(0), metres(1)])
        }));
    }
    all.retain(|(_, _, [x, y])| *x < side && *y < side);
    all
}

#[test]
fn sizes_fall_with_the_square_and_every_octave_covers_the_same() {
    let side = 120_000.0;
    let all = census(&octaves(0.12, None), side);
    // The slope of the best line through log N(>D) over log D.
    let counted: Vec<_> = (0..20)
        .map(|i| 30.0 * 40.0_f64.powf(f64::from(i) / 19.0))
        .map(|d| (d.ln(), (all.iter().filter(|(_, diameter, _)| *diameter > d).count() as f64).ln()))
        .collect();
    let mean = |f: fn(&(f64, f64)) -> f64| counted.iter().map(f).sum::<f64>() / counted.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = counted.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = covariance / counted.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    assert!((slope + 2.0).abs() < 0.2, "slope {slope}");
    for k in 0..6 {
        let area: f64 = all
            .iter()
            .filter(|(octave, ..)| *octave == k)
            .map(|(_, d, _)| std::f64::consts::FRAC_PI_4 * d * d)
            .sum();
        assert!((area / (side * side) - 0.12).abs() < 0.012, "octave {k}: {}", area / (side * side));
        // The same within the octave: with N(>D) ∝ D⁻² and all craters above L/2, a third of them are above L/√2.
        let sizes: Vec<_> = all.iter().filter(|(octave, ..)| *octave == k).map(|(_, d, _)| *d).collect();
        let middle = 1600.0 * 0.5_f64.powi(k as i32) * std::f64::consts::FRAC_1_SQRT_2;
        let above = sizes.iter().filter(|&&d| d > middle).count() as f64 / sizes.len() as f64;
        assert!((above - 1.0 / 3.0).abs() < 0.03, "octave {k}: {above} are above the middle size");
    }
}

#[test]
fn craters_are_strewn_by_poissons_law() {
    let octave = &octaves(0.12, None)[5];
    let all = census(std::slice::from_ref(octave), 20_000.0);
    // Counts in squares that do not follow the cells: the variance equals the mean.
    for square in [31.0, 77.0, 203.0] {
        let across = (20_000.0_f64 / square) as usize;
        let mut counts = vec![0.0; across * across];
        for (_, _, [x, y]) in &all {
            let (i, j) = ((x / square) as usize, (y / square) as usize);
            if i < across && j < across {
                counts[j * across + i] += 1.0;
            }
        }
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / counts.len() as f64;
        assert!((variance / mean - 1.0).abs() < 0.08, "squares of {square} m: {variance} against {mean}");
    }
}

#[test]
fn thresholds_are_those_of_poissons_law() {
    let thresholds = poisson(2.0);
    let expected = [0.135_335_283, 0.406_005_850, 0.676_676_416, 0.857_123_460];
    for (threshold, expected) in thresholds.iter().zip(expected) {
        assert!((f64::from(*threshold) / 4_294_967_296.0 - expected).abs() < 1e-8);
    }
    assert_eq!(poisson(0.0), Vec::<u32>::new());
    assert!(poisson(30.0).len() < 100 && thresholds.is_sorted());
}

#[test]
fn a_lattice_that_repeats_does() {
    for octave in octaves(0.3, Some(5000.0)) {
        let period = octave.period.unwrap();
        let craters = |cell| {
            octave.craters(Plane::SHEETS[0], cell).map(|c| (c.centre, c.size, c.birth())).collect::<Vec<_>>()
        };
        assert_eq!(craters([1, 2_u32.wrapping_sub(period)]), craters([1 + period, 2]));
    }
}
