//! Fog in pictures.

use std::sync::Arc;

use orogen_engine::recipe::{Fog, Recipe};
use orogen_view::{Atmosphere, Camera, Lens, Shot, Style, Sun};

use crate::light::{VOID, channel, columns, from_above, hill, matt, mean, plain, render, terrace};
use crate::scene::{position, preset, renderer, shot};

const FOG: Fog = Fog { visibility: 700.0, level: 60.0, falloff: 25.0 };

/// A view from a height over a plain towards the horizon, and a little down.
fn over_the_plain(height: f64) -> Shot {
    let camera = Camera::new(
        [2000.0, 3000.0, height],
        [2000.0, 2000.0, height - 150.0],
        Lens::Perspective { degrees: 50.0 },
    );
    let mut shot = Shot::new(camera.unwrap());
    (shot.size, shot.samples, shot.fog) = ([160, 90], 1, Some(FOG));
    shot.sun = Sun { elevation: 30.0, azimuth: 60.0 };
    shot
}

/// Difference between white and black ground.
fn contrast(recipe: &Arc<Recipe>, shot: &Shot) -> Vec<f64> {
    let green = |color| {
        channel(&render(recipe, &Shot { style: Style::Desert, sand: matt(color), ..shot.clone() }), 1)
    };
    green([255; 3]).iter().zip(green([0; 3])).map(|(white, black)| white - black).collect()
}

/// Contrast falls with e^−(depth of the fog on the path). The test sums this depth along each ray. Eyes are above the fog, at
/// its level and in it.
#[test]
fn fog_takes_contrast_with_distance() {
    let recipe = plain(4000.0);
    for height in [20.0, 60.0, 220.0] {
        let shot = Shot { air: VOID, ..over_the_plain(height) };
        let contrast = contrast(&recipe, &shot);
        let depth = |row: usize| {
            let far = position(&shot, 160 * row + 80, 1.0);
            let way = [0, 1, 2].map(|axis| far[axis] - shot.camera.eye()[axis]);
            let distance = height / -way[2] * way.iter().map(|x| x * x).sum::<f64>().sqrt();
            let density = |height: f64| 3.912 / 700.0 * libm::exp(-((height - 60.0) / 25.0).max(0.0));
            let sum: f64 = (0..2000).map(|k| density(height * (f64::from(k) + 0.5) / 2000.0)).sum();
            (distance, sum * distance / 2000.0)
        };
        let (_, nearest) = depth(89);
        let mut compared = 0;
        for row in 0..89 {
            let (distance, depth) = depth(row);
            if distance > 0.0 && depth < 8.0 {
                let found = contrast[160 * row + 80] / contrast[160 * 89 + 80];
                let expected = libm::exp(nearest - depth);
                assert!((found - expected).abs() < 2e-3, "{height} {distance} m: {found}, not {expected}");
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    }
}

/// Thick fog hides ground, sky and sun. It is even, without bands or noise.
#[test]
fn thick_fog_hides_everything() {
    let recipe = plain(4000.0);
    let fog = Some(Fog { visibility: 15.0, level: 400.0, falloff: 50.0 });
    let mut shot = Shot { fog, ..over_the_plain(50.0) };
    // The view is towards the sun.
    shot.sun = Sun { elevation: 8.0, azimuth: 0.0 };
    assert!(contrast(&recipe, &shot).iter().all(|light| light.abs() < 1e-6));
    let light = channel(&render(&recipe, &shot), 1);
    let [least, most] =
        light.iter().fold([f64::INFINITY, 0.0_f64], |[least, most], &x| [least.min(x), most.max(x)]);
    assert!(least > 0.0 && most < 1.5 * least, "{least} {most}");
    // The brightness of neighbours changes linearly.
    let inside = (0..light.len() - 2).filter(|at| at % 160 < 158);
    let bend = inside
        .map(|at| (light[at] - 2.0 * light[at + 1] + light[at + 2]).abs() / light[at + 1])
        .fold(0.0, f64::max);
    assert!(bend < 2e-3, "{bend}");
}

/// A hillside rises through the fog's level, with the sun behind the eye. Its light has no kink and no noise at the level.
#[test]
fn the_fog_level_is_not_visible() {
    let recipe = hill(400.0);
    let camera =
        Camera::new([600.0, 2000.0, 260.0], [1500.0, 2000.0, 200.0], Lens::Perspective { degrees: 8.0 });
    let sun = Sun { elevation: 40.0, azimuth: 270.0 };
    let fog = Some(Fog { visibility: 3000.0, level: 200.0, falloff: 25.0 });
    let shot =
        Shot { camera: camera.unwrap(), sun, fog, air: VOID, style: Style::Clay, ..over_the_plain(60.0) };
    let green = channel(&render(&recipe, &shot), 1);
    let column: Vec<_> = (0..90).map(|row| green[160 * row + 80]).collect();
    let bend = |at: usize| (column[at - 1] - 2.0 * column[at] + column[at + 1]).abs() / column[at];
    let most = (1..89).map(bend).fold(0.0, f64::max);
    assert!(most < 3e-3, "{most} {column:?}");
    // The light changes along the column.
    assert!((column[2] / column[87] - 1.0).abs() > 0.1, "{} {}", column[2], column[87]);
}

/// In thick fog the ground has light but no shadow.
#[test]
fn ground_in_fog_is_lit_from_everywhere() {
    let mut shot = from_above([1860.0, 2000.0], 90.0, Sun { elevation: 35.0, azimuth: 90.0 });
    shot.camera =
        Camera::new([1860.0, 2000.0, 6.0], [1860.0, 2000.0, 0.0], Lens::Parallel { metres: 90.0 }).unwrap();
    shot.air = Atmosphere::EARTH;
    let recipe = terrace();
    let ends = |fog: Option<Fog>| {
        let row = columns(&render(&recipe, &Shot { fog, ..shot.clone() }));
        (mean(row[..10].iter().copied()), mean(row[130..140].iter().copied()))
    };
    let (lit, shadow) = ends(None);
    assert!(shadow < 0.5 * lit, "{lit} {shadow}");
    let (lit_in_fog, shadow_in_fog) = ends(Some(Fog { visibility: 60.0, level: 150.0, falloff: 20.0 }));
    assert!(shadow_in_fog > 0.7 * lit_in_fog, "{lit_in_fog} {shadow_in_fog}");
    assert!((0.1..0.8).contains(&(lit_in_fog / lit)), "{lit_in_fog} {lit}");
}

fn fog_of_valleys(elevation: f64) -> (Shot, Arc<Recipe>) {
    let recipe = preset("alps");
    let mut shot = shot(&recipe, [0.5, 0.95], 900.0, [0.5, 0.4]);
    shot.sun = Sun { elevation, azimuth: 60.0 };
    shot.samples = 1;
    shot.fog = Some(Fog { visibility: 1500.0, level: 1300.0, falloff: 90.0 });
    (shot, recipe)
}

/// By night, fog emits no light.
#[test]
fn fog_is_dark_by_night() {
    let (day, recipe) = fog_of_valleys(14.0);
    let night = Shot { sun: Sun { elevation: -20.0, azimuth: 60.0 }, ..day };
    let [day, night] = [day, night].map(|shot| mean(channel(&render(&recipe, &shot), 1)));
    assert!(night < 1e-4 * day, "{night} {day}");
}

/// The shadow of a terrace also falls on the fog in front of it, seen over black ground.
#[test]
fn mountains_shade_fog() {
    let mut shot = from_above([1900.0, 2000.0], 150.0, Sun { elevation: 35.0, azimuth: 90.0 });
    (shot.style, shot.sand) = (Style::Desert, matt([0; 3]));
    shot.fog = Some(Fog { visibility: 2000.0, level: 40.0, falloff: 10.0 });
    let row = columns(&render(&terrace(), &shot));
    let (lit, shaded) = (mean(row[..40].iter().copied()), mean(row[110..135].iter().copied()));
    assert!(lit > 0.0 && shaded < 0.4 * lit, "{lit} {shaded}");
}

/// Fog of no density changes nothing, and maps have no fog.
#[test]
fn fog_without_density_changes_nothing() {
    let (shot, recipe) = fog_of_valleys(30.0);
    let render = |fog: Option<Fog>, style: Style| render(&recipe, &Shot { fog, style, ..shot.clone() });
    let none = Some(Fog { visibility: 1e6, level: -1e5, falloff: 1.0 });
    assert!(render(none, Style::Clay).light == render(None, Style::Clay).light);
    assert!(render(shot.fog, Style::Map) == render(None, Style::Map));
    let fault = renderer(&recipe).render(
        &Shot { fog: Some(Fog { visibility: 0.0, ..FOG }), ..shot },
        &mut orogen_view::Progress::ignore,
    );
    assert_eq!(
        fault.unwrap_err().to_string(),
        "the fog's visibility is 0: it must be from 10 to 1_000_000 m"
    );
}
