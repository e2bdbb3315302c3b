//! Any text at all is either a terrain or an error with a place; it never panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen_engine::image::NoImages;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::scatter::Scatter;
use orogen_engine::terrain::Terrain;

fuzz_target!(|text: &str| {
    // Both outcomes are right. What is looked for is a panic, a hang or memory without bound.
    let recipe = Recipe::parse(Source::new("fuzz.toml", text), orogen_engine::nodes::registry());
    let _outcome = recipe.and_then(|recipe| {
        Scatter::new(&recipe, &NoImages, 16.0)?;
        Terrain::new(&recipe, &NoImages, 16.0)
    });
});
