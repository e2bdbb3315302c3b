//! A camera that flies over a planet, 300 m above the ground: `cargo run --release -p orogen --example camera`

use std::thread::sleep;
use std::time::Duration;

use orogen::lod::{Eye, Quadtree, Settings};
use orogen::{LatLon, Terrain};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let terrain = Terrain::preset("luna")?;
    let sphere = terrain.sphere().ok_or("a planet is needed")?;
    let generator = terrain.generator(64 << 20)?;
    let mut tree = Quadtree::new(sphere, Settings::default())?;

    for frame in 0..60 {
        let place = LatLon::new(10.0, f64::from(frame) * 0.001)?;
        // The exact ground, whatever tiles are loaded: the camera never sinks into it.
        let radius = sphere.radius() + terrain.at(place)?.height + 300.0;
        let [east, _] = place.east_south();
        let position = place.direction().vector().map(|part| part * radius);
        let eye = Eye::looking(position, east, 50.0, [1920, 1080]);
        let drawn = tree.update(&eye, f64::from(frame) / 60.0, &generator).len();
        if frame % 10 == 0 {
            let (altitude, lacking) = (radius - sphere.radius(), tree.progress().lacking);
            println!("frame {frame}: camera at {altitude:.1} m, {drawn} tiles to draw, {lacking} to come");
        }
        sleep(Duration::from_millis(16));
    }
    Ok(())
}
