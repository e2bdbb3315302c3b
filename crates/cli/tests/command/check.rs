//! `orogen check`: recipes are validated without generating anything.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{HILLS, names, orogen};

#[test]
fn each_recipe_is_checked_on_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = write("good.toml", HILLS.to_owned());
    let typo = write("typo.toml", HILLS.replace("octaves = 2", "octavs = 2"));
    // Parses, but cannot be built: the image does not exist.
    let image =
        write("image.toml", HILLS.replace("\"fbm\"\nwavelength = 400", "\"image\"\nfile = \"no.png\""));
    let outcome = orogen(&["check", "alps", &good]);
    assert_eq!((outcome.status, outcome.err.as_str()), (Some(0), ""));
    let (alps, hills) = outcome.out.split_once('\n').unwrap();
    assert!(alps.starts_with("alps: OK, heights between "), "{alps}");
    assert_eq!(hills, format!("{good}: OK, heights between -80 and 80 m\n"));
    let outcome = orogen(&["check", &typo, "alps", &image, "alsp"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.err);
    assert_eq!(outcome.out.trim_end(), alps, "the others are checked, too");
    for phrase in ["typo.toml:9:1", "did you mean `octaves`?", "no.png", "image.toml:", "the preset `alps`?"]
    {
        assert!(outcome.err.contains(phrase), "{}", outcome.err);
    }
    assert_eq!(names(folder.path()), ["good.toml", "image.toml", "typo.toml"]);
    let outcome = orogen(&["check", "--json", &good, &typo]);
    assert_eq!((outcome.status, outcome.err.as_str()), (Some(2), ""));
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(
        facts["recipes"][0],
        json!({ "recipe": good, "ok": true, "min_height": -80.0, "max_height": 80.0, "warnings": [] })
    );
    let wrong = &facts["recipes"][1];
    assert_eq!(
        (&wrong["ok"], &wrong["errors"][0]["line"], &wrong["errors"][0]["column"]),
        (&false.into(), &9.into(), &1.into())
    );
    assert_eq!(wrong["errors"][0]["message"], "`fbm` has no key `octavs`");
    orogen(&["check"]).refuses(2, &["RECIPE"]);
}

#[test]
fn warnings_are_printed_and_do_not_fail() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spare.toml");
    fs::write(&path, HILLS.to_owned() + "\n[fields.spare]\ntype = \"constant\"\n").unwrap();
    let path = path.to_str().unwrap();
    let outcome = orogen(&["check", path]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert!(outcome.err.contains("the field `spare` is not used"), "{}", outcome.err);
    let facts: Value = serde_json::from_str(&orogen(&["check", "--json", path]).out).unwrap();
    assert_eq!(facts["recipes"][0]["warnings"][0]["message"], "the field `spare` is not used");
}

#[test]
fn former_names_are_replaced_in_valid_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let current = HILLS.replace("wavelength = 400", "wavelength  = 400   # broad\r");
    let former = current.replace("wavelength", "feature");
    let (old, wrong) = (write("old.toml", &former), write("wrong.toml", &(former.clone() + "octavs = 2\n")));
    let plain = orogen(&["check", &old]);
    assert_eq!(plain.status, Some(0));
    for phrase in ["warning: `feature` is now called `wavelength`", "write `wavelength`", "--migrate"] {
        assert!(plain.err.contains(phrase), "{}", plain.err);
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), former, "checking changes nothing");
    let outcome = orogen(&["check", "--migrate", &old, &wrong, "alps"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.err);
    assert!(outcome.out.starts_with(&format!("{old}: former names replaced\n{old}: OK")), "{}", outcome.out);
    assert!(outcome.err.contains("octavs") && !outcome.err.contains("now called"), "{}", outcome.err);
    assert_eq!(fs::read_to_string(&old).unwrap(), current);
    assert_eq!(fs::read_to_string(&wrong).unwrap(), former + "octavs = 2\n");
    let facts: Value = serde_json::from_str(&orogen(&["check", "--migrate", "--json", &old]).out).unwrap();
    assert_eq!(facts["recipes"][0]["migrated"], false, "once is enough");
    assert_eq!(names(folder.path()), ["old.toml", "wrong.toml"]);
}

#[cfg(unix)]
#[test]
fn migration_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["file.toml", "link.toml"].map(|name| folder.path().join(name));
    fs::write(&file, HILLS.replace("wavelength", "feature")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file.toml", &link).unwrap();
    let migrate = || orogen(&["check".as_ref(), "--migrate".as_ref(), link.as_os_str()]);
    assert_eq!(migrate().status, Some(0));
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), HILLS);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let former = HILLS.replace("wavelength", "feature");
    fs::write(&file, &former).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
    migrate().refuses(1, &["cannot rewrite", "link.toml", "check the permissions"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), former);
}

#[test]
fn every_preset_is_valid() {
    let facts: Value = serde_json::from_str(&orogen(&["presets", "--json"]).out).unwrap();
    let mut args = vec!["check".to_owned()];
    args.extend(
        facts["presets"].as_array().unwrap().iter().map(|preset| preset["name"].as_str().unwrap().to_owned()),
    );
    let outcome = orogen(&args);
    assert_eq!((outcome.status, outcome.out.lines().count()), (Some(0), args.len() - 1), "{}", outcome.err);
}

/// `check` and `render` both refuse such a planet, with the same position in the recipe.
#[test]
fn a_planet_whose_ground_reaches_its_centre_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep.toml");
    let text = "orogen = 1\ndomain = { kind = 'planet', radius = '20 km' }\n\
                height = { field = 'land', scale = 1000, offset = OFFSET }\n[fields.land]\ntype = 'fbm'\nwavelength = '9 km'\n";
    let outcome = |offset: &str, verb: &[&str]| {
        std::fs::write(&path, text.replace("OFFSET", offset)).unwrap();
        orogen(&[verb, &[path.to_str().unwrap()]].concat())
    };
    assert_eq!(outcome("-15000", &["check"]).status, Some(0));
    for verb in [&["check"][..], &["render", "-o", "a.png"]] {
        let phrases = [
            "as deep as the planet's centre",
            "deep.toml:3:",
            "make `scale` or `offset` in [height] smaller",
        ];
        outcome("-30000", verb).refuses(2, &phrases);
    }
}

/// The range of heights is printed, even if it is a single number. A domain too small for distinct samples is refused.
#[test]
fn flat_and_tiny_domains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("land.toml");
    let checked = |from: &str, to: &str| {
        fs::write(&path, HILLS.replacen(from, to, 1)).unwrap();
        orogen(&["check".as_ref(), path.as_os_str()])
    };
    let outcome = checked("scale = 80", "scale = 0");
    assert!(outcome.out.ends_with(": OK, heights between 0 and 0 m\n"), "{}{}", outcome.out, outcome.err);
    checked("size = 1000", "size = 1e-300").refuses(2, &["land.toml:4:", "from 1e-6 to 1_000_000_000 m"]);
}
