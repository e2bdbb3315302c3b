//! The command used in a wrong way: status 2 and the mend.

use std::fs;

use crate::harness::{description, generate, orogen, try_generate};

#[test]
fn a_recipe_that_is_not_there_is_guessed() {
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
        let phrases = [
            &*format!("neither a preset nor a file or folder `{name}`"),
            "file of heights",
            "orogen presets",
        ];
        orogen(&["inspect", name]).refuses(2, &phrases);
    }
    orogen(&["sample", "alps"]).refuses(2, &["--at <LAT,LON|X,Y[,Z]>", "--points <FILE.csv>"]);
    let both = ["sample", "alps", "--at", "1,2", "--points", "-"];
    orogen(&both).refuses(2, &["--points <FILE.csv>", "cannot be used with", "--at"]);
    orogen(&["presets", "alsp"]).refuses(2, &["did you mean `alps`?"]);
    orogen(&["nodes", "swis"]).refuses(2, &["did you mean `swiss`?"]);
}

#[test]
fn sizes_that_cannot_be_are_refused_with_the_range() {
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
        ("1e-3", "choose wider spacing"),
        ("1e-300", "choose wider spacing"),
        ("1e9", "at most 16384"),
        ("1e300", "samples 1e300 m apart"),
    ] {
        try_generate("alps", &out, &["--spacing", spacing]).refuses(2, &[phrase]);
    }
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn a_recipe_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    try_generate("/dev/zero", folder.path(), &[]).refuses(2, &["/dev/zero is not a file", "name a file"]);
}

#[test]
fn regions_that_cannot_be_are_refused_with_the_mend() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (region, phrase) in [
        ("0,0,nan,1", "give four numbers of metres"),
        ("0,0,inf,1", "give four numbers of metres"),
        ("0,0,1", "give four numbers of metres"),
        ("200,0,100,100", "it is empty"),
        ("0,0,0,0", "x1 has to be greater than x0"),
        ("0,5,100,5", "x1 has to be greater than x0"),
        ("-100,0,100,100", "the domain covers 0 to 16384 m"),
        ("0,0,100,16385", "the domain covers 0 to 16384 m"),
        ("1e300,0,1e301,1", "the region 1e300,0,1e301,1 reaches out of the domain"),
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
fn a_seed_is_refused_with_its_range_and_taken_as_recipes_take_it() {
    let folder = tempfile::tempdir().unwrap();
    for seed in ["-1", "1.5", "abc", "18446744073709551616"] {
        try_generate("alps", folder.path(), &["--seed", seed])
            .refuses(2, &["--seed", "whole number from 0 to 18446744073709551615, decimal or as 0x9e37"]);
    }
    for (seed, number) in [("0x9e37", 40503), ("40_503", 40503)] {
        generate("alps", folder.path(), &["--size", "16", "--seed", seed]);
        assert_eq!(description(folder.path())["seed"], number);
    }
}

#[test]
fn what_is_no_recipe_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    for text in [&b"x,y\n1,2\n"[..], b"\x89PNG\r\n\xff", b""] {
        fs::write(&path, text).unwrap();
        for verb in ["inspect", "check"] {
            let said = [
                "p.csv is not a recipe: it lacks the line `orogen = 1`",
                "for `orogen sample RECIPE --points`",
            ];
            let outcome = orogen(&[verb, path.to_str().unwrap()]);
            outcome.refuses(2, &said);
        }
    }
    // Whatever its name: with that line it is one.
    fs::write(&path, "orogen = 1\n").unwrap();
    orogen(&["inspect", path.to_str().unwrap()]).refuses(2, &["lacks `domain`", "p.csv:"]);
    let here = folder.path().to_str().unwrap();
    orogen(&["inspect", here]).refuses(2, &["holds no terrain.json", "name a recipe"]);
    orogen(&["sample", "alps", "--points", here]).refuses(2, &["is a folder, not a file of points", "x,y"]);
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.toml", "pipe.png", "pipe.json"] {
        let path = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        orogen(&["inspect", path.to_str().unwrap()]).refuses(2, &[name, "may have no end"]);
    }
    orogen(&["inspect", "/dev/zero"]).refuses(2, &["/dev/zero is not a file"]);
}

#[test]
fn a_missing_section_is_asked_for_below_the_others() {
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
