//! The seeds of the fuzz target `strokes`, passed to the same functions, intact and damaged.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_strokes::journal::Journal;
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Stroke, Surface};
use proptest::prelude::*;

const HILLS: &str = "orogen = 1\ndomain.size = 4096\nheight = { field = \"hills\", scale = 100.0 }\n\
    [fields.hills]\ntype = \"fbm\"\nwavelength = 700.0\noctaves = 2\n";

static TERRAIN: LazyLock<Arc<Terrain>> = LazyLock::new(|| {
    let recipe = Recipe::parse(Source::new("hills.toml", HILLS), orogen_engine::nodes::registry()).unwrap();
    Arc::new(Terrain::new(&recipe, &NoImages, 64.0).unwrap())
});

/// Whether these bytes are a journal, with the number of its incomplete line; and whether they are a valid stroke.
fn read(bytes: &[u8]) -> (Option<Option<usize>>, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.strokes");
    fs::write(&path, bytes).unwrap();
    let journal = Journal::open(&path, "fuzz", Surface::Plane);
    if journal.is_err() {
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let laid = serde_json::from_slice::<Stroke>(bytes).is_ok_and(|stroke| {
        let mut ground = PreparedStrokes::new(Arc::clone(&TERRAIN), 64.0);
        ground.push(&stroke, &NoImages).is_ok() && ground.rows(Grid::square(9, 256.0)).is_ok()
    });
    (journal.ok().map(|journal| journal.dropped()), laid)
}

fn seed(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/strokes").join(name)).unwrap()
}

#[test]
fn each_seed_is_what_its_name_says() {
    assert_eq!(read(&seed("seed-journal")), (Some(None), false));
    assert_eq!(read(&seed("seed-journal-torn")), (Some(Some(9)), false));
    assert_eq!(read(&seed("seed-journal-of-a-planet")), (None, false));
    for stroke in ["seed-stroke-field", "seed-stroke-smooth", "seed-stroke-ledge"] {
        assert_eq!(read(&seed(stroke)), (None, true));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn damage_is_survived(
        name in prop::sample::select(vec!["seed-journal", "seed-stroke-field", "seed-stroke-smooth", "seed-stroke-ledge"]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"0123456789eE+-.,{}[]\"\n x".to_vec())), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = seed(name);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        read(&bytes);
    }
}
