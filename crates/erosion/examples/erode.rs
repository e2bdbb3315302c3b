//! Erodes a raster of 32-bit floats. `erode IN.f32 SIDE SPACING OUT [SEED [LAKES [KEEP]]]` writes three files: OUT.h.f32
//! (ground), OUT.a.f32 (drainage area) and OUT.w.f32 (surface of the water). With KEEP, the spacing in metres of a measured
//! terrain, it prints how far the averages of squares of this size differ from those of the input.

use std::error::Error;
use std::time::Instant;

use orogen_erosion::{Land, Settings, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, input, side, spacing, output, rest @ ..] = &arguments[..] else {
        return Err("give IN.f32 SIDE SPACING OUT [SEED [LAKES [KEEP]]]".into());
    };
    let bytes = std::fs::read(input)?;
    let height = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let seed = rest.first().map_or(Ok(0), |seed| seed.parse())?;
    let lakes = rest.get(1).map_or(Ok(0.0), |lakes| lakes.parse())?;
    let keep = rest.get(2).map(|keep| keep.parse()).transpose()?;
    let land = Land::new(side.parse()?, spacing.parse()?, height);
    let begin = Instant::now();
    let solution = solve(&land, &Settings { seed, lakes, keep, ..Settings::default() }, &|_| true)?;
    let (rivers, lakes) = (solution.water.rivers.len(), solution.water.lakes.len());
    println!("{:.2} s, {rivers} rivers, {lakes} lakes", begin.elapsed().as_secs_f64());
    if let Some(keep) = keep {
        let factor = (keep / land.spacing).round() as usize;
        if factor == 0 || land.side / factor < 3 {
            return Err("KEEP must be from SPACING to a third of the side".into());
        }
        let squares = |heights| averages(heights, land.side, factor);
        println!("{:.3} m rms from the input", rms(&squares(&land.height), &squares(&solution.height)));
    }
    for (name, raster) in [("h", &solution.height), ("a", &solution.area), ("w", &solution.water.surface)] {
        let bytes: Vec<u8> = raster.iter().flat_map(|number| number.to_le_bytes()).collect();
        std::fs::write(format!("{output}.{name}.f32"), bytes)?;
    }
    Ok(())
}

/// The averages of squares of `factor` × `factor` cells, except those at the border.
fn averages(heights: &[f32], side: usize, factor: usize) -> Vec<f64> {
    let squares = side / factor;
    let inside = 1..squares - 1;
    let average = |x: usize, y: usize| {
        let cells = (0..factor * factor).map(|i| (y * factor + i / factor) * side + x * factor + i % factor);
        cells.map(|cell| f64::from(heights[cell])).sum::<f64>() / (factor * factor) as f64
    };
    inside.clone().flat_map(|y| inside.clone().map(move |x| (x, y))).map(|(x, y)| average(x, y)).collect()
}

/// Root of the mean square of the differences.
fn rms(one: &[f64], other: &[f64]) -> f64 {
    let squares = one.iter().zip(other).map(|(one, other)| (one - other).powi(2));
    (squares.sum::<f64>() / one.len() as f64).sqrt()
}
