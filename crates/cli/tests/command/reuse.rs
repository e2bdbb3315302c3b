//! Recipes that use others, in all commands that read or write files.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::harness::{description, generate, heights, names, orogen, try_generate};
use crate::verify::verify;

/// A recipe with a parameter and erosion.
const GROUND: &str = "orogen = 1\ndomain.size = '2 km'\nheight.field = 'land'\n[parameters]\nlevel = 40.0\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '1 km'\noctaves = 2\n\
    [fields.land]\ntype = 'erosion'\ninput = '300 * hills + level'\ndetail = 16.0\n";

/// A recipe that uses it.
const MINE: &str = "orogen = 1\ndomain.size = '2 km'\nheight.field = 'ground'\n[parameters]\nhigh = 5.0\n\
    [fields.ground]\nuse = 'parts/ground.toml'\nlevel = 'high'\n";

/// Writes both recipes, and returns the path of the one that uses the other.
fn recipes(folder: &Path) -> String {
    fs::create_dir_all(folder.join("parts")).unwrap();
    fs::write(folder.join("parts/ground.toml"), GROUND).unwrap();
    let mine = folder.join("mine.toml");
    fs::write(&mine, MINE).unwrap();
    mine.to_str().unwrap().to_owned()
}

/// A terrain needs none of the files that its recipe used.
#[test]
fn terrains_are_verified_without_the_used_files() {
    let folder = tempfile::tempdir().unwrap();
    let (mine, out) = (recipes(folder.path()), folder.path().join("out"));
    generate(&mine, &out, &["--size", "64", "--format", "f32", "--set", "high=90"]);
    fs::remove_dir_all(folder.path().join("parts")).unwrap();
    let verified = verify(&out, &[]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    // The text in the description makes the same terrain.
    let text = description(&out)["recipe_text"].as_str().unwrap().to_owned();
    let again = folder.path().join("again.toml");
    fs::write(&again, text).unwrap();
    let once_more = folder.path().join("once-more");
    generate(again.to_str().unwrap(), &once_more, &["--size", "64", "--format", "f32"]);
    assert_eq!(heights(&once_more), heights(&out));
}

#[test]
fn masks_have_the_results_of_used_erosion() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate(&recipes(folder.path()), &out, &["--size", "64", "--masks"]);
    let names = names(&out);
    assert!(names.iter().any(|name| name == "ground.land.flow.png"), "{names:?}");
}

/// No command writes over a recipe that another uses.
#[test]
fn used_recipes_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    for (name, status, args) in [
        ("normal.png", 1, &["generate", "-o", "out", "--force", "--size", "32"][..]),
        ("contact.html", 1, &["generate", "-o", "out", "--force", "--size", "32", "--seeds", "1..2"]),
        ("inspect.svg", 1, &["inspect", "-o", "out", "--size", "128"]),
    ] {
        let used = out.join(name);
        fs::write(&used, GROUND).unwrap();
        let mine = folder.path().join("mine.toml");
        fs::write(&mine, MINE.replace("parts/ground.toml", &format!("out/{name}"))).unwrap();
        let mut args: Vec<&str> = args.to_vec();
        args.insert(1, mine.to_str().unwrap());
        let out = out.to_str().unwrap();
        args.iter_mut().filter(|arg| **arg == "out").for_each(|arg| *arg = out);
        orogen(&args).refuses(status, &["refusing to overwrite", name]);
        assert_eq!(fs::read_to_string(&used).unwrap(), GROUND, "{name}");
    }
}

/// JSON names the file of an error, which is not that of the command line.
#[test]
fn errors_name_the_file_that_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let mine = recipes(folder.path());
    let used = folder.path().join("parts/ground.toml");
    fs::write(&used, GROUND.replace("'fbm'", "'fmb'")).unwrap();
    let outcome = orogen(&["check", &mine, "--json"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.err);
    let found: Value = serde_json::from_str(&outcome.out).unwrap();
    let text = found.to_string();
    assert!(text.contains("parts/ground.toml") && text.contains("\"line\":7"), "{text}");
    try_generate(&mine, &folder.path().join("out"), &[])
        .refuses(2, &["ground.toml", "`ground` uses this recipe"]);
}
