//! Compares ray marching with the mesh, and with the recipe's function in double precision.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::query::{HeightQuery, Ray};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_view::{Camera, GroundBuffer, GroundExtent, Lens, Shot, Surface};

use crate::scene::{draw, preset, shot};

fn ground_buffer(recipe: &Arc<Recipe>, shot: &Shot, surface: Surface) -> GroundBuffer {
    let shot = Shot { surface, ..shot.clone() };
    draw(recipe, |renderer| renderer.ground_buffer(&shot, &mut orogen_view::Progress::ignore).unwrap())
}

/// Columns and rows. `MARCH=960` sets the number of columns to 960, which takes minutes.
fn size() -> [u32; 2] {
    let columns = std::env::var("MARCH").map_or(160, |columns| columns.parse().unwrap());
    [columns, columns * 9 / 16]
}

/// Checks that silhouettes are equal, and that the ground inside them is equal.
fn check(name: &str, recipe: &Arc<Recipe>, shot: &Shot) {
    let (mesh, march) =
        (ground_buffer(recipe, shot, Surface::Mesh), ground_buffer(recipe, shot, Surface::March));
    let pairs: Vec<_> =
        mesh.depth.iter().zip(&march.depth).map(|(&a, &b)| (f64::from(a), f64::from(b))).collect();
    let is_apart = |&&(a, b): &&(f64, f64)| (a > 0.0) != (b > 0.0);
    let apart = pairs.iter().filter(is_apart).count() as f64 / pairs.len() as f64;
    let pixel = |depth: f64| match shot.camera.lens() {
        Lens::Perspective { degrees } => {
            2.0 * depth * (0.5 * degrees).to_radians().tan() / f64::from(shot.size[1])
        }
        Lens::Parallel { metres } => metres / f64::from(shot.size[1]),
    };
    let both = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
    let mut off: Vec<_> = both.map(|&(a, b)| (a - b).abs() / pixel(a)).collect();
    off.sort_by(f64::total_cmp);
    let share = |share: f64| off[(share * off.len() as f64) as usize];
    println!(
        "{name}: {apart:.5} apart, depths {:.2} {:.2} {:.2} pixels off",
        share(0.5),
        share(0.9),
        share(0.98)
    );
    assert!(apart < 0.01, "{name}: {apart} of the silhouettes");
    assert!(
        share(0.5) < 0.5 && share(0.9) < 2.0 && share(0.98) < 8.0,
        "{name}: {} {} {}",
        share(0.5),
        share(0.9),
        share(0.98)
    );
}

#[test]
fn mesh_and_march_agree() {
    for name in ["gullies", "dunes", "downs", "islands"] {
        let recipe = preset(name);
        let mut shot = shot(&recipe, [0.5, 0.9], 0.02 * recipe.domain.size, [0.5, 0.4]);
        shot.size = size();
        check(name, &recipe, &shot);
    }
}

/// A cutaway seen from above and through its walls from below, with perspective and parallel rays.
#[test]
fn mesh_and_march_agree_on_a_cutaway() {
    let recipe = preset("downs");
    let side = recipe.domain.size;
    for (name, lens) in [
        ("perspective", Lens::Perspective { degrees: 40.0 }),
        ("parallel", Lens::Parallel { metres: 0.8 * side }),
    ] {
        let eye = [-0.4 * side, 1.3 * side, 0.5 * side];
        let mut shot = Shot::new(Camera::new(eye, [0.5 * side, 0.5 * side, 300.0], lens).unwrap());
        (shot.bounds, shot.size, shot.samples) = (GroundExtent::Domain, size(), 1);
        check(name, &recipe, &shot);
    }
}

/// The ray through a pixel's centre: metres from the eye per metre of depth.
fn direction(shot: &Shot, at: usize) -> [f64; 3] {
    let [columns, rows] = shot.size.map(f64::from);
    let (column, row) = (at % shot.size[0] as usize, at / shot.size[0] as usize);
    let across = (column as f64 + 0.5) / columns * 2.0 - 1.0;
    let up = 1.0 - (row as f64 + 0.5) / rows * 2.0;
    let half = 25.0_f64.to_radians().tan();
    let [right, top, forward] = [shot.camera.right(), shot.camera.up(), shot.camera.forward()];
    std::array::from_fn(|k| forward[k] + half * (across * columns / rows * right[k] + up * top[k]))
}

/// The finest level: half a pixel of the ground at the middle of the lower edge, as a power of two.
fn finest(recipe: &Recipe, shot: &Shot, pixel: f64) -> i32 {
    let (half, up) = (25.0_f64.to_radians().tan(), shot.camera.up());
    let forward = shot.camera.forward();
    let ray = Ray::new(shot.camera.eye(), std::array::from_fn(|k| forward[k] - half * up[k]), 1e5).unwrap();
    let query = HeightQuery::new(recipe, &Drafts(NoImages), recipe.domain.spacing()).unwrap();
    2 * (0.5 * pixel * query.cast(&ray).unwrap().distance).log2().floor() as i32
}

/// Hits and slopes equal those of the recipe's function in double precision at a pixel's detail. A few in a hundred rays
/// graze a crest, where march and query have different detail.
#[test]
fn hits_match_queries() {
    for name in ["gullies", "dunes", "downs"] {
        let recipe = preset(name);
        let shot = shot(&recipe, [0.5, 0.9], 0.02 * recipe.domain.size, [0.5, 0.4]);
        let march = ground_buffer(&recipe, &shot, Surface::March);
        let pixel = 2.0 * 25.0_f64.to_radians().tan() / f64::from(shot.size[1]);
        let eye = shot.camera.eye();
        let finest = finest(&recipe, &shot, pixel);
        let mut queries: BTreeMap<i32, HeightQuery> = BTreeMap::new();
        let (mut count, mut elsewhere, mut uneven) = (0.0, 0.0, 0.0);
        for at in (0..march.depth.len()).step_by(29).filter(|&at| march.depth[at] > 0.0) {
            let direction = direction(&shot, at);
            let stretch = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
            let distance = f64::from(march.depth[at]) * stretch;
            // The finest level visible at a distance, two levels per doubling.
            let level = ((2.0 * (pixel * distance).log2()).floor() as i32).max(finest);
            let query = queries.entry(level).or_insert_with(|| {
                HeightQuery::new(&recipe, &Drafts(NoImages), (0.5 * f64::from(level)).exp2()).unwrap()
            });
            let hit = query.cast(&Ray::new(eye, direction, 2.0 * distance).unwrap());
            let near = hit.is_some_and(|hit| (hit.distance - distance).abs() < pixel * distance);
            let position: [f64; 3] =
                std::array::from_fn(|k| eye[k] + f64::from(march.depth[at]) * direction[k]);
            let ground = query.sample(position[0], position[1]);
            let apart = |k: usize| (ground.gradient[k] - f64::from(march.slopes[at][k])).abs();
            count += 1.0;
            elsewhere += f64::from(u8::from(!near));
            uneven += f64::from(u8::from(apart(0).max(apart(1)) > 1e-3));
        }
        println!("{name}: of {count} hits {elsewhere} elsewhere, {uneven} with other slopes");
        assert!(
            count > 250.0 && elsewhere < 0.02 * count && uneven < 0.02 * count,
            "{name}: {elsewhere} {uneven} of {count}"
        );
    }
}

/// Needles one pixel wide. A few in a hundred of their pixels show the ground behind, since their slopes exceed those
/// measured elsewhere.
#[test]
fn needles_are_not_missed() {
    let text = "orogen = 1\ndomain.size = 2000.0\nheight = { field = 'needles', scale = 30.0 }\n\
        [fields.points]\ntype = 'cellular'\nwavelength = 40.0\n\
        [fields.needles]\ntype = 'curve'\ninput = 'points'\npoints = [[0.0, 1.0], [0.04, 0.0], [1.0, 0.0]]\n";
    let recipe =
        Arc::new(Recipe::parse(Source::new("needles", text), orogen_engine::nodes::registry()).unwrap());
    let mut shot = shot(&recipe, [0.5, 0.9], 60.0, [0.5, 0.7]);
    shot.size = [160, 90];
    let march = ground_buffer(&recipe, &shot, Surface::March);
    let query = HeightQuery::new(&recipe, &Drafts(NoImages), 0.25).unwrap();
    let (mut shown, mut passed) = (0.0, 0.0);
    for at in 0..march.depth.len() {
        let direction = direction(&shot, at);
        let Some(hit) = query.cast(&Ray::new(shot.camera.eye(), direction, 300.0).unwrap()) else { continue };
        // Counts only hits where the needle's foot is one pixel wide, and only near the foot, since the tip is finer.
        if hit.distance > 170.0 && hit.point[2] > 1.0 && hit.point[2] < 10.0 {
            let stretch = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
            shown += 1.0;
            passed += f64::from(u8::from(f64::from(march.depth[at]) * stretch > hit.distance + 5.0));
        }
    }
    println!("needles: {passed} of {shown} pixels passed");
    assert!(shown > 50.0 && passed < 0.05 * shown, "{passed} of {shown}");
}
