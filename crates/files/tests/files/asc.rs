//! Reading ESRI's ASCII grids.

use orogen_engine::image::SampleUnit;
use orogen_files::{Heights, Location, ReadOptions, read_heights_bytes};
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

#[test]
fn small_cells_are_degrees() {
    let text = GRID.replace("1000", "8").replace("500", "46").replace("cellsize 10", "cellsize 0.5");
    let heights = read(&text).unwrap();
    assert_eq!(heights.spacing, None);
    let location = Location { crs: None, origin: [8.25, 46.75], degrees: Some([0.5; 2]) };
    assert_eq!(heights.location, Some(location));
    // A grid with cells of half a metre and the corner 0, 0 has local coordinates. It also extends beyond latitude 90.
    let rows = format!("{}\n", "7 ".repeat(300)).repeat(200);
    let model = format!("ncols 300\nnrows 200\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n{rows}");
    assert_eq!(read(&model).unwrap().spacing, Some([0.5; 2]));
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
