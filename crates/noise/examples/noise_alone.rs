//! A picture of noise: `cargo run -p orogen-noise --example noise_alone`, then open `noise.pgm`.

use std::io::Write;

use orogen_noise::{Grid, Perlin, Swiss};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let noise = Swiss::new(Perlin).octaves(7).gain(0.45).seed(7).wavelength(300.0);
    let grid = Grid { origin: [0.0, 0.0], spacing: 1.0, columns: 640, rows: 480 };
    let [mut heights, mut east, mut north] = [(); 3].map(|()| vec![0.0; grid.samples()]);
    noise.fill_with_gradient(&mut heights, [&mut east, &mut north], grid)?;

    // Light from the upper left at 45°, on heights of 50 pixels.
    let light = |x: f32, y: f32| (25.0 * (x + y) + 0.71) / (2500.0 * (x * x + y * y) + 1.0).sqrt();
    let shades = east.iter().zip(&north).map(|(x, y)| (light(*x, *y).clamp(0.0, 1.0) * 255.0) as u8);

    let mut file = std::fs::File::create("noise.pgm")?;
    writeln!(file, "P5 {} {} 255", grid.columns, grid.rows)?;
    file.write_all(&shades.collect::<Vec<_>>())?;
    Ok(())
}
