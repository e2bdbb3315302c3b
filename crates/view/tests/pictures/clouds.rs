//! Cumulus clouds over planes.

use std::f64::consts::PI;
use std::sync::Arc;

use orogen_engine::recipe::{Clouds, Fog, Recipe};
use orogen_view::{Atmosphere, Camera, GroundExtent, Lens, Shot, Style, Sun};

use crate::light::{VOID, channel, from_above, hill, made, matt, mean, plain, render};

/// No air around a planet like the Earth.
const NO_AIR: Atmosphere = Atmosphere { radius: Atmosphere::EARTH.radius, ..VOID };

const ZENITH: Sun = Sun { elevation: 90.0, azimuth: 0.0 };

/// Clouds with bases at 2 km and tops up to 3.2 km.
fn clouds(cover: f64) -> Option<Clouds> {
    Some(Clouds { cover, ..Clouds::OVER_PLANES })
}

/// A plain with another seed.
fn plain_of(seed: u64) -> Arc<Recipe> {
    let mut recipe = (*plain(4000.0)).clone();
    recipe.seed = seed;
    Arc::new(recipe)
}

/// Sand of one grey from an eye above a place, in a picture of this height in metres. The sun is the only light.
fn sand(grey: u8, [x, y, height]: [f64; 3], metres: f64, sun: Sun) -> Shot {
    let camera = Camera::new([x, y, height], [x, y, 0.0], Lens::Parallel { metres }).unwrap();
    let shot = from_above([x, y], metres, sun);
    Shot { camera, style: Style::Desert, sand: matt([grey; 3]), samples: 2, air: NO_AIR, ..shot }
}

/// White sand under the clouds.
fn below(metres: f64, sun: Sun) -> Shot {
    sand(255, [2000.0, 2000.0, 1500.0], metres, sun)
}

/// The share of the ground in shadow is the cover; no cover is no clouds.
#[test]
fn cover_matches_the_parameter() {
    for cover in [0.0, 0.15, 0.35, 0.7, 1.0] {
        let shares = [1, 2, 3].map(|seed| {
            let recipe = plain_of(seed);
            let shot = below(60_000.0, ZENITH);
            let clear = render(&recipe, &shot);
            let under = render(&recipe, &Shot { clouds: clouds(cover), ..shot });
            assert!(cover > 0.0 || clear == under);
            let lit = channel(&clear, 1);
            let dark = channel(&under, 1).iter().zip(lit).filter(|(under, lit)| **under < 0.8 * lit).count();
            dark as f64 / (160.0 * 90.0)
        });
        assert!((mean(shares) - cover).abs() < 0.05, "{cover}: {shares:?}");
    }
}

/// How far the pattern of `other` is to the right of that of `one`, in pixels.
fn shift(one: &[f64], other: &[f64]) -> i32 {
    let [one, other] = [one, other].map(|light| {
        let middle = mean(light.iter().copied());
        light.iter().map(|light| light - middle).collect::<Vec<_>>()
    });
    let alike = |columns: i32| {
        mean((0..160 * 90).filter_map(|at: i32| {
            let is_there = (0..160).contains(&(at % 160 + columns));
            is_there.then(|| one[at as usize] * other[(at + columns) as usize])
        }))
    };
    (-60..60).max_by(|&a, &b| alike(a).total_cmp(&alike(b))).unwrap()
}

/// Shadows lie where the sun casts them: at 45° as far away as the clouds are high. Shortly before sunset, all ground under closed
/// clouds is in shadow.
#[test]
fn shadows_follow_the_sun() {
    let recipe = plain(4000.0);
    let shadows =
        |cover, sun| channel(&render(&recipe, &Shot { clouds: clouds(cover), ..below(20_000.0, sun) }), 1);
    // The sun is on the right, so shadows move to the left.
    let columns = shift(&shadows(0.35, ZENITH), &shadows(0.35, Sun { elevation: 45.0, azimuth: 90.0 }));
    let metres = f64::from(-columns) * 20_000.0 / 90.0;
    assert!((2000.0..3000.0).contains(&metres), "{metres}");
    // What is left under closed clouds is the light that passes a depth of 72: 2 / (2 + 0.15 · 72).
    let low = Sun { elevation: 1.0, azimuth: 90.0 };
    let passed = mean(shadows(1.0, low)) * PI / libm::sin(1.0_f64.to_radians());
    assert!((passed - 0.156).abs() < 0.015, "{passed}");
}

/// Clouds are in front of what is behind them, and only of that.
#[test]
fn ground_hides_clouds_and_clouds_hide_ground() {
    let recipe = plain(4000.0);
    let seen = |grey| {
        let shot = Shot { clouds: clouds(0.5), ..sand(grey, [2000.0, 2000.0, 6000.0], 20_000.0, ZENITH) };
        channel(&render(&recipe, &shot), 1)
    };
    let (black, white) = (seen(0), seen(255));
    let bright = black.iter().copied().fold(0.0, f64::max);
    // White diffuse ground has a radiance of 1/π.
    assert!((0.5..1.05).contains(&(bright * PI)), "{bright}");
    let hidden = black.iter().zip(&white).filter(|(black, white)| **white - **black < 0.01).count();
    assert!((3000..11_000).contains(&hidden), "{hidden}");
    // A black hill in front of closed clouds.
    let lens = Lens::Perspective { degrees: 60.0 };
    let camera = Camera::new([2000.0, 3500.0, 50.0], [2000.0, 2000.0, 900.0], lens).unwrap();
    let shot = Shot {
        camera,
        clouds: clouds(1.0),
        ..sand(0, [0.0, 0.0, 9.0], 9.0, Sun { elevation: 50.0, azimuth: 0.0 })
    };
    let light = channel(&render(&hill(1600.0), &shot), 1);
    let (hill, sky) = (light[160 * 60 + 80], light[160 * 4 + 4]);
    assert!(hill == 0.0 && sky > 0.0, "{hill} {sky}");
}

/// A view up from the ground, towards the middle.
fn sky(recipe: &Arc<Recipe>, [x, y]: [f64; 2], shot: &Shot) -> Vec<f64> {
    let lens = Lens::Perspective { degrees: 60.0 };
    let camera = Camera::new([x, y, 10.0], [x, y - 1000.0, 400.0], lens).unwrap();
    channel(&render(recipe, &Shot { camera, ..shot.clone() }), 1)
}

const MORNING: Sun = Sun { elevation: 40.0, azimuth: 130.0 };

/// Clouds stay where they are when the eye moves, also to another cell of their noise.
#[test]
fn clouds_stay_in_place() {
    let recipe = plain(4000.0);
    let shot = Shot { clouds: clouds(0.4), ..sand(255, [0.0, 0.0, 10.0], 100.0, MORNING) };
    let cell = 10.0 * Clouds::OVER_PLANES.thickness;
    for [x, y] in [[cell, 100.0], [0.0, -300.0], [700.0, -cell], [90.0 * cell, 0.0]] {
        let [before, after, far] = [-0.5, 0.5, 3000.0].map(|way| sky(&recipe, [x + way, y + way], &shot));
        let apart = |other: &[f64]| mean(before.iter().zip(other).map(|(a, b)| (a - b).abs()));
        assert!(20.0 * apart(&after) < apart(&far), "{x} {y}");
    }
}

/// Each seed has its own clouds. Clay, maps and cutaways have none.
#[test]
fn clouds_are_where_they_belong() {
    let shot = sand(255, [0.0, 0.0, 10.0], 100.0, MORNING);
    let cloudy = Shot { clouds: clouds(0.4), ..shot };
    let skies = [3, 4, 3].map(|seed| sky(&plain_of(seed), [50.0, 100.0], &cloudy));
    assert!(skies[0] == skies[2] && skies[0] != skies[1]);
    let land = plain(4000.0);
    for (style, bounds, shows) in [
        (Style::Desert, GroundExtent::Endless, true),
        (Style::Realistic, GroundExtent::Endless, true),
        (Style::Clay, GroundExtent::Endless, false),
        (Style::Map, GroundExtent::Endless, false),
        (Style::Desert, GroundExtent::Domain, false),
    ] {
        let [clear, cloudy] =
            [&shot, &cloudy].map(|shot| sky(&land, [50.0, 100.0], &Shot { style, bounds, ..shot.clone() }));
        assert_eq!(clear != cloudy, shows, "{style:?} {bounds:?}");
    }
}

/// Closed clouds hide the sun's disc.
#[test]
fn the_sun_does_not_shine_through() {
    let sun = Sun { elevation: 20.0, azimuth: 0.0 };
    let lens = Lens::Perspective { degrees: 4.0 };
    let up = 1000.0 * libm::tan(20.0_f64.to_radians());
    let camera = Camera::new([0.0, 0.0, 10.0], [0.0, -1000.0, 10.0 + up], lens).unwrap();
    let brightest = |cover| {
        let shot = Shot { camera, clouds: clouds(cover), air: Atmosphere::EARTH, ..below(100.0, sun) };
        channel(&render(&plain(4000.0), &shot), 1).into_iter().fold(0.0, f64::max)
    };
    let (clear, closed) = (brightest(0.0), brightest(1.0));
    assert!(clear > 100.0 && closed < 1.0, "{clear} {closed}");
}

/// Fog in a valley is below clouds, for an eye above them and for one below.
#[test]
fn fog_is_below_clouds() {
    let recipe = plain(4000.0);
    let fog = Some(Fog { visibility: 50.0, level: 300.0, falloff: 30.0 });
    let seen = |clouds: Option<Clouds>, fog| {
        let shot = sand(0, [2000.0, 2000.0, 6000.0], 20_000.0, ZENITH);
        channel(&render(&recipe, &Shot { clouds, fog, ..shot }), 1)
    };
    let (cloudy, foggy) = (seen(clouds(0.5), None), seen(clouds(0.5), fog));
    let opaque: Vec<_> = (0..cloudy.len()).filter(|&at| cloudy[at] > 0.2).collect();
    assert!(opaque.len() > 1000);
    for at in opaque {
        assert!((foggy[at] - cloudy[at]).abs() < 0.03, "{} {}", foggy[at], cloudy[at]);
    }
    let up = |fog| {
        let shot = sand(0, [0.0, 0.0, 10.0], 100.0, MORNING);
        sky(&recipe, [50.0, 100.0], &Shot { clouds: clouds(1.0), fog, ..shot })
    };
    let thick = up(Some(Fog { visibility: 50.0, level: 1000.0, falloff: 30.0 }));
    assert!(thick.iter().zip(up(None)).filter(|(thick, clear)| (*thick - clear).abs() < 1e-3).count() < 1000);
}

/// Water reflects clouds: without air, nothing else is bright.
#[test]
fn water_reflects_clouds() {
    let text = "[fields.deep]\ntype = \"constant\"\n[height]\nfield = \"deep\"\noffset = -50.0\n[sea]\nlevel = 0.0\n";
    let recipe = made(4000.0, text);
    let lens = Lens::Perspective { degrees: 60.0 };
    let camera = Camera::new([0.0, 0.0, 30.0], [0.0, -100.0, 30.0], lens).unwrap();
    let shot = Shot { camera, sun: MORNING, air: NO_AIR, size: [160, 90], samples: 4, ..Shot::new(camera) };
    let near_the_horizon = |cover| {
        let light = channel(&render(&recipe, &Shot { clouds: clouds(cover), ..shot.clone() }), 0);
        mean(light[160 * 47..160 * 55].iter().copied())
    };
    let (clear, cloudy) = (near_the_horizon(0.0), near_the_horizon(0.5));
    assert!(cloudy > 3.0 * clear, "{clear} {cloudy}");
}

/// Ground above clouds is as bright as under a clear sky.
#[test]
fn peaks_are_above_clouds() {
    let text = "[fields.high]\ntype = \"constant\"\n[height]\nfield = \"high\"\noffset = 3500.0\n";
    let recipe = made(4000.0, text);
    let shot = Shot { air: Atmosphere::EARTH, ..sand(255, [2000.0, 2000.0, 4000.0], 20_000.0, MORNING) };
    let [clear, above] =
        [0.0, 1.0].map(|cover| render(&recipe, &Shot { clouds: clouds(cover), ..shot.clone() }));
    assert!(clear.light == above.light);
}

/// The light of the sky on the ground is that of a picture of the sky: within a quarter, for few clouds and many, and for a high sun
/// and a low one.
#[test]
fn skylight_is_that_of_the_sky() {
    let recipe = plain(4000.0);
    for (elevation, cover) in [(15.0, 0.2), (15.0, 0.5), (50.0, 0.2), (50.0, 0.5), (50.0, 1.0)] {
        let sun = Sun { elevation, azimuth: 90.0 };
        // The sky straight up, 120° wide: the irradiance from there, seen from several places.
        let lens = Lens::Perspective { degrees: 120.0 };
        let dome = |cover: f64| {
            mean((0..4).map(|place| {
                let [x, y] = [9000.0 * f64::from(place % 2), 9000.0 * f64::from(place / 2)];
                let camera = Camera::new([x, y, 10.0], [x, y, 1000.0], lens).unwrap();
                let shot = Shot {
                    camera,
                    sun,
                    size: [48, 48],
                    samples: 1,
                    clouds: clouds(cover),
                    ..Shot::new(camera)
                };
                let light = channel(&render(&recipe, &Shot { style: Style::Desert, ..shot }), 1);
                let half = (60.0_f64).to_radians().tan();
                (0..48 * 48)
                    .map(|at| {
                        let across = |k: usize| (2.0 * (k as f64 + 0.5) / 48.0 - 1.0) * half;
                        let far = 1.0 + across(at % 48).powi(2) + across(at / 48).powi(2);
                        // Cosine of the zenith angle, times the solid angle of the pixel. The sun is not a part of the sky.
                        light[at].min(1.0) * (2.0 * half / 48.0).powi(2) / (far * far)
                    })
                    .sum::<f64>()
            }))
        };
        // The darkest white ground is that in full shadow.
        let shot = Shot { air: Atmosphere::EARTH, clouds: clouds(cover), ..below(60_000.0, sun) };
        let ground = PI * channel(&render(&recipe, &shot), 1).into_iter().fold(f64::INFINITY, f64::min);
        // The share of the light of an even sky that comes from this square.
        let sky = dome(cover) / 0.787;
        assert!((ground / sky - 1.0).abs() < 0.25, "{elevation} {cover}: {ground}, {sky}");
    }
}
