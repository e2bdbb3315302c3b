//! A folder that is used again, by two runs at once, or after a killed run.

use std::fs;

use crate::harness::{generate, names, orogen, try_generate};

#[test]
fn files_of_the_previous_terrain_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("alps", out, &["--size", "32", "--format", "r16,f32"]);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let outcome = generate("alps", out, &["--size", "16"]);
    assert_eq!(outcome.err, "removed height.r16, height.f32 of the previous terrain\n");
    assert_eq!(names(out), ["height.png", "normal.png", "notes.txt", "preview.png", "terrain.json"]);
    // An edited file is kept, with a message.
    fs::write(out.join("height.png"), "painted").unwrap();
    let outcome = generate("alps", out, &["--size", "16", "--format", "r16"]);
    assert!(outcome.err.starts_with("kept height.png of the previous terrain"), "{}", outcome.err);
    assert_eq!(fs::read(out.join("height.png")).unwrap(), b"painted");
    // Without a valid description, the files are not known.
    for description in [None, Some("{}"), Some("{\"files\": [{\"name\": \"height.r16\"}]}")] {
        match description {
            Some(text) => fs::write(out.join("terrain.json"), text).unwrap(),
            None => fs::remove_file(out.join("terrain.json")).unwrap(),
        }
        let outcome = generate("alps", out, &["--size", "16", "--format", "f32", "--json", "--force"]);
        assert_eq!(outcome.err, "");
        assert!(out.join("height.r16").exists());
    }
    let outcome = generate("alps", out, &["--size", "16", "--json", "--force"]);
    let facts: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(facts["removed"], serde_json::json!(["height.f32"]));
}

#[test]
fn a_folder_of_tiles_is_removed_for_another_target() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("alps", out, &["--for", "web", "--size", "33"]);
    let outcome = generate("alps", out, &["--for", "gis", "--size", "33"]);
    assert_eq!(outcome.err, "removed web of the previous terrain\n");
    assert_eq!(names(out), ["alps.tif", "preview.png", "terrain.json"]);
    generate("alps", out, &["--for", "web", "--size", "33"]);
    fs::write(out.join("web/index.html"), "mine").unwrap();
    let outcome = generate("alps", out, &["--for", "gis", "--size", "33"]);
    assert!(outcome.err.starts_with("kept web of the previous terrain: changed since"), "{}", outcome.err);
    assert_eq!(fs::read(out.join("web/index.html")).unwrap(), b"mine");
}

#[test]
fn foreign_tiles_stop_a_job_before_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let tile = folder.path().join("web/14/8/9.png");
    fs::create_dir_all(tile.parent().unwrap()).unwrap();
    fs::write(&tile, "mine").unwrap();
    try_generate("alps", folder.path(), &["--for", "web", "--size", "33"])
        .refuses(1, &["orogen did not write", "9.png", "choose another folder"]);
    assert_eq!(fs::read(&tile).unwrap(), b"mine");
}

#[test]
fn a_failed_job_keeps_the_previous_terrain() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "32", "--format", "r16,f32"]);
    let before = names(folder.path());
    fs::create_dir(folder.path().join("height.png")).unwrap();
    try_generate("alps", folder.path(), &["--size", "16"]).refuses(1, &["it is a folder"]);
    fs::remove_dir(folder.path().join("height.png")).unwrap();
    assert_eq!(names(folder.path()), before);
}

#[test]
fn the_second_of_two_runs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let held = orogen_files::OutputFolder::claim(folder.path()).unwrap();
    let out = folder.path().to_str().unwrap();
    let phrases = [out, "another run of orogen is writing to this folder", "wait until it has ended"];
    try_generate("alps", folder.path(), &["--size", "16"]).refuses(1, &phrases);
    orogen(&["inspect", "alps", "--size", "16", "-o", out]).refuses(1, &phrases);
    drop(held);
    generate("alps", folder.path(), &["--size", "16"]);
}
