//! Compares craters on planets on the GPU with the processor: on tiles of all levels, at an edge and a corner of the cube,
//! where sheets of craters meet, and on displaced ground. The bounds are those of craters on planes.

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::patch::PatchSamples;
use orogen_engine::planet::{Edge, Sphere, TileAddress, TileSamples};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::Patches;

use crate::craters::apart;
use crate::land::gpu;
use crate::patches::{by_gpu, planes};

/// Radius of the Moon in metres.
const RADIUS: f64 = 1_737_400.0;

/// Basins whose influence ends near the opposite side, and all smaller craters.
const MOON: &str = "largest = 1.6e6\ncoverage = 0.3\nirregularity = 1.0\n";

/// The middle, an edge and a corner of a face, from the whole face to samples a few millimetres apart.
const TILES: [&str; 9] = [
    "px/0/0/0",
    "nz/1/1/0",
    "py/4/7/8",
    "nx/6/0/31",
    "pz/9/511/511",
    "ny/13/4096/5000",
    "px/17/131071/65536",
    "pz/20/524288/524288",
    "nz/23/0/8388607",
];

/// Only small craters. Their heights show how fine the levels are.
const SMALL: &str = "largest = 60.0\ncoverage = 0.4\nsimple-to-complex = 8.0\n";

fn recipe(craters: &str, ground: &str) -> Recipe {
    let text = format!(
        "orogen = 1\nseed = 3\ndomain = {{ kind = 'planet', radius = {RADIUS:?} }}\nheight.field = 'x'\n\
         [fields.drift]\ntype = 'fbm'\nwavelength = 900_000.0\noctaves = 3\n\
         [fields.x]\ntype = 'craters'\ninput = 0\n{craters}{ground}\n"
    );
    Recipe::parse(Source::new("moon.toml", text), registry()).unwrap()
}

/// The spacing of the samples of all tiles of a level.
fn spacing(level: u8) -> f64 {
    std::f64::consts::FRAC_PI_2 * RADIUS / f64::from(1_u32 << level) / 64.0
}

/// The differences in a tile computed by the GPU.
fn fault(found: &PatchSamples<f32>, expected: &PatchSamples<f32>, range: f64) -> Option<String> {
    let ([height, dx, dy, dz], [own, x, y, z]) = (planes(found), planes(expected));
    let (slopes, own_slopes) = ([dx, dy, dz].concat(), [x, y, z].concat());
    let steepest = own_slopes.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    let heights = apart(height, own, |_| 2e-6 * range);
    let slopes = apart(&slopes, &own_slopes, |slope| 1e-4 * f64::from(slope.abs().max(0.1 * steepest)));
    println!("heights {heights:?}, slopes {slopes:?}, {steepest} at most");
    let agrees = heights.0 * 500 <= own.len() && slopes.0 * 500 <= own_slopes.len() && heights.1 < 100.0;
    (!agrees || steepest < 1e-3)
        .then(|| format!("heights {heights:?}, slopes {slopes:?}, steepest {steepest}"))
}

fn agrees(craters: &str, ground: &str, tiles: &[&str]) {
    let (recipe, mut patches) = (recipe(craters, ground), Patches::new(gpu()));
    let sphere = Sphere::new(RADIUS).unwrap();
    let mut faults = Vec::new();
    for name in tiles {
        let tile: TileAddress = name.parse().unwrap();
        let spacing = spacing(tile.level());
        let terrain = Terrain::of_level(&recipe, &NoImages, spacing, 2e-3).unwrap();
        let terrain = Arc::new(terrain);
        let patch = TileSamples::new(tile, 6, 0).unwrap().patch(sphere).unwrap();
        let found = by_gpu(&mut patches, &terrain, &[&patch]).unwrap();
        let expected = terrain.patch::<f32>(Level::best(), &patch).unwrap();
        let range = terrain.interval().length();
        faults.extend(fault(&found[0], &expected, range).map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn craters_on_planets_agree() {
    agrees(MOON, "", &TILES);
    agrees(SMALL, "", &TILES[6..]);
}

#[test]
fn displaced_craters_on_planets_agree() {
    agrees(MOON, "displace = { by = 'drift', strength = 60_000.0 }", &TILES);
    agrees(SMALL, "displace = { by = 'drift', strength = 50.0 }", &TILES[6..]);
}

/// A sample that two tiles share has the same bits in both, on any faces.
#[test]
fn tiles_share_their_edges() {
    let (recipe, mut patches) = (recipe(MOON, ""), Patches::new(gpu()));
    for (name, edge) in [("px/5/31/9", Edge::Right), ("nz/5/7/0", Edge::Top), ("py/12/1000/17", Edge::Left)] {
        let tile: TileAddress = name.parse().unwrap();
        let over = tile.across(edge);
        let terrain = Terrain::new(&recipe, &NoImages, spacing(tile.level())).unwrap();
        let [here, there] = [tile, over.neighbour]
            .map(|tile| TileSamples::new(tile, 6, 0).unwrap().patch(Sphere::new(RADIUS).unwrap()).unwrap());
        let found = by_gpu(&mut patches, &Arc::new(terrain), &[&here, &there]).unwrap();
        let [own, other] = [&found[0], &found[1]].map(planes);
        let shared = (0..here.len()).filter_map(|one| {
            (0..there.len()).find(|&other| here.units(one) == there.units(other)).map(|other| [one, other])
        });
        let shared: Vec<_> = shared.collect();
        assert_eq!(shared.len(), 65, "{name}");
        for [k, l] in shared {
            let bits = |planes: [&[f32]; 4], sample: usize| planes.map(|plane| plane[sample].to_bits());
            assert_eq!(bits(own, k), bits(other, l), "{name}");
        }
    }
}
