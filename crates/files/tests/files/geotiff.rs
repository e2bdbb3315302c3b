//! TIFFs and EXRs: rejected inputs, and bytes that do not depend on the bands.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_files::geotiff::{self, Crs, Georeference, Registration};
use orogen_files::{Product, exr, read_heights};

/// A grid of more than one tile in both directions, whose overviews have odd sides.
const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 1027, rows: 1030, spacing: 3.0 };

fn write(mut product: Box<dyn Product>, rows_each: usize) -> Vec<u8> {
    for first_row in (0..GRID.rows).step_by(rows_each) {
        let rows = first_row..GRID.rows.min(first_row + rows_each);
        let height = rows.flat_map(|j| (0..GRID.columns).map(move |i| height(i, j))).collect();
        product.write(&Band { first_row, columns: GRID.columns, height, ..Band::default() }).unwrap();
    }
    std::fs::read(product.finish().unwrap()).unwrap()
}

fn height(i: usize, j: usize) -> f32 {
    (i * 31 + j * 17) as f32 * 0.01 + (i * j % 7) as f32
}

#[test]
fn bytes_do_not_depend_on_where_bands_are_cut_between_tiles_and_blocks() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in [("a.tif", geotiff::tiff as fn(&Path, &Grid) -> _), ("a.exr", exr::rgb)] {
        let path = folder.path().join(name);
        let whole = write(make(&path, &GRID).unwrap(), GRID.rows);
        for rows_each in [1, 100, 511, 513] {
            assert!(write(make(&path, &GRID).unwrap(), rows_each) == whole, "{name} by {rows_each} rows");
        }
        let heights = read_heights(&path, &Default::default()).unwrap();
        let expected = (0..GRID.rows).flat_map(|j| (0..GRID.columns).map(move |i| height(i, j)));
        assert!(heights.samples.into_iter().eq(expected), "{name}");
        assert_eq!(heights.spacing.is_some(), name == "a.exr");
    }
}

#[test]
fn invalid_georeferences_are_errors() {
    let good = Georeference {
        crs: Crs::Epsg(32_632),
        origin: [4e5, 5e6],
        spacing: 10.0,
        registration: Registration::Point,
    };
    let sphere = |radius, top| Georeference { crs: Crs::Sphere { radius }, origin: [0.0, top], ..good };
    let refuse = |place: Georeference| {
        let folder = tempfile::tempdir().unwrap();
        let product = geotiff::geotiff(&folder.path().join("a.tif"), &Grid::square(19, 1.0), &place);
        product.err().map(|error| error.message).unwrap_or_default()
    };
    assert_eq!(refuse(good), "");
    assert_eq!(refuse(sphere(6_371_000.0, 90.0)), "");
    for code in [0, 1023, 4326, 4978, 32_767] {
        let message = refuse(Georeference { crs: Crs::Epsg(code), ..good });
        assert!(message.contains("not a projected"), "{code}: {message}");
    }
    for wrong in [
        Georeference { origin: [f64::NAN, 0.0], ..good },
        Georeference { spacing: 0.0, ..good },
        Georeference { spacing: f64::INFINITY, ..good },
    ] {
        assert!(refuse(wrong).contains("origin would be"));
    }
    assert!(refuse(sphere(0.0, 90.0)).contains("radius of 0 m"));
    let around = |radius, latitude, longitude| {
        refuse(Georeference { crs: Crs::Azimuthal { radius, latitude, longitude }, ..good })
    };
    assert_eq!(around(6_371_000.0, -90.0, 190.0), "");
    assert!(around(0.0, 0.0, 0.0).contains("radius of 0 m"));
    assert!(around(1.0, 91.0, 0.0).contains("latitude 91°"));
    assert!(around(1.0, 0.0, f64::NAN).contains("longitude NaN°"));
    assert!(refuse(sphere(1.0, 91.0)).contains("latitude 91°"));
    assert!(refuse(sphere(1.0, 80.0)).contains("to -100°"));
}

#[test]
fn sizes_that_the_formats_cannot_hold_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let grid = |columns, rows| Grid { columns, rows, ..GRID };
    for (columns, rows) in [(0, 5), (5, 0), (1 << 31, 5), (5, 1 << 31)] {
        for make in [geotiff::tiff, exr::grey, exr::rgb] {
            let error = make(&folder.path().join("a"), &grid(columns, rows)).err().unwrap();
            assert!(error.message.contains("cannot be"), "{error}");
        }
    }
    // With so many columns, the bytes of a block (16 rows of three channels) do not fit into 31 bits.
    assert!(exr::rgb(&folder.path().join("a"), &grid(11_184_811, 1)).is_err());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
