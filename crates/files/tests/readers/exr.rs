//! EXRs, read by the reference library.

use orogen_engine::raster::{Band, Grid};
use orogen_files::exr;

use crate::python::check;

/// A grid with more than one batch of blocks, and a last block that is not full.
const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 70, rows: 301, spacing: 2.5 };

#[test]
fn openexr_reads_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut products =
        [exr::grey(&path("grey.exr"), &GRID).unwrap(), exr::rgb(&path("rgb.exr"), &GRID).unwrap()];
    // `check_exr.py` computes the heights independently.
    let height =
        (0..GRID.len()).map(|i| (i % 70) as f32 * 1.25 - (i / 70) as f32 * 3.5 + (i * i % 97) as f32);
    let band = Band { first_row: 0, columns: GRID.columns, height: height.collect(), ..Band::default() };
    products.iter_mut().for_each(|product| product.write(&band).unwrap());
    products.into_iter().for_each(|product| drop(product.finish().unwrap()));
    check("check_exr.py", folder.path());
}
