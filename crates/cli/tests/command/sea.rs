//! A sea is shown and described, but does not change the heights.

use std::fs;
use std::path::Path;

use crate::harness::{HILLS, description, generate, heights};

/// Heights, preview and sea level of a recipe.
fn made(folder: &Path, more: &str) -> (Vec<f32>, Vec<u8>, Option<f64>) {
    let recipe = folder.join("hills.toml");
    fs::write(&recipe, HILLS.to_owned() + more).unwrap();
    generate(recipe.to_str().unwrap(), folder, &["--format", "f32"]);
    let preview = fs::read(folder.join("preview.png")).unwrap();
    (heights(folder), preview, description(folder)["sea_level"].as_f64())
}

#[test]
fn the_sea_comes_from_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let made = |more| made(folder.path(), more);
    let (dry, drier) = (made("[view]\npalette = \"island\"\n"), made(""));
    assert_eq!((dry.2, drier.2), (None, None));
    let (wet, wetter) = (made("[sea]\n"), made("[sea]\nlevel = \"9 m\"\n"));
    assert_eq!((wet.2, wetter.2), (Some(0.0), Some(9.0)));
    assert!([&dry, &wet, &wetter].iter().all(|other| other.0 == drier.0), "heights do not depend on it");
    assert!(drier.1 != wet.1 && wet.1 != wetter.1, "pictures do");
}
