//! Any texts at all, as a recipe and the recipes that it may use, are either a terrain or an error; parsing never panics, hangs
//! or takes memory without bound. The canonical text needs none of the files and means the same.
//!
//! Lines of `---` separate the texts. The first is the recipe, and the others are the files `1.toml` to `4.toml` beside it.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Every process has a folder of its own; where `/dev/shm` is, it lies in memory.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = folder.join(format!("orogen-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder takes folders");
    folder
});

fuzz_target!(|text: &str| {
    let mut texts = text.split("\n---\n");
    let root = texts.next().unwrap_or_default();
    for number in 1..=4 {
        let path = FOLDER.join(format!("{number}.toml"));
        match texts.next() {
            Some(text) => fs::write(path, text).expect("the folder takes files"),
            // Both outcomes are right: most files do not exist.
            None => _ = fs::remove_file(path),
        }
    }
    let source = Source::new("fuzz.toml", root).in_folder(&*FOLDER);
    let Ok(recipe) = Recipe::parse(source, registry()) else { return };
    _ = Terrain::new(&recipe, &NoImages, 16.0);
    let canonical = recipe.canonical();
    let again = Recipe::parse(Source::new("canonical.toml", &*canonical), registry());
    let again = again.unwrap_or_else(|error| panic!("{error}\n{canonical}"));
    assert_eq!(again.canonical(), canonical);
});
