//! The presets that are planets, as tiles of all levels of detail.
//!
//! Tiles lie on land, so that all of a recipe shows. Their programs are long, and a software device compiles a minute and more
//! for each level of some presets, of mars and archipelago many: what is compared in every run is what is soon done.
//! `OROGEN_LEVELS=all` has every level compared in its place, `OROGEN_LEVELS=3,12` some, and `OROGEN_PRESET=mars` has another
//! preset looked at by `the_preset_that_is_asked_for_agrees`.

use std::f64::consts::PI;
use std::path::Path;
use std::sync::Arc;

use orogen::image::NoImages;
use orogen::level::Level;
use orogen::nodes::registry;
use orogen::planet::{Direction, LatLon, TileAddress, TileSamples};
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Terrain;
use orogen_gpu::Patches;

use crate::land::gpu;
use crate::patches::{by_gpu, planes};

/// Tiles of a level for each preset: on the highest ground of so many places, and on the next.
const TILES: usize = 2;
const PLACES: usize = 400;

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

/// How a plane of a tile differs, in bounds.
#[derive(Debug)]
struct Difference {
    /// Samples beyond the bound, of a thousand.
    far: f64,
    farthest: f64,
}

fn difference(found: &[f32], expected: &[f32], most: impl Fn(f32) -> f64) -> Difference {
    let bounds = found.iter().zip(expected).map(|(&found, &expected)| {
        let away = (f64::from(found) - f64::from(expected)).abs();
        let bounds = if away == 0.0 { 0.0 } else { away / most(expected) };
        if bounds.is_nan() { f64::INFINITY } else { bounds }
    });
    let bounds: Vec<_> = bounds.collect();
    let far = bounds.iter().filter(|&&bounds| bounds > 1.0).count();
    Difference {
        far: 1000.0 * far as f64 / bounds.len() as f64,
        farthest: bounds.into_iter().fold(0.0, f64::max),
    }
}

/// Differences of height and slopes of a preset's tiles on some levels.
fn differences(patches: &mut Patches, name: &str, usual: u8) -> Vec<(u8, TileAddress, [Difference; 4])> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes").join(name).with_extension("toml");
    let text = std::fs::read_to_string(path).unwrap();
    let recipe = Recipe::parse(Source::new(name, text), registry()).unwrap();
    let sphere = recipe.domain.sphere().unwrap();
    let places = highest(&recipe);
    let mut all = Vec::new();
    for level in levels(usual) {
        let spacing = 0.5 * PI * sphere.radius() / f64::from(1_u32 << level) / 64.0;
        let terrain = Arc::new(Terrain::new(&recipe, &NoImages, spacing).unwrap());
        let range = terrain.interval().max - terrain.interval().min;
        for place in &places {
            let tile = TileAddress::containing(*place, level).unwrap();
            let samples = TileSamples::new(tile, 6, 0).unwrap();
            if samples.check(sphere).is_err() {
                continue;
            }
            let patch = samples.patch(sphere).unwrap();
            let found = by_gpu(patches, &terrain, &[&patch]).unwrap().remove(0);
            let expected = terrain.patch::<f32>(Level::best(), &patch).unwrap();
            let (found, expected) = (planes(&found), planes(&expected));
            let steepest = expected[1..]
                .iter()
                .flat_map(|slopes| slopes.iter())
                .fold(0.0_f32, |most, s| most.max(s.abs()));
            let most = |plane: usize, value: f32| match plane {
                0 => 2e-6 * range,
                _ => 1e-4 * f64::from(value.abs().max(0.1 * steepest)),
            };
            let differ = |plane: usize| difference(found[plane], expected[plane], |value| most(plane, value));
            all.push((level, tile, [0, 1, 2, 3].map(differ)));
        }
    }
    all
}

/// As for the other presets: all but one sample in 500 within the bounds, heights never a hundred bounds away.
fn agrees(name: &str, usual: u8) {
    let all = differences(&mut Patches::new(gpu()), name, usual);
    assert!(!all.is_empty());
    let mut faults = Vec::new();
    for (level, tile, planes) in &all {
        println!("{name}, level {level}, {tile}: {planes:?}");
        if planes.iter().any(|plane| plane.far > 2.0) || planes[0].farthest >= 100.0 {
            faults.push(format!("level {level}, {tile}: {planes:?}"));
        }
    }
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
