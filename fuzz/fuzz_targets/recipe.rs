//! Any text at all is either a recipe or an error with a place; it never panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen::recipe::{Recipe, Source};

fuzz_target!(|text: &str| {
    // Both outcomes are right. What is looked for is a panic, a hang or memory without bound.
    let _outcome = Recipe::parse(Source::new("fuzz.toml", text), orogen::nodes::registry());
});
