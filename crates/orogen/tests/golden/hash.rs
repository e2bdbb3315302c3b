//! The hashes of a preset's bits. The package for browsers computes the same hashes.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Hashes of a preset's bits, one for each level.
pub(crate) fn hashes(name: &str, text: &str, levels: &[Level]) -> Vec<String> {
    let recipe =
        Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry()).expect("presets are sound");
    // Terrains are the same at all levels.
    let samples = if recipe.domain.sphere().is_some() { of_planet(&recipe) } else { of_plane(&recipe) };
    let hash = |&level: &Level| {
        let mut hasher = blake3::Hasher::new();
        samples.iter().for_each(|samples| samples.hash(level, &mut hasher));
        hasher.finalize().to_hex()[..32].to_owned()
    };
    levels.iter().map(hash).collect()
}

/// A terrain, and where its samples are hashed.
enum Samples {
    /// Heights and slopes.
    Ground(Terrain, [Grid; 2]),
    /// The ground and the surface of water.
    Water(Terrain, Grid),
    /// Heights and slopes.
    Planet(Terrain, DirectionGrid),
}

impl Samples {
    fn hash(&self, level: Level, hasher: &mut blake3::Hasher) {
        let mut band = Band::default();
        match self {
            Self::Ground(terrain, grids) => {
                for &grid in grids {
                    terrain.rows(level, grid).unwrap().make(0, grid.rows, true, &mut band);
                    add(hasher, [&band.height, &band.dx, &band.dy]);
                }
            }
            Self::Water(terrain, grid) => {
                terrain.rows(level, *grid).unwrap().make(0, grid.rows, true, &mut band);
                add(hasher, band.others.iter().chain([&band.height]));
            }
            Self::Planet(terrain, map) => {
                let rows = terrain.map(level, map.clone()).expect("it is a planet");
                rows.make(0, map.rows(), true, &mut band);
                add(hasher, [&band.height, &band.dx, &band.dy]);
            }
        }
    }
}

fn add<'a>(hasher: &mut blake3::Hasher, planes: impl IntoIterator<Item = &'a Vec<f32>>) {
    for value in planes.into_iter().flatten() {
        hasher.update(&value.to_bits().to_le_bytes());
    }
}

/// Ground near the corner and 10,000 km away, and water. The sizes are odd on purpose.
fn of_plane(recipe: &Recipe) -> Vec<Samples> {
    let whole = Grid::over(recipe.domain.size, recipe.domain.samples, recipe.domain.tile);
    let far = (1e7 / whole.spacing) as i64;
    let grids = [(100, 37), (far, -far)].map(|(first_column, first_row)| Grid {
        first_column,
        first_row,
        columns: 147,
        rows: 41,
        spacing: whole.spacing,
    });
    let terrain = Terrain::new(recipe, &NoImages, whole.spacing).expect("presets are sound");
    let mut samples = vec![Samples::Ground(terrain, grids)];
    if recipe.water.is_some() {
        // The whole domain, because there are few rivers and lakes near its corner.
        let whole = Grid::square(256, recipe.domain.size / 255.0);
        let terrain = Terrain::with_water(recipe, &NoImages, whole.spacing).expect("presets are sound");
        samples.push(Samples::Water(terrain, whole));
    }
    samples
}

/// A map of the whole planet, and tiles from coarse to fine, some of them over a pole.
fn of_planet(recipe: &Recipe) -> Vec<Samples> {
    let sphere = recipe.domain.sphere().expect("it is a planet");
    let tile = |address: &str| {
        let address = address.parse().expect("there is such a tile");
        DirectionGrid::tile(address, 4, sphere).expect("presets are large enough")
    };
    let maps = ["pz/0/0/0", "px/7/127/90", "ny/12/1000/2000"].map(tile);
    let whole = DirectionGrid::whole(64).expect("64 is even");
    let samples = |map: DirectionGrid| {
        let terrain =
            Terrain::new(recipe, &NoImages, map.step() * sphere.radius()).expect("presets are sound");
        Samples::Planet(terrain, map)
    };
    maps.into_iter().chain([whole]).map(samples).collect()
}
