//! The hash of a preset's bits. The package for browsers computes the same hashes.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Hash of the heights and slopes of a preset, near its corner and 10,000 km away, and of its water. The sizes are odd on
/// purpose.
pub(crate) fn hash(name: &str, text: &str, level: Level) -> String {
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
