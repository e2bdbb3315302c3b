//! Changes to the text of a recipe.

use orogen::{ErrorKind, Setting, Terrain};

const RECIPE: &str = r#"
orogen = 1
seed = 3   # the third try
domain.size = "4 km"
height = { field = "hills", scale = "steep * 3" }
[parameters]
steep = { value = 100.0, range = [0.0, 200.0] }
flat = "5 m"
[fields.hills]
type = "fbm"
wavelength = "1 km"   # as wide as a hill
octaves = 5
"#;

fn changed(changes: &[(&str, Setting)]) -> Terrain {
    Terrain::parse(RECIPE).unwrap().changed(changes).unwrap()
}

fn text(terrain: &Terrain) -> &str {
    &terrain.recipe().source.text
}

#[test]
fn the_text_has_the_new_values_and_the_old_comments() {
    let terrain = changed(&[
        ("seed", Setting::Whole(9)),
        ("steep", Setting::Number(12.5)),
        ("flat", Setting::Number(7.0)),
        ("hills.wavelength", Setting::Number(333.25)),
        ("hills.octaves", Setting::Number(3.0)),
        ("hills.gain", Setting::Number(0.4)),
        ("height.offset", Setting::Number(-2.0)),
    ]);
    for line in [
        "seed = 9   # the third try",
        "steep = { value = 12.5, range = [0.0, 200.0] }",
        "flat = \"7 m\"",
        "wavelength = \"333.25 m\"   # as wide as a hill",
        "octaves = 3\n",
        "gain = 0.4",
    ] {
        assert!(text(&terrain).contains(line), "{line}: {}", text(&terrain));
    }
    let recipe = terrain.recipe();
    assert_eq!((recipe.seed, recipe.height.scale, recipe.height.offset), (9, 37.5, -2.0));
    assert_eq!(recipe.fields["hills"].args.number("wavelength"), 333.25);
}

#[test]
fn tables_are_made_where_they_are_missing() {
    let basis =
        [("hills.basis", Setting::Text("cellular".into())), ("hills.basis.jitter", Setting::Number(0.5))];
    let terrain = changed(&basis);
    assert!(text(&terrain).contains("basis = { type = \"cellular\", jitter = 0.5 }"), "{}", text(&terrain));
    assert!(changed(&[("domain.tile", Setting::Flag(true))]).recipe().domain.tile);
}

#[test]
fn large_seeds_are_written_as_text() {
    let terrain = changed(&[("seed", Setting::Whole(u64::MAX))]);
    assert_eq!(terrain.recipe().seed, u64::MAX);
    assert_eq!(Terrain::parse(text(&terrain)).unwrap().recipe().seed, u64::MAX);
}

#[test]
fn earlier_changes_stay() {
    let other = Terrain::parse(RECIPE).unwrap().with_seed(77).unwrap();
    let terrain = other.changed(&[("steep", Setting::Number(50.0))]).unwrap();
    let terrain = terrain.changed(&[("hills.gain", Setting::Number(0.6))]).unwrap();
    assert_eq!((terrain.recipe().seed, terrain.recipe().height.scale), (77, 150.0));
    assert_eq!(Terrain::parse(text(&terrain)).unwrap().recipe().seed, 77);
    // Values set from outside of the text are in it now.
    let settings = [("steep".to_owned(), 20.0)].into();
    let set =
        Terrain::parse(RECIPE).unwrap().recipe().with_settings(orogen::engine::nodes::registry(), &settings);
    let set = Terrain::new(set.unwrap(), std::sync::Arc::new(orogen::NoImages)).unwrap();
    assert!(text(&set.changed(&[]).unwrap()).contains("value = 20"));
}

#[test]
fn mistakes_are_errors() {
    let terrain = Terrain::parse(RECIPE).unwrap();
    let error = |name, value| terrain.changed(&[(name, value)]).unwrap_err();
    let unknown = error("hill.gain", Setting::Number(0.5));
    assert_eq!(
        (unknown.kind(), unknown.message()),
        (ErrorKind::Argument, "the recipe has no parameter or field for `hill.gain`")
    );
    assert!(unknown.help().contains("steep, flat") && unknown.help().contains("hills"), "{unknown}");
    let inside = error("seed.x", Setting::Number(0.5));
    assert_eq!(inside.kind(), ErrorKind::Argument);
    let wrong = error("hills.gain", Setting::Number(f64::NAN));
    assert_eq!(wrong.kind(), ErrorKind::Recipe);
    let wrong = error("hills.octaves", Setting::Number(2.5));
    assert_eq!((wrong.kind(), wrong.line()), (ErrorKind::Recipe, Some(12)));
}
