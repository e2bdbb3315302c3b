//! The command used in a wrong way: status 2 and the mend.

use crate::harness::{orogen, try_generate};

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
    orogen(&["presets", "alsp"]).refuses(2, &["did you mean `alps`?"]);
    orogen(&["nodes", "swis"]).refuses(2, &["did you mean `swiss`?"]);
}

#[test]
fn sizes_that_cannot_be_are_refused_with_the_range() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for size in ["0", "1", "-5", "1000000000000", "262145"] {
        try_generate("alps", &out, &["--size", size]).refuses(2, &["--size", "2..=262144"]);
    }
    for size in ["many", "1e3", "NaN", "1.5"] {
        try_generate("alps", &out, &["--size", size]).refuses(2, &["--size", size]);
    }
    for spacing in ["0", "-1", "nan", "inf", "far"] {
        try_generate("alps", &out, &["--spacing", spacing]).refuses(2, &["a number greater than 0"]);
    }
    for (spacing, phrase) in
        [("1e-3", "choose wider spacing"), ("1e-300", "choose wider spacing"), ("1e9", "at most 16384")]
    {
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
        ("-100,0,100,100", "the domain covers 0 to 16384 m"),
        ("0,0,100,16385", "the domain covers 0 to 16384 m"),
        ("1e300,0,1e301,1", "the domain covers 0 to 16384 m"),
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
        &["--format", "jpeg"],
        &["--seed", "-1"],
        &["--level", "mmx"],
    ] {
        try_generate("alps", "unused".as_ref(), more).refuses(2, &[more[0]]);
    }
}
