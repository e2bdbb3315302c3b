//! The presets.

use std::fs;

use orogen::{ErrorKind, Preset, Terrain, nearest_preset, presets};

#[test]
fn every_file_of_the_folder_is_a_preset() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/recipes")).unwrap();
    let paths = folder.map(|file| file.unwrap().path());
    let recipes = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut names: Vec<_> =
        recipes.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(presets().iter().map(|preset| preset.name).collect::<Vec<_>>(), names);
}

#[test]
fn every_preset_is_a_recipe_with_a_title_and_a_summary() {
    for preset in presets() {
        let recipe = preset.recipe().unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert!(!recipe.name.is_empty(), "{} has no name", preset.name);
        assert!(!preset.summary().is_empty(), "{} has no comment above it", preset.name);
    }
}

#[test]
fn nearest_preset_tolerates_typos() {
    assert_eq!(nearest_preset("aplS").map(|preset| preset.name), Some("alps"));
    assert_eq!(nearest_preset("volcano-of-doom"), None);
}

#[test]
fn unknown_presets_are_refused_with_a_suggestion() {
    let error = Preset::find("alsp").unwrap_err();
    assert_eq!(error.to_string(), "there is no preset `alsp`\n  help: did you mean `alps`?");
    let error = Terrain::preset("volcano-of-doom").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchPreset);
    assert!(error.help().starts_with("the presets are alps, "), "{error}");
}
