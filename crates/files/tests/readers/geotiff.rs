//! TIFFs and GeoTIFFs, read by GDAL.

use std::fmt::Write;

use orogen_engine::planet::{DirectionGrid, LatLon, Sphere};
use orogen_engine::raster::{Band, Grid};
use orogen_files::geotiff::{self, Crs, Georeference, Registration};
use orogen_files::web::{Tile, geotiff_tile};

use crate::python::check;

/// A grid of three tiles by two, with two overviews. The tiles at the right and bottom edges have odd sides.
const GRID: Grid = Grid { first_column: 100, first_row: -40, columns: 1301, rows: 701, spacing: 10.0 };

/// The height of a sample. `check_geotiff.py` computes it independently.
fn height(i: usize, j: usize) -> f32 {
    i as f32 * 1.25 - j as f32 * 3.5 + ((7 * i + 13 * j) % 97) as f32
}

/// Metres east and north of the middle of the region, and the position on the planet by the map of the region.
fn places() -> String {
    let (sphere, middle) = (Sphere::new(3_389_500.0).unwrap(), LatLon::new(-14.0, 175.5).unwrap());
    let (size, side) = (800_000.0, 5);
    let grid = DirectionGrid::region(middle, size, side, sphere).unwrap();
    let metres = |k: usize| (k as f64 / (side - 1) as f64 - 0.5) * size;
    let mut text = String::new();
    for (i, j) in (0..side * side).map(|k| (k % side, k / side)) {
        let place = LatLon::of(grid.direction(i, j));
        let (x, y) = (metres(i), -metres(j));
        writeln!(text, "{x},{y},{},{}", place.longitude(), place.latitude()).unwrap();
    }
    text
}

#[test]
fn gdal_reads_samples_overviews_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let alps = Georeference {
        crs: Crs::Epsg(2056),
        origin: [2_600_000.0, 1_200_000.0],
        spacing: 10.0,
        registration: Registration::Point,
    };
    let mars = Georeference {
        crs: Crs::Sphere { radius: 3_389_500.0 },
        origin: [-10.0, 40.0],
        spacing: 0.015_625,
        registration: Registration::Point,
    };
    let region = Georeference {
        crs: Crs::Azimuthal { radius: 3_389_500.0, latitude: -14.0, longitude: 175.5 },
        origin: [-6500.0, 3500.0],
        spacing: 10.0,
        registration: Registration::Point,
    };
    let area = Georeference { registration: Registration::Area, ..alps };
    let tile = Tile { zoom: 14, x: 8556, y: 5795 };
    let heights: Vec<_> = (0..256 * 256).map(|at| height(at % 256, at / 256)).collect();
    std::fs::write(path("tile.tif"), geotiff_tile(&heights, 256, tile).unwrap()).unwrap();
    let mut products = [
        geotiff::tiff(&path("plain.tif"), &GRID).unwrap(),
        geotiff::geotiff(&path("point.tif"), &GRID, &alps).unwrap(),
        geotiff::geotiff(&path("area.tif"), &GRID, &area).unwrap(),
        geotiff::geotiff(&path("local.tif"), &GRID, &Georeference::local(&GRID)).unwrap(),
        geotiff::geotiff(&path("sphere.tif"), &GRID, &mars).unwrap(),
        geotiff::geotiff(&path("region.tif"), &GRID, &region).unwrap(),
    ];
    for first_row in (0..GRID.rows).step_by(100) {
        let rows = first_row..GRID.rows.min(first_row + 100);
        let height = rows.flat_map(|j| (0..GRID.columns).map(move |i| height(i, j))).collect();
        let band = Band { first_row, columns: GRID.columns, height, ..Band::default() };
        products.iter_mut().for_each(|product| product.write(&band).unwrap());
    }
    products.into_iter().for_each(|product| drop(product.finish().unwrap()));
    std::fs::write(path("region.csv"), places()).unwrap();
    check("check_geotiff.py", folder.path());
}
