//! Draws the points of a pattern with a density that falls from left to right, and the mean spectrum of 64 patterns:
//! `cargo run --release -p orogen-files --example scatter_picture -- docs/gallery/scatter.png`

use std::error::Error;
use std::f64::consts::TAU;
use std::path::Path;

use orogen_engine::blue_noise::{Pattern, Rectangle};
use orogen_files::picture;
use rayon::prelude::*;

/// Pixels along the sides of both squares.
const SIDE: usize = 384;
/// Metres between the nearest points of the left square, whose side is [`SIDE`] metres.
const DISTANCE: f64 = 4.0;
/// Side of the square whose spectrum is drawn, in least distances.
const SPECTRUM_SIDE: f64 = 48.0;
const PATTERNS: u64 = 64;
/// Cycles per least distance at the edges of the spectrum.
const HIGHEST: f64 = 3.0;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a PNG")?;
    let (points, spectrum) = (points(), spectrum());
    let pixel = |at: usize| {
        let (column, row) = (at % (2 * SIDE), at / (2 * SIDE));
        let grey =
            if column < SIDE { points[row * SIDE + column] } else { spectrum[row * SIDE + column - SIDE] };
        [grey; 3]
    };
    let pixels: Vec<u8> = (0..2 * SIDE * SIDE).flat_map(pixel).collect();
    picture::png(Path::new(&path), [2 * SIDE as u32, SIDE as u32], &pixels)?.commit()?;
    Ok(())
}

/// Black disks on white. Points with ranks above the density are left out.
fn points() -> Vec<u8> {
    let mut pixels = vec![255; SIDE * SIDE];
    let side = SIDE as f64;
    let all = Pattern::new(1, DISTANCE, None).points(&Rectangle { min: [0.0; 2], max: [side; 2] });
    for point in all {
        let [x, y] = point.position;
        if point.rank > (1.0 - x / side).powi(2) {
            continue;
        }
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let (row, column) =
                ((y as usize + row).saturating_sub(1), (x as usize + column).saturating_sub(1));
            if row < SIDE && column < SIDE {
                let distance = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                let ink = (1.6 - distance).clamp(0.0, 1.0);
                let pixel = &mut pixels[row * SIDE + column];
                *pixel = (f64::from(*pixel) * (1.0 - ink)) as u8;
            }
        }
    }
    pixels
}

/// The mean periodogram, with the frequency 0 in the middle. Mid grey is the power of white noise.
fn spectrum() -> Vec<u8> {
    let part = Rectangle { min: [0.0; 2], max: [SPECTRUM_SIDE; 2] };
    let patterns: Vec<_> = (0..PATTERNS).map(|seed| Pattern::new(seed, 1.0, None).points(&part)).collect();
    let power = |frequency: [f64; 2]| {
        let of = |points: &Vec<orogen_engine::blue_noise::PatternPoint>| {
            let phase = |at: [f64; 2]| TAU * (frequency[0] * at[0] + frequency[1] * at[1]);
            let sum = points.iter().map(|point| phase(point.position).sin_cos());
            let (sin, cos) = sum.fold((0.0, 0.0), |(a, b), (sin, cos)| (a + sin, b + cos));
            (sin * sin + cos * cos) / points.len() as f64
        };
        patterns.iter().map(of).sum::<f64>() / PATTERNS as f64
    };
    // A power is the same at the opposite frequency. Pixels are four times as coarse as the picture.
    let coarse = SIDE / 4;
    let at = |index: usize| (index as f64 + 0.5 - coarse as f64 / 2.0) * 2.0 * HIGHEST / coarse as f64;
    let powers: Vec<f64> =
        (0..coarse * coarse).into_par_iter().map(|i| power([at(i % coarse), at(i / coarse)])).collect();
    let grey = |i: usize| (127.5 * powers[i / SIDE / 4 * coarse + i % SIDE / 4]).min(255.0) as u8;
    (0..SIDE * SIDE).map(grey).collect()
}
