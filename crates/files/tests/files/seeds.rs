//! The seeds of the fuzz target `terrain`, passed to the same readers.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use orogen_engine::raster::Grid;
use orogen_files::TerrainInfo;
use orogen_files::mesh::stl::Print;
use orogen_files::mesh::{gltf, obj, stl};
use orogen_files::verify::series;
use orogen_files::web::Tiles;
use proptest::prelude::*;

use crate::read::{damage, harm};

const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 4, rows: 4, spacing: 2.0 };

const PRINT: Print = Print { width_mm: 60.0, base_mm: 2.0, exaggeration: 1.0, lowest: None };

const NAMES: [&str; 5] = ["seed-json", "seed-glb", "seed-obj", "seed-stl", "seed-pmtiles"];

static SEEDS: LazyLock<[Vec<u8>; 5]> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/terrain");
    NAMES.map(|name| fs::read(folder.join(name)).unwrap())
});

/// For each reader, in the order of `NAMES`: whether it accepts these bytes.
fn readers(bytes: &[u8]) -> [bool; 5] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.pmtiles");
    fs::write(&path, bytes).unwrap();
    [
        TerrainInfo::read(&path).map(|info| series(&info).len()).is_ok(),
        gltf::read_heights(&path, &GRID).is_ok(),
        obj::read_heights(&path, &GRID).is_ok(),
        stl::read_heights(&path, &GRID, &PRINT).is_ok(),
        Tiles::open(&path).and_then(|mut tiles| tiles.largest_parent_error()).is_ok(),
    ]
}

#[test]
fn each_seed_is_accepted_by_its_reader_only() {
    for (number, seed) in SEEDS.iter().enumerate() {
        let expected: [bool; 5] = std::array::from_fn(|reader| reader == number);
        assert_eq!(readers(seed), expected, "{}", NAMES[number]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn damaged_seeds_never_panic(seed in 0..5_usize, damages in prop::collection::vec(damage(), 1..5)) {
        let mut bytes = SEEDS[seed].clone();
        damages.iter().for_each(|damage| harm(&mut bytes, damage));
        readers(&bytes);
    }
}
