//! Compares clouds and stars with those of the device.

use orogen_engine::recipe::Clouds;

use super::*;
use crate::shader_tests::probe::toward;

const GLOBE: &str = include_str!("../../globe/globe.wgsl");
const GRAIN: &str = include_str!("../../grain.wgsl");
const STARS: &str = include_str!("../../globe/stars.wgsl");
const CLOUDS: &str = include_str!("../../globe/clouds.wgsl");

/// Directions spread evenly over a sphere.
fn directions(count: u16) -> Vec<[f32; 3]> {
    let direction = |at: u16| {
        let up = 1.0 - (2.0 * f32::from(at) + 1.0) / f32::from(count);
        let (sin, cos) = libm::sincosf(f32::from(at) * 2.399_963);
        let level = (1.0 - up * up).sqrt();
        [level * cos, level * sin, up]
    };
    (0..count).map(direction).collect()
}

/// Stars equal the device's, over dark and brighter skies.
#[test]
fn stars_match_the_device() {
    let exposure = 1.5;
    let mut probe = Probe::new(&Atmosphere::NONE);
    probe.frame.top[1] = exposure;
    let sources = [GLOBE, GRAIN, STARS].join("\n");
    let positions = directions(4000);
    for (pixel, sky) in [(0.02, [0.0; 3]), (0.02, [0.008, 0.005, 0.002]), (0.004, [0.0; 3])] {
        let compiled = probe.compile(
            &sources,
            &format!("stars_light(q.xyz, {pixel:?}, vec3<f32>({:?}, {:?}, {:?}))", sky[0], sky[1], sky[2]),
        );
        let inputs: Vec<_> = positions.iter().map(|[x, y, z]| [*x, *y, *z, 0.0]).collect();
        let mut brightest = 0.0_f32;
        for (position, wanted) in positions.iter().zip(probe.evaluate(&compiled, 2.0, -40.0, &inputs)) {
            let found = draft_stars(*position, pixel, sky, exposure);
            let apart = (0..3).map(|k| (found[k] - wanted[k]).abs()).fold(0.0, f32::max);
            let most = 2e-5 + 0.01 * wanted[1];
            assert!(apart < most, "{position:?} under {sky:?}: {found:?} and not {wanted:?}");
            brightest = brightest.max(found[1]);
        }
        assert!(brightest > 1e-4, "{brightest}");
    }
}

/// Cloud shader with the planet's centre at the eye, so that directions are positions.
fn clouds_text(clouds: Clouds, seed: u64, eye: f64) -> String {
    let [across, along] = crate::globe::noise_offset(seed);
    let (height, cover_threshold) = (clouds.height, crate::globe::cover_threshold(clouds.cover));
    let stubs = format!(
        "struct Around {{ east: vec4<f32>, south: vec4<f32>, clouds: vec4<f32> }}
         const globe = Around(vec4<f32>({RADIUS:?}), vec4<f32>({eye:?}), vec4<f32>({height:?}, {cover_threshold:?}, {across:?}, {along:?}));
         fn globe_up(position: vec3<f32>) -> vec3<f32> {{ return normalize(position); }}
         fn globe_to_planet(way: vec3<f32>) -> vec3<f32> {{ return way; }}
         fn globe_sun(up: vec3<f32>) -> f32 {{ return dot(up, frame.sun.xyz); }}
         fn globe_sunlight(height: f32, sun: f32) -> vec3<f32> {{ return vec3<f32>(0.9, 0.7, 0.5); }}
         fn globe_ambient(position: vec3<f32>, normal: vec3<f32>, up: vec3<f32>) -> vec3<f32> {{ return vec3<f32>(0.1, 0.2, 0.3); }}\n"
    );
    // Leaves out functions that need the air.
    let (seen, rest) = CLOUDS.split_once("fn clouds_over").unwrap();
    let (_, cloud_transmittance) = rest.split_once("fn clouds_transmittance").unwrap();
    let (hash, _) = GRAIN.split_once("fn grain_corner").unwrap();
    format!("{stubs}\n{hash}\n{seen}\nfn clouds_transmittance{cloud_transmittance}")
}

const RADIUS: f64 = 6.371e6;
const SOME: Clouds = Clouds { cover: 0.4, height: 6000.0 };

/// Compares with the device's values within rounding, which grows as pixels get smaller.
fn are_alike(found: &[[f32; 3]], wanted: &[[f32; 3]], most: f32, what: &str) {
    let apart =
        |(one, other): (&[f32; 3], &[f32; 3])| (0..3).map(|k| (one[k] - other[k]).abs()).fold(0.0, f32::max);
    let worst = found.iter().zip(wanted).map(apart).fold(0.0, f32::max);
    let [least, greatest] =
        [f32::min, f32::max].map(|of| found.iter().map(|one| one[0]).fold(found[0][0], of));
    println!("{what}: {worst} apart");
    assert!(worst < most && greatest - least > 0.1, "{what}: {worst} apart, {least} to {greatest}");
}

/// Clouds equal the device's, from pixels that resolve few octaves to those that resolve all.
#[test]
fn clouds_match_the_device() {
    let draft = DraftClouds::new(SOME, 77, RADIUS);
    let probe = Probe::new(&Atmosphere::EARTH);
    let compiled = probe.compile(&clouds_text(SOME, 77, 2e6), "vec3<f32>(clouds_density(q.xyz, q.w))");
    for (pixel, most) in [(0.03, 2e-3), (0.004, 4e-3), (0.0003, 0.01), (4e-6, 0.15)] {
        let positions = directions(3000);
        let inputs: Vec<_> = positions.iter().map(|[x, y, z]| [*x, *y, *z, pixel]).collect();
        let wanted = probe.evaluate(&compiled, 2.0, 30.0, &inputs);
        let found: Vec<_> = positions.iter().map(|position| [draft.density(*position, pixel); 3]).collect();
        are_alike(&found, &wanted, most, &format!("pixels of {pixel}"));
    }
}

/// Light and shadows of clouds equal the device's.
#[test]
fn light_of_clouds_matches_the_device() {
    let draft = DraftClouds::new(SOME, 77, RADIUS);
    let mut probe = Probe::new(&Atmosphere::EARTH);
    let pixel = 0.004;
    // The size of a pixel in radii, at a distance of 1 radius.
    (probe.frame.up[3], probe.frame.size[3]) = (0.5, pixel * RADIUS as f32);
    let positions = directions(2000);
    for (elevation, eye) in [(70.0, 2e6), (20.0, 2e6), (50.0, 10.0)] {
        let sun = toward(0.0, elevation);
        let inputs: Vec<_> = positions.iter().map(|[x, y, z]| [*x, *y, *z, 700.0]).collect();
        let ask = |expression: &str| {
            probe.evaluate(&probe.compile(&clouds_text(SOME, 77, eye), expression), 2.0, elevation, &inputs)
        };
        let local = |up: f32| LocalLight {
            sun: [0.9, 0.7, 0.5],
            sky: [0.1, 0.2, 0.3],
            up,
            lit: 1.0,
            ground: [0.0; 3],
        };
        let seen = |position: &[f32; 3]| {
            let high = (0..3).map(|k| position[k] * sun[k]).sum();
            let ray = CloudRay { up: *position, sun, slant: 1.0, eye, pixel };
            draft.seen(&ray, &local(high)).map_or([0.0; 3], |(share, light)| light.map(|light| share * light))
        };
        let found: Vec<_> = positions.iter().map(seen).collect();
        are_alike(
            &found,
            &ask("clouds_shaded(q.xyz, 1.0).light"),
            0.01,
            &format!("light under {elevation} from {eye}"),
        );
        let cloud_transmittance = |position: &[f32; 3]| {
            let [up, sun] = [*position, sun].map(|way| way.map(f64::from));
            [draft.through(up, sun, 700.0, 0.002); 3]
        };
        let found: Vec<_> = positions.iter().map(cloud_transmittance).collect();
        let wanted = ask(&format!(
            "vec3<f32>(clouds_transmittance(q.xyz * ({RADIUS:?} + q.w), q.xyz, q.w, {:?}))",
            0.002 * RADIUS
        ));
        are_alike(&found, &wanted, 0.01, &format!("shadows under {elevation}"));
    }
}
