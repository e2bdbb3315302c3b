//! The presets that are planets, as tiles of all levels of detail.
//!
//! Tiles lie on land, so that all of a recipe shows. Their programs are long, and a software device compiles a minute and more
//! for some of them: what is compared in every run is what is soon done. `OROGEN_LEVELS=all` has every level compared in its
//! place, `OROGEN_LEVELS=3,12` some, and `OROGEN_PRESET=mars` has another preset looked at by
//! `the_preset_that_is_asked_for_agrees`.

use std::path::Path;
use std::sync::Arc;

use orogen::image::NoImages;
use orogen::level::Level;
use orogen::lod::samples_of;
use orogen::nodes::registry;
use orogen::planet::{Direction, LatLon, TileAddress};
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Terrain;
use orogen_gpu::Patches;

use crate::land::gpu;
use crate::patches::{by_gpu, fault};

/// Tiles of a level for each preset: on the highest ground of so many places, and on the next.
const TILES: usize = 2;
const PLACES: usize = 400;

/// Metres within which samples may be taken for one another, if they are farther apart: in lattices of a thousand kilometres
/// single precision knows a place to a decimetre.
const DECIMETRE: f64 = 0.1;

/// The levels that somebody asks for, or the one that each preset has.
fn levels(usual: u8) -> Vec<u8> {
    match std::env::var("OROGEN_LEVELS") {
        Ok(wish) if wish == "all" => (0..=24).collect(),
        Ok(wish) => wish.split(',').map(|level| level.parse().expect("give levels: 0,12,24")).collect(),
        Err(_) => vec![usual],
    }
}

/// Places all over a sphere, about as far from one another as can be: along a spiral, a golden angle after the other.
fn spiral() -> Vec<Direction> {
    let place = |k: usize| {
        let sine = 1.0 - (2 * k + 1) as f64 / PLACES as f64;
        LatLon::new(sine.asin().to_degrees(), (k as f64 * 180.0 * (3.0 - 5.0_f64.sqrt())) % 360.0)
            .unwrap()
            .direction()
    };
    (0..PLACES).map(place).collect()
}

/// The highest ground of the spiral, as somebody sees it from far away.
fn highest(recipe: &Recipe) -> Vec<Direction> {
    let terrain = Terrain::new(recipe, &NoImages, recipe.domain.spacing()).unwrap();
    let places = spiral();
    let samples = terrain.sample_at::<f32>(Level::best(), &places).unwrap();
    let mut ranked: Vec<_> = samples.iter().map(|sample| sample.height).zip(places).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().take(TILES).map(|(_, place)| place).collect()
}

/// What is wrong with tiles of a preset on some levels, by the bounds for all nodes.
fn faults(name: &str, usual: u8) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes").join(name).with_extension("toml");
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
            // Several levels have one shader, as makers of tiles have it, but for sizes of dunes and rivers that come and go.
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
