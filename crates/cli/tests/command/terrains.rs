//! Several terrains in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{description, generate, names, orogen, try_generate};
use crate::verify::verify;

/// A recipe of this name, with ground at this height.
fn recipe(folder: &Path, name: &str, height: f64) -> String {
    let path = folder.join(format!("{name}.toml"));
    let text = format!(
        "orogen = 1\nname = '{name}'\ndomain = {{ size = 100, samples = 9 }}\nheight.field = 'x'\n\
         [fields.x]\ntype = 'constant'\nvalue = {height:?}\n"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

struct Setup {
    _folder: tempfile::TempDir,
    hills: String,
    lakes: String,
    out: PathBuf,
}

fn setup() -> Setup {
    let folder = tempfile::tempdir().unwrap();
    let (hills, lakes) = (recipe(folder.path(), "Hills", 5.0), recipe(folder.path(), "Lakes", 7.0));
    let out = folder.path().join("out");
    Setup { _folder: folder, hills, lakes, out }
}

fn assert_sound(out: &Path, terrains: usize) {
    let verified = verify(out, &["--json"]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    let report: serde_json::Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!(report["terrains"].as_array().map_or(1, Vec::len), terrains, "{report}");
    let reports = report["terrains"].as_array().cloned().unwrap_or_else(|| vec![report.clone()]);
    assert!(reports.iter().all(|terrain| terrain["unlisted"] == serde_json::json!([])), "{report}");
}

#[test]
fn a_second_terrain_stays_beside_the_first() {
    let Setup { hills, lakes, out, .. } = &setup();
    generate(hills, out, &["--for", "unity"]);
    let second = generate(lakes, out, &["--for", "unity"]);
    assert!(second.err.contains("the folder also holds Hills: terrain_Hills.json"), "{}", second.err);
    assert!(!second.err.contains("removed"), "{}", second.err);
    let all = names(out);
    for name in ["Hills.raw", "Lakes.raw", "preview.png", "terrain.json", "terrain_Hills.json"] {
        assert!(all.iter().any(|other| other == name), "no {name} in {all:?}");
    }
    assert_eq!(description(out)["recipe"], "Lakes");
    assert_sound(out, 2);
    // A change of the older terrain is found.
    let mut bytes = fs::read(out.join("Hills.raw")).unwrap();
    bytes[7] ^= 1;
    fs::write(out.join("Hills.raw"), bytes).unwrap();
    let changed = verify(out, &[]);
    assert_eq!(changed.status, Some(1));
    assert!(changed.err.contains("Hills.raw: "), "{}", changed.err);
    // The first terrain again replaces its earlier version, but not the changed file.
    try_generate(hills, out, &["--for", "unity"]).refuses(1, &["refusing to overwrite Hills.raw"]);
    generate(hills, out, &["--for", "unity", "--force"]);
    assert_eq!(description(out)["recipe"], "Hills");
    assert!(out.join("terrain_Lakes.json").exists() && !out.join("terrain_Hills.json").exists());
    assert_sound(out, 2);
}

/// Terrains with the same files, or with the same name, replace each other as a whole.
#[test]
fn files_with_the_same_name_are_replaced() {
    let Setup { hills, lakes, out, .. } = &setup();
    generate(hills, out, &["--format", "exr"]);
    generate(lakes, out, &[]);
    // Only height.exr is left of the hills.
    assert_eq!(
        names(out),
        ["height.exr", "height.png", "normal.png", "preview.png", "terrain.json", "terrain_Hills.json"]
    );
    assert_sound(out, 2);
    // The last file of the hills goes, and their description with it.
    generate(lakes, out, &["--format", "exr"]);
    assert_eq!(names(out), ["height.exr", "normal.png", "preview.png", "terrain.json"]);
    assert_sound(out, 1);
    // A new version of the same terrain leaves nothing of the earlier one.
    let again = generate(lakes, out, &["--format", "f32", "--no-normal"]);
    assert!(again.err.contains("removed height.exr, normal.png"), "{}", again.err);
    assert_eq!(names(out), ["height.f32", "preview.png", "terrain.json"]);
}

/// A raster in tiles is of no use without one of them.
#[test]
fn torn_rasters_are_removed() {
    let Setup { hills, lakes, out, .. } = &setup();
    generate(hills, out, &["--tiles", "2", "--format", "png16,f32"]);
    generate(lakes, out, &["--tiles", "1x2", "--format", "png16", "--no-normal"]);
    let all = names(out);
    // Of the hills' png tiles, two are replaced and two go; those in f32 and the normals stay.
    assert_eq!(
        all.iter().filter(|name| name.starts_with("height") && name.ends_with(".png")).count(),
        2,
        "{all:?}"
    );
    assert_eq!(all.iter().filter(|name| name.ends_with(".f32")).count(), 4, "{all:?}");
    assert_eq!(all.iter().filter(|name| name.starts_with("normal")).count(), 4, "{all:?}");
    assert_sound(out, 2);
}

/// Descriptions that a user wrote or edited are never overwritten.
#[test]
fn foreign_descriptions_stay() {
    let Setup { hills, lakes, out, .. } = &setup();
    fs::create_dir(out).unwrap();
    fs::write(out.join("terrain_Hills.json"), "mine").unwrap();
    generate(hills, out, &["--for", "unity"]);
    generate(lakes, out, &["--for", "unity"]);
    assert_eq!(fs::read(out.join("terrain_Hills.json")).unwrap(), b"mine");
    assert!(out.join("terrain_Hills_2.json").exists());
    assert_sound(out, 2);
    let one = orogen(&["verify".as_ref(), out.join("terrain_Hills_2.json").as_os_str()]);
    assert!(one.out.contains("Hills.raw") && !one.out.contains("Lakes.raw"), "{}", one.out);
}

/// A copy of a description is the user's, also if it looks like a description that orogen moved.
#[test]
fn copies_of_descriptions_stay() {
    let Setup { hills, lakes, out, .. } = &setup();
    generate(hills, out, &["--for", "unity"]);
    let copy = out.join("terrain_backup.json");
    std::fs::copy(out.join("terrain.json"), &copy).unwrap();
    let before = std::fs::read(&copy).unwrap();
    generate(hills, out, &["--for", "unity"]);
    generate(lakes, out, &["--for", "unity"]);
    assert_eq!(std::fs::read(&copy).unwrap(), before);
}
