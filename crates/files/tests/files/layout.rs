//! Positions of tiles and samples, compared with the formulas of the map.

use std::f64::consts::PI;

use orogen_files::web::{GeoAnchor, Layout, Tile};
use proptest::prelude::*;

const CIRCUMFERENCE: f64 = 2.0 * PI * 6_378_137.0;

/// Easting and northing of EPSG:3857 by the textbook formula.
fn mercator(latitude: f64, longitude: f64) -> [f64; 2] {
    let northing = (PI / 4.0 + latitude.to_radians() / 2.0).tan().ln() * 6_378_137.0;
    [longitude.to_radians() * 6_378_137.0, northing]
}

#[test]
fn the_world_is_one_tile() {
    let place = GeoAnchor { point: [1e7, 1e7], ..GeoAnchor::default() };
    let layout = Layout::new(place, [0.0, 0.0, 2e7, 2e7], 160_000.0, 256).unwrap();
    assert_eq!(layout.zooms(), 0..=0);
    let bounds = layout.bounds().map(|degrees| (degrees * 1e6).round() / 1e6);
    assert_eq!(bounds, [-180.0, -85.051129, 180.0, 85.051129]);
    assert_eq!(layout.center(), [0.0, 0.0]);
    assert!((layout.grid().spacing - CIRCUMFERENCE / 256.0).abs() < 1e-6);
}

#[test]
fn known_positions_are_in_their_tiles() {
    // Two examples from the manual of the Python package mercantile.
    let at = |latitude, longitude, spacing, tile_size| {
        let place = GeoAnchor { latitude, longitude, point: [0.0; 2] };
        Layout::new(place, [0.0; 4], spacing, tile_size).unwrap()
    };
    let layout = at(40.1222, 20.6852, 250.0, 256);
    assert_eq!(layout.addresses().next(), Some(Tile { zoom: 9, x: 285, y: 193 }));
    assert_eq!((layout.addresses().count(), layout.whole_zoom()), (10, 9));
    let finer = at(40.1222, 20.6852, 125.0, 512);
    assert_eq!(finer.addresses().next(), Some(Tile { zoom: 9, x: 285, y: 193 }));
    assert_eq!(finer.grid().spacing, layout.grid().spacing / 2.0);
    let layout = at(53.2, -9.0, 100.0, 256);
    assert_eq!(layout.addresses().next(), Some(Tile { zoom: 10, x: 486, y: 332 }));
    let known = [-9.140625, 53.12040528310657, -8.7890625, 53.33087298301705];
    assert!(layout.bounds().iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-12));
}

#[test]
fn a_map_that_is_stretched_twofold_has_samples_twice_as_dense() {
    let at = |latitude| {
        let place = GeoAnchor { latitude, ..GeoAnchor::default() };
        Layout::new(place, [0.0, 0.0, 10_000.0, 10_000.0], 40.0, 256).unwrap()
    };
    let (equator, north) = (at(0.0), at(60.0));
    assert_eq!(equator.grid().spacing, CIRCUMFERENCE / 256.0 / 4096.0);
    assert_eq!((*equator.zooms().end(), *north.zooms().end()), (12, 11));
    assert!((north.grid().spacing / equator.grid().spacing - 1.0).abs() < 1e-12);
}

#[test]
fn every_level_covers_the_finer_one() {
    let place = GeoAnchor { latitude: 46.0, longitude: 7.0, point: [0.0; 2] };
    let layout = Layout::new(place, [-9_000.0, 2_000.0, 40_000.0, 13_000.0], 25.0, 256).unwrap();
    let zooms = layout.zooms();
    for zoom in zooms.clone().skip(1) {
        let (finer, coarser) = (layout.tiles(zoom), layout.tiles(zoom - 1));
        for (finer, coarser) in finer.into_iter().zip(coarser) {
            assert_eq!(coarser, finer.start / 2..finer.end.div_ceil(2));
        }
    }
    let coarsest = layout.tiles(layout.whole_zoom());
    assert!(coarsest.iter().all(|range| range.len() <= 2), "{coarsest:?}");
    let count: usize =
        zooms.map(|zoom| layout.tiles(zoom).map(|range| range.len()).iter().product::<usize>()).sum();
    assert_eq!(layout.addresses().count(), count);
}

#[test]
fn invalid_layouts_are_errors() {
    let on = |latitude: f64, longitude: f64| GeoAnchor { latitude, longitude, point: [0.0; 2] };
    let here = on(0.0, 0.0);
    let square = [0.0, 0.0, 1e4, 1e4];
    let cases = [
        (on(86.0, 0.0), square, 10.0, 256, "latitude 86"),
        (on(f64::NAN, 0.0), square, 10.0, 256, "latitude NaN"),
        (on(0.0, 181.0), square, 10.0, 256, "longitude 181"),
        (on(0.0, 180.0), square, 10.0, 256, "beyond the map"),
        (on(-85.0, 0.0), [0.0, 0.0, 1e4, 1e5], 10.0, 256, "beyond the map"),
        (here, square, 0.0, 256, "0 m apart"),
        (here, square, f64::INFINITY, 256, "inf m apart"),
        (here, square, 1e-3, 256, "zoom level 22"),
        (here, square, 10.0, 300, "300 pixels"),
        (here, [1.0, 0.0, 0.0, 1.0], 10.0, 256, "region"),
        (here, [0.0, 0.0, f64::NAN, 1.0], 10.0, 256, "region"),
        (here, [0.0, 0.0, 1e9, 1.0], 10.0, 256, "region"),
        (here, [0.0, 0.0, 1e6, 1.0], 1.0, 256, "samples along a side"),
    ];
    for (place, region, spacing, tile_size, message) in cases {
        let error = Layout::new(place, region, spacing, tile_size).unwrap_err();
        assert!(error.message.contains(message), "{error}");
    }
}

proptest! {
    #[test]
    fn samples_lie_at_the_centres_of_their_pixels(
        latitude in -80.0..80.0_f64, longitude in -170.0..170.0_f64,
        x in -5e4..5e4_f64, y in -5e4..5e4_f64, width in 0.0..3e4_f64, height in 0.0..3e4_f64,
        spacing in 5.0..400.0_f64, tile_size in prop::sample::select(vec![256_u32, 512]),
    ) {
        let place = GeoAnchor { latitude, longitude, point: [x + 0.3 * width, y + 0.7 * height] };
        let region = [x, y, x + width, y + height];
        let layout = Layout::new(place, region, spacing, tile_size).unwrap();
        let (grid, zoom) = (layout.grid(), *layout.zooms().end());
        prop_assert!(grid.spacing <= spacing * (1.0 + 1e-9) && grid.spacing > 0.5 * spacing);
        // The areas of the pixels cover the whole region, and every tile is needed for that.
        let side = f64::from(tile_size);
        let edges = [
            (grid.x(0), grid.x(grid.columns - 1), region[0], region[2]),
            (grid.y(0), grid.y(grid.rows - 1), region[1], region[3]),
        ];
        for (first, last, from, to) in edges {
            let half = 0.500_001 * grid.spacing;
            prop_assert!(first - half <= from && from <= first + side * grid.spacing);
            prop_assert!(last + half >= to && to >= last - side * grid.spacing);
        }
        // Map metres of the pixel that contains the position, from the address of the first tile.
        let pixel = CIRCUMFERENCE / side / f64::from(1_u32 << zoom);
        let [tile_columns, tile_rows] = layout.tiles(zoom);
        let steps = [0, 1].map(|k| place.point[k] / grid.spacing - [grid.first_column, grid.first_row][k] as f64);
        let easting = (f64::from(tile_columns.start) * side + steps[0] + 0.5) * pixel - CIRCUMFERENCE / 2.0;
        let northing = CIRCUMFERENCE / 2.0 - (f64::from(tile_rows.start) * side + steps[1] + 0.5) * pixel;
        let [east, north] = mercator(latitude, longitude);
        prop_assert!((easting - east).abs() <= 0.500_001 * pixel, "{easting} {east}");
        prop_assert!((northing - north).abs() <= 0.500_001 * pixel, "{northing} {north}");
        // Bounds are the corners of the outermost tiles.
        let [west, south, ..] = layout.bounds();
        let corner = mercator(south, west);
        prop_assert!((corner[0] - (f64::from(tile_columns.start) * side * pixel - CIRCUMFERENCE / 2.0)).abs() < 1e-3);
        prop_assert!((corner[1] - (CIRCUMFERENCE / 2.0 - f64::from(tile_rows.end) * side * pixel)).abs() < 1e-3);
    }
}
