//! Hermite noise is equally strong in all directions, and varies nearly as much at all places.

use super::all::single;
use orogen_noise::Grid;
use orogen_noise::basis::{AnyBasis, Hermite, Perlin};
use orogen_noise::noise::Noise;

/// Samples per side of a square.
const SIDE: usize = 40;
/// Samples per cell, along an axis.
const PER_CELL: usize = 4;
/// Number of squares.
const SQUARES: usize = 1600;

/// Directions from 0° to 45°, by steps of 5°.
const DIRECTIONS: usize = 10;

/// The power of the heights and of the slopes in each direction: sums over frequencies up to 1.8 per cell (the samples show
/// 2) of the squared Fourier transform times the frequency, or times its cube.
fn powers(basis: AnyBasis) -> [[f64; DIRECTIONS]; 2] {
    let noise: Noise<2> = single(basis, 5);
    let directions = (0..DIRECTIONS).map(|direction| (direction, (direction as f64 * 5.0).to_radians()));
    let waves: Vec<_> = directions
        .flat_map(|(direction, angle)| {
            (1..=18).map(move |k| {
                let frequency = f64::from(k) * 0.1;
                (direction, frequency, wave(frequency * angle.cos()), wave(frequency * angle.sin()))
            })
        })
        .collect();
    let mut powers = [[0.0; DIRECTIONS]; 2];
    for square in 0..SQUARES {
        let origin = [(square % 40) as f64 * 100.3, (square / 40) as f64 * 100.7];
        let mut heights = vec![0.0_f32; SIDE * SIDE];
        let grid = Grid { origin, spacing: 1.0 / PER_CELL as f64, columns: SIDE, rows: SIDE };
        noise.fill(&mut heights, grid).unwrap();
        for (direction, frequency, columns, rows) in &waves {
            let power = power(&heights, columns, rows);
            powers[0][*direction] += power * frequency;
            powers[1][*direction] += power * frequency.powi(3);
        }
    }
    powers
}

/// Cosine and sine along an axis. The window falls smoothly to the border, so that the border adds no power along the axes.
fn wave(frequency: f64) -> Vec<[f64; 2]> {
    let term = |i: usize| {
        let window = (std::f64::consts::PI * (i as f64 + 0.5) / SIDE as f64).sin().powi(2);
        let phase = std::f64::consts::TAU * frequency * i as f64 / PER_CELL as f64;
        [phase.cos(), phase.sin()].map(|c| c * window)
    };
    (0..SIDE).map(term).collect()
}

/// The squared magnitude of the Fourier transform. The wave is the product of one along x and one along y.
fn power(heights: &[f32], columns: &[[f64; 2]], rows: &[[f64; 2]]) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (row, [cos, sin]) in heights.chunks_exact(SIDE).zip(rows) {
        let (mut a, mut b) = (0.0, 0.0);
        for (&height, [c, s]) in row.iter().zip(columns) {
            a += f64::from(height) * c;
            b += f64::from(height) * s;
        }
        re += a * cos - b * sin;
        im += a * sin + b * cos;
    }
    re * re + im * im
}

/// The largest deviation from the mean over the directions.
fn unevenness(powers: [f64; DIRECTIONS]) -> f64 {
    let mean = powers.iter().sum::<f64>() / DIRECTIONS as f64;
    powers.iter().map(|power| (power / mean - 1.0).abs()).fold(0.0, f64::max)
}

#[test]
fn is_the_same_in_all_directions() {
    let [heights, slopes] = powers(Hermite.into()).map(unevenness);
    println!("Hermite: heights {heights:.3}, slopes {slopes:.3}");
    assert!(heights < 0.02 && slopes < 0.02, "heights {heights:.3}, slopes {slopes:.3}");
    // The measurement sees that the power of Perlin noise differs.
    let [heights, slopes] = powers(Perlin.into()).map(unevenness);
    println!("Perlin: heights {heights:.3}, slopes {slopes:.3}");
    assert!(heights > 0.06 && slopes > 0.1, "heights {heights:.3}, slopes {slopes:.3}");
}

/// The mean square of the noise at a place of the cells.
fn mean_square(basis: AnyBasis, [x, y]: [f64; 2]) -> f64 {
    let noise: Noise<2> = single(basis, 5);
    let cell = |i: u32| [f64::from(i % 200) + x, f64::from(i / 200) + y];
    let places: Vec<_> = (0..40_000).map(cell).collect();
    let mut values = vec![0.0_f32; places.len()];
    noise.fill_points(&mut values, &places).unwrap();
    values.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>() / values.len() as f64
}

#[test]
fn varies_as_much_at_all_places() {
    let mean = AnyBasis::Hermite(Hermite).facts::<2>().mean_square;
    for place in [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 0.21], [0.25, 0.25], [0.8, 0.1]] {
        let share = mean_square(Hermite.into(), place) / mean;
        println!("{place:?}: {share:.3}");
        assert!((0.84..1.07).contains(&share), "{place:?}: {share:.3}");
    }
    assert_eq!(mean_square(Perlin.into(), [0.0, 0.0]), 0.0);
}
