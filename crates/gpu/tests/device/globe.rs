//! Tiles of planets from a device. They equal the processor's within bounds, and have the same bits along shared edges.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::generate::Generator;
use orogen_engine::generate::tile::{Request, Tile};
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{Across, Direction, Edge, Face, Sphere, TileAddress, TileSamples};
use orogen_engine::terrain::Terrain;

use crate::harness::{agree, largest, recipe};
use crate::land::gpu;
use crate::tiles::{generator, tiles};

/// Eroded ranges on displaced ground, and roughness that appears with finer levels.
pub(crate) const PLANET: &str = "orogen = 1\nseed = 3\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 3000.0 }\n\
    [fields.drift]\ntype = 'fbm'\nwavelength = 90_000.0\noctaves = 2\n\
    [fields.ranges]\ntype = 'swiss'\nwavelength = 300_000.0\noctaves = 6\n\
    displace = { by = 'drift', strength = 3000.0 }\n\
    [fields.land]\ntype = 'fbm'\nbasis = 'simplex'\nwavelength = 4_000_000.0\noctaves = 'auto'\n\
    displace = { by = 'ranges', strength = 20_000.0 }\n";

/// 24 octaves, from mountains to a centimetre.
const MOUNTAINS: &str = "orogen = 1\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 2000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 84_000.0\noctaves = 24\n";

const LAST: usize = 32;

pub(crate) fn earth() -> Sphere {
    Sphere::new(6_371_000.0).unwrap()
}

fn samples(tile: TileAddress) -> TileSamples {
    TileSamples::new(tile, 5, 0).unwrap()
}

fn planes(tile: &Tile) -> [&[f32]; 4] {
    [&tile.planes.height, &tile.planes.dx, &tile.planes.dy, &tile.planes.dz]
}

/// A tile computed by the processor.
fn expected(text: &str, samples: TileSamples) -> [Vec<f32>; 4] {
    let terrain = Terrain::new(&recipe(text), &NoImages, samples.level_spacing(earth())).unwrap();
    let relief = terrain.patch::<f32>(Level::best(), &samples.patch(earth()).unwrap()).unwrap();
    let [dx, dy, dz] = relief.slopes;
    [relief.height, dx, dy, dz]
}

/// The indices of an edge's samples.
fn along(edge: Edge, reversed: bool) -> impl Iterator<Item = usize> {
    (0..=LAST).map(move |k| {
        let k = if reversed { LAST - k } else { k };
        match edge {
            Edge::Top => k,
            Edge::Right => k * (LAST + 1) + LAST,
            Edge::Bottom => LAST * (LAST + 1) + k,
            Edge::Left => k * (LAST + 1),
        }
    })
}

/// Pseudorandom numbers (`SplitMix64`, Steele et al. 2014).
pub(crate) fn random(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A random tile of a level. Tiles of even seeds are at a corner of their face.
fn some(level: u8, seed: u64) -> TileAddress {
    let last = (1_u32 << level) - 1;
    let place = [1, 2].map(|k| random(4 * seed + k) as u32 & last);
    let [x, y] =
        if seed.is_multiple_of(2) { place.map(|x| if x > last / 2 { last } else { 0 }) } else { place };
    TileAddress::new(Face::ALL[random(4 * seed) as usize % 6], level, x, y).unwrap()
}

/// On all levels, heights and slopes are within the bounds for devices, and neighbours agree to the bit.
#[test]
fn tiles_of_planets_are_right_and_meet() {
    let gpu = gpu();
    let name = gpu.name().to_owned();
    let generator = generator(gpu, PLANET);
    for level in 0..=24 {
        let here = [some(level, 2 * u64::from(level)), some(level, 2 * u64::from(level) + 1)];
        let mut wanted: Vec<_> = here
            .iter()
            .flat_map(|tile| Edge::ALL.map(|edge| tile.across(edge).neighbour))
            .chain(here)
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        for tile in &wanted {
            generator.ask(Request::new(samples(*tile), true), 0);
        }
        let made: BTreeMap<TileAddress, Arc<Tile>> = tiles(&generator, wanted.len())
            .into_iter()
            .map(|tile| {
                let orogen_engine::generate::tile::TileLocation::Tile(samples) = tile.request.place else {
                    panic!()
                };
                (samples.tile(), tile)
            })
            .collect();
        assert!(made.values().all(|tile| *tile.made_by == *name));
        for tile in here {
            for edge in Edge::ALL {
                let Across { neighbour, edge: there, reversed } = tile.across(edge);
                for (a, b) in along(edge, reversed).zip(along(there, false)) {
                    let [one, other] = [(tile, a), (neighbour, b)]
                        .map(|(tile, at)| planes(&made[&tile]).map(|plane| plane[at].to_bits()));
                    assert_eq!(one, other, "{tile} and {neighbour}");
                }
            }
            let expected = expected(PLANET, samples(tile));
            let found = planes(&made[&tile]);
            agree(found[0], &expected[0], 2e-6 * 6000.0);
            let steepest = expected[1..].iter().map(|slopes| largest(slopes)).fold(0.0, f64::max);
            (1..4).for_each(|k| agree(found[k], &expected[k], 1e-4 * steepest));
        }
    }
    // A tile without slopes has the same heights.
    let tile = samples(some(9, 1));
    for slopes in [true, false] {
        generator.ask(Request::new(tile, slopes), 0);
    }
    let [one, other] = &tiles(&generator, 2)[..] else { panic!() };
    assert_eq!(one.planes.height, other.planes.height);
}

/// On ground a metre across, heights are accurate to a millimetre and normals to a tenth of a degree, compared with double
/// precision.
#[test]
fn a_metre_of_ground() {
    let gpu = gpu();
    let name = gpu.name().to_owned();
    let generator = generator(gpu, MOUNTAINS);
    for seed in 0..4 {
        let samples = samples(some(23, seed));
        generator.ask(Request::new(samples, true), 0);
        let tile = tiles(&generator, 1).remove(0);
        assert_eq!(*tile.made_by, *name);
        let terrain = Terrain::new(&recipe(MOUNTAINS), &NoImages, samples.level_spacing(earth())).unwrap();
        let patch = samples.patch(earth()).unwrap();
        let exact = terrain.patch::<f64>(Level::best(), &patch).unwrap();
        let found = planes(&tile);
        let (mut apart, mut sine) = (0.0_f64, 0.0_f64);
        for at in 0..patch.len() {
            apart = apart.max((f64::from(found[0][at]) - exact.height[at]).abs());
            let up = Direction::new(patch.position(at)).unwrap();
            let slopes = [1, 2, 3].map(|k: usize| f64::from(found[k][at]));
            let [a, b, c] = earth().normal(up, found[0][at].into(), slopes);
            let [d, e, f] =
                earth().normal(up, exact.height[at], [0, 1, 2].map(|k: usize| exact.slopes[k][at]));
            let cross = [b * f - c * e, c * d - a * f, a * e - b * d];
            sine = sine.max(cross.iter().map(|x| x * x).sum::<f64>().sqrt());
        }
        println!("{}: {apart:.6} m, {:.5}°", samples.tile(), sine.asin().to_degrees());
        assert!(apart < 1e-3 && sine.asin().to_degrees() < 0.1, "{apart} m, {}°", sine.asin().to_degrees());
    }
}

/// If the device is lost during a planet's tiles, the next maker computes them.
#[test]
fn a_lost_device_costs_no_tile_of_a_planet() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), MOUNTAINS);
    for seed in 0..20 {
        generator.ask(Request::new(samples(some(8, seed)), true), 0);
    }
    let first = generator.take().len();
    gpu.lose();
    for tile in tiles(&generator, 20 - first) {
        let orogen_engine::generate::tile::TileLocation::Tile(samples) = tile.request.place else { panic!() };
        let expected = expected(MOUNTAINS, samples);
        agree(&tile.planes.height, &expected[0], 2e-6 * 4000.0);
    }
}
