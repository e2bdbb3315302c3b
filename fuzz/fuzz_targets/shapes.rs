//! Any bytes at all are lines and polygons with finite positions, or an error; reading never panics, hangs or takes memory without
//! bound. The first byte chooses the format and the meaning of positions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen_engine::shapes::{Coordinates, MapPlace, ShapeReading};
use orogen_files::{ShapeFormat, read_shapes_bytes};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let coordinates = match choice >> 1 & 3 {
        0 => Coordinates::Auto,
        1 => Coordinates::Local,
        2 => Coordinates::Map,
        _ => Coordinates::Degrees,
    };
    let format = match (choice & 1, choice & 8) {
        (_, 8) => ShapeFormat::GeoPackage,
        (0, _) => ShapeFormat::GeoJson,
        _ => ShapeFormat::Csv,
    };
    let layer = (choice & 16 != 0).then(|| "lines".to_owned());
    let place = MapPlace { crs: Some(32_632), origin: Some([465_000.0, 5_250_000.0]) };
    let reading = ShapeReading { layer, coordinates, place };
    let Ok(shapes) = read_shapes_bytes(bytes, format, &reading) else { return };
    for line in shapes.shapes.iter().flat_map(|shape| shape.polylines()) {
        assert!(line.points.len() > 1 && line.points.iter().flatten().all(|number| number.is_finite()));
        let heights = line.heights.iter();
        assert!(heights.clone().all(|heights| heights.len() == line.points.len()));
        assert!(heights.flatten().all(|height| height.is_finite()));
    }
});
