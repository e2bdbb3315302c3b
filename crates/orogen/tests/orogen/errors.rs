//! Errors: the line, and the fix.

use std::fs;

use orogen::{ErrorKind, Source, Terrain};

use super::PLANE;

#[test]
fn errors_in_recipes_have_line_and_fix() {
    for (from, to, line, fix) in [
        ("wavelength", "wavelenth", 8, "did you mean `wavelength`?"),
        ("\"fbm\"", "\"fmb\"", 7, "fbm"),
        ("\"4 km\"", "\"4 miles\"", 4, "km"),
        ("[fields.hills]", "[fields.hills", 6, ""),
        ("field = \"hills\"", "field = \"hill\"", 5, "hills"),
    ] {
        let source = Source::new("mine.toml", PLANE.replace(from, to));
        let error = Terrain::from_source(source).unwrap_err();
        assert_eq!((error.kind(), error.line()), (ErrorKind::Recipe, Some(line)), "{error}");
        assert!(error.column().is_some() && error.help().contains(fix), "{error}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("mine.toml:{line}:")) && text.contains("\n  help: "), "{text}");
        assert_eq!(error.recipe().unwrap().to_string(), text);
    }
}

#[test]
fn missing_files_of_a_recipe_are_errors_of_its_line() {
    let text =
        PLANE.replace("type = \"fbm\"\nwavelength = \"1 km\"", "type = \"image\"\nfile = \"no-such.png\"");
    let error = Terrain::parse(&text).unwrap_err();
    assert_eq!((error.kind(), error.line()), (ErrorKind::Recipe, Some(8)));
    assert!(error.message().contains("no-such.png"), "{error}");

    let error = Terrain::parse(&format!("{PLANE}[sculpt]\nstrokes = \"no.strokes\"\n")).unwrap_err();
    assert_eq!((error.line(), error.message()), (Some(10), "no.strokes does not exist"));
}

#[test]
fn files_that_are_not_recipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("points.csv"), "x,y\n1,2\n").unwrap();
    fs::write(path("latin.toml"), b"orogen = 1\nname = \"\xe9\"\n").unwrap();
    fs::write(path("large.toml"), "#".repeat(2 << 20)).unwrap();
    for (name, kind, phrase) in [
        ("points.csv", ErrorKind::NotARecipe, "the line `orogen = 1` is missing"),
        ("latin.toml", ErrorKind::Recipe, "not UTF-8"),
        ("large.toml", ErrorKind::File, "too large for a recipe: 2097152 bytes"),
        ("no-such.toml", ErrorKind::NoSuchFile, "there is no file"),
        ("points.csv/alps.toml", ErrorKind::NoSuchFile, "there is no file"),
        ("", ErrorKind::File, "is a folder"),
    ] {
        let error = Terrain::open(path(name)).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().contains(phrase) && !error.help().is_empty(), "{error}");
    }
    assert_eq!(Terrain::open(path("latin.toml")).unwrap_err().line(), Some(2));
}
