//! A small terrain, and every product of it.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};
use orogen_files::geotiff::{self, Georeference};
use orogen_files::mesh::{self, stl::Print};
use orogen_files::normal::{self, Green};
use orogen_files::preview::{self, Palette, Style};
use orogen_files::raw::{self, ByteOrder, RawLayout, RowOrder};
use orogen_files::web::{self, Encoding};
use orogen_files::{FileError, HeightMapping, Product, exr, height16, height32};

pub(crate) const GRID: Grid = Grid { first_column: -3, first_row: 11, columns: 37, rows: 23, spacing: 2.0 };

pub(crate) fn terrain() -> Band {
    let wave = |i: usize, k: f32| (i as f32 * k).sin();
    let n = GRID.len();
    Band {
        first_row: 0,
        columns: GRID.columns,
        height: (0..n).map(|i| 900.0 * wave(i, 0.37) + 13.0).collect(),
        dx: (0..n).map(|i| 3.0 * wave(i, 0.11)).collect(),
        dy: (0..n).map(|i| 2.0 * wave(i, 0.23) - 0.5).collect(),
        ..Band::default()
    }
}

/// Rows `first..first + rows` of the terrain.
pub(crate) fn band(first: usize, rows: usize) -> Band {
    let Band { columns, height, dx, dy, .. } = terrain();
    let cut = |plane: Vec<f32>| plane[first * columns..(first + rows) * columns].to_vec();
    Band { first_row: first, columns, height: cut(height), dx: cut(dx), dy: cut(dy), ..Band::default() }
}

pub(crate) fn mapping() -> HeightMapping {
    HeightMapping::new(-800.0, 1_000.0).unwrap()
}

/// The range of the heights of the terrain.
pub(crate) const HEIGHTS: Interval = Interval::new(-900.0, 1_000.0);
pub(crate) const FLIPPED: RawLayout =
    RawLayout { byte_order: ByteOrder::Big, row_order: RowOrder::BottomFirst };

const STYLE: Style = Style { palette: Palette::Island, sea_level: Some(0.0), water: None, is_planet: false };

pub(crate) const PRINT: Print = Print { width_mm: 72.0, base_mm: 2.5, exaggeration: 1.5, lowest: None };

pub(crate) type Maker = fn(&Path) -> Result<Box<dyn Product>, FileError>;

pub(crate) const MAKERS: [(&str, Maker); 14] = [
    ("height.png", |path| height16::png(path, &GRID, mapping())),
    ("height.r16", |path| height16::r16(path, &GRID, mapping())),
    ("height.f32", |path| height32::f32(path, &GRID)),
    ("normal.png", |path| normal::png(path, &GRID, Green::Up)),
    ("preview.png", |path| preview::png(path, &GRID, STYLE, None)),
    ("terrain.glb", |path| mesh::gltf::glb(path, &GRID, &Covering::new(&[]), None)),
    ("terrain.obj", |path| mesh::obj::obj(path, &GRID)),
    ("terrain.stl", |path| mesh::stl::stl(path, &GRID, &PRINT)),
    ("terrarium.png", |path| web::png(path, &GRID, Encoding::Terrarium, HEIGHTS)),
    ("flipped.r16", |path| raw::r16(path, &GRID, mapping(), FLIPPED)),
    ("flipped.r32", |path| raw::r32(path, &GRID, FLIPPED)),
    ("grey.exr", |path| exr::grey(path, &GRID)),
    ("rgb.exr", |path| exr::rgb(path, &GRID)),
    ("height.tif", |path| geotiff::geotiff(path, &GRID, &Georeference::local(&GRID))),
];

pub(crate) fn write(make: Maker, path: &Path, cuts: &[usize]) {
    let mut product = make(path).unwrap();
    let mut first = 0;
    for &rows in cuts {
        product.write(&band(first, rows)).unwrap();
        first += rows;
    }
    assert_eq!(product.finish().unwrap(), path);
}

pub(crate) fn decode(path: &Path) -> (png::OutputInfo, Vec<u8>, bool) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info, bytes, reader.info().srgb.is_some())
}
