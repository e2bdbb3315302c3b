//! Compares light on planets with geometry.

use super::*;
use crate::Renderer;

/// Brightness on screen of each pixel.
fn shown(renderer: &mut GlobeRenderer, shot: &GlobeShot) -> Vec<f32> {
    let picture = renderer.render(shot, &mut crate::Progress::ignore).unwrap();
    picture.light.iter().map(|[red, green, blue]| picture.exposure * (red + green + blue) / 3.0).collect()
}

fn airless(at: LatLon, altitude: f64) -> GlobeShot {
    GlobeShot { air: Atmosphere::NONE, size: [64, 64], samples: 1, ..GlobeShot::new(at, altitude) }
}

/// From orbit the planet's limb is at asin(R/(R + h)) from its centre.
#[test]
fn the_edge_is_at_the_right_angle() {
    let radius = 6_371_000.0;
    let mut renderer = renderer(radius, LEVEL, "");
    for altitude in [400_000.0, 6_371_000.0, 60_000_000.0] {
        let angle = (radius / (radius + altitude)).asin().to_degrees();
        // The limb is in the middle of the picture.
        let size = [16, 256];
        let degrees = angle / 10.0;
        let shot =
            GlobeShot { elevation: angle - 90.0, degrees, size, ..airless(position(0.0, 0.0), altitude) };
        let pixels = renderer.ground_buffer(&shot);
        let rows = (0..256).filter(|row| pixels[row * 16 + 8][0] > 0.0).count();
        assert!((rows as f64 - 128.0).abs() <= 1.5, "{altitude} m: {rows} rows of 256");
    }
}

/// The horizon of the sea is acos(R/(R + h)) below level.
#[test]
fn the_seas_horizon_is_at_the_right_angle() {
    let radius = 6_371_000.0_f64;
    let mut renderer = renderer(radius, "type = \"constant\"\nvalue = -3000.0", "[sea]\nlevel = 0.0");
    for altitude in [2.0, 100.0, 10_000.0, 400_000.0] {
        let dip = (radius / (radius + altitude)).acos().to_degrees();
        let shot = GlobeShot {
            elevation: -dip,
            degrees: 2.0,
            size: [8, 200],
            ..airless(position(30.0, 20.0), altitude)
        };
        let seen = shown(&mut renderer, &shot);
        let rows = (0..200).rev().take_while(|row| seen[row * 8 + 4] > 0.003).count();
        assert!((rows as f64 - 100.0).abs() <= 1.5, "{altitude} m: {rows} rows of 200, {seen:?}");
    }
}

/// With the sun on the nadir's horizon, the half of the planet on the sun's side is lit. Without air the sky
/// is black.
#[test]
fn day_ends_where_the_sun_sets() {
    let mut renderer = renderer(1_000_000.0, LEVEL, "");
    let mut shot = GlobeShot { elevation: -90.0, ..airless(position(10.0, 50.0), 5_000_000.0) };
    shot.sun = Sun { elevation: 0.0, azimuth: 90.0 };
    shot.degrees = 18.0;
    let seen = shown(&mut renderer, &shot);
    let middle = &seen[64 * 32..64 * 33];
    for (column, light) in middle.iter().enumerate() {
        let lit = column > 32;
        assert!((31..=33).contains(&column) || lit == (*light > 0.0015), "{column}: {light}");
    }
    // A star or two may be in a corner.
    let corner = (0..16).filter(|k| seen[64 * (k / 4) + k % 4] < 1e-6).count();
    assert!(corner >= 12, "{corner}");
}

/// A full moon is as bright at its limb as in its middle. Under air, ground is Lambertian and darker at the limb.
#[test]
fn only_airless_discs_are_flat() {
    let mut renderer = renderer(1_000_000.0, LEVEL, "");
    let mut shot = GlobeShot {
        elevation: -90.0,
        degrees: 20.0,
        style: Style::Clay,
        ..airless(position(10.0, 50.0), 5_000_000.0)
    };
    shot.sun = Sun { elevation: 90.0, azimuth: 0.0 };
    let disc = (1.0_f64 / 6.0).asin().tan() / 10.0_f64.to_radians().tan();
    let mut limb = |shot: &GlobeShot| {
        let seen = shown(&mut renderer, shot);
        let ring = |radii: std::ops::Range<f64>| {
            let at = |pixel: usize| (pixel as f64 - 31.5) / 32.0 / disc;
            let is_inside = |k: &usize| radii.contains(&at(k % 64).hypot(at(k / 64)));
            let all: Vec<_> = (0..64 * 64).filter(is_inside).map(|k| f64::from(seen[k])).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        ring(0.85..0.95) / ring(0.0..0.25)
    };
    let flat = limb(&shot);
    assert!((0.93..1.07).contains(&flat), "{flat}");
    // A trace of air, which hides nothing.
    shot.air.mie = [1e-12; 3];
    let dark = limb(&shot);
    assert!((0.3..0.6).contains(&dark), "{dark}");
}

/// Through air, the sky is blue by day and dark by night, and the dark side is not quite black.
#[test]
fn skies_are_blue_by_day_and_dark_by_night() {
    let mut renderer = renderer(6_371_000.0, LEVEL, "");
    let base =
        GlobeShot { elevation: 60.0, size: [16, 16], samples: 1, ..GlobeShot::new(position(0.0, 0.0), 2.0) };
    let mut mean = |shot: &GlobeShot| {
        let picture = renderer.render(shot, &mut crate::Progress::ignore).unwrap();
        // A pixel of the darker half, which has no stars.
        let mut all: Vec<_> = picture.light.iter().map(|light| light.map(|l| l * picture.exposure)).collect();
        all.sort_by(|a, b| a[1].total_cmp(&b[1]));
        all[64]
    };
    let [red, _, blue] = mean(&GlobeShot { sun: Sun { elevation: 40.0, azimuth: 180.0 }, ..base });
    assert!(blue > 2.0 * red && blue > 0.1, "{red} {blue}");
    let night = Sun { elevation: -40.0, azimuth: 180.0 };
    let [_, green, _] = mean(&GlobeShot { sun: night, ..base });
    assert!(green < 0.01, "{green}");
    let [_, green, _] = mean(&GlobeShot { sun: night, elevation: -30.0, ..base });
    assert!(green > 2e-4 && green < 0.01, "{green}");
}

#[test]
fn invalid_shots_are_rejected() {
    let mut renderer = renderer(1_000_000.0, LEVEL, "[sea]\nlevel = 10.0");
    let shot = GlobeShot::new(position(0.0, 0.0), 100.0);
    for (wrong, phrase) in [
        (GlobeShot { altitude: -5.0, ..shot.clone() }, "inside the ground"),
        (GlobeShot { altitude: 5.0, ..shot.clone() }, "under water"),
        (GlobeShot { altitude: f64::NAN, ..shot.clone() }, "NaN m high"),
        (GlobeShot { altitude: 2e9, ..shot.clone() }, "at most 900000 km"),
        (GlobeShot { elevation: 91.0, ..shot.clone() }, "elevation must be from -90 to 90"),
        (GlobeShot { degrees: 0.0, ..shot.clone() }, "angle of view"),
        (GlobeShot { samples: 0, ..shot.clone() }, "0 samples"),
        (GlobeShot { size: [0, 9], ..shot.clone() }, "0 × 9 pixels"),
        (GlobeShot { style: Style::Map, ..shot.clone() }, "realistic and clay"),
        (GlobeShot { sun: Sun { elevation: f64::NAN, azimuth: 0.0 }, ..shot }, "the sun"),
    ] {
        let error = renderer.render(&wrong, &mut crate::Progress::ignore).unwrap_err().to_string();
        assert!(error.contains(phrase), "{phrase}: {error}");
    }
    let text = "orogen = 1\ndomain.size = 100.0\nheight = { field = \"a\", scale = 1.0 }\n[fields.a]\n\
                type = \"constant\"\nvalue = 0.0";
    let flat = Recipe::parse(Source::new("flat", text.to_owned()), orogen_engine::nodes::registry()).unwrap();
    let error = GlobeGround::new(Arc::new(flat), Arc::new(NoImages)).err().unwrap().to_string();
    assert!(error.contains("not a planet"), "{error}");
    let error = Renderer::new(renderer.gpu.clone(), Arc::clone(&renderer.ground.recipe), Arc::new(NoImages));
    assert!(error.err().unwrap().to_string().contains("GlobeRenderer"));
}
