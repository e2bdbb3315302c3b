//! The planet presets, as tiles of all levels of detail.
//!
//! Tiles are on land, where all parts of a recipe are visible. Their programs are long, and a software device takes more than
//! a minute to compile some of them. So every run compares only levels that are fast to compile. `OROGEN_LEVELS=all` compares
//! every level, `OROGEN_LEVELS=3,12` some, and `OROGEN_PRESET=mars` selects another preset for the test
//! `the_preset_that_is_asked_for_agrees`.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::lod::samples_of;
use orogen_engine::nodes::registry;
use orogen_engine::planet::{Direction, LatLon, TileAddress};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::Patches;

use crate::land::gpu;
use crate::patches::{by_gpu, fault};

/// Tiles per level and preset, and number of positions that are searched. Tiles are at the highest and the second highest
/// position found.
const TILES: usize = 2;
const PLACES: usize = 400;

/// Tolerance in metres of the position of samples that exceed the bounds. In lattices of a thousand kilometres, single
/// precision resolves a position to a decimetre.
const DECIMETRE: f64 = 0.1;

/// The requested levels, or the default one of each preset.
fn levels(usual: u8) -> Vec<u8> {
    match std::env::var("OROGEN_LEVELS") {
        Ok(wish) if wish == "all" => (0..=24).collect(),
        Ok(wish) => wish.split(',').map(|level| level.parse().expect("give levels: 0,12,24")).collect(),
        Err(_) => vec![usual],
    }
}

/// Positions spread evenly over a sphere: along a spiral, a golden angle apart.
fn spiral() -> Vec<Direction> {
    let place = |k: usize| {
        let sine = 1.0 - (2 * k + 1) as f64 / PLACES as f64;
        LatLon::new(sine.asin().to_degrees(), (k as f64 * 180.0 * (3.0 - 5.0_f64.sqrt())) % 360.0)
            .unwrap()
            .direction()
    };
    (0..PLACES).map(place).collect()
}

/// The highest ground of the spiral, at the detail of a distant view.
fn highest(recipe: &Recipe) -> Vec<Direction> {
    let terrain = Terrain::new(recipe, &NoImages, recipe.domain.spacing()).unwrap();
    let places = spiral();
    let samples = terrain.sample_at::<f32>(Level::best(), &places).unwrap();
    let mut ranked: Vec<_> = samples.iter().map(|sample| sample.height).zip(places).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().take(TILES).map(|(_, place)| place).collect()
}

/// The differences in a preset's tiles on some levels, with the bounds for all nodes.
fn faults(name: &str, usual: u8) -> Vec<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes").join(name).with_extension("toml");
    let text = std::fs::read_to_string(path).unwrap();
    let recipe = Recipe::parse(Source::new(name, text), registry()).unwrap();
    let sphere = recipe.domain.sphere().unwrap();
    let (places, mut patches) = (highest(&recipe), Patches::new(gpu()));
    let (mut faults, mut seen) = (Vec::new(), 0);
    let levels = levels(usual);
    for &level in &levels {
        for place in &places {
            let tile = TileAddress::containing(*place, level).unwrap();
            let samples = samples_of(tile);
            if samples.check(sphere).is_err() {
                continue;
            }
            seen += 1;
            let spacing = samples.level_spacing(sphere);
            // Several levels share a shader, as in makers of tiles, except if levels differ in their sizes of dunes and
            // rivers.
            let finest = if levels.len() > 1 { 0.0 } else { spacing };
            let terrain = Terrain::of_level(&recipe, &NoImages, spacing, finest).unwrap();
            let (terrain, patch) = (Arc::new(terrain), samples.patch(sphere).unwrap());
            let found = by_gpu(&mut patches, &terrain, &[&patch]).unwrap().remove(0);
            faults.extend(
                fault(&terrain, &patch, &found, false, spacing.min(DECIMETRE))
                    .map(|fault| format!("{tile}: {fault}")),
            );
        }
    }
    assert!(seen > 0);
    faults
}

fn agrees(name: &str, usual: u8) {
    let faults = faults(name, usual);
    assert!(faults.is_empty(), "{name}:\n{}", faults.join("\n"));
}

macro_rules! presets {
    ($($test:ident $name:literal $level:literal)*) => {$(
        #[test]
        fn $test() {
            agrees($name, $level);
        }
    )*};
}

presets! {
    terra_agrees "terra" 1
    luna_agrees "luna" 12
    arrakis_agrees "arrakis" 2
}

#[test]
fn the_preset_that_is_asked_for_agrees() {
    agrees(&std::env::var("OROGEN_PRESET").unwrap_or_else(|_| "arrakis".to_owned()), 0);
}
