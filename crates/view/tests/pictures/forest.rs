//! Trees stand in forests on planes. Far away, they merge into one colour.

use std::sync::Arc;

use orogen_engine::recipe::Recipe;
use orogen_view::{Atmosphere, Camera, GroundExtent, Lens, Shot, Style, Sun};

use crate::light::{from_above, made, mean, render};

/// Level ground, or a ramp from `low` on the left to `high` on the right, in metres. The first material is a meadow, and the
/// second one covers it. `view` has further lines.
fn ground(name: &str, rule: &str, [low, high]: [f64; 2], view: &str) -> Arc<Recipe> {
    made(
        4000.0,
        &format!(
            "[fields.ramp]\ntype = \"ramp\"\nx = 0.0\nlength = 4000.0\n[height]\nfield = \"ramp\"\nscale = {:?}\noffset = {low:?}\n\
             {view}[[materials]]\nname = \"meadow\"\ncolor = \"#b08040\"\n\
             [[materials]]\nname = \"{name}\"\ncolor = \"#205020\"\n{rule}",
            high - low
        ),
    )
}

/// Level forest at a height in metres, with a share of its trees.
fn forest(height: f64, trees: f64) -> Arc<Recipe> {
    ground("forest", "", [height; 2], &format!("[view]\ntrees = {trees:?}\n"))
}

/// From straight above the middle, in a picture of this height in metres, without air.
fn above(metres: f64) -> Shot {
    let shot = from_above([2000.0; 2], metres, Sun { elevation: 60.0, azimuth: 270.0 });
    Shot { style: Style::Realistic, samples: 4, ..shot }
}

fn green(recipe: &Arc<Recipe>, shot: &Shot) -> Vec<f64> {
    render(recipe, shot).light.iter().map(|light| f64::from(light[1])).collect()
}

/// The mean, and the standard deviation as a share of the mean.
fn spread(numbers: &[f64]) -> [f64; 2] {
    let middle = mean(numbers.iter().copied());
    [middle, mean(numbers.iter().map(|x| (x - middle) * (x - middle))).sqrt() / middle]
}

/// How much trees change each pixel: the ratio of its light with them to its light without.
fn changes(recipe: impl Fn(&str) -> Arc<Recipe>, shot: &Shot) -> Vec<f64> {
    let [with, without] = ["", "[view]\ntrees = 0\n"].map(|view| green(&recipe(view), shot));
    with.iter().zip(without).map(|(with, without)| with / without).collect()
}

/// Trees merge where their crowns shrink to pixels: at 4 m a pixel.
#[test]
fn trees_are_seen_from_near_and_merge_far_away() {
    let [near, far] = [90.0, 400.0].map(|metres| spread(&green(&forest(0.0, 1.0), &above(metres))));
    let [_, bare] = spread(&green(&forest(0.0, 0.0), &above(90.0)));
    assert!(near[1] > 0.25 && near[1] > 2.0 * bare, "{near:?} {bare}");
    assert!(far[1] < 0.4 * near[1], "{near:?} {far:?}");
}

/// Under a sky, a forest of trees is about as bright as the colour in which they merge. Conifers are darker.
#[test]
fn trees_are_as_bright_as_their_forest() {
    for elevation in [15.0, 35.0, 60.0] {
        let ratio = |height: f64| {
            let sun = Sun { elevation, azimuth: 270.0 };
            let shot = Shot { sun, air: Atmosphere::EARTH, ..above(90.0) };
            let [trees, bare] = [1.0, 0.0].map(|trees| spread(&green(&forest(height, trees), &shot))[0]);
            trees / bare
        };
        let (leaves, needles) = (ratio(0.0), ratio(1500.0));
        assert!(
            (0.8..1.25).contains(&leaves) && (0.65..1.1).contains(&needles),
            "{elevation}: {leaves} {needles}"
        );
    }
}

/// At its border, a forest has fewer trees. They do not become transparent.
#[test]
fn the_border_of_a_forest_is_made_of_trees() {
    let border =
        |name: &'static str| move |view: &str| ground(name, "height = [100.0, 0.0]\n", [0.0, 100.0], view);
    let share_of_mixed = |name| {
        let light = render(&border(name)(""), &above(90.0)).light;
        // 0 on the meadow, and 1 in the forest.
        let greens: Vec<_> = light.iter().map(|[red, green, _]| (2.2 - red / green) / 2.0).collect();
        greens.iter().filter(|green| (0.25..0.75).contains(*green)).count() as f32 / greens.len() as f32
    };
    let [forest, scrub] = ["forest", "scrub"].map(share_of_mixed);
    assert!(forest < 0.4 && scrub > 0.6, "{forest} {scrub}");
    // Half of the places have trees, on floor and on meadow.
    let changed = changes(border("forest"), &above(90.0));
    for half in [0..80, 80..160] {
        assert!((0.2..0.95).contains(&share(&changed, half.clone())), "{}", share(&changed, half));
    }
}

/// The share of pixels in these columns that trees change.
fn share(changes: &[f64], columns: std::ops::Range<usize>) -> f64 {
    let of: Vec<_> = (0..changes.len()).filter(|at| columns.contains(&(at % 160))).collect();
    of.iter().filter(|at| (changes[**at] - 1.0).abs() > 0.15).count() as f64 / of.len() as f64
}

/// Trees stand on dry ground of forests, not on meadows, and not in the sea.
#[test]
fn trees_stand_in_forests_on_dry_ground() {
    let slope = [-400.0, 400.0];
    // The sun is on the left, and so is the meadow or the sea.
    let mixed = |view: &str| ground("forest", "height = [-1.0, 1.0]\n", slope, view);
    let coast = |view: &str| ground("forest", "", slope, &format!("[sea]\nlevel = 0.0\n{view}"));
    for changed in [changes(mixed, &above(90.0)), changes(coast, &above(90.0))] {
        let (left, right) = (share(&changed, 0..65), share(&changed, 100..160));
        assert!(left == 0.0 && right > 0.5, "{left} {right}");
    }
}

/// Trees also stand on slopes, and have the colour of the forest that stands there.
#[test]
fn trees_stand_on_slopes() {
    let steep = |view: &str| ground("forest", "slope = [18.0, 22.0]\n", [-1000.0, 1000.0], view);
    let changed = changes(steep, &above(90.0));
    assert!(share(&changed, 0..160) > 0.5, "{}", share(&changed, 0..160));
    let light = render(&steep(""), &above(90.0)).light;
    // Trunks are brown, as the meadow is.
    let brown = light.iter().filter(|[red, green, _]| red > green).count();
    assert!(brown < light.len() / 20, "{brown}");
}

/// Rays that pass a kilometre of meadow find the forest behind it.
#[test]
fn a_forest_stands_on_the_horizon() {
    // Level ground, with forest where a ramp is high.
    let edge = |view: &str| ground("forest", "height = [1.5, 1.6]\n", [0.0, 2.0], view);
    let lens = Lens::Perspective { degrees: 4.0 };
    let camera = Camera::new([1500.0, 2000.0, 3.5], [3000.0, 2000.0, 3.5], lens).unwrap();
    let changed = changes(edge, &Shot { camera, air: Atmosphere::EARTH, ..above(90.0) });
    // From 3 m to more than 8 m above the eye, 1.5 km away, are 5 to 13 rows of 1.1 m.
    let hidden = |row: usize| share(&changed[160 * row..160 * (row + 1)], 0..160);
    assert!(hidden(41) > 0.9 && hidden(20) == 0.0, "{} {}", hidden(41), hidden(20));
}

/// Trees stand on the ground of a cutaway, and not beside it.
#[test]
fn trees_stand_on_cutaways() {
    let camera =
        Camera::new([4000.0, 2000.0, 3000.0], [4000.0, 2000.0, 0.0], Lens::Parallel { metres: 90.0 });
    let shot = Shot { camera: camera.unwrap(), bounds: GroundExtent::Domain, ..above(90.0) };
    let changed = changes(|view| ground("forest", "", [0.0; 2], view), &shot);
    assert!(share(&changed, 0..70) > 0.5 && share(&changed, 95..160) == 0.0);
}

/// From an eye 3 m above level ground, trees that are 7 to 12 m high rise above the skyline: from a clearing around the eye, up
/// to about 25°.
#[test]
fn trees_rise_above_the_skyline() {
    let lens = Lens::Perspective { degrees: 90.0 };
    let camera = Camera::new([2000.0, 2000.0, 3.0], [1000.0, 2000.0, 3.0], lens).unwrap();
    let shot = Shot { camera, air: Atmosphere::EARTH, ..above(90.0) };
    let changed = changes(|view| ground("forest", "", [0.0; 2], view), &shot);
    // The picture is 90° wide, so the focal length is 80 pixels. The skyline is between rows 44 and 45.
    let row = |degrees: f64| 44 - (80.0 * libm::tan(degrees.to_radians())) as usize;
    let hidden = |row: usize| {
        changed[160 * row..160 * (row + 1)].iter().filter(|change| (*change - 1.0).abs() > 0.3).count()
    };
    assert!(hidden(row(4.0)) > 100, "{}", hidden(row(4.0)));
    assert!((2..100).contains(&hidden(row(16.0))), "{}", hidden(row(16.0)));
    assert_eq!(hidden(row(28.0)), 0);
    // Below the crowns are brown trunks.
    let light = render(&forest(0.0, 1.0), &shot).light;
    let brown = light[160 * 36..160 * 56].iter().filter(|[red, green, _]| red > green).count();
    assert!((40..1000).contains(&brown), "{brown}");
}

/// Beside the lit side of a tree, away from the sun, are its dark side and its shadow.
#[test]
fn shadows_of_trees_point_away_from_the_sun() {
    let shot = Shot { sun: Sun { elevation: 40.0, azimuth: 270.0 }, ..above(90.0) };
    // A few trees on their own.
    let [with, without] = [0.15, 0.0].map(|trees| green(&forest(0.0, trees), &shot));
    let changes: Vec<_> = with.iter().zip(&without).map(|(with, without)| with / without).collect();
    let lit: Vec<_> =
        (0..changes.len()).filter(|at| changes[*at] > 1.5 && (12..148).contains(&(at % 160))).collect();
    assert!(lit.len() > 50, "{}", lit.len());
    // Mean change 4 to 9 m from lit pixels. The sun is in the west, on the left.
    let beside = |side: isize| {
        mean(lit.iter().flat_map(|at| (4..10).map(|far| changes[at.wrapping_add_signed(side * far)])))
    };
    assert!(beside(1) < 0.7 * beside(-1), "{} {}", beside(1), beside(-1));
}

/// Trees keep their places as the eye moves, also where the pattern repeats.
#[test]
fn trees_keep_their_places() {
    let seen = |x: f64| {
        let camera = Camera::new([x, 2000.0, 3000.0], [x, 2000.0, 0.0], Lens::Parallel { metres: 90.0 });
        green(&forest(0.0, 1.0), &Shot { camera: camera.unwrap(), ..above(90.0) })
    };
    let (west, east) = (seen(4080.0), seen(4120.0));
    let pixels = (0..90).flat_map(|row| (0..120).map(move |column| 160 * row + column));
    let (same, other): (Vec<_>, Vec<_>) =
        pixels.map(|at| ((west[at + 40] - east[at]).abs(), (west[at + 40] - east[at + 20]).abs())).unzip();
    assert!(mean(same.iter().copied()) < 0.25 * mean(other.iter().copied()));
}
