//! Compares the bits of every preset with stored hashes: the same recipe gives the same heights on every machine, now and in
//! the future.
//!
//! `cargo xtask golden` shows which presets have changed, `cargo xtask golden --accept` writes the new hashes. Every change
//! must be deliberate, with its reason in the commit and in the changelog.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes")
}

/// Hash of the heights and slopes of a preset, near its corner and 10,000 km away, and of its water. The sizes are odd on
/// purpose.
fn hash(path: &Path, level: Level) -> String {
    let text = std::fs::read_to_string(path).expect("the preset can be read");
    let name = path.display().to_string();
    let recipe =
        Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry()).expect("presets are sound");
    if recipe.domain.sphere().is_some() {
        return hash_of_planet(&recipe, level);
    }
    let whole = Grid::over(recipe.domain.size, recipe.domain.samples, recipe.domain.tile);
    let terrain = Terrain::new(&recipe, &NoImages, whole.spacing).expect("presets are sound");
    let far = (1e7 / whole.spacing) as i64;
    let mut hasher = blake3::Hasher::new();
    for (first_column, first_row) in [(100, 37), (far, -far)] {
        let grid = Grid { first_column, first_row, columns: 147, rows: 41, spacing: whole.spacing };
        let mut band = Band::default();
        terrain.rows(level, grid).unwrap().make(0, grid.rows, true, &mut band);
        for value in [&band.height, &band.dx, &band.dy].into_iter().flatten() {
            hasher.update(&value.to_bits().to_le_bytes());
        }
    }
    if recipe.water.is_some() {
        hash_water(&recipe, level, &mut hasher);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Hashes the ground and the surface of water over the whole domain: there are few rivers and lakes near its corner.
fn hash_water(recipe: &Recipe, level: Level, hasher: &mut blake3::Hasher) {
    let whole = Grid::square(256, recipe.domain.size / 255.0);
    let terrain = Terrain::with_water(recipe, &NoImages, whole.spacing).expect("presets are sound");
    let mut band = Band::default();
    terrain.rows(level, whole).unwrap().make(0, whole.rows, true, &mut band);
    for value in band.others.iter().chain([&band.height]).flatten() {
        hasher.update(&value.to_bits().to_le_bytes());
    }
}

/// Hash of the heights and slopes of a planet: a map of the whole planet, and tiles from coarse to fine, some of them over a
/// pole.
fn hash_of_planet(recipe: &Recipe, level: Level) -> String {
    let sphere = recipe.domain.sphere().expect("it is a planet");
    let tile = |address: &str| {
        let address = address.parse().expect("there is such a tile");
        DirectionGrid::tile(address, 4, sphere).expect("presets are large enough")
    };
    let maps = ["pz/0/0/0", "px/7/127/90", "ny/12/1000/2000"].map(tile);
    let whole = DirectionGrid::whole(64).expect("64 is even");
    let mut hasher = blake3::Hasher::new();
    for map in maps.into_iter().chain([whole]) {
        let terrain =
            Terrain::new(recipe, &NoImages, map.step() * sphere.radius()).expect("presets are sound");
        let mut band = Band::default();
        terrain.map(level, map.clone()).expect("it is a planet").make(0, map.rows(), true, &mut band);
        for value in [&band.height, &band.dx, &band.dy].into_iter().flatten() {
            hasher.update(&value.to_bits().to_le_bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The presets with their hashes as they are now.
fn made() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(recipes()).expect("the presets' folder can be read");
    let paths = files.map(|file| file.expect("the folder can be listed").path());
    let presets = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    presets
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let best = hash(&path, Level::best());
            for (level_name, level) in Level::all() {
                assert_eq!(
                    hash(&path, level),
                    best,
                    "{name} at level {level_name} differs from the best level"
                );
            }
            (name, best)
        })
        .collect()
}

#[test]
fn presets_keep_their_bits_at_every_level() {
    let made = made();
    assert!(made.len() >= 10, "there are at least ten presets");
    let kept_in = recipes().join("golden.txt");
    if std::env::var("OROGEN_GOLDEN").is_ok_and(|wish| wish == "accept") {
        let lines: Vec<_> = made.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        std::fs::write(&kept_in, lines.concat()).expect("the hashes can be written");
    }
    let kept = std::fs::read_to_string(&kept_in).expect("golden.txt can be read");
    let kept: BTreeMap<_, _> = kept.lines().filter_map(|line| line.split_once(' ')).collect();
    let made: BTreeMap<_, _> = made.iter().map(|(name, hash)| (name.as_str(), hash.as_str())).collect();
    assert_eq!(
        made, kept,
        "bits have changed (left: now, right: kept); on purpose? `cargo xtask golden --accept`"
    );
}
