//! Elevation models: georeferences, gaps, and headerless files.

use std::fs;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_files::PendingOutput;
use orogen_files::geotiff::{self, Crs, Georeference, Registration};

use crate::harness::{Outcome, generate, heights, orogen, try_generate};

/// A GeoTIFF of 61 × 61 samples, 30 m apart or 0.0003°, that rises by one metre per column from 500 m.
fn model(path: &Path, crs: Crs) {
    let grid = Grid::square(61, 30.0);
    let spacing = if matches!(crs, Crs::Sphere { .. }) { 0.0003 } else { 30.0 };
    let origin = if spacing < 1.0 { [8.5, 46.5] } else { [2_600_000.0, 1_200_000.0] };
    let place = Georeference { crs, origin, spacing, registration: Registration::Area };
    let mut product = geotiff::geotiff(path, &grid, &place).unwrap();
    let height = (0..61 * 61).map(|at| 500.0 + (at % 61) as f32).collect();
    product.write(&Band { columns: 61, height, ..Band::default() }).unwrap();
    product.finish().unwrap();
}

/// A recipe of one image.
fn recipe(folder: &Path, size: &str, image: &str) -> String {
    let path = folder.join("dem.toml");
    let text = format!(
        "orogen = 1\ndomain = {{ size = {size}, samples = 61 }}\nheight.field = \"model\"\n\
         [fields.model]\ntype = \"image\"\n{image}\n"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn warned(outcome: &Outcome, phrases: &[&str]) {
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    for phrase in phrases {
        assert!(outcome.err.contains(phrase), "no `{phrase}` in:\n{}", outcome.err);
    }
}

#[test]
fn a_geotiff_has_its_true_size_and_a_hint_for_its_georeference() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    model(&folder.path().join("dem.tif"), Crs::Epsg(2056));
    let own = recipe(folder.path(), "1800", "file = \"dem.tif\"");
    let outcome = generate(&own, &out, &["--format", "f32"]);
    assert_eq!(outcome.err, "");
    let exact: Vec<f32> = (0..61 * 61).map(|at| 500.0 + (at % 61) as f32).collect();
    assert_eq!(heights(&out), exact);
    let outcome = generate(&own, &out.join("gis"), &["--for", "gis"]);
    warned(&outcome, &["hint: dem.tif is in EPSG:2056", "--crs EPSG:2056 --origin 2600000,1200000"]);
    let place = ["--for", "gis", "--crs", "EPSG:2056", "--origin", "2600000,1200000"];
    assert_eq!(generate(&own, &out.join("gis"), &place).err, "");
    let wide = recipe(folder.path(), "9000", "file = \"dem.tif\"");
    warned(
        &orogen(&["check", &wide]),
        &["0 to 1800 m along x", "9000 m", "size = 1800 in [domain]", "edge ="],
    );
    let stretched = recipe(folder.path(), "9000", "file = \"dem.tif\"\nwidth = \"9 km\"");
    warned(
        &orogen(&["check", &stretched]),
        &["150 m apart along x, but the file says 30 m", "1800 × 1800 m"],
    );
}

#[test]
fn degrees_are_refused_with_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    model(&folder.path().join("dem.tif"), Crs::Sphere { radius: 6_371_000.0 });
    let own = recipe(folder.path(), "1800", "file = \"dem.tif\"");
    let phrases = ["0.0003 × 0.0003 degrees", "gdalwarp -t_srs EPSG:32632", "width = 1380 and height = 2000"];
    try_generate(&own, &folder.path().join("out"), &[]).refuses(2, &phrases);
    let sized = recipe(folder.path(), "1380", "file = \"dem.tif\"\nwidth = 1380\nheight = 2000");
    assert_eq!(orogen(&["check", &sized]).err, "");
}

#[test]
fn gaps_without_a_tag_are_reported_and_filled() {
    let folder = tempfile::tempdir().unwrap();
    let write = |gap: f32| {
        let numbers: Vec<u8> =
            (0..16).map(|at| if at == 6 { gap } else { 300.0 }).flat_map(f32::to_le_bytes).collect();
        PendingOutput::of_bytes(&folder.path().join("dem.f32"), &numbers).unwrap().commit().unwrap();
    };
    write(-9999.0);
    let own = recipe(folder.path(), "900", "file = \"dem.f32\"");
    warned(
        &orogen(&["check", &own]),
        &["1 of its pixels are -9999", "column 2, row 1", "nodata = -9999", "fill = 0.0"],
    );
    let mended = recipe(folder.path(), "900", "file = \"dem.f32\"\nnodata = -9999\nfill = 300");
    let outcome = orogen(&["check", &mended]);
    assert_eq!((&*outcome.err, outcome.out.contains("between 300 and 300 m")), ("", true), "{}", outcome.out);
    let unfilled = recipe(folder.path(), "900", "file = \"dem.f32\"\nnodata = -9999");
    orogen(&["check", &unfilled]).refuses(2, &["no height at column 2, row 1", "fill = 0.0"]);
    write(f32::MIN);
    let own = recipe(folder.path(), "900", "file = \"dem.f32\"");
    orogen(&["check", &own]).refuses(2, &["-3.4028235e38", "nodata = -3.4028235e38"]);
}

#[test]
fn headerless_files_of_any_shape_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let numbers: Vec<u8> = (0..24_u16).flat_map(|at| (700 + at).to_be_bytes()).collect();
    for name in ["rect.raw", "rect.bin"] {
        fs::write(folder.path().join(name), &numbers).unwrap();
    }
    let refused = |image: &str, phrases: &[&str]| {
        let own = recipe(folder.path(), "900", image);
        orogen(&["check", &own]).refuses(2, phrases);
    };
    refused(
        "file = \"rect.raw\"",
        &["48 bytes do not form a square", "columns = 1024", "data_type = \"i16\""],
    );
    refused("file = \"rect.bin\"", &["its format is unknown", "data_type = \"u16\", columns = 1024"]);
    refused("file = \"rect.bin\"\ncolumns = 6", &["the number format is unknown", "data_type = \"u16\""]);
    refused("file = \"rect.raw\"\ncolumns = 5", &["it has 48 bytes, but 5 × 4 samples have 40", "`rows`"]);
    for shape in ["columns = 6", "rows = 4", "columns = 6\nrows = 4"] {
        for name in ["rect.raw", "rect.bin"] {
            let image = format!(
                "file = \"{name}\"\n{shape}\ndata_type = \"u16\"\nbyte_order = \"big\"\nunit = \"metres\"\nwidth = 300\n\
                 edge = \"extend\""
            );
            let own = recipe(folder.path(), "300", &image);
            let points = folder.path().join("points.csv");
            // The second pixel of the third row, 60 m apart.
            fs::write(&points, "x,y\n60,120\n").unwrap();
            let outcome = orogen(&["sample", &own, "--points", points.to_str().unwrap()]);
            assert!(outcome.out.contains("60,120,713,"), "{} {}", outcome.out, outcome.err);
        }
    }
}
