//! Cover, light and seeds of clouds.

use orogen_engine::recipe::Clouds;

use super::*;
use crate::Atmosphere;
use crate::cumulus::seed_words;
use crate::shader_tests::probe::Probe;

const RADIUS: f64 = 6_371_000.0;

fn cloudy(shot: &GlobeShot, cover: f64) -> GlobeShot {
    GlobeShot {
        clouds: Some(Clouds { cover, height: 6000.0, ..Clouds::AROUND_PLANETS }),
        samples: 1,
        ..shot.clone()
    }
}

fn green(renderer: &mut GlobeRenderer, shot: &GlobeShot) -> Vec<f32> {
    renderer.render(shot, &mut crate::Progress::ignore).unwrap().light.iter().map(|light| light[1]).collect()
}

/// Over a dark sunlit sea, the white share equals the cover; a cover of 0 equals no clouds.
#[test]
fn cover_matches_the_parameter() {
    let mut renderer = renderer(RADIUS, "type = \"constant\"\nvalue = -3000.0", "[sea]\nlevel = 0.0");
    let sun = Sun { elevation: 60.0, azimuth: 0.0 };
    // Six views of about a fifth of the planet each.
    let positions = [(0.0, 0.0), (10.0, 72.0), (-20.0, 144.0), (30.0, 216.0), (-40.0, 288.0), (55.0, 20.0)];
    let shots = positions.map(|(latitude, longitude)| {
        let shot = GlobeShot {
            elevation: -90.0,
            degrees: 20.0,
            sun,
            ..GlobeShot::new(position(latitude, longitude), 1.6e7)
        };
        GlobeShot { size: [48, 48], samples: 1, ..shot }
    });
    for cover in [0.0, 0.2, 0.5, 0.8, 1.0] {
        let (mut white, mut all) = (0, 0);
        for shot in &shots {
            let clear = green(&mut renderer, shot);
            let seen = green(&mut renderer, &cloudy(shot, cover));
            white += clear.iter().zip(&seen).filter(|(clear, seen)| **seen > **clear + 0.08).count();
            all += clear.len();
            assert!(cover > 0.0 || clear == seen);
        }
        let share = white as f64 / all as f64;
        assert!((share - cover).abs() < 0.12, "{cover}: {share}");
    }
}

/// Below clouds, the ground is darker by day and the sky is grey; by night clouds are as dark as the ground.
#[test]
fn clouds_darken_the_ground() {
    let mut renderer = renderer(RADIUS, LEVEL, "");
    let shot = GlobeShot {
        size: [8, 8],
        samples: 1,
        style: Style::Clay,
        ..GlobeShot::new(position(5.0, 5.0), 50.0)
    };
    let mut light = |elevation: f64, sun: f64, cover: Option<f64>| -> [f32; 3] {
        let shot = GlobeShot { elevation, sun: Sun { elevation: sun, azimuth: 120.0 }, ..shot.clone() };
        let shot = cover.map_or(shot.clone(), |cover| cloudy(&shot, cover));
        let all = renderer.render(&shot, &mut crate::Progress::ignore).unwrap().light;
        [0, 1, 2].map(|colour| all.iter().map(|light| light[colour]).sum::<f32>() / all.len() as f32)
    };
    let (clear, grey) = (light(60.0, 50.0, None), light(60.0, 50.0, Some(1.0)));
    assert!(
        clear[2] > 2.0 * clear[0] && grey[2] < 1.3 * grey[0] && grey[2] > 0.8 * grey[0],
        "{clear:?} {grey:?}"
    );
    let mut mean = |elevation, sun, cover| light(elevation, sun, cover)[1];
    let (clear, grey) = (mean(-60.0, 50.0, None), mean(-60.0, 50.0, Some(1.0)));
    assert!(grey < 0.85 * clear && grey > 0.05 * clear, "{clear} {grey}");
    let (day, night) = (mean(60.0, 50.0, Some(1.0)), mean(60.0, -30.0, Some(1.0)));
    assert!(night < 0.05 * day, "{day} {night}");
}

/// Clouds depend on the seed alone, and neighbouring seeds differ.
#[test]
fn clouds_depend_on_the_seed() {
    let mut renderer = renderer(RADIUS, "type = \"constant\"\nvalue = -3000.0", "[sea]\nlevel = 0.0");
    let shot = GlobeShot {
        elevation: -90.0,
        degrees: 20.0,
        size: [48, 48],
        sun: Sun { elevation: 80.0, azimuth: 0.0 },
        ..GlobeShot::new(position(10.0, 30.0), 1.6e7)
    };
    let mut sky = |seed: u64| {
        Arc::make_mut(&mut renderer.ground.recipe).seed = seed;
        green(&mut renderer, &cloudy(&shot, 0.5))
    };
    let skies = [5, 6, 7, 5].map(&mut sky);
    assert!(skies[0] == skies[3]);
    for pair in skies[..3].windows(2) {
        let alike = correlation(&pair[0], &pair[1]);
        assert!(alike.abs() < 0.4, "{alike}");
    }
    // No sky is a shifted copy of the sky of the next seed.
    for seed in (0..2000).chain(u64::MAX - 2000..u64::MAX) {
        let [one, next] = [seed_words(seed), seed_words(seed + 1)];
        let away = |axis: usize| (next[axis] - one[axis]).rem_euclid(65_536);
        let far = (0..2).any(|axis| (1000..64_536).contains(&away(axis)));
        assert!(far, "{seed}: {one:?} {next:?}");
    }
}

/// Pearson's correlation.
fn correlation(one: &[f32], other: &[f32]) -> f32 {
    let count = one.len() as f32;
    let [a, b] = [one, other].map(|all| all.iter().sum::<f32>() / count);
    let product = |one: &[f32], a: f32, other: &[f32], b: f32| {
        one.iter().zip(other).map(|(x, y)| (x - a) * (y - b)).sum::<f32>()
    };
    product(one, a, other, b) / (product(one, a, one, a) * product(other, b, other, b)).sqrt()
}

/// Storms turn the clouds, most near their eyes: against the clock in the north, with it in the south.
#[test]
fn storms_turn_by_their_half_of_the_planet() {
    let probe = Probe::new(&Atmosphere::NONE);
    let sources =
        [include_str!("../globe.wgsl"), include_str!("../../grain.wgsl"), include_str!("../cyclones.wgsl")]
            .concat();
    let each = |expression: &str, inputs: &[[f32; 4]]| {
        probe.evaluate(&probe.compile(&sources, expression), 2.0, -40.0, inputs)
    };
    let seed = "vec2<i32>(3, 70)";
    let numbers: Vec<_> = (0..10).map(|at| [at as f32, 0.0, 0.0, 0.0]).collect();
    let storms = each(&format!("cyclones_storm(i32(q.x), {seed}).xyz"), &numbers);
    let radii = each(&format!("cyclones_storm(i32(q.x), {seed}).www"), &numbers);
    let mut seen = [0; 2];
    for (storm, [radius, ..]) in storms.iter().zip(&radii) {
        let middle = glam::Vec3::from(*storm);
        let east = glam::Vec3::Z.cross(middle).normalize();
        let at = |away: f32| (middle + away * radius * east).normalize();
        let inputs: Vec<_> = [0.8, 1.2, 1.8].map(|away| at(away).extend(0.0).to_array()).to_vec();
        let turned = each(&format!("cyclones_turned(q.xyz, cyclones_swirl(q.xyz, {seed}), 1.0)"), &inputs);
        // The angles by which the clouds seen there are turned around the storm, against the clock.
        let angles = inputs.iter().zip(&turned).map(|(from, to)| {
            let flat = |at: glam::Vec3| at - middle * at.dot(middle);
            let (seen, drawn) = (flat(glam::Vec4::from(*from).truncate()), flat(glam::Vec3::from(*to)));
            middle.dot(drawn.cross(seen)).atan2(drawn.dot(seen))
        });
        let side = if middle.z > 0.0 { 1.0 } else { -1.0 };
        let angles: Vec<_> = angles.map(|angle| side * angle).collect();
        let bands = each(&format!("vec3<f32>(cyclones_swirl(q.xyz, {seed}).band)"), &inputs);
        // Where two storms overlap, both turn the clouds.
        if bands[2][0] < 0.1 {
            assert!(angles[0] > angles[1] && angles[1] > angles[2] && angles[2] > 0.0, "{middle} {angles:?}");
            seen[usize::from(middle.z > 0.0)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 2), "{seen:?}");
}
