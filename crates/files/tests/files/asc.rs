//! Reading ESRI's ASCII grids.

use orogen_engine::image::SampleUnit;
use orogen_files::{Heights, Location, ReadOptions, read_heights, read_heights_bytes};
use proptest::prelude::*;

const FILL: ReadOptions = ReadOptions { unit: None, fill: Some(-1.0), nodata: None, raw: None };

fn read(text: &str) -> Result<Heights, String> {
    read_heights_bytes(text.as_bytes(), &FILL).map_err(|error| error.message)
}

const GRID: &str = "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 500\ncellsize 10\nNODATA_value -9999\n\
                    1 2.5 3\n4 -9999 6e2\n";

#[test]
fn heights_are_metres_from_the_top() {
    let expected = Heights {
        width: 3,
        height: 2,
        samples: vec![1.0, 2.5, 3.0, 4.0, -1.0, 600.0],
        unit: SampleUnit::Metres,
        spacing: Some([10.0; 2]),
        variation: 0.0,
        location: Some(Location { crs: None, origin: [1005.0, 515.0], degrees: None }),
    };
    let centred = GRID.replace("xllcorner 1000", "XLLCENTER 1005").replace("yllcorner 500", "YLLCENTER 505");
    // Line breaks have no meaning, and the file may end right after the last number.
    let wrapped = GRID.replace("1 2.5 3\n4", "1\n2.5\r\n3 \t4").replace('\n', "\r\n");
    let marked = format!("\u{feff}{GRID}");
    let gdal = GRID.replace("cellsize 10", "dx 10\ndy 10");
    for text in [GRID, &marked, &gdal, &centred, &wrapped, GRID.trim_end(), &GRID.to_uppercase()] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
    }
    let missing = read_heights_bytes(GRID.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(missing.message, "it has no height at column 1, row 1");
}

/// A grid of zeros. Returns whether its coordinates count as degrees.
fn is_in_degrees(columns: usize, rows: usize, corner: [f64; 2], cell: f64) -> bool {
    let numbers = format!("{}\n", "0 ".repeat(columns)).repeat(rows);
    let [x, y] = corner;
    let grid =
        format!("ncols {columns}\nnrows {rows}\nxllcorner {x}\nyllcorner {y}\ncellsize {cell}\n{numbers}");
    let heights = read(&grid).unwrap();
    let degrees = heights.location.unwrap().degrees;
    assert_eq!(heights.spacing.is_none(), degrees.is_some());
    degrees.is_some()
}

#[test]
fn cells_of_a_minute_of_arc_are_degrees() {
    let text = GRID.replace("1000", "8").replace("500", "46").replace("cellsize 10", "cellsize 0.015625");
    let heights = read(&text).unwrap();
    assert_eq!(heights.spacing, None);
    let location = Location { crs: None, origin: [8.0078125, 46.0234375], degrees: Some([0.015625; 2]) };
    assert_eq!(heights.location, Some(location));
    assert!(is_in_degrees(30, 20, [8.0, 46.0], 1.0 / 3600.0));
    // Maps of the world may have larger cells.
    assert!(is_in_degrees(720, 360, [-180.0, -90.0], 0.5));
}

#[test]
fn spacing_below_a_metre_is_metres() {
    // A survey in local coordinates, away from their origin.
    for cell in [0.02, 0.05, 0.25, 0.5, 0.99] {
        assert!(!is_in_degrees(80, 60, [12.0, 30.0], cell), "{cell}");
    }
    // The corner 0, 0, and latitudes beyond 90.
    assert!(!is_in_degrees(300, 200, [0.0, 0.0], 0.01));
    assert!(!is_in_degrees(300, 200, [8.0, 89.0], 0.01));
}

#[test]
fn the_projection_beside_a_grid_decides() {
    let folder = tempfile::tempdir().unwrap();
    let [grid, projection] = ["site.asc", "site.prj"].map(|name| folder.path().join(name));
    let text = GRID.replace("1000", "8").replace("500", "46");
    let is_in_degrees = |cell: &str, description: &str| {
        std::fs::write(&grid, text.replace("cellsize 10", cell)).unwrap();
        std::fs::write(&projection, description).unwrap();
        read_heights(&grid, &FILL).unwrap().location.unwrap().degrees.is_some()
    };
    let wgs84 = "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\"],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]";
    let utm = format!(
        "PROJCS[\"WGS_1984_UTM_Zone_32N\",{wgs84},PROJECTION[\"Transverse_Mercator\"],UNIT[\"Meter\",1.0]]"
    );
    assert!(is_in_degrees("cellsize 0.5", wgs84));
    assert!(!is_in_degrees("cellsize 0.001", &utm));
    // The form of ArcInfo.
    assert!(is_in_degrees("cellsize 0.5", "Projection    GEOGRAPHIC\nUnits         DD\n"));
    assert!(!is_in_degrees("cellsize 0.001", "Projection    UTM\nZone          32\nUnits         METERS\n"));
    std::fs::write(&projection, vec![b' '; 1 << 17]).unwrap();
    assert!(read_heights(&grid, &FILL).unwrap_err().message.contains("more than 65536 bytes"));
}

#[test]
fn wrong_grids_are_errors() {
    for (from, to, phrase) in [
        ("600", "x", "`x` at column 2, row 1 is not a number"),
        ("6e2\n", "", "it has 5 of 3 × 2 numbers"),
        ("cellsize 10", "dx 10\ndy 5", "not square"),
        ("6e2", "6e2 7", "more than 3 × 2 numbers"),
        ("nrows 2\n", "", "no `nrows`"),
        ("cellsize 10\n", "", "no `cellsize`"),
        ("cellsize 10", "cellsize 0", "`cellsize` in its header is `0`"),
        ("nrows 2", "nrows -2", "`nrows` in its header is `-2`"),
        ("nrows 2", "nrows 9999", "cut short"),
        ("nrows 2", "nrows 99999", "too many"),
        ("nrows 2", "nrows 2\nhello 3", "an unknown name `hello`"),
        ("2.5", "\u{e9}", "not a text"),
    ] {
        let text = GRID.replace("6e2", if from == "600" { "600" } else { "6e2" }).replace(from, to);
        let error = read(&text).unwrap_err();
        assert!(error.contains(phrase), "{from} as {to}: {error}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, at in 0..GRID.len()) {
        let mut text = GRID.as_bytes().to_vec();
        text.splice(at.., bytes);
        _ = read_heights_bytes(&text, &FILL);
    }
}
