//! Rasters cut into tiles.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};
use orogen_files::delivery::{Delivery, Format, FormatContext, Output, TileNames};
use orogen_files::preview::{Palette, Style};
use orogen_files::{HeightMapping, Tiling, height16, height32, tiled};

const GRID: Grid = Grid { first_column: -3, first_row: 5, columns: 13, rows: 9, spacing: 2.0 };

/// Heights as a function of the position, so that those of a tile are known without the complete raster.
fn band(grid: &Grid, first: usize, rows: usize) -> Band {
    let height = |at: usize| {
        let (x, y) = (grid.x(at % grid.columns), grid.y(first + at / grid.columns));
        (x * 1.5 - y * 0.25 + x * y * 0.125) as f32
    };
    let height: Vec<_> = (0..rows * grid.columns).map(height).collect();
    let (dx, dy) = (vec![1.0; height.len()], vec![2.0; height.len()]);
    Band { first_row: first, columns: grid.columns, height, dx, dy, ..Band::default() }
}

fn name(format: &str, [column, row]: [usize; 2]) -> String {
    format!("tile_{column}_{row}.{format}")
}

fn write(folder: &Path, format: &'static str, cuts: &[usize]) {
    let tiling = Tiling::new(&GRID, 4, 2).unwrap();
    let (to, mapping) = (folder.to_owned(), HeightMapping::new(-100.0, 100.0).unwrap());
    let open = Box::new(move |tile, grid: &Grid| match format {
        "f32" => height32::f32(&to.join(name(format, tile)), grid),
        _ => height16::png(&to.join(name(format, tile)), grid, mapping),
    });
    let mut product = tiled(folder, tiling, open).unwrap();
    let mut first = 0;
    for &rows in cuts {
        product.write(&band(&GRID, first, rows)).unwrap();
        first += rows;
    }
    assert_eq!(product.finish().unwrap(), folder);
}

#[test]
fn every_tile_is_the_file_of_its_own_grid() {
    let (folder, alone) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tiling = Tiling::new(&GRID, 4, 2).unwrap();
    for cuts in [&[9][..], &[1; 9], &[4, 1, 4], &[5, 4], &[2, 7]] {
        for format in ["f32", "png"] {
            write(folder.path(), format, cuts);
            for tile in tiling.all() {
                let (name, grid) = (name(format, tile), tiling.tile(tile));
                let path = alone.path().join(&name);
                let mapping = HeightMapping::new(-100.0, 100.0).unwrap();
                let mut product = match format {
                    "f32" => height32::f32(&path, &grid).unwrap(),
                    _ => height16::png(&path, &grid, mapping).unwrap(),
                };
                product.write(&band(&grid, 0, grid.rows)).unwrap();
                product.finish().unwrap();
                let (cut, own) = (fs::read(folder.path().join(&name)).unwrap(), fs::read(&path).unwrap());
                assert_eq!(cut, own, "{name}, cut {cuts:?}");
            }
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 16);
}

#[test]
fn nothing_appears_before_all_tiles_are_complete() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_owned();
    let open = Box::new(move |tile, grid: &Grid| height32::f32(&to.join(name("f32", tile)), grid));
    let mut product = tiled(folder.path(), Tiling::new(&GRID, 4, 2).unwrap(), open).unwrap();
    product.write(&band(&GRID, 0, 8)).unwrap();
    let error = product.finish().unwrap_err();
    assert!(error.message.contains("only 8 of 9 rows"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_in_the_place_of_a_late_tile_is_reported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let context = Arc::new(FormatContext {
        mapping: HeightMapping::new(-100.0, 100.0).unwrap(),
        interval: Interval::new(-100.0, 100.0),
        style: Style { palette: Palette::default(), sea_level: None, water: None, is_planet: false },
        water: Arc::default(),
        scatter: None,
        surroundings: None,
        covering: Covering::new(&[]),
        fields: vec![],
    });
    let delivery = Delivery {
        outputs: vec![Output::usual(Format::Png16)],
        tiling: Tiling::new(&GRID, 4, 2),
        names: TileNames::FromTop,
    };
    let open = || delivery.open(folder.path(), &GRID, &context).map(drop);
    assert_eq!((open(), delivery.count()), (Ok(()), 8));
    let late = folder.path().join("height_x3_y1.png");
    fs::create_dir(&late).unwrap();
    let error = open().unwrap_err();
    assert!(error.path == late && error.message.contains("is a folder"), "{error}");
}

#[test]
fn a_sample_that_is_not_finite_is_an_error_in_any_plane() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_owned();
    let open = Box::new(move |tile, grid: &Grid| height32::f32(&to.join(name("f32", tile)), grid));
    let mut product = tiled(folder.path(), Tiling::new(&GRID, 4, 2).unwrap(), open).unwrap();
    let mut bad = band(&GRID, 0, 9);
    bad.height[70] = f32::NAN;
    let error = product.write(&bad).unwrap_err();
    assert!(error.message.contains("column 5, row 5"), "{error}");
}

#[test]
fn sizes_that_cannot_be_cut_have_a_neighbour_that_can() {
    assert!(Tiling::new(&Grid::square(1001, 1.0), 3, 3).is_none());
    let size = Tiling::nearest(1001, 3);
    assert_eq!(size, 1000, "3 · 333 + 1");
    for (samples, tiles) in [(4096, 4), (1, 2), (5, 9), (1024, 7)] {
        let size = Tiling::nearest(samples, tiles);
        assert!(Tiling::new(&Grid::square(size, 1.0), tiles, tiles).is_some(), "{size} by {tiles}");
        assert!(size.abs_diff(samples) <= tiles, "{size} for {samples}");
    }
    assert!(Tiling::new(&Grid::square(9, 1.0), 0, 1).is_none());
}
