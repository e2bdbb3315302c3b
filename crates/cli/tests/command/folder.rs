//! A folder that is used again, by two runs at once, or after a killed run.

use std::fs;
use std::path::Path;

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
fn a_changed_folder_of_tiles_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let options = ["--for", "web", "--size", "33"];
    generate("alps", out, &options);
    let (tile, other) = (out.join("web/0/0/0.png"), out.join("web/1/0/0.png"));
    fs::copy(&other, &tile).unwrap();
    try_generate("alps", out, &options).refuses(1, &["refusing to overwrite web in"]);
    assert!(fs::read(&tile).unwrap() == fs::read(&other).unwrap());
    generate("alps", out, &[&options[..], &["--force"]].concat());
    assert!(fs::read(&tile).unwrap() != fs::read(&other).unwrap());
    generate("alps", out, &options);
}

#[test]
fn a_folder_of_tiles_is_removed_for_another_target() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("alps", out, &["--for", "web", "--size", "33"]);
    let outcome = generate("alps", out, &["--for", "gis", "--size", "33"]);
    assert_eq!(outcome.err, "removed web, index.html of the previous terrain\n");
    assert_eq!(names(out), ["alps.tif", "preview.png", "terrain.json"]);
    generate("alps", out, &["--for", "web", "--size", "33"]);
    fs::write(out.join("web/index.html"), "mine").unwrap();
    let outcome = generate("alps", out, &["--for", "gis", "--size", "33"]);
    assert!(outcome.err.contains("kept web of the previous terrain: changed since"), "{}", outcome.err);
    assert_eq!(fs::read(out.join("web/index.html")).unwrap(), b"mine");
}

/// A job neither overwrites nor removes the files that it reads, with or without `--force`: its picture, by any of its names,
/// and its recipe.
#[test]
fn what_a_job_reads_stays() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate("hills", &out, &["--size", "32"]);
    let before = fs::read(out.join("height.png")).unwrap();
    let recipe = |picture: &str| {
        format!(
            "orogen = 1\nname = 'Hills'\ndomain = {{ size = 1000.0, samples = 32 }}\nheight = {{ field = 'land', scale = 100.0 }}\n\
             [fields.land]\ntype = 'image'\nfile = '{picture}'\n"
        )
    };
    let mine = folder.path().join("mine.toml");
    let refused = |recipe: &Path, args: &[&str]| {
        let outcome = try_generate(recipe.to_str().unwrap(), &out, args);
        outcome.refuses(1, &["refusing to overwrite", "this job reads it", "choose another folder"]);
        assert_eq!(fs::read(out.join("height.png")).unwrap(), before);
    };
    fs::write(&mine, recipe("out/height.png")).unwrap();
    refused(&mine, &[]);
    refused(&mine, &["--force"]);
    // This version of the terrain has no file of this name, so the run would remove the file of the earlier version.
    refused(&mine, &["--format", "r16"]);
    // Another terrain leaves it in the folder.
    fs::write(&mine, recipe("out/height.png").replace("'Hills'", "'Others'")).unwrap();
    generate(mine.to_str().unwrap(), &out, &["--format", "r16", "--no-normal", "--no-preview"]);
    assert_eq!(fs::read(out.join("height.png")).unwrap(), before);
    fs::write(&mine, recipe("out/height.png")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(out.join("height.png"), folder.path().join("link.png")).unwrap();
        fs::write(&mine, recipe("link.png")).unwrap();
        refused(&mine, &["--force"]);
    }
    fs::write(out.join("terrain.json"), recipe("../out/height.png").replace("../out/height", "base"))
        .unwrap();
    fs::copy(out.join("height.png"), out.join("base.png")).unwrap();
    refused(&out.join("terrain.json"), &["--force"]);
    // A picture that the job neither writes nor removes may be in the folder.
    fs::write(&mine, recipe("out/base.png")).unwrap();
    generate(mine.to_str().unwrap(), &out, &["--size", "16", "--force"]);
    assert_eq!(fs::read(out.join("base.png")).unwrap(), before);
}

/// A folder with the name of an unfinished one, but with files of the user.
#[test]
fn files_of_the_user_in_a_folder_with_a_temporary_name_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (theirs, ours) = (folder.path().join(".orogen-a.part"), folder.path().join(".orogen-b.part"));
    fs::create_dir_all(theirs.join("3/1")).unwrap();
    fs::create_dir_all(ours.join("3/1")).unwrap();
    for file in [theirs.join("3/1/2.png"), theirs.join("notes.txt"), ours.join("3/1/2.png")] {
        fs::write(file, "text").unwrap();
    }
    let outcome = generate("hills", folder.path(), &["--size", "16"]);
    assert!(outcome.err.starts_with("removed 1 unfinished file "), "{}", outcome.err);
    assert!(theirs.join("notes.txt").exists() && theirs.join("3/1/2.png").exists() && !ours.exists());
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
