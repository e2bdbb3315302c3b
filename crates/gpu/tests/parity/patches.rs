//! Samples anywhere in space on the GPU, compared with the processor, and with each other where tiles of a sphere meet.

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::patch::{Patch, PatchSamples};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::{GpuError, Patches};

use crate::land::{LAND, gpu};
use crate::nodes::{NEAR, PLANE, compare, is_sweep, side, terrains};
use crate::sphere::{RADIUS, Tile, neighbours};

/// A terrain at some patches, computed by the GPU.
pub(crate) fn by_gpu(
    patches: &mut Patches,
    terrain: &Arc<Terrain>,
    of: &[&Patch],
) -> Result<Vec<PatchSamples<f32>>, GpuError> {
    let ready = patches.load(terrain)?;
    of.iter().try_for_each(|patch| patches.begin(&ready, patch))?;
    of.iter().map(|_| patches.take(None).map(|relief| relief.expect("it was begun"))).collect()
}

/// A tilted plane of a thousand metres near the origin.
fn slant() -> Vec<[f64; 3]> {
    let side = side(64, 128);
    let step = 128.0 / side as f64;
    let at = |i: usize| [(i % side) as f64 * 7.7 * step - 13.0, (i / side) as f64 * 6.1 * step - 9.0];
    (0..side * side).map(at).map(|[x, y]| [x, y, 123.0 + 0.37 * x - 0.21 * y]).collect()
}

/// Tiles of a sphere as large as the Earth, with about a metre between samples.
fn sphere() -> Vec<[f64; 3]> {
    let tile = |k: i64| Tile { face: 3, level: 17, at: [40_000 + k % 2, 90_000 + k / 2] };
    (0..if is_sweep() { 4 } else { 1 }).flat_map(|k| tile(k).positions()).collect()
}

/// The differences in a patch computed by the GPU. The position of a sample may have an error of `near`.
pub(crate) fn fault(
    terrain: &Terrain,
    patch: &Patch,
    found: &PatchSamples<f32>,
    exact: bool,
    near: f64,
) -> Option<String> {
    let expected = terrain.patch::<f32>(Level::best(), patch).unwrap();
    let around = |sample: usize| {
        let [x, y, z] = patch.position(sample);
        let step = |k: i32| near * f64::from(k - 2) / 2.0;
        let points: Vec<_> =
            (0..125).map(|k| [x + step(k % 5), y + step(k / 5 % 5), z + step(k / 25)]).collect();
        let relief = terrain.patch::<f32>(Level::best(), &Patch::new(&points).unwrap()).unwrap();
        let planes = planes(&relief);
        (0..125).map(|k| planes.map(|plane| f64::from(plane[k]))).collect()
    };
    compare(terrain, planes(found), planes(&expected), exact, around)
}

pub(crate) fn planes(relief: &PatchSamples<f32>) -> [&[f32]; 4] {
    let [x, y, z] = &relief.slopes;
    [&relief.height, x, y, z]
}

/// Compares each node with its default parameters. Other parameters are compared in grids, since the texts differ only in the
/// positions.
fn all_agree(domain: &str) {
    let (near, far) = (Patch::new(&slant()).unwrap(), Patch::new(&sphere()).unwrap());
    let mut patches = Patches::new(gpu());
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (number, spec) in registry().nodes().iter().enumerate() {
        for (text, terrain) in terrains(spec, domain, 1, number as u64) {
            seen += 1;
            let terrain = Arc::new(terrain);
            match by_gpu(&mut patches, &terrain, &[&near, &far]) {
                Err(error) => faults.push(format!("{error} of\n{text}")),
                Ok(reliefs) => {
                    let names = ["the origin", "the sphere"];
                    for ((patch, relief), at) in [&near, &far].into_iter().zip(&reliefs).zip(names) {
                        let fault = fault(&terrain, patch, relief, spec.name == "white", NEAR);
                        faults.extend(fault.map(|fault| format!("{fault} at {at} of\n{domain}\n{text}")));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {seen} cases:\n{}", faults.len(), faults.join("\n"));
    assert!(seen * 3 >= registry().nodes().len() * 2, "only {seen} cases");
}

#[test]
fn nodes_agree_on_patches_in_space() {
    all_agree("kind = 'space', size = 1000.0");
}

/// Some nodes are only for planets, and other nodes differ on planets.
#[test]
fn nodes_agree_on_patches_of_planets() {
    all_agree("kind = 'planet', radius = 6_371_000.0");
}

#[test]
fn nodes_agree_on_patches_of_planes() {
    all_agree(PLANE);
}

fn space(text: &str) -> Arc<Terrain> {
    let text = text.replace("domain.size = 8000.0", "domain = { kind = 'space', size = 8000.0 }");
    let recipe = Recipe::parse(Source::new("land", text), registry()).unwrap();
    Arc::new(Terrain::new(&recipe, &NoImages, 0.01).unwrap())
}

/// Like the presets, but in space: continents, eroded ranges, rough ground.
const PLANET: &str = "orogen = 1\nseed = 11\ndomain.size = 8000.0\nheight = { field = 'land', scale = 4000.0 }\n\
    [fields.continents]\ntype = 'fbm'\nwavelength = 3_000_000.0\noctaves = 8\n\
    [fields.drift]\ntype = 'fbm'\nwavelength = 90_000.0\noctaves = 3\n\
    [fields.ranges]\ntype = 'swiss'\nwavelength = 200_000.0\noctaves = 14\ngain = 0.5\n\
    displace = { by = 'drift', strength = 3000.0 }\n\
    [fields.hills]\ntype = 'ridged-multifractal'\nbasis = 'simplex'\nwavelength = 30_000.0\noctaves = 12\n\
    [fields.mask]\ntype = 'smoothstep'\ninput = 'continents'\nlow = -0.1\nhigh = 0.2\n\
    [fields.land]\ntype = 'mix'\na = 'hills'\nb = 'ranges'\nmask = 'mask'\n";

/// In recipes like those of planets, with up to 14 octaves, only few samples differ because of creases.
#[test]
fn planets_agree() {
    let mut patches = Patches::new(gpu());
    let level =
        |level: u32| Patch::new(&Tile { face: 4, level, at: [0, (1 << level) / 3] }.positions()).unwrap();
    let all = [level(0), level(6), level(13), level(19), level(24)];
    for text in [PLANET, LAND] {
        let terrain = space(text);
        let reliefs = by_gpu(&mut patches, &terrain, &all.each_ref()).unwrap();
        for (patch, relief) in all.iter().zip(&reliefs) {
            let fault = fault(&terrain, patch, relief, false, NEAR);
            assert!(fault.is_none(), "{fault:?} around {:?}\n{text}", patch.position(0));
        }
    }
}

#[test]
fn tiles_of_a_sphere_have_the_same_bits_where_they_meet() {
    let (terrain, mut patches) = (space(LAND), Patches::new(gpu()));
    let bits =
        |relief: &PatchSamples<f32>, sample: usize| planes(relief).map(|plane| plane[sample].to_bits());
    for level in 0..=24 {
        for (one, other, shared) in neighbours(level) {
            let tiles = [one, other].map(|tile| Patch::new(&tile.positions()).unwrap());
            let [one, other] = &by_gpu(&mut patches, &terrain, &tiles.each_ref()).unwrap()[..] else {
                panic!()
            };
            for [a, b] in shared {
                assert_eq!(bits(one, a), bits(other, b), "level {level}, samples {a} and {b}");
            }
            assert!(one.height.iter().any(|&height| height != one.height[0]), "the tile is flat");
        }
    }
}

/// There are more patches than can be in flight, and some are larger than a piece. They come back in order.
#[test]
fn patches_come_back_in_order() {
    let (terrain, mut patches) = (space(LAND), Patches::new(gpu()));
    let ready = patches.load(&terrain).unwrap();
    let all = |count: i32, first: i32| {
        let at = |i: i32| [RADIUS, f64::from(first + i) * 0.25, f64::from(i % 7)];
        Patch::new(&(0..count).map(at).collect::<Vec<_>>()).unwrap()
    };
    let mut alone = Patches::new(gpu());
    assert_eq!(patches.take(None).unwrap(), None);
    let counts = [9, 0, 200_000, 1, 4225, 65, 300, 140_000, 2];
    for (first, count) in (0..).zip(counts) {
        patches.begin(&ready, &all(count, first)).unwrap();
    }
    for (first, count) in (0..).zip(counts) {
        assert_eq!(patches.in_flight(), counts.len() - first as usize);
        let relief = patches.take(None).unwrap().unwrap();
        assert_eq!(relief.height.len(), count as usize);
        let patch = all(count, first);
        let ends = [0, count as usize / 2, (count as usize).saturating_sub(1)];
        for sample in ends.into_iter().filter(|_| count > 0) {
            let single = Patch::new(&[patch.position(sample)]).unwrap();
            let [single] = &by_gpu(&mut alone, &terrain, &[&single]).unwrap()[..] else { panic!() };
            assert_eq!(planes(single).map(|plane| plane[0]), planes(&relief).map(|plane| plane[sample]));
        }
    }
}

#[test]
fn a_lost_device_is_an_error() {
    let (terrain, gpu) = (space(LAND), gpu());
    let mut patches = Patches::new(gpu.clone());
    let ready = patches.load(&terrain).unwrap();
    let patch = Patch::new(&slant()).unwrap();
    patches.begin(&ready, &patch).unwrap();
    gpu.lose();
    assert!(matches!(patches.take(None), Err(GpuError::Lost(_))));
    assert!(matches!(patches.begin(&ready, &patch), Err(GpuError::Lost(_))));
}
