//! Height and slope at one point: `cargo run --release -p orogen --example point -- 8192 4096`

use orogen::{Error, Terrain};

fn main() -> Result<(), Error> {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [x, y] = numbers[..].try_into().unwrap_or([8192.0, 4096.0]);

    let terrain = Terrain::preset("alps")?;
    let sample = terrain.at([x, y])?;
    let [dx, dy, _] = sample.gradient;
    println!("{:.3} m above sea level", sample.height);
    println!("{:.2}° steep", dx.hypot(dy).atan().to_degrees());
    // `y` grows to the south.
    println!("water runs to {:.0}° from north, clockwise", (-dx).atan2(dy).to_degrees().rem_euclid(360.0));
    Ok(())
}
