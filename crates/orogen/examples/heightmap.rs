//! A heightmap and its normals as pictures: `cargo run --release -p orogen --example heightmap`

use std::fs::File;

use orogen::Terrain;
use png::{BitDepth, ColorType};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let terrain = Terrain::preset("alps")?;
    let raster = terrain.raster(terrain.grid(1024)?)?;
    let [low, high] = raster.range();
    let grey: Vec<_> = raster.to_u16([low, high]).into_iter().flat_map(u16::to_be_bytes).collect();
    save("height.png", ColorType::Grayscale, BitDepth::Sixteen, &grey)?;
    save("normal.png", ColorType::Rgb, BitDepth::Eight, raster.normal_map().as_flattened())?;
    println!("height.png: 0 is {low} m, 65535 is {high} m; normal.png");
    Ok(())
}

fn save(
    path: &str,
    color: ColorType,
    depth: BitDepth,
    bytes: &[u8],
) -> Result<(), Box<dyn std::error::Error>> {
    let mut encoder = png::Encoder::new(File::create(path)?, 1024, 1024);
    encoder.set_color(color);
    encoder.set_depth(depth);
    Ok(encoder.write_header()?.write_image_data(bytes)?)
}
