//! Lines and polygons that other programs wrote, and files that are wrong.
//!
//! The files in `gdal` were written by GDAL 3.12.4 through geopandas, from the same two features in UTM zone 32.

use std::path::{Path, PathBuf};

use orogen_engine::shapes::{Coordinates, MapPlace, Shape, ShapeReading, Shapes};
use orogen_files::{ShapeFormat, read_shapes, read_shapes_bytes};
use proptest::prelude::*;

fn gdal(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/gdal").join(name)
}

/// A domain whose top left corner is at 465000, 5250000 in a zone of UTM.
fn placed(crs: Option<u32>) -> ShapeReading {
    let place = MapPlace { crs, origin: Some([465_000.0, 5_250_000.0]) };
    ShapeReading { place, ..ShapeReading::default() }
}

fn layer(name: &str, reading: &ShapeReading) -> ShapeReading {
    ShapeReading { layer: Some(name.to_owned()), ..*reading }
}

fn as_is(coordinates: Coordinates) -> ShapeReading {
    ShapeReading { coordinates, ..ShapeReading::default() }
}

/// Checks the two features, with a tolerance in metres. In RFC 7946, the outer outline runs the other way.
fn check(shapes: &Shapes, tolerance: f64, is_reversed: bool) {
    let near = |found: &[[f64; 2]], expected: &[[f64; 2]]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let error = (found[0] - expected[0]).abs().max((found[1] - expected[1]).abs());
            assert!(error <= tolerance, "{found:?} is not {expected:?}");
        }
    };
    let [Shape::Line(road), Shape::Polygon(rings)] = &shapes.shapes[..] else { panic!("{shapes:?}") };
    near(&road.points, &[[0.0, 0.0], [300.25, 199.5], [600.0, 200.0]]);
    assert_eq!(road.heights.as_deref(), Some(&[400.0, 410.0, 420.0][..]));
    let ring = |index: usize| {
        let mut points = rings[index].points.clone();
        if is_reversed && index == 0 {
            points.reverse();
        }
        points
    };
    near(&ring(0), &[[100.0, 500.0], [400.0, 520.0], [420.0, 800.0], [110.0, 780.0], [100.0, 500.0]]);
    near(&ring(1), &[[200.0, 600.0], [300.0, 600.0], [300.0, 700.0], [200.0, 600.0]]);
    assert_eq!(rings[1].heights, Some(vec![412.5; 4]));
}

#[test]
fn files_of_gdal_are_read() {
    check(&read_shapes(&gdal("utm.geojson"), &placed(Some(32_632))).unwrap(), 0.0, false);
    // The same zone on ETRS89; and a domain whose map is not known.
    check(&read_shapes(&gdal("utm.geojson"), &placed(Some(25_832))).unwrap(), 0.0, false);
    check(&read_shapes(&gdal("utm.geojson"), &placed(None)).unwrap(), 0.0, false);
    check(&read_shapes(&gdal("wkt.csv"), &placed(None)).unwrap(), 0.0, false);
    check(&read_shapes(&gdal("layers.gpkg"), &layer("farm", &placed(None))).unwrap(), 0.0, false);
    let degrees = layer("Degrees", &placed(Some(32_632)));
    check(&read_shapes(&gdal("layers.gpkg"), &degrees).unwrap(), 1e-6, false);
    // RFC 7946 has seven decimals of a degree: a centimetre.
    check(&read_shapes(&gdal("rfc7946.geojson"), &placed(Some(32_632))).unwrap(), 0.012, true);
}

#[test]
fn other_coordinate_systems_are_refused() {
    let of = |name: &str, reading| read_shapes(&gdal(name), &reading).unwrap_err().to_string();
    let error = of("utm.geojson", placed(Some(32_633)));
    assert!(error.contains("EPSG:32632, and the domain is in EPSG:32633"), "{error}");
    assert!(error.contains("ogr2ogr -t_srs EPSG:32633"), "{error}");
    let error = of("rfc7946.geojson", ShapeReading::default());
    assert!(error.contains("may be metres or degrees"), "{error}");
    let error = of("rfc7946.geojson", as_is(Coordinates::Degrees));
    assert!(error.contains("near crs = 32632, east = 465000, north = 5250000"), "{error}");
    let error = of("rfc7946.geojson", placed(Some(2056)));
    assert!(error.contains("cannot be projected to EPSG:2056"), "{error}");
    let error = of("rfc7946.geojson", placed(Some(32_719)));
    assert!(error.contains("is far from the map EPSG:32719"), "{error}");
}

#[test]
fn csv_has_lines_by_id() {
    let text = "id;X;Y;Z\na;0;0;1\nb;5;5;7\na;10;0;2\nb;9;9;8\n";
    let shapes = read_shapes_bytes(text.as_bytes(), ShapeFormat::Csv, &ShapeReading::default()).unwrap();
    let points: Vec<_> = shapes.shapes.iter().map(|shape| shape.polylines()[0].points.clone()).collect();
    assert_eq!(points, [[[0.0, 0.0], [10.0, 0.0]], [[5.0, 5.0], [9.0, 9.0]]]);
    let text = "lon,lat\n8.536133,47.4025148\n8.5401278,47.4007358\n";
    let shapes = read_shapes_bytes(text.as_bytes(), ShapeFormat::Csv, &placed(Some(32_632))).unwrap();
    let end = shapes.shapes[0].polylines()[0].points[1];
    assert!((end[0] - 300.25).abs() < 0.012 && (end[1] - 199.5).abs() < 0.012, "{end:?}");
}

#[test]
fn collections_and_multiple_geometries_are_read() {
    let json = r#"{"type": "GeometryCollection", "geometries": [
        {"type": "MultiLineString", "coordinates": [[[0, 0], [900, 0]], [[0, 5], [9, 5], [9, 9]]]},
        {"type": "MultiPolygon", "coordinates": [[[[0, 0], [9, 0], [9, 9]]], [[[20, 0], [29, 0], [29, 9], [20, 0]]]]}]}"#;
    let wkt = "wkt\n\"SRID=32632;GEOMETRYCOLLECTION(MULTILINESTRING((0 0, 900 0), (0 5, 9 5, 9 9)), \
               MULTIPOLYGON(((0 0, 9 0, 9 9)), ((20 0, 29 0, 29 9, 20 0))))\"\n";
    let reading = as_is(Coordinates::Map);
    let one = read_shapes_bytes(json.as_bytes(), ShapeFormat::GeoJson, &reading).unwrap();
    let other = read_shapes_bytes(wkt.as_bytes(), ShapeFormat::Csv, &reading).unwrap();
    assert_eq!(one, other);
    assert_eq!(one.shapes.len(), 4);
    // The first outline is closed.
    assert_eq!(one.shapes[2].polylines()[0].points.len(), 4);
}

#[test]
fn mistakes_are_explained() {
    let line = |coordinates: &str| format!(r#"{{"type": "LineString", "coordinates": {coordinates}}}"#);
    let feature = |geometry: &str| {
        format!(
            r#"{{"type": "FeatureCollection", "features": [{{"type": "Feature", "geometry": null}}, {{"type": "Feature", "geometry": {geometry}}}]}}"#
        )
    };
    let json = [
        (String::new(), "it is no GeoJSON: line 1, column 1: EOF"),
        ("[1, 2]".to_owned(), "it is no GeoJSON: line 1, column 1: a list, where an object"),
        ("{\n  \"type\": nothing\n}".to_owned(), "line 2, column 12: expected ident"),
        ("\n {\"features\": []}".to_owned(), "line 2, column 2: the object has no `type`"),
        (r#"{"type": "LineString"}"#.to_owned(), "the LineString has no `coordinates`"),
        (feature(r#"{"coordinates": [[1, 2], [3, 4]]}"#), "column 83: feature 2 has no `type`"),
        (
            "{\"type\": \"FeatureCollection\", \"features\": [\n\n {\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\"}}]}"
                .to_owned(),
            "line 3, column 2: feature 1 is a Point",
        ),
        (feature(r#"{"type": "Feature" "x"}"#), "expected `,` or `}`"),
        (r#"{"type": "FeatureCollection", "features": []}"#.to_owned(), "it has no lines and no polygons"),
        (feature(r#"{"type": "Point", "coordinates": [1, 2]}"#), "feature 2 is a Point"),
        (feature(r#"{"type": "Circle", "coordinates": [1, 2]}"#), "feature 2: `Circle` is no type"),
        (feature(&line("[[1, 2]]")), "feature 2 has a line with fewer than 2 different points"),
        (feature(&line("[[1, 2], [1, 2]]")), "feature 2 has a line with fewer than 2 different points"),
        (
            feature(&line("[[1, 2],\n [3]]")),
            "line 1, column 83: feature 2: the coordinates do not fit a LineString: line 2, column 4: invalid length 1, \
             expected a position",
        ),
        (feature(&line("[1, 2]")), "feature 2: the coordinates do not fit a LineString"),
        (feature(&line("[[1, 2], [3, 4e10]]")), "feature 2: point 2 has the number 40000000000"),
        (feature(&line("[[1, 2, 5], [3, 4]]")), "feature 2: point 2 has no height, and other points have"),
        (feature(&line("[[1, 2], [3, 4e999]]")), "number out of range"),
        (
            feature(r#"{"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]]}"#),
            "feature 2 has an outline with fewer than 3 different points",
        ),
        (
            r#"{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "mine"}}, "features": []}"#.to_owned(),
            "its member `crs` names no coordinate system",
        ),
        (feature(&line(&("[".repeat(400) + &"]".repeat(400)))), "invalid type: sequence, expected a number"),
    ];
    for (text, message) in json {
        let error =
            read_shapes_bytes(text.as_bytes(), ShapeFormat::GeoJson, &as_is(Coordinates::Map)).unwrap_err();
        assert!(error.message.contains(message) && !error.help.is_empty(), "{error}\nfor {text}");
    }
    let csv = [
        ("", "its first line names no columns x and y"),
        ("a,b\n1,2\n", "its first line names no columns x and y"),
        ("x,y\n1,2\n3,four\n", "line 3: `y` is four, not a number"),
        ("x,y\n1,2\n,4\n", "line 3: `x` is empty"),
        ("Easting,Northing,Height\n1,2,3\n3,4,high\n", "line 3: `Height` is high, not a number"),
        ("lon,lat\n1,2\n3,\n", "line 3: `lat` is empty"),
        ("x,y\n1,2\n3,NaN\n", "point 2 has the number NaN"),
        ("x,y\n1,2\n", "the line has a line with fewer than 2 different points"),
        ("wkt\nPOINT (1 2)\n", "line 2 is a point"),
        ("wkt\nLINE (1 2)\n", "line 2: it is no well-known text"),
        ("id,x,y\na,1,2\n\"a,3,4\na,5,6\n", "line 3: a quotation mark is not closed"),
        ("wkt\n\"LINESTRING (1 2, 3 4)", "line 2: a quotation mark is not closed"),
        ("id,x,y\n5\",1,2\n\"a,3,4\n", "line 3: a quotation mark is not closed"),
        ("x,y,\"z\n1,2,3\n3,4,5\n", "line 1: a quotation mark is not closed"),
        ("x,y\r\n1,2\r\n\r\n3,four\r\n", "line 4: `y` is four, not a number"),
        (
            "wkt\n\"SRID=32632;LINESTRING (1 2, 3 4)\"\n\"SRID=32633;LINESTRING (1 2, 3 4)\"\n",
            "line 3: it is in another",
        ),
    ];
    for (text, message) in csv {
        let error =
            read_shapes_bytes(text.as_bytes(), ShapeFormat::Csv, &as_is(Coordinates::Map)).unwrap_err();
        assert!(error.message.contains(message) && !error.help.is_empty(), "{error}\nfor {text}");
    }
}

/// A quotation mark inside text that does not begin with one is part of the text.
#[test]
fn quotation_marks_may_be_inside_text() {
    for text in [
        "x,y,name\n1,2,6\" pipe\n3,4,6\" pipe\n",
        "x,y,name\n1,2,\"a\"\n3,4,\"b\"",
        "x,y,\"z\"\n1,2,3\n3,4,5\n\n",
    ] {
        let shapes = read_shapes_bytes(text.as_bytes(), ShapeFormat::Csv, &as_is(Coordinates::Map)).unwrap();
        assert_eq!(shapes.shapes.len(), 1, "{text}");
    }
}

/// A file with a hole of 3 GB, a folder, and a pipe.
#[test]
fn files_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let of = |path: &Path| read_shapes(path, &ShapeReading::default()).unwrap_err().to_string();
    let large = folder.path().join("large.geojson");
    std::fs::File::create(&large).unwrap().set_len(3 << 30).unwrap();
    let error = of(&large);
    assert!(error.contains("more than 100000000 bytes") && error.contains("simplify"), "{error}");
    assert!(of(folder.path()).contains("it is a folder"));
    #[cfg(unix)]
    {
        let pipe = folder.path().join("pipe.csv");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(of(&pipe).contains("a device or a pipe"));
    }
}

#[test]
fn layers_are_chosen_by_name() {
    let of = |reading| read_shapes(&gdal("layers.gpkg"), &reading).unwrap_err().to_string();
    let error = of(placed(None));
    assert!(
        error.contains("it has 3 layers; set `layer` to one of them: `farm` (geometry), `degrees`"),
        "{error}"
    );
    let error = of(layer("roads", &placed(None)));
    assert!(error.contains("it has no layer `roads`; its layers are `farm`"), "{error}");
    let error = of(layer("web mercator", &placed(Some(32_632))));
    assert!(error.contains("it is in EPSG:3857, and the domain is in EPSG:32632"), "{error}");
    let error = read_shapes(&gdal("wkt.csv"), &layer("roads", &placed(None))).unwrap_err().to_string();
    assert!(error.contains("only GeoPackages have layers"), "{error}");
}

/// SQLite's log beside a file has changes that are not in it.
#[test]
fn open_geopackages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("farm.gpkg");
    let reading = layer("farm", &placed(None));
    std::fs::copy(gdal("layers.gpkg"), &path).unwrap();
    for (beside, bytes, is_refused) in [
        ("-wal", vec![0; 32], false),
        ("-wal", vec![7; 32 + 24 + 512], true),
        ("-journal", vec![0; 512], false),
        ("-journal", vec![0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0], true),
    ] {
        let beside = folder.path().join(format!("farm.gpkg{beside}"));
        std::fs::write(&beside, bytes).unwrap();
        let read = read_shapes(&path, &reading);
        assert_eq!(read.is_err(), is_refused, "{}", beside.display());
        if let Err(error) = read {
            assert!(error.message.contains("has it open") && error.help.contains("QGIS"), "{error}");
        }
        std::fs::remove_file(beside).unwrap();
    }
}

/// The first byte is for the fuzzer.
#[test]
fn seeds_of_geopackages_are_read() {
    for (name, shapes, points) in [("overflow", 1, 45), ("tree", 10, 36)] {
        let path = format!("../../fuzz/corpus/shapes/seed-gpkg-{name}");
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let reading = layer("lines", &placed(Some(32_632)));
        let read = read_shapes_bytes(&bytes[1..], ShapeFormat::GeoPackage, &reading).unwrap().shapes;
        assert_eq!(read.len(), shapes, "{name}");
        let lines = read.iter().flat_map(Shape::polylines);
        assert_eq!(lines.map(|line| line.points.len()).sum::<usize>(), points, "{name}");
    }
}

/// One line in a GeoPackage, with some of its bytes replaced.
#[test]
fn mistakes_of_geopackages_are_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/shapes/seed-gpkg-overflow");
    let sound = std::fs::read(path).unwrap().split_off(1);
    let header = b"GP\x00\x01\x78\x7F\x00\x00";
    let line = b"\x01\xEA\x03\x00\x00\x2D\x00\x00\x00";
    let cases: [(&[u8], &[u8], &str); 12] = [
        (line, b"\x01\xE9\x03\x00\x00\x2D\x00\x00\x00", "the feature with the fid 1 is a point"),
        (line, b"\x01\xF0\x03\x00\x00\x2D\x00\x00\x00", "the feature with the fid 1 has curves or surfaces"),
        (line, b"\x01\x02\x10\x00\x00\x2D\x00\x00\x00", "the feature with the fid 1 has a damaged geometry"),
        (line, b"\x07\xEA\x03\x00\x00\x2D\x00\x00\x00", "the feature with the fid 1 has a damaged geometry"),
        (line, b"\x01\xEA\x03\x00\x00\xFF\xFF\xFF\xFF", "the feature with the fid 1 has a damaged geometry"),
        (header, b"GP\x00\x21\x78\x7F\x00\x00", "is a geometry of an extension"),
        (header, b"GP\x00\x11\x78\x7F\x00\x00", "it has no lines and no polygons"),
        (header, b"GP\x00\x0B\x78\x7F\x00\x00", "has a damaged geometry"),
        (b"zoneEPSG", b"zoneESRI", "`lines` is in the coordinate system `zone`, which has no code of EPSG"),
        (b"geom)", b"gone)", "its table `lines` has no column `geom`"),
        (b"tablelines", b"tableroads", "it has no table `lines`"),
        (
            b"SQLite format 3\0\x02\0\x01\x01",
            b"SQLite format 3\0\x03\0\x01\x01",
            "its pages have no valid size",
        ),
    ];
    for (part, replacement, message) in cases {
        let mut bytes = sound.clone();
        let place = bytes.windows(part.len()).position(|window| window == part);
        let place = place.unwrap_or_else(|| panic!("no {}", part.escape_ascii()));
        bytes[place..place + part.len()].copy_from_slice(replacement);
        let error = read_shapes_bytes(&bytes, ShapeFormat::GeoPackage, &placed(None)).unwrap_err();
        assert!(error.message.contains(message) && !error.help.is_empty(), "{error}, not {message}");
    }
}

#[test]
fn other_formats_are_named() {
    for (bytes, name) in [
        (&b"\0\0\x27\x0A\0"[..], "a Shapefile"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\n<?xml version='1.0'?><kml>", "XML, such as KML or GPX"),
        (b"fgb\x03fgb", "a FlatGeobuf file"),
        (b"\xFF\xFEx\0", "text in UTF-16"),
    ] {
        for format in [ShapeFormat::GeoJson, ShapeFormat::Csv, ShapeFormat::GeoPackage] {
            let error = read_shapes_bytes(bytes, format, &ShapeReading::default()).unwrap_err();
            assert!(error.message.contains(name) && error.help.contains("save"), "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any change of a byte is read or refused, without a panic.
    #[test]
    fn damaged_files_do_not_panic(name in prop::sample::select(vec!["utm.geojson", "rfc7946.geojson", "wkt.csv", "layers.gpkg"]), place in 0.0..1.0, byte: u8) {
        let mut bytes = std::fs::read(gdal(name)).unwrap();
        let place = (place * bytes.len() as f64) as usize;
        bytes[place] = byte;
        let format = match name.rsplit_once('.') {
            Some((_, "csv")) => ShapeFormat::Csv,
            Some((_, "gpkg")) => ShapeFormat::GeoPackage,
            _ => ShapeFormat::GeoJson,
        };
        let layer = (format == ShapeFormat::GeoPackage).then(|| "farm".to_owned());
        let reading = ShapeReading { layer, ..placed(Some(32_632)) };
        _ = read_shapes_bytes(&bytes, format, &reading);
        _ = read_shapes_bytes(&bytes[..place], format, &reading);
    }
}
