//! The contents of bands besides heights and slopes: curvature, and the fields that materials read.

use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;

use crate::field::{Pictures, head, parse};

fn recipe(output: &str) -> Recipe {
    let fields = "\n[fields.hills]\ntype = 'fbm'\nwavelength = 300\noctaves = 3\n\
                  [fields.patches]\ntype = 'simplex'\nwavelength = 70\n\
                  [fields.spots]\ntype = 'cellular'\nwavelength = 50\n\
                  [[materials]]\nname = 'rock'\ncolor = '#777777'\n\
                  [[materials]]\nname = 'moss'\ncolor = '#557722'\nnoise = { field = 'spots', range = [0, 1] }\n\
                  [[materials]]\nname = 'grass'\ncolor = '#447722'\nnoise = { field = 'patches', range = [0, 1] }\n";
    let head = head("plane", output).replace("height.field =", "height.scale = 90.0\nheight.field =");
    parse(&(head + fields)).unwrap()
}

const GRID: Grid = Grid { first_column: 3, first_row: -5, columns: 150, rows: 40, spacing: 2.0 };

/// All rows of the grid, in bands of `rows` rows.
fn made(terrain: &Terrain, curved: bool, rows: usize) -> Band {
    let maker = terrain.rows(Level::best(), GRID).unwrap();
    let maker = if curved { maker.with_curvature() } else { maker };
    let (mut band, mut all) = (Band::default(), Band { columns: GRID.columns, ..Band::default() });
    all.others = vec![Vec::new(); 2];
    for first in (0..GRID.rows).step_by(rows) {
        maker.make(first, rows.min(GRID.rows - first), true, &mut band);
        all.height.extend_from_slice(&band.height);
        all.dx.extend_from_slice(&band.dx);
        all.dy.extend_from_slice(&band.dy);
        all.curvature.extend_from_slice(&band.curvature);
        all.others.iter_mut().zip(&band.others).for_each(|(all, other)| all.extend_from_slice(other));
    }
    all
}

#[test]
fn the_other_fields_are_those_of_the_recipe() {
    let all = made(&Terrain::with_materials(&recipe("hills"), &Pictures, 2.0).unwrap(), false, 40);
    for (other, name) in all.others.iter().zip(["spots", "patches"]) {
        let alone = recipe(name);
        let terrain = Terrain::new(&alone, &Pictures, 2.0).unwrap();
        let heights: Vec<_> = other.iter().map(|value| value * 90.0).collect();
        assert_eq!(made(&terrain, false, 40).height, heights, "{name}");
    }
}

#[test]
fn curvature_is_the_second_difference_of_heights() {
    let all = made(&Terrain::new(&recipe("hills"), &Pictures, 2.0).unwrap(), true, 40);
    let at = |row: usize, column: usize| f64::from(all.height[row * GRID.columns + column]);
    let mut largest = 0.0_f64;
    for row in 2..GRID.rows - 2 {
        for column in 2..GRID.columns - 2 {
            let around =
                at(row - 1, column) + at(row + 1, column) + at(row, column - 1) + at(row, column + 1);
            let difference = (around - 4.0 * at(row, column)) / 4.0;
            let curvature = f64::from(all.curvature[row * GRID.columns + column]);
            largest = largest.max(curvature.abs());
            assert!(
                (curvature - difference).abs() < 2e-3,
                "{row}, {column}: {curvature} against {difference}"
            );
        }
    }
    assert!(largest > 2e-2, "{largest}");
}

#[test]
fn bands_and_curvature_leave_the_bits_alone() {
    let terrain = Terrain::with_materials(&recipe("hills"), &Pictures, 2.0).unwrap();
    let whole = made(&terrain, true, 40);
    for rows in [1, 7, 39] {
        assert_eq!(made(&terrain, true, rows), whole, "{rows} rows");
    }
    let plain = made(&terrain, false, 40);
    assert_eq!(plain, Band { curvature: Vec::new(), ..whole });
}

#[test]
fn fields_of_materials_are_used() {
    let terrain = Terrain::new(&recipe("hills"), &Pictures, 2.0).unwrap();
    assert!(terrain.warnings().is_empty(), "{:?}", terrain.warnings());
}
