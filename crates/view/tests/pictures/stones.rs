//! Loose stones lie on the ground near the eye.

use std::sync::Arc;

use orogen_engine::planet::LatLon;
use orogen_engine::recipe::Recipe;
use orogen_view::{Atmosphere, GlobeShot, Shot, Style, Sun};

use crate::globe;
use crate::light::{from_above, made, mean, render};

/// Ground of one material, with `stones` times the usual amount of stones. It rises by `slope`, and is at height 0 in the middle.
fn ground(material: &str, slope: f64, stones: f64) -> Arc<Recipe> {
    made(
        4000.0,
        &format!(
            "[fields.ramp]\ntype = \"ramp\"\nx = 0.0\nlength = 4000.0\n[height]\nfield = \"ramp\"\nscale = {:?}\noffset = {:?}\n\
             [view]\nstones = {stones:?}\n[[materials]]\nname = \"{material}\"\ncolor = \"#807a72\"\n",
            4000.0 * slope,
            -2000.0 * slope
        ),
    )
}

/// Green light in a picture from straight above, of this height in metres.
fn seen(recipe: &Arc<Recipe>, metres: f64) -> Vec<f32> {
    let shot = from_above([2000.0; 2], metres, Sun { elevation: 40.0, azimuth: 270.0 });
    let shot = Shot { style: Style::Realistic, samples: 4, ..shot };
    render(recipe, &shot).light.iter().map(|light| light[1]).collect()
}

fn changes(material: &str, slope: f64, metres: f64) -> Vec<f64> {
    ratios([1.0, 0.0].map(|stones| seen(&ground(material, slope, stones), metres)))
}

/// How much stones change each pixel: the ratio of its light with them to its light without.
fn ratios([with, without]: [Vec<f32>; 2]) -> Vec<f64> {
    with.iter().zip(&without).map(|(with, without)| f64::from(with / without)).collect()
}

/// Share of pixels that stones change by more than 15 %.
fn changed(changes: &[f64]) -> f64 {
    changes.iter().filter(|change| (*change - 1.0).abs() > 0.15).count() as f64 / changes.len() as f64
}

#[test]
fn stones_are_seen_from_near_and_not_from_far_away() {
    let near = changes("scree", 0.0, 3.0);
    assert!((0.12..0.9).contains(&changed(&near)), "{}", changed(&near));
    // Lit sides are brighter than the ground, shadows are darker.
    let share =
        |is: fn(&f64) -> bool| near.iter().filter(|change| is(change)).count() as f64 / near.len() as f64;
    assert!(share(|change| *change > 1.2) > 0.02, "{}", share(|change| *change > 1.2));
    assert!(share(|change| *change < 0.5) > 0.02, "{}", share(|change| *change < 0.5));
    assert!((0.6..1.1).contains(&mean(near.iter().copied())), "{}", mean(near.iter().copied()));
    assert_eq!(changed(&changes("scree", 0.0, 3600.0)), 0.0);
}

#[test]
fn stones_lie_on_scree_and_not_on_sand_or_cliffs() {
    let scree = changed(&changes("scree", 0.0, 3.0));
    let soil = changed(&changes("soil", 0.0, 3.0));
    let sand = changed(&changes("sand", 0.0, 3.0));
    assert!(scree > 2.0 * soil && soil > sand && sand < 0.1, "{scree} {soil} {sand}");
    assert_eq!(changed(&changes("scree", 1.5, 3.0)), 0.0);
}

/// Beside the lit side of a stone, away from the sun, are its dark side and its shadow.
#[test]
fn shadows_of_stones_point_away_from_the_sun() {
    let changes = changes("scree", 0.0, 3.0);
    let lit: Vec<_> =
        (0..changes.len()).filter(|at| changes[*at] > 1.3 && (8..152).contains(&(at % 160))).collect();
    // Mean change one to four pixels from lit pixels. The sun is in the west, on the left.
    let beside = |side: isize| {
        mean(lit.iter().flat_map(|at| (1..5).map(|far| changes[at.wrapping_add_signed(side * far)])))
    };
    assert!(beside(1) < 0.85 * beside(-1), "{} {}", beside(1), beside(-1));
}

/// From eye height, stones are in the lower part of a picture of a planet, and not in the sky.
#[test]
fn planets_have_stones() {
    let picture = |stones: f64| {
        let text = format!(
            "orogen = 1\ndomain = {{ kind = \"planet\", radius = \"1737 km\" }}\nheight.field = \"flat\"\n\
             fields.flat.type = \"constant\"\nview = {{ air = \"none\", stones = {stones:?} }}\n\
             [[materials]]\nname = \"regolith\"\ncolor = \"#807a72\"\n"
        );
        let shot = GlobeShot::new(LatLon::new(20.0, 30.0).unwrap(), 2.0);
        let shot = GlobeShot { air: Atmosphere::NONE, size: [160, 90], samples: 4, ..shot };
        let picture = globe::renderer(&text).render(&shot, &mut orogen_view::Progress::ignore).unwrap();
        picture.light.iter().map(|light| light[1]).collect()
    };
    let changes = ratios([1.0, 0.0].map(picture));
    let [sky, ground] = [&changes[..160 * 15], &changes[160 * 60..]].map(changed);
    assert_eq!(sky, 0.0);
    assert!(ground > 0.08, "{ground}");
}
