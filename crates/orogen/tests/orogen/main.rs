//! Tests that this crate returns what the engine returns, and that mistakes of callers are errors.

#[cfg(feature = "edit")]
mod changes;
mod errors;
mod fields;
mod files;
#[cfg(feature = "hashes")]
mod hashes;
mod points;
mod presets;
mod rasters;
mod tiles;

use orogen::Terrain;

/// A quick plane.
const PLANE: &str = r#"
orogen = 1
seed = 3
domain.size = "4 km"
height = { field = "hills", scale = 300.0, offset = 20.0 }
[fields.hills]
type = "fbm"
wavelength = "1 km"
"#;

/// A quick planet.
const PLANET: &str = r#"
orogen = 1
seed = 3
domain = { kind = "planet", radius = "1000 km" }
height = { field = "hills", scale = 5000.0 }
[fields.hills]
type = "fbm"
wavelength = "300 km"
"#;

fn plane() -> Terrain {
    Terrain::parse(PLANE).unwrap()
}

fn planet() -> Terrain {
    Terrain::parse(PLANET).unwrap()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn terrains_are_shared_between_threads() {
    fn is_shared<T: Clone + Send + Sync + 'static>(_: &T) {}
    is_shared(&plane());
    let terrain = plane();
    let other = terrain.clone();
    let there = std::thread::spawn(move || other.at([5.0, 6.0]).unwrap()).join().unwrap();
    assert_eq!(there, terrain.at([5.0, 6.0]).unwrap());
}

#[test]
fn facts_are_those_of_the_recipe() {
    let (plane, planet) = (plane(), planet());
    assert_eq!((plane.size(), plane.is_planet(), plane.sea_level()), (4000.0, false, None));
    assert_eq!(planet.sphere().unwrap().radius(), 1e6);
    assert_eq!((plane.recipe().seed, plane.with_seed(9).unwrap().recipe().seed), (3, 9));
    assert_eq!(plane.warnings(), []);
    assert!(plane.interval().min < 20.0 && plane.interval().max > 20.0);
    assert!(format!("{plane:?}").contains("recipe"));
}
