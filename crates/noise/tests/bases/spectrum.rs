//! The power of Hermite noise is the same in all directions, though its lattice is along the axes.

use super::all::single;
use orogen_noise::basis::{AnyBasis, Hermite, Perlin};
use orogen_noise::noise::Noise;

/// Samples per side of a square, per cell, and squares.
const SIDE: usize = 40;
const PER_CELL: usize = 4;
const SQUARES: usize = 1600;

/// Directions from 0° to 45°, by steps of 5°.
const DIRECTIONS: usize = 10;

/// The power of the heights and of the slopes in each direction: sums over frequencies up to the one that the samples show, of
/// the squared Fourier transform times the frequency, or times its cube.
fn powers(basis: AnyBasis) -> [[f64; DIRECTIONS]; 2] {
    let noise: Noise<2> = single(basis, 5);
    let frequencies: Vec<f64> = (1..=18).map(|k| f64::from(k) * 0.1).collect();
    let mut powers = [[0.0; DIRECTIONS]; 2];
    // The window falls smoothly to the border, so that the border adds no power along the axes.
    let window = |i: usize| (std::f64::consts::PI * (i as f64 + 0.5) / SIDE as f64).sin().powi(2);
    let step = 1.0 / PER_CELL as f64;
    for square in 0..SQUARES {
        let origin = [(square % 40) as f64 * 100.3, (square / 40) as f64 * 100.7];
        let mut heights = vec![0.0_f32; SIDE * SIDE];
        let grid = orogen_noise::Grid { origin, spacing: step, columns: SIDE, rows: SIDE };
        noise.fill(&mut heights, grid).unwrap();
        for (direction, angle) in (0..DIRECTIONS).map(|d| (d, (d as f64 * 5.0).to_radians())) {
            for &frequency in &frequencies {
                // The transform is a product along x and along y: one phase per column and per row.
                let phase = |along: f64, i: usize| std::f64::consts::TAU * along * i as f64 * step;
                let [along_x, along_y] = [frequency * angle.cos(), frequency * angle.sin()];
                let wave = |along: f64| -> Vec<[f64; 2]> {
                    let term = |i| [phase(along, i).cos(), phase(along, i).sin()].map(|c| c * window(i));
                    (0..SIDE).map(term).collect()
                };
                let (columns, rows) = (wave(along_x), wave(along_y));
                let (mut re, mut im) = (0.0, 0.0);
                for (row, [cos, sin]) in heights.chunks_exact(SIDE).zip(rows) {
                    let (mut a, mut b) = (0.0, 0.0);
                    for (&height, [c, s]) in row.iter().zip(&columns) {
                        a += f64::from(height) * c;
                        b += f64::from(height) * s;
                    }
                    re += a * cos - b * sin;
                    im += a * sin + b * cos;
                }
                let power = re * re + im * im;
                powers[0][direction] += power * frequency;
                powers[1][direction] += power * frequency.powi(3);
            }
        }
    }
    powers
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
    assert!(heights < 0.05 && slopes < 0.05, "heights {heights:.3}, slopes {slopes:.3}");
    // The measurement sees that the power of Perlin noise differs.
    let [heights, slopes] = powers(Perlin.into()).map(unevenness);
    println!("Perlin: heights {heights:.3}, slopes {slopes:.3}");
    assert!(heights > 0.06 && slopes > 0.1, "heights {heights:.3}, slopes {slopes:.3}");
}
