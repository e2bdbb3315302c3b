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
