//! Wrong usage of the command: status 2 and a fix.

use std::fs;

use crate::harness::{HILLS, description, generate, orogen, try_generate};

#[test]
fn a_missing_recipe_gets_a_suggestion() {
    for (name, phrases) in [
        ("alsp", &["there is no recipe `alsp`", "did you mean the preset `alps`?", "orogen presets"][..]),
        ("alp.toml", &["there is no file alp.toml", "did you mean the preset `alps`?"]),
        ("no/such/recipe-of-mine.toml", &["there is no file no/such", "orogen presets"]),
        (".", &["is a folder, not a recipe"]),
    ] {
        orogen(&["generate", name, "-o", "unused"]).refuses(2, phrases);
        orogen(&["sample", name, "--points", "-"]).refuses(2, phrases);
    }
    orogen(&["inspect", "alsp"]).refuses(2, &["did you mean the preset `alps`?"]);
    for name in ["nosuch", "no/such.toml"] {
        let phrases =
            [&*format!("there is no preset, file or folder `{name}`"), "height file", "orogen presets"];
        orogen(&["inspect", name]).refuses(2, &phrases);
    }
    orogen(&["sample", "alps"]).refuses(2, &["--at <LAT,LON|X,Y[,Z]>", "--points <FILE.csv>"]);
    let both = ["sample", "alps", "--at", "1,2", "--points", "-"];
    orogen(&both).refuses(2, &["--points <FILE.csv>", "cannot be used with", "--at"]);
    orogen(&["presets", "alsp"]).refuses(2, &["did you mean the preset `alps`?"]);
    orogen(&["nodes", "swis"]).refuses(2, &["did you mean `swiss`?"]);
}

#[test]
fn a_recipe_without_its_extension_gets_a_suggestion() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("here.toml"), "").unwrap();
    let here = folder.path().join("here");
    try_generate(here.to_str().unwrap(), folder.path(), &[])
        .refuses(2, &["did you mean the file", "here.toml`?"]);
}

#[test]
fn invalid_sizes_are_refused_with_the_range() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for size in ["0", "1", "-5", "1000000000000", "262145"] {
        try_generate("alps", &out, &["--size", size])
            .refuses(2, &["--size", size, "give a whole number from 2 to 262144"]);
    }
    for size in ["many", "1e3", "NaN", "1.5"] {
        try_generate("alps", &out, &["--size", size])
            .refuses(2, &["--size", size, "give a whole number from 2 to 262144"]);
    }
    for spacing in ["0", "-1", "nan", "inf", "far"] {
        try_generate("alps", &out, &["--spacing", spacing]).refuses(2, &["a number greater than 0"]);
    }
    for (spacing, phrase) in [
        ("1e-3", "choose a wider spacing"),
        ("1e-300", "choose a wider spacing"),
        ("1e9", "choose a spacing of at most 16384 m"),
        ("1e300", "a spacing of 1e300 m"),
    ] {
        try_generate("alps", &out, &["--spacing", spacing]).refuses(2, &[phrase]);
    }
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn an_endless_recipe_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    try_generate("/dev/zero", folder.path(), &[])
        .refuses(2, &["/dev/zero is not a file", "give a regular file"]);
}

#[test]
fn invalid_regions_are_refused_with_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (region, phrase) in [
        ("0,0,nan,1", "give four numbers in metres"),
        ("0,0,inf,1", "give four numbers in metres"),
        ("0,0,1", "give four numbers in metres"),
        ("200,0,100,100", "the region is empty"),
        ("0,0,0,0", "x1 must be greater than x0"),
        ("0,5,100,5", "x1 must be greater than x0"),
        ("-100,0,100,100", "the domain covers 0 to 16384 m"),
        ("0,0,100,16385", "the domain covers 0 to 16384 m"),
        ("1e300,0,1e301,1", "the region 1e300,0,1e301,1 extends beyond the domain"),
        ("1,1,2,2", "make it larger"),
    ] {
        try_generate("alps", &out, &["--size", "100", "--region", region]).refuses(2, &["region", phrase]);
    }
    assert!(!out.exists());
}

#[test]
fn other_wrong_arguments() {
    for more in [
        &["--size", "64", "--spacing", "4"][..],
        &["--threads", "0"],
        &["--threads", "few"],
        &["--format", "jpeg"],
        &["--seed", "-1"],
        &["--seed", "0x"],
        &["--simd", "mmx"],
    ] {
        try_generate("alps", "unused".as_ref(), more).refuses(2, &[more[0]]);
    }
}

#[test]
fn seeds_are_parsed_as_in_recipes() {
    let folder = tempfile::tempdir().unwrap();
    for seed in ["-1", "1.5", "abc", "18446744073709551616"] {
        try_generate("gullies", folder.path(), &["--seed", seed]).refuses(
            2,
            &["--seed", "whole number from 0 to 18446744073709551615, decimal or hexadecimal (0x9e37)"],
        );
    }
    for (seed, number) in [("0x9e37", 40503), ("40_503", 40503)] {
        generate("gullies", folder.path(), &["--size", "16", "--seed", seed]);
        assert_eq!(description(folder.path())["seed"], number);
    }
}

#[test]
fn files_that_are_not_recipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    for text in [&b"x,y\n1,2\n"[..], b"\x89PNG\r\n\xff", b""] {
        fs::write(&path, text).unwrap();
        for verb in ["inspect", "check"] {
            let phrases = [
                "p.csv is not a recipe: the line `orogen = 1` is missing",
                "`orogen sample RECIPE --points` reads points",
            ];
            let outcome = orogen(&[verb, path.to_str().unwrap()]);
            outcome.refuses(2, &phrases);
        }
    }
    // With that line it is a recipe, whatever its name.
    fs::write(&path, "orogen = 1\n").unwrap();
    orogen(&["inspect", path.to_str().unwrap()]).refuses(2, &["lacks `domain`", "p.csv:"]);
    let here = folder.path().to_str().unwrap();
    orogen(&["inspect", here]).refuses(2, &["contains no terrain.json", "give a recipe"]);
    orogen(&["sample", "gullies", "--points", here])
        .refuses(2, &["is a folder, not a file of points", "x,y"]);
}

#[cfg(unix)]
#[test]
fn endless_files_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.toml", "pipe.png", "pipe.json"] {
        let path = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        orogen(&["inspect", path.to_str().unwrap()]).refuses(2, &[name, "might never end"]);
    }
    orogen(&["inspect", "/dev/zero"]).refuses(2, &["/dev/zero is not a file"]);
}

#[test]
fn a_missing_section_is_marked_below_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("headless.toml");
    let text = "orogen = 1\ndomain.size = 9\n[fields.a]\ntype = \"constant\"\n";
    for blank in ["", "\n\n"] {
        fs::write(&path, format!("{text}{blank}")).unwrap();
        orogen(&["check", path.to_str().unwrap()]).refuses(
            2,
            &["the recipe lacks `height`", "headless.toml:5:1", "add [height] with field = \"a\""],
        );
    }
}

/// Names of recipes and files reach the terminal without their control characters.
#[cfg(unix)]
#[test]
fn names_cannot_control_the_terminal() {
    let parent = tempfile::tempdir().unwrap();
    let recipe = parent.path().join("a\u{1b}[31m.toml");
    let text = HILLS.replace("Hills", "b\\u001b[31m");
    assert_ne!(text, HILLS);
    fs::write(&recipe, text).unwrap();
    let out = parent.path().join("c\u{1b}[31m");
    let generated = generate(recipe.to_str().unwrap(), &out, &["--size", "16"]);
    let checked = orogen(&["check".as_ref(), recipe.as_os_str()]);
    let inspected = orogen(&["inspect".as_ref(), out.as_os_str()]);
    for (outcome, shown) in [
        (&generated, "b\u{241b}[31m, seed"),
        (&generated, "c\u{241b}[31m: "),
        (&checked, "a\u{241b}[31m.toml: OK"),
        (&inspected, "b\u{241b}[31m"),
    ] {
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
        assert!(outcome.out.contains(shown), "{}", outcome.out);
        assert!(!format!("{}{}", outcome.out, outcome.err).contains('\u{1b}'), "{}", outcome.out);
    }
}
