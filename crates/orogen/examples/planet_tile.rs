//! A tile of a planet as a mesh: `cargo run --release -p orogen --example planet_tile -- px/7/12/90`

use std::fs::File;
use std::io::{BufWriter, Write};

use orogen::{Terrain, TileAddress};

/// Samples along a side.
const SIDE: usize = 65;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address: TileAddress = std::env::args().nth(1).as_deref().unwrap_or("px/7/12/90").parse()?;
    let tile = Terrain::preset("luna")?.tile(address, SIDE)?;

    // Positions are relative to the tile's centre: metres from the planet's centre have more digits than most programs keep
    // for meshes.
    let centre = address.middle().direction().vector().map(|part| part * tile.sphere.radius());
    let mut file = BufWriter::new(File::create("tile.obj")?);
    for (position, [nx, ny, nz]) in tile.positions().iter().zip(tile.normals()) {
        let [x, y, z] = [0, 1, 2].map(|axis| position[axis] - centre[axis]);
        writeln!(file, "v {x:.3} {y:.3} {z:.3}\nvn {nx:.4} {ny:.4} {nz:.4}")?;
    }
    for corner in (0..SIDE * (SIDE - 1)).filter(|corner| corner % SIDE < SIDE - 1) {
        let [a, b, c, d] = [corner, corner + SIDE, corner + SIDE + 1, corner + 1].map(|index| index + 1);
        writeln!(file, "f {a}//{a} {b}//{b} {c}//{c} {d}//{d}")?;
    }
    println!("tile.obj: {address}, {:.1} m between samples", tile.samples.spacing(tile.sphere).middle[0]);
    Ok(file.flush()?)
}
