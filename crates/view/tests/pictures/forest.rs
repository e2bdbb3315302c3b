//! Forests have crowns, which merge into one colour far away.

use std::sync::Arc;

use orogen_engine::recipe::Recipe;
use orogen_view::{Shot, Style, Sun};

use crate::light::{from_above, made, render};

/// Level ground, or a ramp from 0 m on the left to 100 m on the right. The first material is a meadow, and the second one covers it.
fn wood(name: &str, height: &str, scale: f64) -> Arc<Recipe> {
    made(
        4000.0,
        &format!(
            "[fields.ramp]\ntype = \"ramp\"\nx = 0.0\nlength = 4000.0\n[height]\nfield = \"ramp\"\nscale = {scale:?}\n\
             [[materials]]\nname = \"meadow\"\ncolor = \"#b08040\"\n\
             [[materials]]\nname = \"{name}\"\ncolor = \"#205020\"\n{height}"
        ),
    )
}

fn seen(recipe: &Arc<Recipe>, metres: f64) -> Vec<[f32; 3]> {
    let shot = from_above([2000.0; 2], metres, Sun { elevation: 60.0, azimuth: 90.0 });
    render(recipe, &Shot { style: Style::Realistic, samples: 4, ..shot }).light
}

/// The mean of the green light, and its standard deviation as a share of the mean.
fn green(light: &[[f32; 3]]) -> [f32; 2] {
    let count = light.len() as f32;
    let mean = light.iter().map(|light| light[1]).sum::<f32>() / count;
    let squares = light.iter().map(|light| (light[1] - mean) * (light[1] - mean)).sum::<f32>();
    [mean, (squares / count).sqrt() / mean]
}

#[test]
fn crowns_are_seen_from_near_and_merge_far_away() {
    let [forest, scrub] = ["forest", "scrub"].map(|name| wood(name, "", 0.0));
    let [near, far] = [90.0, 3600.0].map(|metres| green(&seen(&forest, metres)));
    let [_, plain] = green(&seen(&scrub, 90.0));
    assert!(near[1] > 0.25 && near[1] > 2.0 * plain, "{near:?} {plain}");
    assert!(far[1] < 0.6 * near[1], "{near:?} {far:?}");
    assert!((0.85..1.15).contains(&(near[0] / far[0])), "{near:?} {far:?}");
}

/// At its border, a forest has fewer trees. They do not become transparent.
#[test]
fn the_border_of_a_forest_is_made_of_trees() {
    let share = |name: &str| {
        let light = seen(&wood(name, "height = [100.0, 0.0]\n", 100.0), 90.0);
        // 0 on the meadow, and 1 in the forest.
        let greens: Vec<_> = light.iter().map(|[red, green, _]| (2.2 - red / green) / 2.0).collect();
        greens.iter().filter(|green| (0.25..0.75).contains(*green)).count() as f32 / greens.len() as f32
    };
    let [forest, scrub] = ["forest", "scrub"].map(share);
    assert!(forest < 0.4 && scrub > 0.6, "{forest} {scrub}");
}
