//! Parameters and expressions from the command line.

use std::fs;

use crate::harness::{description, generate, orogen};

const LAND: &str = "orogen = 1\ndomain = { size = 'size', samples = 33 }\nheight = { field = 'rough * land + 5', scale = 80 }\n\
    [parameters]\nsize = '1 km'\nrough = { value = 0.5, range = [0.0, 1.0] }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 'size / 3'\n";

#[test]
fn parameters_are_set_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let [recipe, written, set, by_hand] =
        ["land.toml", "hand.toml", "set", "hand"].map(|name| folder.path().join(name));
    fs::write(&recipe, LAND).unwrap();
    fs::write(&written, LAND.replace("0.5", "0.25").replace("1 km", "2 km")).unwrap();
    generate(recipe.to_str().unwrap(), &set, &["--set", "rough=0.25", "--set", "size=2km", "--seed", "3"]);
    generate(written.to_str().unwrap(), &by_hand, &["--seed", "3"]);
    let [one, other] = [&set, &by_hand].map(|folder| fs::read(folder.join("height.png")).unwrap());
    assert!(one == other);
    let json = description(&set);
    assert_eq!(json["parameters"], serde_json::json!({ "rough": 0.25, "size": 2000.0 }));
    // Values that are those of the recipe are listed, too.
    assert_eq!(description(&by_hand)["parameters"], json["parameters"]);
    assert_eq!(orogen(&["verify".as_ref(), by_hand.as_os_str()]).status, Some(0));
    // `verify` applies the values that were set, both to the recipe in the description and to the recipe in the file.
    for more in [&[][..], &["--recipe", recipe.to_str().unwrap()]] {
        let outcome = orogen(&[&["verify", set.to_str().unwrap()], more].concat());
        assert_eq!(outcome.status, Some(0), "{}{}", outcome.out, outcome.err);
    }
}

#[test]
fn wrong_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("land.toml");
    fs::write(&recipe, LAND).unwrap();
    let recipe = recipe.to_str().unwrap();
    let check = |set: &[&str]| orogen(&[&["check", recipe], set].concat());
    check(&["--set", "rough=2"]).refuses(2, &["`rough` cannot be set to 2", "land.toml:6", "from 0 to 1"]);
    check(&["--set", "ruff=1"]).refuses(2, &["the recipe has no parameter `ruff`", "`size`, `rough`"]);
    check(&["--set", "rough"]).refuses(2, &["NAME=VALUE"]);
    check(&["--set", "rough=0.1", "--set", "rough=0.2"]).refuses(2, &["`rough` is set twice"]);
    check(&["--set", "size=1e12"]).refuses(2, &["`size` is out of range", "land.toml:2"]);
    orogen(&["check", "gullies", "--set", "a=1"]).refuses(2, &["the recipe has no parameters"]);
}

#[test]
fn errors_in_expressions_are_marked_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("land.toml");
    fs::write(&recipe, LAND.replace("rough * land", "rough * lands")).unwrap();
    orogen(&["check".as_ref(), recipe.as_os_str()])
        .refuses(2, &["no field is named `lands`", "land.toml:3:29", "did you mean `land`?"]);
}
