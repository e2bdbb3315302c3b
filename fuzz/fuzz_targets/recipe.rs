//! Any text at all is either a terrain or an error with a place; it never panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen::image::NoImages;
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Terrain;

fuzz_target!(|text: &str| {
    // Both outcomes are right. What is looked for is a panic, a hang or memory without bound.
    let recipe = Recipe::parse(Source::new("fuzz.toml", text), orogen::nodes::registry());
    let _outcome = recipe.and_then(|recipe| Terrain::new(&recipe, &NoImages, 16.0));
});
