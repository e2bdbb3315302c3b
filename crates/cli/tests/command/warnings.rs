//! Warnings about a recipe go to stderr, and change neither the status nor the output.

use std::fs;

use crate::harness::{HILLS, generate, orogen};

#[test]
fn all_commands_warn_about_unused_fields() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, points) = (folder.path().join("hills.toml"), folder.path().join("points.csv"));
    fs::write(&recipe, format!("{HILLS}[fields.spare]\ntype = \"ramp\"\n")).unwrap();
    fs::write(&points, "x,y\n1,2\n").unwrap();
    let (recipe, points) = (recipe.to_str().unwrap(), points.to_str().unwrap());
    let out = folder.path().join("out");
    for outcome in [
        generate(recipe, &out, &["--size", "16"]),
        orogen(&["sample", recipe, "--points", points]),
        orogen(&["inspect", recipe, "--size", "16"]),
    ] {
        assert_eq!(outcome.status, Some(0));
        for phrase in
            ["warning: the field `spare` is not used", "hills.toml:14:9", "14 | [fields.spare]", "help: "]
        {
            assert!(outcome.err.contains(phrase), "no `{phrase}` in:\n{}", outcome.err);
        }
        assert!(!outcome.out.contains("warning"), "{}", outcome.out);
    }
    assert_eq!(generate(recipe, &out, &["--size", "16", "--quiet"]).err, "");
}

/// Flat heights give a hint, although the possible range of heights is not flat.
#[test]
fn flat_heights_give_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("flat.toml");
    let text = "orogen = 1\ndomain = { size = 8000, samples = 33 }\nheight.field = \"both\"\n\
                [fields.a]\ntype = \"fbm\"\nwavelength = 900\n\
                [fields.less]\ntype = \"scale\"\ninput = \"a\"\nfactor = -0.9\n\
                [fields.both]\ntype = \"add\"\na = \"a\"\nb = \"less\"\n";
    fs::write(&recipe, text).unwrap();
    let generated = |more: &str| {
        fs::write(
            &recipe,
            text.replace("height.field = \"both\"", &format!("height = {{ field = \"both\"{more} }}")),
        )
        .unwrap();
        generate(recipe.to_str().unwrap(), &folder.path().join("out"), &["--size", "33"]).out
    };
    assert!(
        generated("").contains("m over 8000 m, which is flat: set `scale` in [height]"),
        "{}",
        generated("")
    );
    assert!(!generated(", scale = 0.5").contains("flat"));
}
