//! Scattered things: their rules, their ground, and that rasters do not matter.

use std::sync::LazyLock;

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::scatter::{Scatter, ScatterPoint};
use orogen_engine::terrain::Terrain;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

const HILLS: &str = "orogen = 1\nseed = 3\ndomain = { size = 4000.0, samples = 501 }\n\
    height = { field = 'hills', scale = 120.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 900.0\n\
    [fields.ramp]\ntype = 'ramp'\n";

fn recipe(more: &str) -> Recipe {
    let source = Source::new("hills.toml", format!("{HILLS}{more}"));
    Recipe::parse(source, orogen_engine::nodes::registry()).unwrap_or_else(|error| panic!("{error}"))
}

fn scatter(recipe: &Recipe) -> Scatter {
    Scatter::new(recipe, &NoImages, recipe.domain.spacing()).unwrap()
}

fn part(min: [f64; 2], max: [f64; 2]) -> Rectangle {
    Rectangle { min, max }
}

const PINES: &str =
    "[[scatter]]\nname = 'pine'\nspacing = 9.0\nslope = [14, 6]\nscale = [0.5, 2]\nyaw = [10, 50]\n";

/// The pines of the whole domain.
static ALL_PINES: LazyLock<Vec<ScatterPoint>> =
    LazyLock::new(|| scatter(&recipe(PINES)).points(0, &part([0.0, 0.0], [4000.0, 4000.0])));

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// A crop has the points of the whole, bit for bit, for any number of threads.
    #[test]
    fn crops_and_threads_do_not_matter(
        corner in prop::array::uniform2(0.0..2900.0_f64),
        size in prop::array::uniform2(1.0..1000.0_f64),
        threads in 1..4_usize,
    ) {
        let scatter = scatter(&recipe(PINES));
        let crop = part(corner, [corner[0] + size[0], corner[1] + size[1]]);
        let all = ALL_PINES.iter().copied();
        let mut expected: Vec<_> = all.filter(|point| crop.contains(point.position)).collect();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut found = pool.install(|| scatter.points(0, &crop));
        let mut by_tile = Vec::new();
        scatter
            .each_tile(0, &crop, <[ScatterPoint]>::to_vec, |points| {
                by_tile.extend(points);
                Ok::<(), ()>(())
            })
            .unwrap();
        prop_assert_eq!(&by_tile, &found);
        // The order is that of the tiles, which the edges of the crop do not move.
        let key = |point: &ScatterPoint| point.position.map(f64::to_bits);
        expected.sort_by_key(key);
        found.sort_by_key(key);
        prop_assert_eq!(found, expected);
    }
}

/// Tiles arrive in order and complete, also if there are more than the threads compute at once.
#[test]
fn each_tile_has_all_points() {
    let scatter = scatter(&recipe("[[scatter]]\nname = 'grass'\nspacing = 2.0\n"));
    let strip = part([10.0, 10.0], [3990.0, 40.0]);
    let (mut tiles, mut points) = (0, Vec::new());
    let each = || {
        scatter.each_tile(0, &strip, <[ScatterPoint]>::to_vec, |tile| {
            tiles += 1;
            points.extend(tile);
            Ok::<(), ()>(())
        })
    };
    ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(each).unwrap();
    assert_eq!(points, scatter.points(0, &strip));
    assert_eq!(tiles, 8);
}

/// Heights and normals are those of the terrain at the points, not between samples of a raster.
#[test]
fn points_stand_on_the_ground() {
    let recipe = recipe(PINES);
    let points = scatter(&recipe).points(0, &part([100.0, 200.0], [900.0, 700.0]));
    assert!(points.len() > 500);
    let terrain = Terrain::new(&recipe, &NoImages, recipe.domain.spacing()).unwrap();
    let places: Vec<_> = points.iter().map(|point| [point.position[0], point.position[1], 0.0]).collect();
    let exact = terrain.sample::<f64>(Level::best(), &places);
    for (point, exact) in points.iter().zip(exact) {
        assert!(
            (f64::from(point.height) - exact.height).abs() < 2e-4,
            "{} and {}",
            point.height,
            exact.height
        );
        let [dx, dy, _] = exact.gradient;
        let length = (dx * dx + dy * dy + 1.0).sqrt();
        for (found, expected) in point.normal.into_iter().zip([-dx / length, -dy / length, 1.0 / length]) {
            assert!((f64::from(found) - expected).abs() < 1e-5);
        }
        assert!((0.5..=2.0).contains(&point.scale) && (10.0..=50.0).contains(&point.yaw));
        assert!(point.axis(0.0) == [0.0, 0.0, 1.0] && point.axis(1.0) == point.normal);
    }
    let mean = |of: fn(&ScatterPoint) -> f32| points.iter().map(of).sum::<f32>() / points.len() as f32;
    assert!((mean(|point| point.scale) - 1.25).abs() < 0.05 && (mean(|point| point.yaw) - 30.0).abs() < 2.0);
}

/// Over a large area, the number of points is that of the density that the rules give: within 2 %.
#[test]
fn density_follows_the_rules() {
    let recipe = recipe(
        "[[scatter]]\nname = 'pine'\ndensity = 100\nslope = [14, 6]\nnoise = { field = 'hills', range = [-1, 1] }\n\
         [[scatter]]\nname = 'rock'\nspacing = 10\nnoise = [{ field = 'ramp', range = [0, 1] }, { field = 'hills', range = [0.3, -0.3] }]\n\
         [[scatter]]\nname = 'moss'\ndensity = 200\nmaterials = ['grass', 'wood']\n\
         [[scatter]]\nname = 'fern'\nspacing = 12\ncurvature = [-3, 3]\nheight = [-90, 90]\n\
         [[materials]]\nname = 'rock'\ncolor = '#777777'\n[[materials]]\nname = 'grass'\ncolor = '#207020'\nslope = [15, 5]\n\
         [[materials]]\nname = 'wood'\ncolor = '#203020'\nnoise = { field = 'hills', range = [0, 0.4] }\n\
         [[materials]]\nname = 'snow'\ncolor = '#ffffff'\nheight = [40, 80]\n",
    );
    let scatter = scatter(&recipe);
    let all = part([0.0, 0.0], [4000.0, 4000.0]);
    let grid: Vec<_> =
        (0..250_000).map(|i| [f64::from(i % 500) * 8.0 + 4.0, f64::from(i / 500) * 8.0 + 4.0]).collect();
    for kind in 0..4 {
        let count = scatter.points(kind, &all).len() as f64;
        let densities = scatter.density(kind, &grid);
        let mean = densities.iter().map(|&density| f64::from(density)).sum::<f64>() / grid.len() as f64;
        let expected = mean * scatter.most_points(kind, &all);
        let error = count / expected - 1.0;
        println!("{}: {count} points, {error:+.4}", recipe.scatter[kind].name);
        assert!(mean > 0.05 && mean < 0.9, "the mean density of kind {kind} is {mean}");
        assert!(error.abs() < 0.02, "{count} points of kind {kind}, expected {expected}");
    }
    let hectares = 1600.0;
    assert!((scatter.most_points(0, &all) / (100.0 * hectares) - 1.0).abs() < 1e-9);
}

/// Points do not depend on the spacing of the raster; their heights are those of the raster's ground.
#[test]
fn rasters_do_not_matter() {
    let recipe = recipe(PINES);
    let region = part([0.0, 0.0], [600.0, 600.0]);
    let points = scatter(&recipe).points(0, &region);
    let fine = Scatter::new(&recipe, &NoImages, 1.0).unwrap().points(0, &region);
    assert_eq!(points.len(), fine.len());
    let place = |point: &ScatterPoint| (point.position, point.yaw, point.scale, point.word);
    assert!(points.iter().map(place).eq(fine.iter().map(place)));
    let terrain = Terrain::new(&recipe, &NoImages, 1.0).unwrap();
    let places: Vec<_> = fine.iter().map(|point| [point.position[0], point.position[1], 0.0]).collect();
    for (point, exact) in fine.iter().zip(terrain.sample::<f64>(Level::best(), &places)) {
        assert!((f64::from(point.height) - exact.height).abs() < 2e-4);
    }
    assert!(points.iter().zip(&fine).any(|(one, other)| (one.height - other.height).abs() > 1e-3));
}

/// Nothing grows under the sea or in lakes, unless the kind does.
#[test]
fn water_keeps_things_away() {
    let region = part([0.0, 0.0], [4000.0, 4000.0]);
    let more = "sea.level = 0.0\nwater.field = 'level'\n[fields.level]\ntype = 'constant'\nvalue = 0.2\n\
        [[scatter]]\nname = 'pine'\nspacing = 20.0\n[[scatter]]\nname = 'weed'\nspacing = 20.0\nunder_water = true\n";
    let scatter = scatter(
        &Recipe::parse(
            Source::new("x", HILLS.replace("[fields.hills]", &format!("{more}[fields.hills]"))),
            orogen_engine::nodes::registry(),
        )
        .unwrap(),
    );
    let lowest =
        |kind| scatter.points(kind, &region).iter().map(|point| point.height).fold(f32::INFINITY, f32::min);
    assert!((24.0..26.0).contains(&lowest(0)), "{}", lowest(0));
    assert!(lowest(1) < -20.0);
}

/// A terrain that repeats has points that repeat.
#[test]
fn points_repeat_with_the_terrain() {
    let text = HILLS.replace("samples = 501", "samples = 500, tile = true").replace("900.0", "800.0");
    let source = Source::new("x", format!("{text}{PINES}").replace("[fields.ramp]\ntype = 'ramp'\n", ""));
    let recipe = Recipe::parse(source, orogen_engine::nodes::registry()).unwrap();
    let scatter = scatter(&recipe);
    let [left, right] = [0.0, 4000.0].map(|x| scatter.points(0, &part([x + 1.0, 100.0], [x + 301.0, 400.0])));
    let key = |point: &ScatterPoint| point.word;
    let [mut left, mut right] = [left, right];
    left.sort_by_key(key);
    right.sort_by_key(key);
    assert!(left.len() > 100 && left.len() == right.len());
    for (one, other) in left.iter().zip(&right) {
        assert!(one.word == other.word && (one.position[0] + 4000.0 - other.position[0]).abs() < 1e-6);
        assert!((one.height - other.height).abs() < 1e-3);
    }
}
