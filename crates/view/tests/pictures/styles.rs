//! Effects of the styles.

use orogen_view::{Camera, GroundExtent, Lens, Picture, Sand, Shot, Style, Sun};

use crate::scene::{draw, ground, preset, renderer, shot};

fn sand(sand: Sand, shot: &Shot) -> Picture {
    let shot = Shot { style: Style::Desert, sand, ..shot.clone() };
    draw(&preset("dunes"), |renderer| renderer.render(&shot, &mut orogen_view::Progress::ignore).unwrap())
}

/// Luminance, in units of white diffuse light.
fn seen(picture: &Picture) -> Vec<f64> {
    let bright = |light: &[f32; 3]| 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    picture.light.iter().map(|light| f64::from(bright(light) * picture.exposure)).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn spread(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    (numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / numbers.len() as f64).sqrt()
}

/// Each effect of the sand, switched off alone, changes the picture as intended.
#[test]
fn each_effect_of_the_sand_changes_the_picture() {
    let recipe = preset("dunes");
    let mut shot = shot(&recipe, [0.5, 0.9], 3.0, [0.5, 0.5]);
    // The view is towards a low sun, where sand shines.
    shot.sun = Sun { elevation: 14.0, azimuth: 0.0 };
    let all = Sand::default();
    let whole = seen(&sand(all, &shot));
    let ground = |picture: &[f64]| picture[160 * 50..].to_vec();
    let without = |off: Sand| ground(&seen(&sand(off, &shot)));
    let with = ground(&whole);

    // Diffuse contrast: with Lambert's law and the same mean light, light and dark differ less.
    let plain = Sand { ocean_specular: 0.0, glitter: 0.0, ripple_specular: 0.0, ..all };
    let pressed = without(plain);
    let lambert = without(Sand { contrast: 1.0, gain: 1.0, ..plain });
    assert!(spread(&pressed) / mean(&pressed) > 1.15 * spread(&lambert) / mean(&lambert));

    // Grain: without it, neighbours differ less.
    let rough =
        |picture: &[f64]| mean(&picture.windows(2).map(|pair| (pair[0] - pair[1]).abs()).collect::<Vec<_>>());
    let smooth = without(Sand { grain: 0.0, ripple_height: 0.0, ..plain });
    assert!(rough(&without(Sand { ripple_height: 0.0, ..plain })) > 1.05 * rough(&smooth));

    // Ocean specular: it adds a streak of light and darkens no pixel.
    let dull = without(Sand { ocean_specular: 0.0, ..all });
    assert!(mean(&with) > 1.02 * mean(&dull));
    assert!(with.iter().zip(&dull).all(|(with, without)| with >= &(without - 1e-4)));

    // Glitter: it changes single pixels, and darkens none.
    let still = without(Sand { glitter: 0.0, ..all });
    let sparks: Vec<_> = with.iter().zip(&still).map(|(with, without)| with - without).collect();
    assert!(sparks.iter().all(|&spark| spark >= -1e-4) && mean(&sparks) > 0.0);
    assert!(spread(&sparks) > mean(&sparks), "{} {}", spread(&sparks), mean(&sparks));

    // Highlights along the ripples depend on the wind.
    let bare = without(Sand { ripple_specular: 0.0, ..all });
    let along: Vec<_> = with.iter().zip(&bare).map(|(with, without)| with - without).collect();
    assert!(along.iter().all(|&light| light >= -1e-4) && mean(&along) > 1e-3);

    // Ripples: they make rows of light and shade in the foreground.
    let flat = without(Sand { ripple_height: 0.0, ..all });
    let feet = |picture: &[f64]| picture[160 * 30..].to_vec();
    assert!(rough(&feet(&with)) > 1.2 * rough(&feet(&flat)));
}

/// After a small step of the eye, glitter has the same mean, so patches do not flicker.
#[test]
fn glitter_is_steady() {
    let recipe = preset("dunes");
    let mut here = shot(&recipe, [0.5, 0.9], 3.0, [0.5, 0.5]);
    here.sun = Sun { elevation: 14.0, azimuth: 0.0 };
    here.samples = 4;
    let light = |step: f64| {
        let [eye, forward] = [here.camera.eye(), here.camera.forward()];
        let eye = [eye[0] + step, eye[1], eye[2]];
        let target = std::array::from_fn(|k| eye[k] + 1000.0 * forward[k]);
        let camera = orogen_view::Camera::new(eye, target, here.camera.lens()).unwrap();
        let only = Sand { ripple_height: 0.0, ..Sand::default() };
        let with = seen(&sand(only, &Shot { camera, ..here.clone() }));
        let without = seen(&sand(Sand { glitter: 0.0, ..only }, &Shot { camera, ..here.clone() }));
        with.iter().zip(&without).skip(160 * 50).map(|(a, b)| a - b).collect::<Vec<_>>()
    };
    let (here, there) = (mean(&light(0.0)), mean(&light(0.02)));
    assert!((here - there).abs() < 0.03 * here, "{here} {there}");
}

/// The same shot gives the same light, to the bit.
#[test]
fn pictures_repeat() {
    let recipe = preset("hills");
    let shot = shot(&recipe, [0.5, 0.9], 60.0, [0.5, 0.4]);
    let once = renderer(&recipe).render(&shot, &mut orogen_view::Progress::ignore).unwrap();
    let twice = renderer(&recipe).render(&shot, &mut orogen_view::Progress::ignore).unwrap();
    assert!(once == twice);
}

/// Shadows fall away from the sun, and a sun below the horizon lights nothing.
#[test]
fn the_sun_lights_what_faces_it() {
    let recipe = preset("hills");
    let mut shot = shot(&recipe, [0.5, 0.9], 200.0, [0.5, 0.4]);
    shot.style = Style::Clay;
    let mut light = |elevation: f64| {
        shot.sun = Sun { elevation, azimuth: 120.0 };
        draw(&recipe, |renderer| renderer.render(&shot, &mut orogen_view::Progress::ignore).unwrap())
    };
    let (day, dusk, night) = (light(40.0), light(3.0), light(-20.0));
    let raw = |picture: &Picture| mean(&seen(&Picture { exposure: 1.0, ..picture.clone() }));
    assert!(raw(&day) > 2.0 * raw(&dusk) && raw(&dusk) > 10.0 * raw(&night));
}

/// In a cutaway, the sea has sides. If the eye is outside of the block, just below the level of the sea, deep water is visible,
/// not the ground behind the water.
#[test]
fn cut_water_has_sides() {
    let recipe = preset("islands");
    let size = recipe.domain.size;
    let eye = [0.5 * size, 1.5 * size, -30.0];
    let camera = Camera::new(eye, [0.5 * size, 0.5 * size, -30.0], Lens::Perspective { degrees: 1.0 });
    let mut shot = Shot::new(camera.unwrap());
    (shot.size, shot.samples, shot.bounds) = ([32, 18], 1, GroundExtent::Domain);
    let deep = ground(&recipe).sample(0.5 * size, size).height;
    assert!(deep < -60.0, "{deep}");
    let [red, _, blue] =
        renderer(&recipe).render(&shot, &mut orogen_view::Progress::ignore).unwrap().light[32 * 9 + 16];
    assert!(blue > 2.0 * red, "{red} {blue}");
}
