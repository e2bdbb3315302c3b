//! Files that orogen did not write, or that were changed since: they are never replaced unasked.

use std::fs;

use crate::harness::{generate, names, orogen, try_generate};

#[test]
fn a_file_of_somebody_s_own_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    for name in ["height.png", "preview.png", "terrain.json"] {
        fs::write(out.join(name), "mine").unwrap();
        let outcome = try_generate("hills", out, &["--size", "65"]);
        outcome.refuses(1, &[name, "orogen did not write that", "another folder", "move it away", "--force"]);
        assert_eq!(fs::read(out.join(name)).unwrap(), b"mine");
        assert_eq!(names(out), [name], "nothing is left beside it");
        fs::remove_file(out.join(name)).unwrap();
    }
    // What is called otherwise is in nobody's way.
    fs::write(out.join("notes.txt"), "mine").unwrap();
    generate("hills", out, &["--size", "65"]);
    assert_eq!(fs::read(out.join("notes.txt")).unwrap(), b"mine");
}

#[test]
fn a_file_that_was_edited_is_not_replaced_and_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("hills", out, &["--size", "65"]);
    generate("hills", out, &["--size", "33"]);
    fs::write(out.join("height.png"), "painted").unwrap();
    let before = fs::read(out.join("normal.png")).unwrap();
    let outcome = try_generate("hills", out, &["--size", "65"]);
    outcome.refuses(1, &["height.png would be replaced", "changed since"]);
    assert!(!outcome.err.contains("normal.png"), "{}", outcome.err);
    assert_eq!(fs::read(out.join("height.png")).unwrap(), b"painted");
    assert_eq!(fs::read(out.join("normal.png")).unwrap(), before);
    generate("hills", out, &["--size", "65", "--force"]);
    assert_eq!(orogen(&["verify", out.to_str().unwrap()]).status, Some(0));
}

#[test]
fn a_description_that_was_edited_vouches_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    generate("hills", out, &["--size", "33"]);
    let path = out.join("terrain.json");
    let edited = fs::read_to_string(&path).unwrap().replace("\"seed\": ", "\"seed\": 1");
    fs::write(&path, edited).unwrap();
    let said = ["terrain.json, height.png, normal.png, preview.png would be replaced"];
    try_generate("hills", out, &["--size", "33"]).refuses(1, &said);
}
