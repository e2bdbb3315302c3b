//! Erodes a raster of 32-bit floats. `erode IN.f32 SIDE SPACING OUT [SEED [LAKES [KEEP]]]` writes three files: OUT.h.f32
//! (ground), OUT.a.f32 (drainage area) and OUT.w.f32 (surface of the water).

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
    for (name, raster) in [("h", &solution.height), ("a", &solution.area), ("w", &solution.water.surface)] {
        let bytes: Vec<u8> = raster.iter().flat_map(|number| number.to_le_bytes()).collect();
        std::fs::write(format!("{output}.{name}.f32"), bytes)?;
    }
    Ok(())
}
