//! Columns that cross rows, against rows of a grid and against places alone.

use orogen_engine::curvature;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;

use crate::field::{Pictures, head, on_planet, parse};

/// More columns than a strip has, and more rows than a run.
const GRID: Grid = Grid { first_column: 130, first_row: -4, columns: 150, rows: 19, spacing: 2.5 };

const FIELDS: &str = "\n[fields.hills]\ntype = 'swiss'\nwavelength = 300\noctaves = 3\n\
    [fields.patches]\ntype = 'simplex'\nwavelength = 70\n\
    [[materials]]\nname = 'rock'\ncolor = '#777777'\n\
    [[materials]]\nname = 'grass'\ncolor = '#447722'\nnoise = { field = 'patches', range = [0, 1] }\n";

fn terrain(kind: &str, [domain, more]: [&str; 2]) -> Terrain {
    let text = head(kind, "hills")
        .replace("size =", &format!("{domain}size ="))
        .replace("height.field =", &format!("{more}height.scale = 90.0\nheight.field ="));
    Terrain::with_materials(&parse(&(text + FIELDS)).unwrap(), &Pictures, GRID.spacing).unwrap()
}

/// A plane, a plane with strokes, and a cut through a space.
fn terrains() -> [(&'static str, Terrain); 3] {
    [
        ("plane", ["", ""]),
        ("plane", ["", "sculpt.strokes = \"bumps.strokes\"\n"]),
        ("space", ["z = 140.0, ", ""]),
    ]
    .map(|(kind, more)| (kind, terrain(kind, more)))
}

#[test]
fn even_lines_have_the_bits_of_a_grid() {
    let x: Vec<f64> = (0..GRID.columns).map(|column| GRID.x(column)).collect();
    let y: Vec<f64> = (0..GRID.rows).map(|row| GRID.y(row)).collect();
    for (kind, terrain) in terrains() {
        for slopes in [false, true] {
            let mut expected = Band::default();
            terrain.rows(Level::best(), GRID).unwrap().make(0, GRID.rows, slopes, &mut expected);
            let found = terrain.crossings(Level::best(), [&x, &y], slopes).unwrap();
            assert_eq!(found, Band { first_row: found.first_row, ..expected }, "{kind} {slopes}");
        }
    }
}

/// Distances grow, and the lines are no multiples of anything.
#[test]
fn uneven_lines_have_the_bits_of_places() {
    let line =
        |count: i32| (0..count).map(|at| 0.37 + f64::from(at * at).mul_add(0.043, f64::from(at))).collect();
    let (x, y): (Vec<f64>, Vec<f64>) = (line(131), line(9));
    for (kind, terrain) in terrains() {
        let z = if kind == "space" { 140.0 } else { 0.0 };
        let places: Vec<_> = y.iter().flat_map(|&y| x.iter().map(move |&x| [x, y, z])).collect();
        let band = terrain.crossings(Level::best(), [&x, &y], true).unwrap();
        assert_eq!((band.columns, band.height.len()), (131, 131 * 9));
        for (at, sample) in terrain.sample::<f32>(Level::best(), &places).iter().enumerate() {
            let found = [band.height[at], band.dx[at], band.dy[at]].map(f64::from);
            let expected = [sample.height, sample.gradient[0], sample.gradient[1]];
            assert_eq!(found, expected, "{kind} {:?}", places[at]);
        }
    }
}

#[test]
fn a_planet_has_no_lines() {
    let recipe = parse(&(on_planet("hills") + FIELDS)).unwrap();
    let terrain = Terrain::new(&recipe, &Pictures, 2.0).unwrap();
    assert!(terrain.crossings(Level::best(), [&[0.0], &[0.0]], true).is_err());
}

/// The curvature of x² + 3y² is 8 everywhere, whatever the distances of rows and columns.
#[test]
fn crossings_know_the_distances_of_rows_and_columns() {
    let (x, y): (Vec<f64>, Vec<f64>) = (vec![0.0, 1.0, 2.5, 4.0], vec![0.0, 3.0, 4.0, 9.0, 9.0]);
    let place = |at: usize| (x[at % 4], y[at / 4]);
    let mut around = Band { columns: 4, ..Band::default() };
    around.height = vec![0.0; 20];
    around.dx = (0..20).map(|at| (2.0 * place(at).0) as f32).collect();
    around.dy = (0..20).map(|at| (6.0 * place(at).1) as f32).collect();
    assert_eq!(curvature::of_crossings(&around, &x, &y), [8.0; 6]);
}
