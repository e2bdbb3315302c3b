//! Masks, splat maps and weights.

use orogen_engine::covering::Covering;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_files::mask::{self, Mask};
use orogen_files::materials;

use crate::python::check;

const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 60, rows: 45, spacing: 20.0 };

/// Five materials, so that the second splat map has one.
const RECIPE: &str = r##"
orogen = 1
domain.size = 1000
height.field = "patches"
fields.patches = { type = "simplex", wavelength = 90 }
materials = [
    { name = "rock", color = "#807468" },
    { name = "grass", color = "#4c7a2c", slope = [40, 25] },
    { name = "snow", color = "#f2f6fa", height = [200, 300], slope = [55, 40] },
    { name = "moss", color = "#2c5a1c", curvature = [2, 6], height = [0, 10, 200, 400] },
    { name = "flowers", color = "#c04080", noise = { field = "patches", range = [0.2, 0.5] }, slope = [30, 10] },
]
"##;

/// A paraboloid with ripples and its derivatives, which `check_materials.py` computes independently.
fn band() -> Band {
    let mut band = Band { columns: GRID.columns, others: vec![Vec::new()], ..Band::default() };
    for at in 0..GRID.len() {
        let (x, y) = ((at % GRID.columns) as f64, (at / GRID.columns) as f64);
        let (u, v) = (x - 30.0, y - 20.0);
        band.height.push((0.6 * u * u + 0.4 * v * v + 40.0 * (0.3 * x).sin()) as f32);
        band.dx.push(((1.2 * u + 12.0 * (0.3 * x).cos()) / 20.0) as f32);
        band.dy.push((0.8 * v / 20.0) as f32);
        band.curvature.push(((1.2 - 3.6 * (0.3 * x).sin() + 0.8) / 400.0) as f32);
        band.others[0].push(((0.2 * x - 4.5).sin() * (0.3 * y - 6.0).cos()) as f32);
    }
    band
}

#[test]
fn pillow_reads_what_the_rules_say() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = Recipe::parse(Source::new("x", RECIPE), registry()).unwrap();
    let covering = Covering::new(&recipe.materials);
    let path = |name: &str| folder.path().join(name);
    let mut products = vec![
        materials::splat(&path("splat0.png"), &GRID, &covering, 0).unwrap(),
        materials::splat(&path("splat1.png"), &GRID, &covering, 1).unwrap(),
        materials::colour(&path("colour.png"), &GRID, &covering, None).unwrap(),
    ];
    for mask in Mask::ALL {
        products.push(mask::png(&path(&format!("{}.png", mask.name())), &GRID, mask).unwrap());
    }
    for (index, material) in recipe.materials.iter().enumerate() {
        let path = path(&format!("weight_{}.png", material.name));
        products.push(materials::weight(&path, &GRID, &covering, index).unwrap());
    }
    products.iter_mut().for_each(|product| product.write(&band()).unwrap());
    products.into_iter().for_each(|product| drop(product.finish().unwrap()));
    check("check_materials.py", folder.path());
}

#[test]
fn materials_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("splat.png");
    let none = Covering::new(&[]);
    for refused in [materials::splat(&path, &GRID, &none, 0), materials::colour(&path, &GRID, &none, None)] {
        assert!(refused.err().unwrap().message.contains("no materials"));
    }
    let recipe = Recipe::parse(Source::new("x", RECIPE), registry()).unwrap();
    let five = Covering::new(&recipe.materials);
    assert!(materials::splat(&path, &GRID, &five, 2).err().unwrap().message.contains("5 materials"));
    assert!(materials::weight(&path, &GRID, &five, 5).is_err());
}
