//! Heightmaps of 16 bits and of floats.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_files::normal::{self, Green};
use orogen_files::raw::{self, ByteOrder, RawLayout, RowOrder};
use orogen_files::{HeightMapping, height16, height32};

use crate::python::check;

/// A grid that is not square, so that no reader mistakes columns for rows.
const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 70, rows: 50, spacing: 2.0 };

const FLIPPED: RawLayout = RawLayout { byte_order: ByteOrder::Big, row_order: RowOrder::BottomFirst };

/// A grid whose files have several chunks.
const LARGE: Grid = Grid { columns: 900, rows: 700, ..GRID };

/// Writes a normal map and the slopes it was computed from, which `check_heights.py` reads.
fn write_normals(folder: &Path) {
    let slope = |i: usize, k: usize| if i % 900 < 600 { (i * k % 211) as f32 / 100.0 - 1.0 } else { 0.25 };
    let plane = |k: usize| (0..LARGE.len()).map(|i| slope(i, k)).collect::<Vec<f32>>();
    let (height, dx, dy) = (plane(1), plane(7), plane(13));
    let bytes = |plane: &[f32]| plane.iter().flat_map(|slope| slope.to_le_bytes()).collect::<Vec<u8>>();
    std::fs::write(folder.join("dx.f32"), bytes(&dx)).unwrap();
    std::fs::write(folder.join("dy.f32"), bytes(&dy)).unwrap();
    let mut product = normal::png(&folder.join("normal.png"), &LARGE, Green::Up).unwrap();
    product.write(&Band { first_row: 0, columns: LARGE.columns, height, dx, dy, ..Band::default() }).unwrap();
    product.finish().unwrap();
}

/// Heights with irregular steps. `check_heights.py` computes them independently.
fn heights() -> Vec<f32> {
    (0..GRID.len()).map(|i| (i % 70) as f32 * 1.25 - (i / 70) as f32 * 3.5 + (i * i % 97) as f32).collect()
}

#[test]
fn pillow_and_numpy_read_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let mapping = HeightMapping::new(-200.0, 200.0).unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut products = [
        height16::png(&path("height.png"), &GRID, mapping).unwrap(),
        height16::r16(&path("height.r16"), &GRID, mapping).unwrap(),
        height32::f32(&path("height.f32"), &GRID).unwrap(),
        raw::r16(&path("flipped.r16"), &GRID, mapping, FLIPPED).unwrap(),
        raw::r32(&path("flipped.r32"), &GRID, FLIPPED).unwrap(),
    ];
    let band = Band { first_row: 0, columns: GRID.columns, height: heights(), ..Band::default() };
    products.iter_mut().for_each(|product| product.write(&band).unwrap());
    products.into_iter().for_each(|product| drop(product.finish().unwrap()));
    write_normals(folder.path());
    check("check_heights.py", folder.path());
}
