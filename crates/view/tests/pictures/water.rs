//! Compares the sea with optics.

use std::sync::Arc;

use orogen_engine::recipe::Recipe;
use orogen_view::{Atmosphere, Camera, Lens, Shot, Sun};

use crate::light::{channel, columns, from_above, made, mean, render};

/// A beach of one colour that falls from left to right, with a slope of 1 in 20. The shore is at x = 2000 m.
fn beach(sea: bool, color: &str) -> Arc<Recipe> {
    let water = if sea { "[sea]\nlevel = 0.0\n" } else { "" };
    made(
        4000.0,
        &format!(
            "[fields.beach]\ntype = \"ramp\"\n[height]\nfield = \"beach\"\nscale = -200.0\noffset = 100.0\n{water}\
             [[materials]]\nname = \"salt\"\ncolor = \"{color}\"\n"
        ),
    )
}

fn deep() -> Arc<Recipe> {
    made(
        4000.0,
        "[fields.flat]\ntype = \"constant\"\nvalue = -300.0\n[height]\nfield = \"flat\"\n[sea]\nlevel = 0.0\n",
    )
}

fn above([x, y]: [f64; 2], metres: f64) -> Shot {
    let sun = Sun { elevation: 40.0, azimuth: 200.0 };
    Shot { air: Atmosphere::EARTH, style: orogen_view::Style::Realistic, ..from_above([x, y], metres, sun) }
}

/// Mean light of a small picture in a direction at this elevation, away from the sun.
fn light(degrees: f64) -> [f64; 3] {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let eye = [2000.0, 2000.0, 30.0];
    let target = [2000.0 + 1e-6, 2000.0 - 100.0 * cosine, 30.0 + 100.0 * sine];
    let mut shot = Shot::new(Camera::new(eye, target, Lens::Perspective { degrees: 2.0 }).unwrap());
    (shot.size, shot.samples, shot.air) = ([48, 27], 8, Atmosphere::EARTH);
    shot.sun = Sun { elevation: 50.0, azimuth: 180.0 };
    let picture = render(&deep(), &shot);
    [0, 1, 2].map(|k| mean(channel(&picture, k)))
}

/// Fresnel's equations for unpolarised light from air to water, by the grazing angle.
fn fresnel(degrees: f64) -> f64 {
    let index = 1.333_f64;
    let cosine = degrees.to_radians().sin();
    let below = (1.0 - (1.0 - cosine * cosine) / (index * index)).sqrt();
    let across = ((cosine - index * below) / (cosine + index * below)).powi(2);
    let along = ((below - index * cosine) / (below + index * cosine)).powi(2);
    f64::midpoint(across, along)
}

/// The sea reflects little from overhead and much from near the horizon, after Fresnel. Its upwelling light is the remaining
/// light in a view straight down.
#[test]
fn the_sea_mirrors_after_fresnel() {
    let (down, zenith) = (light(-89.9), light(89.9));
    for degrees in [40.0, 20.0, 10.0] {
        let (sea, sky) = (light(-degrees), light(degrees));
        // Hardly any red is upwelling.
        let own = (down[0] - fresnel(90.0) * zenith[0]) / (1.0 - fresnel(90.0));
        let found = (sea[0] - own) / (sky[0] - own) / fresnel(degrees);
        assert!((0.8..1.25).contains(&found), "{degrees}: {found} of {}", fresnel(degrees));
    }
}

/// Water reduces contrast of the ground with depth, red first: R. Pope and E. Fry (1997) measured 0.28 to
/// 0.34 per metre in the red (620 to 650 nm), 0.06 in the green (550 nm) and 0.01 in the blue (450 nm), in
/// pure water.
#[test]
fn water_takes_red_first() {
    // The depth goes from 2.5 m to 12.5 m.
    let shot = above([2150.0, 2000.0], 112.5);
    let [white, black] = ["#fff", "#000"].map(|color| render(&beach(true, color), &shot));
    let contrast = |k: usize, columns: std::ops::Range<usize>| {
        let pixels = columns.flat_map(|column| (0..90).map(move |row| 160 * row + column));
        mean(pixels.map(|at| f64::from(white.light[at][k] - black.light[at][k])))
    };
    // The depth changes by 1/16 m per column, so the centres of the two ranges differ by 5 m.
    let taken = [0, 1, 2].map(|k| (contrast(k, 10..30) / contrast(k, 90..110)).ln() / 5.0);
    assert!((0.28..0.42).contains(&taken[0]), "{taken:?}");
    assert!((0.05..0.1).contains(&taken[1]) && (0.01..0.07).contains(&taken[2]), "{taken:?}");
    // The upwelling light is blue.
    let deep = [0, 2].map(|k| mean((0..90).map(|row| f64::from(black.light[160 * row + 150][k]))));
    assert!(deep[1] > 2.0 * deep[0], "{deep:?}");
}

/// Foam is only along the shore. Ground above the water changes only where it is wet.
#[test]
fn the_sea_ends_at_the_shore() {
    // The ground goes from 4 m above the sea to 4 m below it.
    let shot = above([2000.0, 2000.0], 90.0);
    let [wet, dry] = [true, false].map(|sea| render(&beach(sea, "#b0a890"), &shot));
    let (with, without) = (columns(&wet), columns(&dry));
    // The height changes by 5 cm per pixel.
    let (dry_land, wet_sand) = (0..46, 68..78);
    for at in dry_land {
        assert!((with[at] / without[at] - 1.0).abs() < 1e-3, "{at}: {} {}", with[at], without[at]);
    }
    for at in wet_sand {
        assert!((0.5..0.7).contains(&(with[at] / without[at])), "{at}: {} {}", with[at], without[at]);
    }
    // Foam is grey, and brighter than sand. The line of foam ends at a depth of half a metre.
    let grey = |at: usize| {
        mean((0..90).map(|row| f64::from(wet.light[160 * row + at][2] / wet.light[160 * row + at][0])))
    };
    assert!((81..85).all(|at| with[at] > 1.3 * without[at] && grey(at) < 1.3), "{:?}", &with[80..86]);
    assert!((92..160).all(|at| with[at] < 0.6 * without[at]), "{:?}", &with[92..]);
}
