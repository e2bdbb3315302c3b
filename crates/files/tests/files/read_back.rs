//! Reads a terrain back from each of its height files.

use std::collections::BTreeMap;
use std::path::Path;

use orogen_files::normal::Green;
use orogen_files::web::Encoding;
use orogen_files::{FORMAT, FileInfo, ROWS, SixteenBit, TerrainInfo};

use crate::terrain::{FLIPPED, GRID, MAKERS, mapping, terrain, write};

pub(crate) fn info() -> TerrainInfo {
    TerrainInfo {
        format: FORMAT.to_owned(),
        orogen_version: String::new(),
        recipe: String::new(),
        recipe_hash: String::new(),
        seed: 0,
        parameters: BTreeMap::new(),
        domain: "plane".to_owned(),
        planet: None,
        width: GRID.columns,
        height: GRID.rows,
        metres_per_sample: GRID.spacing,
        origin: [0.0; 2],
        rows: ROWS.to_owned(),
        min_height: 0.0,
        max_height: 0.0,
        recipe_text: None,
        possible_heights: None,
        tiles: None,
        sixteen_bit: Some(SixteenBit::from(mapping())),
        sea_level: None,
        materials: Vec::new(),
        tileable: false,
        period: None,
        made_by: Vec::new(),
        details: BTreeMap::new(),
        files: vec![
            FileInfo::height_png("height.png"),
            FileInfo::height_r16("height.r16"),
            FileInfo::height_f32("height.f32"),
            FileInfo::height_terrain_rgb("terrarium.png", Encoding::Terrarium),
            FileInfo::raw16("flipped.r16", FLIPPED),
            FileInfo::raw32("flipped.r32", FLIPPED),
            FileInfo::height_exr("grey.exr"),
            FileInfo::height_exr("rgb.exr"),
            FileInfo::height_tiff("height.tif"),
            FileInfo::normal_png("normal.png", Green::Up),
        ],
    }
}

fn written(folder: &Path) -> TerrainInfo {
    for (name, make) in MAKERS {
        write(make, &folder.join(name), &[23]);
    }
    info()
}

#[test]
fn every_height_file_gives_the_heights_back() {
    let folder = tempfile::tempdir().unwrap();
    let info = written(folder.path());
    let half_a_step = 0.5 * mapping().metres_per_step() as f32 + 1e-4;
    // The mapping begins at -800 m; lower heights are clamped in 16 bits.
    for file in info.files.iter().filter(|file| file.kind == "height") {
        let (lowest, tolerance) = match file.format.as_str() {
            "png16" | "r16" => (-800.0, half_a_step),
            "terrarium" => (f32::MIN, 0.5 / 256.0),
            _ => (f32::MIN, 0.0),
        };
        let heights = info.read_heights(file, &folder.path().join(&file.name)).unwrap();
        assert_eq!(heights.len(), GRID.len());
        for (read, made) in heights.iter().zip(terrain().height) {
            assert!((read - made.max(lowest)).abs() <= tolerance, "{}: {read} {made}", file.name);
        }
    }
}

#[test]
fn a_file_that_does_not_match_its_description_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let info = written(folder.path());
    let read = |info: &TerrainInfo, file: usize| {
        let file = &info.files[file];
        info.read_heights(file, &folder.path().join(&file.name)).unwrap_err().message
    };
    let higher = TerrainInfo { height: 24, ..info.clone() };
    for (file, holds) in ["37 × 23 samples", "has 1702 bytes", "has 3404 bytes"].into_iter().enumerate() {
        let message = read(&higher, file);
        assert!(message.contains(holds) && message.contains("37 × 24"), "{message}");
    }
    let unmapped = TerrainInfo { sixteen_bit: None, ..info.clone() };
    assert!(read(&unmapped, 0).contains("16-bit"));
    assert!(read(&info, 9).contains("contain no heights"));
    let endless = TerrainInfo { width: usize::MAX, ..info };
    assert!(read(&endless, 2).contains("too many"));
}
