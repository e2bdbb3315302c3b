//! Any text in the place of a field and of a number is either an expression or an error; it never panics. The names of hidden
//! fields are expressions that mean the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

fn recipe(field: &str, number: &str) -> Result<Recipe, Box<dyn std::error::Error>> {
    // As in JSON, whose escapes TOML has, too.
    let (field, number) = (serde_json::to_string(field)?, serde_json::to_string(number)?);
    let text = format!(
        "orogen = 1\ndomain.size = 900.0\nheight.field = {field}\n[parameters]\nlevel = 0.5\ncount = 3\n\
         [fields.land]\ntype = \"fbm\"\nwavelength = 100.0\noctaves = 2\n\
         [fields.hills]\ntype = \"constant\"\nvalue = {number}\n"
    );
    Ok(Recipe::parse(Source::new("fuzz.toml", text), registry())?)
}

fuzz_target!(|text: &str| {
    _ = recipe("land", text);
    let Ok(first) = recipe(text, "level") else { return };
    _ = Terrain::new(&first, &NoImages, 16.0);
    let again = recipe(&first.height.field, "level").expect("canonical texts are expressions");
    assert_eq!(again.height.field, first.height.field);
    assert!(again.fields.keys().eq(first.fields.keys()));
});
