//! Heights as colours, compared with the formulas of the formats.

use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};
use orogen_files::web::{self, Encoding};

use crate::terrain::{HEIGHTS, decode, terrain};

/// Metres by the specification of the formats.
fn metres(encoding: Encoding, colour: &[u8]) -> f64 {
    let [red, green, blue] = [0, 1, 2].map(|channel: usize| f64::from(colour[channel]));
    match encoding {
        Encoding::Terrarium => red * 256.0 + green + blue / 256.0 - 32_768.0,
        Encoding::Mapbox => -10_000.0 + (red * 65_536.0 + green * 256.0 + blue) * 0.1,
    }
}

#[test]
fn a_picture_stores_heights_to_half_a_step() {
    let folder = tempfile::tempdir().unwrap();
    let band = terrain();
    let grid = Grid { columns: band.columns, rows: band.rows(), ..Grid::square(0, 1.0) };
    for encoding in Encoding::ALL {
        let path = folder.path().join(encoding.name());
        let mut product = web::png(&path, &grid, encoding, HEIGHTS).unwrap();
        product.write(&band).unwrap();
        product.finish().unwrap();
        let (info, bytes, srgb) = decode(&path);
        assert_eq!(
            (info.color_type, info.bit_depth, srgb),
            (png::ColorType::Rgb, png::BitDepth::Eight, false)
        );
        for (colour, &height) in bytes.chunks_exact(3).zip(&band.height) {
            let error = (metres(encoding, colour) - f64::from(height)).abs();
            assert!(error <= 0.5 * encoding.quantum() + 1e-9, "{encoding:?} {height}");
        }
    }
}

#[test]
fn heights_out_of_range_are_errors_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let cases = [
        (Encoding::Mapbox, -10_000.5, 0.0, "terrarium encoding"),
        (Encoding::Terrarium, 0.0, 32_768.0, "mapbox encoding"),
        (Encoding::Terrarium, -32_769.0, 0.0, "lower the scale"),
        (Encoding::Terrarium, f64::NAN, f64::NAN, "lower the scale"),
    ];
    for (encoding, min, max, help) in cases {
        let error = web::png(&path, &Grid::square(4, 1.0), encoding, Interval { min, max }).err().unwrap();
        assert!(error.help.contains(help), "{error}");
    }
    assert!(web::png(&path, &Grid::square(4, 1.0), Encoding::Mapbox, Interval::new(-10_000.0, 1e6)).is_ok());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn an_unexpected_height_is_an_error_and_not_clamped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let grid = Grid::square(4, 1.0);
    let mut product = web::png(&path, &grid, Encoding::Terrarium, Interval::new(0.0, 1.0)).unwrap();
    let mut height = vec![0.0; 16];
    height[6] = 33_000.0;
    let error = product.write(&Band { first_row: 0, columns: 4, height, ..Band::default() }).unwrap_err();
    assert!(error.message.contains("33000 at column 2, row 1"), "{error}");
    assert!(product.finish().is_err());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
