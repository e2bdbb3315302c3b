//! Meshes: one terrain in each format, and the same cut into four tiles.

use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_files::mesh::gltf::glb;
use orogen_files::mesh::obj::obj;
use orogen_files::mesh::stl::{Print, stl};
use orogen_files::{Product, materials};

use crate::python::check;

/// A grid that is not square and not at the origin. Its spacing is not a short binary number, and its mesh has 3 × 2 pieces.
const GRID: Grid = Grid { first_column: -37, first_row: 1_000, columns: 300, rows: 150, spacing: 3.7 };

/// Materials that change with the slope and the height.
const RECIPE: &str = r##"
orogen = 1
domain.size = 1000
height.field = "land"
fields.land = { type = "constant", value = 0 }
materials = [
    { name = "rock", color = "#807468" },
    { name = "grass", color = "#4c7a2c", slope = [60, 40] },
    { name = "snow", color = "#f2f6fa", height = [40, 80] },
]
"##;

pub(crate) fn painted() -> Covering {
    Covering::new(&Recipe::parse(Source::new("x", RECIPE), registry()).unwrap().materials)
}

/// Height and slopes of the ground: oblique waves, folded into ridges, on a slope.
fn ground(x: f64, y: f64) -> [f64; 3] {
    let wave = |kx: f64, ky: f64, a: f64| {
        let phase = kx * x + ky * y;
        [a * phase.sin(), a * kx * phase.cos(), a * ky * phase.cos()]
    };
    let folded = wave(0.031, 0.017, 60.0);
    let ridge = folded.map(|part| -part * folded[0].signum());
    let fine = wave(-0.11, 0.23, 5.0);
    std::array::from_fn(|k| ridge[k] + fine[k] + [0.2 * x - 0.05 * y, 0.2, -0.05][k])
}

pub(crate) fn band(grid: &Grid) -> Band {
    let samples = (0..grid.rows).flat_map(|j| (0..grid.columns).map(move |i| ground(grid.x(i), grid.y(j))));
    let plane = |k: usize| samples.clone().map(|sample| sample[k] as f32).collect();
    Band {
        first_row: 0,
        columns: grid.columns,
        height: plane(0),
        dx: plane(1),
        dy: plane(2),
        ..Band::default()
    }
}

pub(crate) fn write(mut product: Box<dyn Product>, band: &Band) {
    product.write(band).unwrap();
    product.finish().unwrap();
}

pub(crate) fn write_plane(path: &Path, plane: &[f32]) {
    let bytes: Vec<u8> = plane.iter().flat_map(|number| number.to_le_bytes()).collect();
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn pygltflib_and_trimesh_read_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (painted, plain) = (painted(), Covering::new(&[]));
    let whole = band(&GRID);
    for (name, plane) in [("height.f32", &whole.height), ("dx.f32", &whole.dx), ("dy.f32", &whole.dy)] {
        write_plane(&path(name), plane);
    }
    write(glb(&path("terrain.glb"), &GRID, &painted, None).unwrap(), &whole);
    write(materials::colour(&path("colour.png"), &GRID, &painted, None).unwrap(), &whole);
    write(obj(&path("terrain.obj"), &GRID).unwrap(), &whole);
    let print = Print { width_mm: 120.0, base_mm: 2.0, exaggeration: 1.5, lowest: None };
    write(stl(&path("terrain.stl"), &GRID, &print).unwrap(), &whole);
    write(stl(&path("datum.stl"), &GRID, &Print { lowest: Some(-500.0), ..print }).unwrap(), &whole);
    // Neighbours share a row and a column of samples.
    for (y, (first, rows)) in [(0, 71), (70, 80)].into_iter().enumerate() {
        for (x, (left, columns)) in [(0, 171), (170, 130)].into_iter().enumerate() {
            let tile = Grid { first_column: GRID.first_column + left, columns, ..GRID.band(first, rows) };
            write(glb(&path(&format!("tile_{x}_{y}.glb")), &tile, &plain, None).unwrap(), &band(&tile));
        }
    }
    check("check_meshes.py", folder.path());
}
