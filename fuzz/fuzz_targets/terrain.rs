//! Any bytes at all are either a file of a terrain or an error, whichever of them they claim to be; reading never
//! panics, hangs or takes memory without bound.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use orogen_engine::raster::Grid;
use orogen_files::TerrainInfo;
use orogen_files::mesh::stl::Print;
use orogen_files::mesh::{gltf, obj, stl};
use orogen_files::verify::series;
use orogen_files::web::Tiles;

/// The grid of the seeds.
const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 4, rows: 4, spacing: 2.0 };

const PRINT: Print = Print { width_mm: 60.0, base_mm: 2.0, exaggeration: 1.0, lowest: None };

/// The readers want a file. Every process has its own; where `/dev/shm` is, it lies in memory.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("orogen-fuzz-{}.pmtiles", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    fs::write(&*FILE, bytes).expect("the temporary folder takes files");
    // Both outcomes are right: most inputs are no file of ours.
    let _outcome = TerrainInfo::read(&FILE).map(|info| series(&info).len());
    let _outcome = gltf::read_heights(&FILE, &GRID);
    let _outcome = obj::read_heights(&FILE, &GRID);
    let _outcome = stl::read_heights(&FILE, &GRID, &PRINT);
    let _outcome = Tiles::open(&FILE).and_then(|mut tiles| tiles.largest_parent_error());
});
