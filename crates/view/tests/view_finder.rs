//! Automatic camera poses for all bundled recipes.

use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_view::{Camera, GroundExtent, Lens, ViewFinder};

const SIZE: [u32; 2] = [960, 540];

fn recipes() -> Vec<(String, Recipe)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let mut found: Vec<(String, Recipe)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            (name.clone(), Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry()).unwrap())
        })
        // Planets have other views.
        .filter(|(_, recipe)| recipe.domain.sphere().is_none())
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert!(found.len() >= 18);
    found
}

fn ground(recipe: &Recipe) -> HeightQuery {
    HeightQuery::new(recipe, &Drafts(NoImages), recipe.domain.size / 256.0).unwrap()
}

/// Position of a point in a picture: −1 to 1 from left to right and from bottom to top.
fn seen(camera: &Camera, size: [u32; 2], position: [f64; 3]) -> [f64; 2] {
    let way: [f64; 3] = std::array::from_fn(|axis| position[axis] - camera.eye()[axis]);
    let along = |axis: [f64; 3]| way.iter().zip(axis).map(|(a, b)| a * b).sum::<f64>();
    let aspect = f64::from(size[0]) / f64::from(size[1]);
    let (depth, up) = match camera.lens() {
        Lens::Perspective { degrees } => (along(camera.forward()), (degrees / 2.0).to_radians().tan()),
        Lens::Parallel { metres } => (1.0, metres / 2.0),
    };
    assert!(depth > 0.0, "it is behind the camera");
    [along(camera.right()) / (depth * up * aspect), along(camera.up()) / (depth * up)]
}

/// The eye is clear of the ground, the domain's centre is in the picture, and no hill blocks the view.
#[test]
fn landscapes_show_the_middle_of_the_domain_from_over_the_ground() {
    for (name, recipe) in recipes() {
        let ground = ground(&recipe);
        let finder = ViewFinder::new(&recipe, &ground);
        let camera = finder.landscape(SIZE, 40.0).unwrap();
        let ([x, y, eye], size) = (camera.eye(), recipe.domain.size);
        let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
        let height = |x: f64, y: f64| ground.sample(x, y).height.max(sea);
        assert!(eye > height(x, y) + 0.005 * size, "{name}: {eye} over {}", height(x, y));
        let [middle_x, middle_y] = [0.5 * size; 2];
        let at = seen(&camera, SIZE, [middle_x, middle_y, height(middle_x, middle_y)]);
        assert!(at.iter().all(|along| along.abs() < 0.95), "{name}: the middle is at {at:?}");
        let forward = camera.forward();
        for step in 1..30 {
            let s = 0.002 * size * f64::from(step);
            let [px, py, pz] = std::array::from_fn(|axis| camera.eye()[axis] + s * forward[axis]);
            assert!(pz > height(px, py), "{name}: ground {s} m before the eye");
        }
        assert!((-0.35..-0.02).contains(&forward[2]), "{name}: {forward:?}");
        let sun = finder.sun(&camera);
        assert!((10.0..=26.0).contains(&sun.elevation), "{name}: {sun:?}");
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
        let finder = ViewFinder::new(&recipe, &ground);
        let camera = finder.landscape(SIZE, 40.0).unwrap();
        (camera, finder.sun(&camera))
    };
    assert_eq!(view(), view());
}

/// In a square map, the corners of the domain are at the corners of the picture. A tall map shows the whole domain.
#[test]
fn maps_show_the_whole_domain_and_orbits_go_round_it() {
    let (_, recipe) = recipes().swap_remove(0);
    let ground = ground(&recipe);
    let finder = ViewFinder::new(&recipe, &ground);
    let size = recipe.domain.size;
    let map = finder.map([500, 500]).unwrap();
    assert_eq!(map.lens(), Lens::Parallel { metres: size });
    assert_eq!((map.right(), map.up()), ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
    assert_eq!(finder.map([500, 1000]).unwrap().lens(), Lens::Parallel { metres: 2.0 * size });
    // From the top of the map, the view is towards the bottom of the map.
    let north = finder.orbit(0.0, 30.0, 2.0 * size, 40.0).unwrap();
    assert!(north.eye()[1] < 0.0 && north.forward()[1] > 0.8, "{north:?}");
    let distance =
        north.eye().iter().zip(north.forward()).map(|(eye, way)| eye + 2.0 * size * way).collect::<Vec<_>>();
    assert!((distance[0] - 0.5 * size).abs() < 1e-6 && (distance[1] - 0.5 * size).abs() < 1e-6);
}

/// Heights of the lowest ground and of the highest ground or water of a domain.
fn span(recipe: &Recipe, ground: &HeightQuery) -> [f64; 2] {
    const SIDE: usize = 200;
    let size = recipe.domain.size;
    let along = |at: usize| size * at as f64 / SIDE as f64;
    let positions: Vec<_> = (0..(SIDE + 1) * (SIDE + 1))
        .map(|at| [along(at % (SIDE + 1)), along(at / (SIDE + 1)), recipe.domain.z])
        .collect();
    let heights: Vec<f64> = ground.samples(&positions).iter().map(|sample| sample.height).collect();
    let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    [heights.iter().copied().fold(f64::INFINITY, f64::min), heights.iter().copied().fold(sea, f64::max)]
}

/// The lowest and the highest heights in a picture. A cutaway also shows its bottom.
fn ends(recipe: &Recipe, [lowest, highest]: [f64; 2], bounds: GroundExtent) -> [f64; 2] {
    let deep = if bounds == GroundExtent::Domain { 0.04 * recipe.domain.size } else { 0.0 };
    [lowest - deep, highest]
}

/// How far the corners of a domain reach in a picture: left, right, bottom and top.
fn reach(camera: &Camera, size: [u32; 2], side: f64, ends: [f64; 2]) -> [f64; 4] {
    let corners = (0..8).map(|k| {
        let of = |bit: usize, values: [f64; 2]| values[k >> bit & 1];
        seen(camera, size, [of(0, [0.0, side]), of(1, [0.0, side]), of(2, ends)])
    });
    corners.fold([0.0_f64; 4], |[left, right, bottom, top], [x, y]| {
        [left.max(-x), right.max(x), bottom.max(-y), top.max(y)]
    })
}

/// The whole domain is in the picture, and fills its width or its height up to a margin.
#[test]
fn the_whole_domain_fills_the_picture() {
    for (name, recipe) in recipes() {
        let of_ground = ground(&recipe);
        let (finder, span) = (ViewFinder::new(&recipe, &of_ground), span(&recipe, &of_ground));
        for bounds in [GroundExtent::Domain, GroundExtent::Endless] {
            let ends = ends(&recipe, span, bounds);
            for (azimuth, elevation, size) in
                [(140.0, 32.0, SIZE), (0.0, 5.0, [300, 300]), (77.0, 80.0, [200, 500]), (-200.0, -30.0, SIZE)]
            {
                let camera = finder.whole(azimuth, elevation, bounds, size, 40.0).unwrap();
                let reach = reach(&camera, size, recipe.domain.size, ends);
                let said = format!("{name} from {azimuth}, {elevation}: {reach:?}");
                assert!(reach.iter().all(|reach| *reach < 0.97), "{said}");
                let fills = |a: usize, b: usize| reach[a] > 0.93 && reach[b] > 0.93;
                assert!(fills(0, 1) || fills(2, 3), "{said}");
                let [x, y, _] = camera.forward();
                let off = (-x).atan2(y).to_degrees() - azimuth;
                assert!(((off + 180.0).rem_euclid(360.0) - 180.0).abs() < 1e-6, "{said}");
            }
        }
    }
}

/// A turntable keeps its distance. The domain fits into the picture from all sides, and nearly touches the edges from some
/// sides.
#[test]
fn turntables_keep_their_distance() {
    let (_, recipe) = recipes().swap_remove(2);
    let of_ground = ground(&recipe);
    let finder = ViewFinder::new(&recipe, &of_ground);
    let size = recipe.domain.size;
    let ends = ends(&recipe, span(&recipe, &of_ground), GroundExtent::Domain);
    let middle = [0.5 * size, 0.5 * size, f64::midpoint(ends[0], ends[1])];
    let distance = |camera: &Camera| -> f64 {
        camera.eye().iter().zip(middle).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    let first = finder.turntable(0.0, 28.0, GroundExtent::Domain, SIZE, 40.0).unwrap();
    let mut most = 0.0_f64;
    for azimuth in (0..360).step_by(7) {
        let camera = finder.turntable(f64::from(azimuth), 28.0, GroundExtent::Domain, SIZE, 40.0).unwrap();
        let reach = reach(&camera, SIZE, size, ends);
        assert!(reach.iter().all(|reach| *reach < 0.97), "{azimuth}: {reach:?}");
        assert!((distance(&camera) - distance(&first)).abs() < 1e-3 * size, "{azimuth}");
        most = reach.into_iter().fold(most, f64::max);
    }
    assert!(most > 0.93, "{most}");
}
