//! Compares light on the ground with geometry.

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::query::{HeightQuery, Ray};
use orogen_engine::recipe::{Recipe, Source};
use orogen_view::{Atmosphere, Camera, Lens, Picture, Sand, Shot, Style, Sun};

use crate::scene::{draw, position, renderer};

/// Albedo of clay.
const CLAY: [f64; 3] = [0.52, 0.5, 0.47];

/// No air over black ground. The sun is the only light.
pub(crate) const VOID: Atmosphere = Atmosphere { ground: [0.0; 3], ..Atmosphere::NONE };

/// Lambertian sand of one colour.
pub(crate) fn matt(color: [u8; 3]) -> Sand {
    let plain = Sand { grain: 0.0, contrast: 1.0, gain: 1.0, ocean_specular: 0.0, ..Sand::default() };
    Sand { low: color, high: color, glitter: 0.0, ripple_specular: 0.0, ripple_height: 0.0, ..plain }
}

/// A recipe of fields and heights with this size in metres.
pub(crate) fn made(size: f64, text: &str) -> Arc<Recipe> {
    let text = format!("orogen = 1\nname = \"Test\"\n[domain]\nsize = {size:?}\n{text}");
    Arc::new(Recipe::parse(Source::new("test", text), orogen_engine::nodes::registry()).unwrap())
}

/// Level ground at height 0.
pub(crate) fn plain(size: f64) -> Arc<Recipe> {
    made(size, "[fields.flat]\ntype = \"constant\"\n[height]\nfield = \"flat\"\n")
}

/// Level ground up to 2 km from the left, and a terrace 100 m higher from [`EDGE`] on.
pub(crate) fn terrace() -> Arc<Recipe> {
    made(
        4000.0,
        "[fields.step]\ntype = \"ramp\"\nx = 2000.0\nlength = 1.0\n[height]\nfield = \"step\"\nscale = 100.0\n",
    )
}

/// Where the edge of the [`terrace`] is: metres from the left.
const EDGE: f64 = 2001.0;

/// A round hill of this height in the centre of 4 km.
pub(crate) fn hill(height: f64) -> Arc<Recipe> {
    let text = "[fields.hill]\ntype = \"radial\"\nradius = 900.0\n[height]\nfield = \"hill\"\n";
    made(4000.0, &format!("{text}scale = {height:?}\n"))
}

/// Clay without air from straight above, in a picture of this height in metres.
pub(crate) fn from_above([x, y]: [f64; 2], metres: f64, sun: Sun) -> Shot {
    let lens = Lens::Parallel { metres };
    let mut shot = Shot::new(Camera::new([x, y, 3000.0], [x, y, 0.0], lens).unwrap());
    (shot.size, shot.samples, shot.style) = ([160, 90], 16, Style::Clay);
    Shot { sun, air: VOID, ..shot }
}

pub(crate) fn render(recipe: &Arc<Recipe>, shot: &Shot) -> Picture {
    draw(recipe, |renderer| renderer.render(shot, &mut orogen_view::Progress::ignore).unwrap())
}

/// One colour of all pixels.
pub(crate) fn channel(picture: &Picture, channel: usize) -> Vec<f64> {
    picture.light.iter().map(|light| f64::from(light[channel])).collect()
}

pub(crate) fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.into_iter().fold((0.0, 0), |(sum, count), x| (sum + x, count + 1));
    sum / f64::from(count)
}

/// The mean of each column.
pub(crate) fn columns(picture: &Picture) -> Vec<f64> {
    let green = channel(picture, 1);
    (0..160).map(|column| mean((0..90).map(|row| green[160 * row + column]))).collect()
}

/// The first column in which a row of numbers exceeds a threshold.
fn rises(row: &[f64], above: f64) -> f64 {
    let at = row.iter().position(|&x| x > above).unwrap();
    at as f64 - (row[at] - above) / (row[at] - row[at - 1])
}

/// The length of a terrace's shadow is its height divided by the tangent of the sun's elevation. The width of its edge
/// follows from the sun's disc: the hidden share of the disc goes from a tenth to nine tenths within 0.69 of its diameter.
///
/// A cliff is the worst case: rays to the sun pass its edge between two steps.
#[test]
fn shadows_have_their_length_and_their_penumbra() {
    let (recipe, mut all) = (terrace(), Vec::new());
    for elevation in [20.0_f64, 35.0, 60.0] {
        let (sine, cosine) = elevation.to_radians().sin_cos();
        let lit = CLAY[1] * sine / std::f64::consts::PI;
        let length = 100.0 * cosine / sine;
        let penumbra = 0.687 * 100.0 * 2.0 * 0.00465 / (sine * sine);
        // The middle of the picture is the expected end of the shadow; the terrace is to the right.
        let metres = 90.0 / 160.0 * 0.4 * length;
        let shot = from_above([EDGE - length, 2000.0], metres, Sun { elevation, azimuth: 90.0 });
        let mut row: Vec<_> = columns(&render(&recipe, &shot)).into_iter().map(|light| light / lit).collect();
        row.reverse();
        assert!(row[0] < 1e-3 && (row[159] - 1.0).abs() < 1e-3, "{elevation}: {} {}", row[0], row[159]);
        let pixel = metres / 90.0;
        let found = (length + pixel * (rises(&row, 0.5) - 79.5)) / length;
        let wide = pixel * (rises(&row, 0.9) - rises(&row, 0.1)) / penumbra;
        all.push((elevation, found, wide));
    }
    let holds =
        |(_, found, wide): &(f64, f64, f64)| (0.98..1.01).contains(found) && (0.9..1.1).contains(wide);
    assert!(all.iter().all(holds), "elevation, share of the length, share of the penumbra: {all:?}");
}

/// With the sun on the low side, there is no shadow, neither below the terrace nor on it.
#[test]
fn the_lit_side_has_no_shadow() {
    let sun = Sun { elevation: 35.0, azimuth: 270.0 };
    let lit = CLAY[1] * 35.0_f64.to_radians().sin() / std::f64::consts::PI;
    let row = columns(&render(&terrace(), &from_above([2000.0, 2000.0], 90.0, sun)));
    let shares: Vec<_> = row.iter().map(|light| light / lit).collect();
    assert!(shares.iter().all(|share| (share - 1.0).abs() < 1e-3), "{shares:?}");
}

/// On a hill, sunlit points follow Lambert's law, and all others are black.
#[test]
fn the_terminator_is_where_the_sun_sets() {
    let recipe = hill(400.0);
    let shot = from_above([2000.0, 2000.0], 1600.0, Sun { elevation: 20.0, azimuth: 130.0 });
    let mut renderer = renderer(&recipe);
    let (ground_buffer, picture) = (
        renderer.ground_buffer(&shot, &mut orogen_view::Progress::ignore).unwrap(),
        renderer.render(&shot, &mut orogen_view::Progress::ignore).unwrap(),
    );
    let towards = shot.sun.direction();
    let ground = HeightQuery::new(&recipe, &NoImages, 2.0).unwrap();
    let (mut dark, mut light, mut off) = (0, 0, Vec::new());
    for (at, found) in channel(&picture, 1).into_iter().enumerate() {
        let [dx, dy] = ground_buffer.slopes[at].map(f64::from);
        let facing = (towards[2] - dx * towards[0] - dy * towards[1]) / dx.hypot(dy).hypot(1.0);
        let [x, y] = [
            2000.0 + (at % 160) as f64 * 1600.0 / 90.0 - 79.5 * 1600.0 / 90.0,
            2000.0 + ((at / 160) as f64 - 44.5) * 1600.0 / 90.0,
        ];
        let foot = [x, y, ground.sample(x, y).height + 2.0];
        let seen = |up: f64| {
            let ray = Ray::new(foot, [towards[0], towards[1], towards[2] + up], 3000.0).unwrap();
            ground.cast(&ray).is_none()
        };
        if facing > 0.05 && seen(-0.03) {
            light += 1;
            off.push((found / (CLAY[1] * facing / std::f64::consts::PI) - 1.0).abs());
        } else if facing < -0.01 || !seen(0.03) {
            dark += 1;
            off.push(found * 100.0);
        }
    }
    assert!(dark > 1000 && light > 5000, "{dark} {light}");
    // The ends of shadows are excepted, since rasters give their positions only within some pixels.
    off.sort_by(f64::total_cmp);
    let most = off[off.len() * 97 / 100];
    assert!(most < 0.02, "{most}");
}

/// Ambient light on level ground at dusk equals the sum over pictures of the whole sky.
#[test]
fn ambient_light_matches_the_sky() {
    let recipe = plain(4000.0);
    let eye = [2000.0, 2000.0, 10.0];
    for elevation in [-3.0, -0.5] {
        let mut shot = from_above([2000.0, 2000.0], 90.0, Sun { elevation, azimuth: 90.0 });
        (shot.air, shot.samples) = (Atmosphere::EARTH, 1);
        let ground = render(&recipe, &shot);
        shot.size = [64, 64];
        let mut falls = [0.0; 3];
        for to in [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]] {
            let target = [0, 1, 2].map(|axis| eye[axis] + to[axis]);
            shot.camera = Camera::new(eye, target, Lens::Perspective { degrees: 90.0 }).unwrap();
            for (at, light) in render(&recipe, &shot).light.iter().enumerate() {
                let far = position(&shot, at, 1.0);
                let way = [0, 1, 2].map(|axis| far[axis] - eye[axis]);
                let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
                // Solid angle of a pixel, weighted for a level surface.
                let weight = (1.0_f64 / 32.0).powi(2) / length.powi(3) * (way[2] / length).max(0.0);
                falls = [0, 1, 2].map(|k| falls[k] + weight * f64::from(light[k]));
            }
        }
        for (k, falls) in falls.into_iter().enumerate() {
            let (found, expected) = (mean(channel(&ground, k)), CLAY[k] * falls / std::f64::consts::PI);
            // Nine harmonics are too few for a sky that is bright only along the horizon.
            assert!((found / expected - 1.0).abs() < 0.2, "{elevation} {k}: {found} {expected}");
        }
    }
}

/// At the bottom of a pit, the visible share of the sky is that found with rays. On a plain, the whole sky is visible.
#[test]
fn pits_see_their_share_of_the_sky() {
    let pit = made(
        4000.0,
        "[fields.pit]\ntype = \"radial\"\nradius = 200.0\ninner = 0.4\n[height]\nfield = \"pit\"\nscale = -100.0\n",
    );
    let ground = HeightQuery::new(&pit, &NoImages, 1.0).unwrap();
    let foot = [2000.0, 2000.0, -99.99];
    let mut free = 0;
    for k in 0..4096_u32 {
        // Rays are evenly spaced in cos² of the angle to the vertical, so that all have the same weight.
        let (turn, share) = ((f64::from(k % 16) + 0.5) / 16.0, (f64::from(k / 16) + 0.5) / 256.0);
        let (sine, cosine) = (share.sqrt(), (1.0 - share).sqrt());
        let (y, x) = (std::f64::consts::TAU * turn).sin_cos();
        let ray = Ray::new(foot, [x * sine, y * sine, cosine], 1000.0).unwrap();
        free += u32::from(ground.cast(&ray).is_none());
    }
    let share = f64::from(free) / 4096.0;
    let mut shot = from_above([2000.0, 2000.0], 200.0, Sun { elevation: -3.0, azimuth: 90.0 });
    (shot.air, shot.samples) = (Atmosphere::EARTH, 32);
    let middle = |picture: &Picture| {
        let green = channel(picture, 1);
        mean((40..50).flat_map(|row| (75..85).map(move |column| 160 * row + column)).map(|at| green[at]))
    };
    let (whole, pit) = (render(&plain(4000.0), &shot), render(&pit, &shot));
    // Walls reflect 0.3 of their colour where they hide the sky.
    let found = (middle(&pit) / middle(&whole) - 0.3 * CLAY[1]) / (1.0 - 0.3 * CLAY[1]);
    // Seven samples per direction miss some of the horizon.
    assert!((share - 0.04..share + 0.1).contains(&found), "{found} of the sky, not {share}");
    let even = channel(&whole, 1);
    assert!(even.iter().all(|light| (light / even[0] - 1.0).abs() < 1e-3));
}

/// The contrast of white and black ground falls as e^−(depth of the air). The test sums this depth along each ray over the
/// round Earth.
#[test]
fn air_takes_contrast_with_distance() {
    let recipe = plain(20_000.0);
    let eye = [10_000.0, 18_000.0, 500.0];
    let camera = Camera::new(eye, [10_000.0, 8000.0, -1000.0], Lens::Perspective { degrees: 50.0 }).unwrap();
    let mut shot =
        Shot { sun: Sun { elevation: 40.0, azimuth: 150.0 }, style: Style::Desert, ..Shot::new(camera) };
    (shot.size, shot.samples) = ([160, 90], 1);
    let air = shot.air;
    let render = |color| render(&recipe, &Shot { sand: matt(color), ..shot.clone() });
    let (white, black) = (render([255; 3]), render([0; 3]));
    for k in 0..3 {
        let contrast: Vec<_> =
            channel(&white, k).iter().zip(channel(&black, k)).map(|(w, b)| w - b).collect();
        let extinction = |height: f64| {
            let haze = f64::from((air.mie[k] + air.mie_absorption[k]) * air.haze);
            let ozone =
                (1.0 - (height - f64::from(air.ozone_height)).abs() / f64::from(air.ozone_width)).max(0.0);
            f64::from(air.rayleigh[k]) * libm::exp(-height / f64::from(air.rayleigh_height))
                + haze * libm::exp(-height / f64::from(air.mie_height))
                + f64::from(air.ozone[k]) * ozone
        };
        let depth = |row: usize| {
            let far = position(&shot, 160 * row + 80, 1.0);
            let way = [0, 1, 2].map(|axis| far[axis] - eye[axis]);
            let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
            let distance = eye[2] / (-way[2] / length);
            let height = |t: f64| {
                let radius = f64::from(air.radius);
                ((radius + eye[2] + t * way[2] / length).hypot(t * (1.0 - (way[2] / length).powi(2)).sqrt()))
                    - radius
            };
            let steps = 400;
            let sum: f64 =
                (0..steps).map(|step| extinction(height(distance * (f64::from(step) + 0.5) / 400.0))).sum();
            (distance, sum * distance / f64::from(steps))
        };
        let (_, nearest) = depth(89);
        for row in (0..90).step_by(3) {
            let (distance, depth) = depth(row);
            if distance > 0.0 && distance < 50_000.0 {
                let found = contrast[160 * row + 80] / contrast[160 * 89 + 80];
                let expected = libm::exp(nearest - depth);
                assert!((found - expected).abs() < 2e-3, "{k} {distance} m: {found}, not {expected}");
            }
        }
    }
}
