//! Samples anywhere in space: on a sphere as large as the Earth, and against the same terrain in metres.

use orogen_engine::cpu::Number;
use orogen_engine::level::Level;
use orogen_engine::patch::{Patch, PatchSamples, Repeats};
use orogen_engine::terrain::Terrain;

use crate::field::{Pictures, parse};
use crate::sphere::{RADIUS, Tile, neighbours};

/// Slopes that are fed back on displaced ground, a skewed lattice, lattices without rotation, and lattices of shapes.
const LAND: &str = "height = { field = 'land', scale = 3000.0, offset = 200.0 }
[fields.drift]
type = 'fbm'
wavelength = 90_000.0
octaves = 5
[fields.ranges]
type = 'swiss'
wavelength = 300_000.0
octaves = 22
displace = { by = 'drift', strength = 2000.0 }
[fields.lumps]
type = 'ridged'
basis = 'simplex'
wavelength = 20_000.0
octaves = 6
[fields.straight]
type = 'fbm'
wavelength = 7_000.0
octaves = 4
rotate = 0.0
[fields.round]
type = 'radial'
inner = 0.1
[fields.rough]
type = 'add'
a = 'lumps'
b = 'straight'
[fields.land]
type = 'mix'
a = 'ranges'
b = 'rough'
mask = 'round'
";

fn terrain(domain: &str, fields: &str) -> Terrain {
    let recipe = parse(&format!("orogen = 1\nseed = 3\ndomain = {{ {domain} }}\n{fields}")).unwrap();
    Terrain::new(&recipe, &Pictures, 0.01).unwrap()
}

const SPACE: &str = "kind = 'space', size = 20_000_000.0";

fn relief<S: Number>(terrain: &Terrain, positions: &[[f64; 3]]) -> PatchSamples<S> {
    terrain.patch(Level::best(), &Patch::new(positions).unwrap()).unwrap()
}

/// The numbers of a sample, to the bit.
fn bits(relief: &PatchSamples<f32>, sample: usize) -> [u32; 4] {
    let [x, y, z] = relief.slopes.each_ref().map(|slope| slope[sample].to_bits());
    [relief.height[sample].to_bits(), x, y, z]
}

#[test]
fn tiles_of_a_sphere_have_the_same_bits_where_they_meet() {
    let terrain = terrain(SPACE, LAND);
    for level in 0..=24 {
        for (one, other, shared) in neighbours(level) {
            let [one, other] = [one, other].map(|tile| relief::<f32>(&terrain, &tile.positions()));
            for [a, b] in shared {
                assert_eq!(bits(&one, a), bits(&other, b), "level {level}, samples {a} and {b}");
            }
            let (least, most) =
                one.height.iter().fold((f32::MAX, f32::MIN), |(a, b), &h| (a.min(h), b.max(h)));
            assert!(least < most, "it is flat");
        }
    }
}

#[test]
fn all_levels_have_the_same_bits() {
    let terrain = terrain(SPACE, LAND);
    for level in [0, 11, 20] {
        let patch = Patch::new(&Tile { face: 3, level, at: [0, 0] }.positions()).unwrap();
        let expected: PatchSamples<f32> = terrain.patch(Level::Scalar, &patch).unwrap();
        for (name, simd) in Level::all() {
            assert!(terrain.patch::<f32>(simd, &patch).unwrap() == expected, "{name}, level {level}");
        }
    }
}

/// The unit normal of a ground with these slopes.
fn normal(slopes: &[f64; 3]) -> [f64; 4] {
    let length = (1.0 + slopes.iter().map(|slope| slope * slope).sum::<f64>()).sqrt();
    [slopes[0] / length, slopes[1] / length, slopes[2] / length, 1.0 / length]
}

/// Octaves from 84 km down to a centimetre, on the Earth. A patch is a metre wide.
#[test]
fn single_precision_is_right_to_a_millimetre() {
    let fields = "height = { field = 'land', scale = 2500.0 }\n\
        [fields.land]\ntype = 'fbm'\nwavelength = 83_886.08\noctaves = 24\ngain = 0.55\n";
    let terrain = terrain(SPACE, fields);
    let (mut steepest, mut height, mut angle) = (0.0_f64, 0.0_f64, 0.0_f64);
    for number in 0..60 {
        // Tiles of level 23 are a metre or so wide.
        let tile =
            Tile { face: number % 6, level: 23, at: [140_009 * number as i64, 99_991 * number as i64] };
        let (single, double) =
            (relief::<f32>(&terrain, &tile.positions()), relief::<f64>(&terrain, &tile.positions()));
        for sample in 0..double.height.len() {
            height = height.max((f64::from(single.height[sample]) - double.height[sample]).abs());
            let exact = double.slopes.each_ref().map(|slope| slope[sample]);
            let found = single.slopes.each_ref().map(|slope| f64::from(slope[sample]));
            let away = normal(&exact).iter().zip(normal(&found)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
            angle = angle.max(away.sqrt().to_degrees());
            steepest = exact.iter().fold(steepest, |most, slope| most.max(slope.abs()));
        }
    }
    println!("{height} m, {angle}°, slopes up to {steepest}");
    assert!(height < 1e-3 && angle < 0.1, "{height} m, {angle}°");
    assert!(steepest > 0.5, "{steepest}");
}

/// Lattices of patches are stretched by up to 2^−29 per axis, and positions are rounded to 2^−20 m. Together, these errors move a
/// sample by up to `away` metres.
fn agrees_with_metres(terrain: &Terrain, positions: &[[f64; 3]], away: f64) {
    let patch = Patch::new(positions).unwrap();
    let found = terrain.patch::<f64>(Level::best(), &patch).unwrap();
    let expected = terrain.sample::<f64>(Level::best(), positions);
    let moved: Vec<_> = positions.iter().map(|[x, y, z]| [x + 20.0 * away, *y, *z]).collect();
    let moved = terrain.sample::<f64>(Level::best(), &moved);
    let steepness = |gradient: &[f64; 3]| gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
    let steepest = expected.iter().map(|sample| steepness(&sample.gradient)).fold(0.0, f64::max);
    // Each octave moves separately, so slopes that cancel in the sum count as well.
    let allowed = 4.0 * away * steepest;
    let (mut most, mut elsewhere) = (0.0_f64, 0.0_f64);
    for sample in 0..positions.len() {
        most = most.max((found.height[sample] - expected[sample].height).abs() / allowed);
        elsewhere = elsewhere.max((moved[sample].height - expected[sample].height).abs() / allowed);
    }
    println!("{most} of what is allowed, {elsewhere} if it lay elsewhere");
    assert!(most < 1.0 && elsewhere > 2.0, "{most} of what is allowed, {elsewhere} if it lay elsewhere");
}

/// Octaves down to hundreds of metres. Patches are a few centimetres away from the terrain in metres.
#[test]
fn heights_are_those_of_the_terrain_in_metres() {
    let coarse = LAND.replace("octaves = 22", "octaves = 10");
    let terrain = terrain(SPACE, &coarse);
    let slant = |i: i32| {
        let (x, y) = (f64::from(i % 64), f64::from(i / 64));
        [31.1 * x - 900.0, 17.3 * y, 123.0 + 0.3 * x - 2.0 * y]
    };
    let near: Vec<_> = (0..4096).map(slant).collect();
    // 1.5 · 2^−28 of the distance from the origin, and half a unit.
    agrees_with_metres(&terrain, &near, 1.5 * 2.0_f64.powi(-28) * 2000.0 + Patch::UNIT);
    for level in [0, 5, 12] {
        let positions = Tile { face: 4, level, at: [(1 << level) / 3, 0] }.positions();
        agrees_with_metres(&terrain, &positions, 1.5 * 2.0_f64.powi(-28) * RADIUS);
    }
}

/// On a plane, the third coordinate has no effect.
#[test]
fn a_plane_has_two_coordinates() {
    let terrain = terrain("size = 60_000.0", LAND);
    let position =
        |z: f64| move |i: i32| [f64::from(i) * 13.7, f64::from(i * i % 997) * 31.0, z * f64::from(i)];
    let flat: Vec<_> = (0..2000).map(position(0.0)).collect();
    let steep: Vec<_> = (0..2000).map(position(5000.0)).collect();
    let (flat, steep) = (relief::<f32>(&terrain, &flat), relief::<f32>(&terrain, &steep));
    assert!(flat == steep);
    assert!(
        flat.slopes[2].iter().all(|slope| *slope == 0.0) && flat.slopes[1].iter().any(|slope| *slope != 0.0)
    );
}

#[test]
fn what_repeats_has_none() {
    let terrain = terrain(
        "size = 1000.0, tile = true",
        "height.field = 'land'\n[fields.land]\ntype = 'fbm'\nwavelength = 100.0\n",
    );
    let patch = Patch::new(&[[1.0, 2.0, 3.0]]).unwrap();
    assert_eq!(terrain.patch::<f32>(Level::best(), &patch), Err(Repeats));
    assert_eq!(terrain.patch_axes(&patch), Err(Repeats));
}

#[test]
fn other_fields_come_too() {
    let materials = "[[materials]]\nname = 'rock'\ncolor = '#777777'\n\
        [[materials]]\nname = 'moss'\ncolor = '#557722'\nnoise = { field = 'lumps', range = [0, 1] }\n";
    let head = |field: &str, fields: &str| {
        format!("orogen = 1\nseed = 3\ndomain = {{ {SPACE} }}\n{}", fields.replacen("'land'", field, 1))
    };
    let with = parse(&(head("'land'", LAND) + materials)).unwrap();
    let with = Terrain::with_materials(&with, &Pictures, 0.01).unwrap();
    let alone = LAND.replace("scale = 3000.0, offset = 200.0", "scale = 1.0");
    let alone = Terrain::new(&parse(&head("'lumps'", &alone)).unwrap(), &Pictures, 0.01).unwrap();
    let positions = Tile { face: 1, level: 9, at: [3, 4] }.positions();
    let (with, alone) = (relief::<f32>(&with, &positions), relief::<f32>(&alone, &positions));
    assert!(with.others == [alone.height]);
}

#[test]
fn positions_are_kept_and_the_impossible_refused() {
    let positions: Vec<_> = (-40_i64..40).map(|i| [i, i << 20, i << 43]).collect();
    for part in [&positions[..], &positions[30..50], &positions[40..41], &[]] {
        let patch = Patch::of_units(part).unwrap();
        assert_eq!((0..patch.len()).map(|i| patch.units(i)).collect::<Vec<_>>(), part);
    }
    let far = (1_i64 << 50) - 1;
    let ends = [[far, -far, 0], [-far, far, 0]];
    let patch = Patch::of_units(&ends).unwrap();
    assert_eq!([patch.units(0), patch.units(1)], ends);
    for wrong in [f64::NAN, f64::INFINITY, -1_073_741_824.0, 1e300] {
        let error = Patch::new(&[[0.0; 3], [1.0, wrong, 2.0]]).unwrap_err();
        assert_eq!(error.index, 1);
        assert!(error.to_string().contains(&format!("(1, {wrong}, 2)")), "{error}");
    }
    assert!(Patch::of_units(&[[0, i64::MIN, 0]]).is_err());
}
