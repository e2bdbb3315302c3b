//! Views that are found by themselves, of every recipe that comes with the program.

use std::path::Path;

use orogen::image::NoImages;
use orogen::query::HeightQuery;
use orogen::recipe::{Recipe, Source};
use orogen_view::{Camera, Lens, Scout};

const SIZE: [u32; 2] = [960, 540];

fn recipes() -> Vec<(String, Recipe)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            (name.clone(), Recipe::parse(Source::new(name, text), orogen::nodes::registry()).unwrap())
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert!(found.len() >= 18);
    found
}

fn ground(recipe: &Recipe) -> HeightQuery {
    HeightQuery::new(recipe, &NoImages, recipe.domain.size / 256.0).unwrap()
}

/// Where a place is in a picture: from −1 to 1 from left to right and from bottom to top.
fn seen(camera: &Camera, place: [f64; 3]) -> [f64; 2] {
    let way: [f64; 3] = std::array::from_fn(|axis| place[axis] - camera.eye()[axis]);
    let along = |axis: [f64; 3]| way.iter().zip(axis).map(|(a, b)| a * b).sum::<f64>();
    let aspect = f64::from(SIZE[0]) / f64::from(SIZE[1]);
    let (depth, up) = match camera.lens() {
        Lens::Perspective { degrees } => (along(camera.forward()), (degrees / 2.0).to_radians().tan()),
        Lens::Parallel { metres } => (1.0, metres / 2.0),
    };
    assert!(depth > 0.0, "it is behind the camera");
    [along(camera.right()) / (depth * up * aspect), along(camera.up()) / (depth * up)]
}

/// The eye is clear of the ground, the middle is in the picture, and no hill stands before the eye.
#[test]
fn landscapes_show_the_middle_of_the_domain_from_over_the_ground() {
    for (name, recipe) in recipes() {
        let ground = ground(&recipe);
        let scout = Scout::new(&recipe, &ground);
        let camera = scout.landscape(SIZE, 40.0).unwrap();
        let ([x, y, eye], size) = (camera.eye(), recipe.domain.size);
        let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
        let height = |x: f64, y: f64| ground.sample(x, y).height.max(sea);
        assert!(eye > height(x, y) + 0.005 * size, "{name}: {eye} over {}", height(x, y));
        let [middle_x, middle_y] = [0.5 * size; 2];
        let at = seen(&camera, [middle_x, middle_y, height(middle_x, middle_y)]);
        assert!(at.iter().all(|along| along.abs() < 0.95), "{name}: the middle is at {at:?}");
        let forward = camera.forward();
        for step in 1..30 {
            let s = 0.002 * size * f64::from(step);
            let [px, py, pz] = std::array::from_fn(|axis| camera.eye()[axis] + s * forward[axis]);
            assert!(pz > height(px, py), "{name}: ground {s} m before the eye");
        }
        assert!((-0.35..-0.02).contains(&forward[2]), "{name}: {forward:?}");
        let sun = scout.sun(&camera);
        assert!((14.0..=34.0).contains(&sun.elevation), "{name}: {sun:?}");
        let [east, south, _] = sun.direction();
        let along = (east * forward[0] + south * forward[1]) / east.hypot(south);
        assert!(along.abs() < 0.45, "{name}: the sun is not at the side, {along}");
    }
}

#[test]
fn the_same_recipe_has_the_same_view() {
    let (_, recipe) = recipes().swap_remove(0);
    let view = || {
        let ground = ground(&recipe);
        let scout = Scout::new(&recipe, &ground);
        let camera = scout.landscape(SIZE, 40.0).unwrap();
        (camera, scout.sun(&camera))
    };
    assert_eq!(view(), view());
}

/// The corners of the domain are those of a square map, and the whole domain is in a wide one.
#[test]
fn maps_and_orbits_show_the_whole_domain() {
    let (_, recipe) = recipes().swap_remove(0);
    let ground = ground(&recipe);
    let scout = Scout::new(&recipe, &ground);
    let size = recipe.domain.size;
    let map = scout.map([500, 500]).unwrap();
    assert_eq!(map.lens(), Lens::Parallel { metres: size });
    assert_eq!((map.right(), map.up()), ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
    assert_eq!(scout.map([500, 1000]).unwrap().lens(), Lens::Parallel { metres: 2.0 * size });
    for azimuth in [0.0, 45.0, 200.0] {
        let camera = scout.orbit(azimuth, 30.0, None, SIZE, 40.0).unwrap();
        for [x, y] in [[0.0, 0.0], [size, 0.0], [0.0, size], [size, size]] {
            let at = seen(&camera, [x, y, ground.sample(x, y).height]);
            assert!(at.iter().all(|along| along.abs() < 1.0), "{azimuth}: a corner is at {at:?}");
        }
    }
    // From the top of the map one sees its bottom.
    let north = scout.orbit(0.0, 30.0, Some(2.0 * size), SIZE, 40.0).unwrap();
    assert!(north.eye()[1] < 0.0 && north.forward()[1] > 0.8, "{north:?}");
    let distance =
        north.eye().iter().zip(north.forward()).map(|(eye, way)| eye + 2.0 * size * way).collect::<Vec<_>>();
    assert!((distance[0] - 0.5 * size).abs() < 1e-6 && (distance[1] - 0.5 * size).abs() < 1e-6);
}
