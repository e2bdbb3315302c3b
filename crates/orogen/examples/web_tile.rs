//! A tile for web maps, with heights as Terrarium colours: `cargo run --release -p orogen --example web_tile -- 3/4/2`

use std::fs::File;

use orogen::{PlaneTile, Terrain};

/// Pixels along a side.
const SIDE: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address: PlaneTile = std::env::args().nth(1).as_deref().unwrap_or("3/4/2").parse()?;
    // A server would open the terrain once, and make tiles of it on all threads.
    let terrain = Terrain::preset("alps")?;
    let tile = terrain.tile(address, SIDE + 1)?;

    // The last row and column are the first of the next tiles.
    let rows = tile.height.chunks_exact(SIDE + 1).take(SIDE);
    let pixels: Vec<u8> =
        rows.flat_map(|row| row[..SIDE].iter().flat_map(|&height| terrarium(height))).collect();
    let name = format!("{}-{}-{}.png", address.level(), address.x(), address.y());
    let mut encoder = png::Encoder::new(File::create(&name)?, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&pixels)?;
    println!(
        "{name}: {SIDE} × {SIDE} pixels of {:.1} m",
        terrain.size() / SIDE as f64 / f64::from(1 << address.level())
    );
    Ok(())
}

/// Metres = red · 256 + green + blue / 256 − 32768.
fn terrarium(height: f32) -> [u8; 3] {
    let steps = ((f64::from(height) + 32_768.0) * 256.0).round() as u32;
    [steps >> 16, steps >> 8, steps].map(|part| part as u8)
}
