//! Files that orogen did not write or that have changed since are only overwritten with --force.

use std::fs;

use crate::harness::{generate, names, orogen, try_generate};

#[test]
fn a_foreign_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    for name in ["height.png", "preview.png", "terrain.json"] {
        fs::write(out.join(name), "mine").unwrap();
        let outcome = try_generate("hills", out, &["--size", "65"]);
        outcome
            .refuses(1, &[name, "not written by orogen", "another folder", "move the files away", "--force"]);
        assert_eq!(fs::read(out.join(name)).unwrap(), b"mine");
        assert_eq!(names(out), [name], "no other file is left");
        fs::remove_file(out.join(name)).unwrap();
    }
    // Files with other names do not matter.
    fs::write(out.join("notes.txt"), "mine").unwrap();
    generate("hills", out, &["--size", "65"]);
    assert_eq!(fs::read(out.join("notes.txt")).unwrap(), b"mine");
}

#[test]
fn only_edited_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("hills", out, &["--size", "65"]);
    generate("hills", out, &["--size", "33"]);
    fs::write(out.join("height.png"), "painted").unwrap();
    let before = fs::read(out.join("normal.png")).unwrap();
    let outcome = try_generate("hills", out, &["--size", "65"]);
    outcome.refuses(1, &["refusing to overwrite height.png in", "changed since"]);
    assert!(!outcome.err.contains("normal.png"), "{}", outcome.err);
    assert_eq!(fs::read(out.join("height.png")).unwrap(), b"painted");
    assert_eq!(fs::read(out.join("normal.png")).unwrap(), before);
    generate("hills", out, &["--size", "65", "--force"]);
    assert_eq!(orogen(&["verify", out.to_str().unwrap()]).status, Some(0));
}

#[test]
fn an_edited_description_identifies_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("hills", out, &["--size", "33"]);
    let path = out.join("terrain.json");
    let edited = fs::read_to_string(&path).unwrap().replace("\"seed\": ", "\"seed\": 1");
    fs::write(&path, edited).unwrap();
    let phrases = ["refusing to overwrite terrain.json, height.png, normal.png, preview.png in"];
    try_generate("hills", out, &["--size", "33"]).refuses(1, &phrases);
}
