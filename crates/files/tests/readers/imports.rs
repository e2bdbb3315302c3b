//! Heights that other programs wrote.

use orogen_engine::image::SampleUnit;
use orogen_files::{ReadOptions, read_heights};
use serde_json::Value;

use crate::python::{check, made};

#[test]
fn files_of_gdal_and_openexr_are_read() {
    let (folder, manifest): (_, Vec<Value>) = made("make_imports.py", "imports.json");
    assert!(manifest.len() > 20);
    for entry in manifest {
        let name = entry["name"].as_str().unwrap();
        // The script expects this height where a file has no height.
        let options = ReadOptions { fill: Some(12.5), ..ReadOptions::default() };
        let heights = read_heights(&folder.path().join(name), &options).unwrap();
        assert_eq!(heights.width as u64, entry["width"], "{name}");
        assert_eq!(heights.height as u64, entry["height"], "{name}");
        assert_eq!(heights.unit == SampleUnit::Metres, entry["metres"], "{name}");
        let spacing = entry["spacing"].as_array();
        assert_eq!(heights.spacing.is_some(), spacing.is_some(), "{name}");
        if let (Some(found), Some(made)) = (heights.spacing, spacing) {
            let made = [made[0].as_f64().unwrap(), made[1].as_f64().unwrap()];
            // The script measures lengths in Web Mercator, along lines over the whole raster.
            let most = if name.starts_with("mercator") { 1e-5 } else { 0.0 };
            let error = [0, 1].map(|axis| (found[axis] / made[axis] - 1.0).abs());
            assert!(error[0].max(error[1]) <= most, "{name}: {found:?} {made:?}");
        }
        let expected = std::fs::read(folder.path().join(format!("{name}.expected"))).unwrap();
        let expected: Vec<f32> =
            expected.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        // Decoders of JPEG may round their cosines and colours differently: each of three components by a level.
        let most = if name.contains(".jp") { 2.0 / 255.0 } else { 0.0 };
        let differs =
            heights.samples.iter().zip(&expected).position(|(read, made)| (read - made).abs() > most);
        assert_eq!((heights.samples.len(), differs), (expected.len(), None), "{name}");
    }
}

#[test]
fn a_gap_is_an_error_with_its_place_unless_it_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    check("make_imports.py", folder.path());
    for name in ["nodata.tif", "nodata-f32.tif", "nodata-nan.tif"] {
        let error = read_heights(&folder.path().join(name), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.message, "it has no height at column 3, row 0", "{name}");
    }
}
