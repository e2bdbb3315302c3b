//! Any bytes at all are either a journal of strokes or an error with its line; reading never panics, hangs or takes memory
//! without bound, and never changes what is no journal. Nor does laying its strokes on a terrain.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_strokes::journal::Journal;
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Stroke, Surface};

const HILLS: &str = "orogen = 1\ndomain.size = 4096\nheight = { field = \"hills\", scale = 100.0 }\n\
    [fields.hills]\ntype = \"fbm\"\nwavelength = 700.0\noctaves = 2\n";

/// A journal wants a file. Every process has its own; where `/dev/shm` is, it lies in memory.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("orogen-fuzz-{}.strokes", std::process::id()))
});

static TERRAIN: LazyLock<Arc<Terrain>> = LazyLock::new(|| {
    let recipe = Recipe::parse(Source::new("hills.toml", HILLS), orogen_engine::nodes::registry());
    Arc::new(recipe.and_then(|recipe| Terrain::new(&recipe, &NoImages, 64.0)).expect("the recipe is sound"))
});

fuzz_target!(|bytes: &[u8]| {
    fs::write(&*FILE, bytes).expect("the temporary folder takes files");
    // Both outcomes are right: most inputs are no journal.
    if Journal::open(&*FILE, "fuzz", Surface::Plane).is_err() {
        assert_eq!(fs::read(&*FILE).expect("it was just written"), bytes);
    }
    // Checksums keep a fuzzer from strokes, so that they are read without, too.
    if let Ok(stroke) = stroke(bytes) {
        let mut ground = PreparedStrokes::new(Arc::clone(&TERRAIN), 64.0);
        if ground.push(&stroke, &NoImages).is_ok() {
            let _outcome = ground.rows(Grid::square(9, 512.0));
        }
    }
});

/// A stroke as a line of a journal has it.
fn stroke(bytes: &[u8]) -> Result<Stroke, serde_json::Error> {
    serde_json::from_slice(bytes)
}
