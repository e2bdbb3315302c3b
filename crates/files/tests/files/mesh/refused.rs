//! Inputs for which no mesh can be written, and meshes of another grid.

use std::path::Path;

use orogen_engine::raster::Grid;
use orogen_files::mesh::obj::obj;
use orogen_files::mesh::stl::{Print, stl, triangles};
use orogen_files::{FileError, Product};

use super::{FORMATS, GRID, band, plain_glb, write};
use crate::terrain::PRINT;

#[test]
fn the_mesh_of_another_grid_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make, read) in FORMATS {
        let path = folder.path().join(name);
        write(make, &path);
        let others = [
            Grid { columns: 259, ..GRID },
            Grid { rows: 132, ..GRID },
            // The same number of cells, but other sides.
            Grid { columns: 131, rows: 260, ..GRID },
            Grid { columns: 1, ..GRID },
            Grid { columns: usize::MAX, ..GRID },
            // Other positions. A solid has no position in the world.
            Grid { first_column: -8, ..GRID },
            Grid { first_row: 71, ..GRID },
            Grid { spacing: 1.8, ..GRID },
        ];
        for other in &others[..if name == "stl" { 5 } else { 8 }] {
            assert!(read(&path, other).is_err(), "{name} {other:?}");
        }
    }
}

/// Writes heights and returns the problem.
fn refused(product: Result<Box<dyn Product>, FileError>, grid: &Grid, height: Vec<f32>) -> String {
    let mut product = product.unwrap();
    let error = product.write(&band(grid, height)).unwrap_err();
    assert!(product.finish().is_err());
    error.to_string()
}

#[test]
fn a_solid_without_thickness_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let grid = Grid::square(3, 10.0);
    // 1 mm per metre.
    let print = Print { width_mm: 20.0, base_mm: 2.0, exaggeration: 1.0, lowest: Some(5.0) };
    let make = |print: Print| stl(&folder.path().join("a.stl"), &grid, &print);
    let low = |lowest: f32| vec![9.0, 9.0, 9.0, 9.0, lowest, 9.0, 9.0, 9.0, 9.0];
    let mut product = make(print).unwrap();
    product.write(&band(&grid, low(3.5))).unwrap();
    product.finish().unwrap();
    assert!(refused(make(print), &grid, low(3.0)).contains("lowest height"));
    let thin = Print { base_mm: 1e-6, lowest: None, ..print };
    assert!(refused(make(thin), &grid, vec![1_000.0; 9]).contains("underside"));
    let vast = Print { exaggeration: 1e3, lowest: None, ..print };
    assert!(refused(make(vast), &grid, low(f32::MAX)).contains("single precision"));
}

#[test]
fn a_grid_without_area_is_refused() {
    for (columns, rows) in [(1, 5), (5, 1), (0, 0)] {
        let grid = Grid { columns, rows, ..GRID };
        let path = Path::new("a");
        for product in [plain_glb(path, &grid), obj(path, &grid), stl(path, &grid, &PRINT)] {
            assert!(product.err().unwrap().message.contains("at least 2 × 2 samples"));
        }
        assert_eq!(triangles(&grid), None);
    }
}
