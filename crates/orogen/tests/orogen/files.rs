//! Recipes that name pictures and strokes.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use orogen::{Files, Images, Terrain};

const PICTURE: &str = r#"
orogen = 1
domain.size = 100.0
height = { field = "picture", scale = 10.0 }
[fields.picture]
type = "image"
file = "steps.png"
"#;

/// Writes a picture whose left half is black and whose right half is white.
fn write_picture(path: &Path) {
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), 8, 8);
    encoder.set_color(png::ColorType::Grayscale);
    let rows = (0..8).flat_map(|_| [0, 0, 0, 0, 255, 255, 255, 255]);
    encoder.write_header().unwrap().write_image_data(&rows.collect::<Vec<u8>>()).unwrap();
}

#[test]
fn open_reads_a_picture_beside_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    write_picture(&folder.path().join("steps.png"));
    fs::write(folder.path().join("steps.toml"), PICTURE).unwrap();
    let terrain = Terrain::open(folder.path().join("steps.toml")).unwrap();
    let [low, high] = [[10.0, 50.0], [90.0, 50.0]].map(|place| terrain.at(place).unwrap().height);
    assert!(low.abs() < 0.5 && (high - 10.0).abs() < 0.5, "{low} {high}");
    // The picture is in memory now: later samples do not need the file.
    fs::remove_file(folder.path().join("steps.png")).unwrap();
    assert_eq!(terrain.heights(terrain.grid(32).unwrap()).unwrap().len(), 32 * 32);
}

#[test]
fn open_reads_strokes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sculpting/valley.toml");
    let terrain = Terrain::open(path).unwrap();
    let mut recipe = terrain.recipe().clone();
    recipe.sculpt = None;
    let before = Terrain::new(recipe, Arc::new(Files::default())).unwrap();
    // In the middle of the lake that the first stroke levels to 130 m, and in an untouched corner.
    let [lake, corner] = [[1700.0, 2350.0], [10.0, 10.0]];
    let heights = |terrain: &Terrain| [lake, corner].map(|place| terrain.at(place).unwrap().height);
    assert_ne!(heights(&terrain)[0], heights(&before)[0]);
    assert_eq!(heights(&terrain)[1], heights(&before)[1]);
    let raster = terrain.heights(terrain.grid(65).unwrap()).unwrap();
    assert_ne!(raster, before.heights(before.grid(65).unwrap()).unwrap());
}

#[test]
fn files_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.png");
    write_picture(&path);
    let files = Files::default();
    let [one, other] = [(); 2].map(|()| files.load(&path, Default::default()).unwrap());
    assert!(Arc::ptr_eq(&one, &other));
    assert_eq!(files.location(&path), None);
    let (message, help) = files.load(&folder.path().join("no.png"), Default::default()).unwrap_err();
    assert!(message.contains("no.png") && !help.is_empty());
}
