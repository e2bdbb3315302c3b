//! Compares drafts with the device's light in the same air.

mod clouds_and_stars;

use super::*;
use crate::shader_tests::probe::{Probe, direction_input};

const UP: [f32; 3] = [0.2126, 0.7152, 0.0722];

fn bright(light: [f32; 3]) -> f32 {
    (0..3).map(|k| UP[k] * light[k]).sum()
}

/// The ratio of two luminances, and the largest ratio of two colours scaled to equal luminance. Ratios are at least 1.
fn apart(found: [f32; 3], wanted: [f32; 3]) -> [f32; 2] {
    let (one, other) = (bright(found), bright(wanted));
    let ratio = |a: f32, b: f32| (a / b).max(b / a);
    [ratio(one, other), (0..3).map(|k| ratio(found[k] / one, wanted[k] / other)).fold(1.0, f32::max)]
}

/// Checks luminance and colour within ratios.
fn is_about(found: [f32; 3], wanted: [f32; 3], most: [f32; 2], what: &str) {
    let [brighter, coloured] = apart(found, wanted);
    assert!(brighter < most[0] && coloured < most[1], "{what}: {found:?} and not {wanted:?}");
}

/// The suns of this test are above the haze. Nearer to the horizon, multiple scattering dominates. There, colours on the
/// Earth still match, but light in dust is too dim.
#[test]
fn drafts_match_the_device() {
    let hazy = Atmosphere { haze: 6.0, ..Atmosphere::EARTH };
    for (name, air, suns) in [
        ("earth", Atmosphere::EARTH, &[60.0, 32.0, 12.0, 4.0][..]),
        ("hazy", hazy, &[60.0, 32.0, 12.0]),
        ("mars", Atmosphere::MARS, &[60.0, 32.0, 12.0]),
    ] {
        let probe = Probe::new(&air);
        let light = DraftLight::new(&air, None);
        for &sun in suns {
            falls(&probe, &light, sun, name);
            is_added(&probe, &light, sun, name);
        }
    }
}

/// Light that reaches the ground.
fn falls(probe: &Probe, light: &DraftLight, sun: f64, name: &str) {
    let local = light.at(libm::sin(sun.to_radians()), 0.0);
    let device = |expression| probe.evaluate_once(2.0, sun, expression, &[[0.0; 4]])[0];
    let what = format!("{name}, sun at {sun}");
    is_about(local.sun, device("sky_sunlight(0.0)"), [1.25, 1.25], &format!("{what}: its light"));
    is_about(
        local.sky,
        device("sky_ambient(vec3(0.0, 0.0, 1.0))"),
        [1.4, 1.15],
        &format!("{what}: the sky's"),
    );
}

/// Light that the air adds on paths out of it and down to the ground.
fn is_added(probe: &Probe, light: &DraftLight, sun: f64, name: &str) {
    let local = light.at(libm::sin(sun.to_radians()), 0.0);
    for turn in [0.0, 60.0, 180.0] {
        let added = |path, rise| light.through(path, cosine(turn, rise, sun), &local, [0.0; 3]);
        let device = |eye, rise, expression: &str| {
            probe.evaluate_once(eye, sun, expression, &[direction_input(turn, rise)])[0]
        };
        for rise in [2.0, 10.0, 45.0, 89.0_f64] {
            let path = AirPath::Out { height: 2.0, rise: libm::sin(rise.to_radians()) as f32 };
            let what = format!("{name}, sun at {sun}: sky at {turn}, {rise}");
            is_about(added(path, rise), device(2.0, rise, "sky_radiance(q.xyz)"), [1.45, 1.35], &what);
        }
        for length in [3e3, 2e4_f32] {
            let high = 0.07 * length + 300.0;
            let path = AirPath::To { heights: [high, 300.0], length };
            let seen = device(high, -4.0, &format!("sky_aerial(q.xyz, {length:?}).light"));
            let what = format!("{name}, sun at {sun}: {length} m of air at {turn}");
            is_about(added(path, -4.0), seen, [1.5, 1.2], &what);
        }
    }
}

/// After sunset light fades without jumps.
#[test]
fn dusk_falls_slowly() {
    let light = DraftLight::new(&Atmosphere::EARTH, None);
    let probe = Probe::new(&Atmosphere::EARTH);
    let mut before: Option<[f32; 2]> = None;
    for tenth in 0..80 {
        let sun = 2.0 - 0.1 * f64::from(tenth);
        let local = light.at(libm::sin(sun.to_radians()), 0.0);
        let path = AirPath::Out { height: 2.0, rise: libm::sin(10_f64.to_radians()) as f32 };
        let sky = light.through(path, cosine(0.0, 10.0, sun), &local, [0.0; 3]);
        let now = [bright(local.level()), bright(sky)];
        if let Some(before) = before {
            for (before, now) in before.into_iter().zip(now) {
                assert!(now < before && now > 0.8 * before, "{sun}: {before} {now}");
            }
        }
        before = Some(now);
        if tenth % 20 == 0 {
            let wanted =
                bright(probe.evaluate_once(2.0, sun, "sky_ambient(vec3(0.0, 0.0, 1.0))", &[[0.0; 4]])[0]);
            let ratio = bright(local.sky) / wanted;
            assert!((0.4..1.3).contains(&ratio), "sun at {sun}: {ratio} of what the device has");
        }
    }
}

/// A vacuum neither adds nor absorbs light; in fog with a visibility of 50 m only fog is visible.
#[test]
fn a_vacuum_is_clear_and_thick_fog_is_opaque() {
    let behind = [0.3, 0.2, 0.1];
    let path = AirPath::To { heights: [10.0, 5.0], length: 2000.0 };
    let none = DraftLight::new(&Atmosphere::NONE, None);
    let local = none.at(0.5, 0.0);
    assert_eq!((local.sun, local.sky), ([1.0; 3], [0.0; 3]));
    assert_eq!(none.through(path, 0.3, &local, behind), behind);
    let fog = Fog { visibility: 50.0, level: 100.0, falloff: 30.0 };
    let foggy = DraftLight::new(&Atmosphere::EARTH, Some(fog));
    let local = foggy.at(0.5, 0.0);
    let [red, green, blue] = foggy.through(path, 0.3, &local, behind);
    assert_eq!([red, green, blue], foggy.through(path, 0.3, &local, [0.0; 3]), "nothing is seen through it");
    assert!(red > 0.02 && blue / red < 1.3 && green > 0.02, "{red} {green} {blue}");
    assert!(local.sun[1] < 1e-3 && local.sky[1] > 0.02, "{local:?}");
}

/// Drafts encode to the same bytes as pictures, apart from dither.
#[test]
fn drafts_encode_like_pictures() {
    let light: Vec<_> = (0..600)
        .map(|at| [0.9, 0.5, 0.2].map(|share| share * 1e-4 * libm::exp2f(at as f32 / 36.0)))
        .collect();
    let picture = crate::Picture { size: [600, 1], light, exposure: 1.7 };
    let bytes = picture.to_srgb(0.0);
    for (light, bytes) in picture.light.iter().zip(bytes.chunks_exact(3)) {
        let found = to_srgb(*light, picture.exposure);
        assert!(found.iter().zip(bytes).all(|(a, b)| a.abs_diff(*b) <= 1), "{light:?}: {found:?}, {bytes:?}");
    }
}

/// Water over bright ground, seen from straight above, matches the device from shallow to deep.
#[test]
fn water_matches_the_device() {
    let local = LocalLight { sun: [0.0; 3], sky: [0.9, 0.8, 0.7], up: 0.0, lit: 1.0, ground: [0.0; 3] };
    let probe = Probe::new(&Atmosphere::EARTH);
    let (water, _) = include_str!("../../water.wgsl").split_once("struct water_Surface").unwrap();
    let light = [0.3, 0.25, 0.2];
    let compiled = probe.compile(
        water,
        "mix(water_through(vec3<f32>(0.9, 0.8, 0.7), vec3<f32>(0.3, 0.25, 0.2), q.x, WATER_UPWELLING), \
         vec3<f32>(0.1), water_fresnel(1.0, 0.6))",
    );
    let paths = [0.0, 0.3, 2.0, 10.0, 60.0, 500.0];
    let wanted = probe.evaluate(&compiled, 2.0, 30.0, &paths.map(|path| [path, 0.0, 0.0, 0.0]));
    for (path, wanted) in paths.into_iter().zip(wanted) {
        let found = local.water(1.0, [0.1; 3], WaterBottom { light, path, depth: 0.0 });
        let apart = (0..3).map(|k| (found[k] - wanted[k]).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{path} m: {found:?} and not {wanted:?}");
    }
    let deep = local.water(1.0, [0.1; 3], WaterBottom::unseen(0.0));
    assert_eq!(deep, local.water(1.0, [0.1; 3], WaterBottom { light, path: 1e4, depth: 0.0 }));
}

/// Cosine of the angle between the sun, in the north, and a direction.
fn cosine(turn: f64, rise: f64, sun: f64) -> f32 {
    let (rise, turn, sun) = (rise.to_radians(), turn.to_radians(), sun.to_radians());
    (libm::cos(rise) * libm::cos(turn) * libm::cos(sun) + libm::sin(rise) * libm::sin(sun)) as f32
}
