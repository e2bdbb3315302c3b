//! The ranges of the numbers of scattered kinds.

use std::fmt::Write;

use orogen_engine::recipe::{MAX_SCATTERED, Recipe, RecipeError, Source};

const PINE: &str = "spacing = 4.0\nscale = [0.5, 2]\nyaw = [0, 90]\ntilt = 0.5\n";

fn parse(kinds: &str, domain: &str) -> Result<Recipe, RecipeError> {
    let text = format!(
        "orogen = 1\ndomain = {{ size = 100{domain} }}\nheight.field = 'a'\nfields.a = {{ type = 'constant' }}\n{kinds}"
    );
    Recipe::parse(Source::new("x.toml", text), &super::registry::REGISTRY)
}

#[test]
fn numbers_of_kinds_have_ranges() {
    let with = |from: &str, to: &str| {
        assert!(PINE.contains(from), "{from}");
        parse(&format!("[[scatter]]\nname = 'pine'\n{}", PINE.replace(from, to)), "")
    };
    for (from, good, bad) in [
        ("spacing = 4.0", ["spacing = 0.01", "spacing = 1e6"], ["spacing = 0.0099", "spacing = 1.1e6"]),
        ("spacing = 4.0", ["density = 1e-6", "density = 4e7"], ["density = 0", "density = 5e7"]),
        ("[0.5, 2]", ["[0.001, 0.001]", "[1, 1000]"], ["[0.0009, 1]", "[1, 1001]"]),
        ("[0, 90]", ["[-360, 360]", "[360, 360]"], ["[-361, 0]", "[0, 361]"]),
        ("tilt = 0.5", ["tilt = 0", "tilt = 1"], ["tilt = -0.1", "tilt = 1.1"]),
    ] {
        good.iter().for_each(|good| assert!(with(from, good).is_ok(), "{good}"));
        for bad in bad {
            let error = with(from, bad).err().unwrap_or_else(|| panic!("{bad} is accepted"));
            assert!(error.to_string().contains("out of range"), "{bad}: {error}");
        }
    }
}

/// With `density`, full density is that many points per hectare.
#[test]
fn density_gives_the_spacing() {
    let recipe = parse("[[scatter]]\nname = 'pine'\ndensity = 120\n", "").unwrap();
    let per_hectare = 0.459 * 1e4 / (recipe.scatter[0].spacing * recipe.scatter[0].spacing);
    assert!((per_hectare - 120.0).abs() < 1e-9, "{per_hectare}");
}

#[test]
fn a_recipe_has_at_most_64_kinds() {
    let kinds = |count: usize| {
        (0..count).fold(String::new(), |mut text, index| {
            let _ = write!(text, "[[scatter]]\nname = 'kind-{index}'\nspacing = 4\n");
            text
        })
    };
    assert_eq!(parse(&kinds(MAX_SCATTERED), "").unwrap().scatter.len(), 64);
    let error = parse(&kinds(65), "").err().unwrap().to_string();
    assert!(error.contains("the recipe scatters 65 kinds") && error.contains("at most 64"), "{error}");
}

/// A spacing of a third of the period is the largest of a domain that repeats.
#[test]
fn a_period_has_room_for_three_spacings() {
    let kind = |spacing: f64| format!("[[scatter]]\nname = 'pine'\nspacing = {spacing}\n");
    let tile = ", tile = true";
    assert!(parse(&kind(33.3), tile).is_ok() && parse(&kind(33.4), tile).is_err());
    assert!(parse(&kind(33.4), "").is_ok());
}
