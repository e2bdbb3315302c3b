//! Pictures of many chunks.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_files::normal::{self, Green};
use orogen_files::{HeightMapping, height16};

use crate::terrain::{Maker, decode};

const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 1_300, rows: 1_000, spacing: 1.0 };

/// Rough ground, with a plain at the bottom and at the right.
fn band(first_row: usize, rows: usize) -> Band {
    let mut band = Band { first_row, columns: GRID.columns, ..Band::default() };
    for at in first_row * GRID.columns..(first_row + rows) * GRID.columns {
        let (column, row) = (at % GRID.columns, at / GRID.columns);
        let plain = if column > 1_100 || row > 700 { 0.0 } else { 1.0 };
        let wave = |k: f32| plain * (at as f32 * k).sin();
        band.height.push(900.0 * wave(0.37));
        band.dx.push(1.5 * wave(0.11));
        band.dy.push(0.8 * wave(0.23));
    }
    band
}

fn write(make: Maker, path: &Path, cuts: &[usize]) -> Vec<u8> {
    let (mut product, mut first) = (make(path).unwrap(), 0);
    for &rows in cuts {
        product.write(&band(first, rows)).unwrap();
        first += rows;
    }
    product.finish().unwrap();
    std::fs::read(path).unwrap()
}

const NORMALS: Maker = |path| normal::png(path, &GRID, Green::Up);
const HEIGHTS: Maker = |path| height16::png(path, &GRID, mapping());

fn mapping() -> HeightMapping {
    HeightMapping::new(-900.0, 900.0).unwrap()
}

#[test]
fn bytes_do_not_depend_on_the_bands() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    for make in [NORMALS, HEIGHTS] {
        let whole = write(make, &path, &[1_000]);
        for cuts in [&[64; 15][..], &[7; 142], &[999], &[134, 135, 1, 730]] {
            let rest = GRID.rows - cuts.iter().sum::<usize>();
            assert!(write(make, &path, &[cuts, &[rest]].concat()) == whole, "{cuts:?}");
        }
    }
}

#[test]
fn every_sample_is_where_it_belongs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let Band { height, dx, dy, .. } = band(0, GRID.rows);
    write(NORMALS, &path, &[1_000]);
    let bytes = decode(&path).1;
    assert_eq!(bytes.len(), 3 * GRID.len());
    for (at, rgb) in bytes.chunks_exact(3).enumerate() {
        let (x, y) = (-f64::from(dx[at]), f64::from(dy[at]));
        let length = (x * x + y * y + 1.0).sqrt();
        for (&byte, n) in rgb.iter().zip([x, y, 1.0]) {
            assert!((f64::from(byte) - (n / length * 0.5 + 0.5) * 255.0).abs() <= 0.5 + 1e-4, "sample {at}");
        }
    }
    write(HEIGHTS, &path, &[1_000]);
    let expected: Vec<u8> =
        height.iter().flat_map(|&metres| mapping().to_u16(metres).to_be_bytes()).collect();
    assert!(decode(&path).1 == expected);
}
