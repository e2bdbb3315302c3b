//! Tests all presets: near and far grids, tiles and levels, and numbers as data.

use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Drafts, Terrain};
use orogen_gpu::modules;
use orogen_noise::jet::Order;

use crate::land::LAND;
use crate::nodes::{around, lies_among, side};
use crate::pipelines::Pipelines;

fn terrain(name: &str, text: &str, spacing: f64) -> Terrain {
    let recipe = Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry()).unwrap();
    Terrain::new(&recipe, &Drafts(NoImages), spacing).unwrap()
}

/// The planes of height and slopes, computed by the processor.
fn by_processor(terrain: &Terrain, grid: Grid) -> Vec<f32> {
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    [band.height, band.dx, band.dy].concat()
}

/// Samples along a side of a grid. Each preset has four grids.
fn samples_along() -> usize {
    side(129, 257)
}

/// Tolerance of a sample's position on a device, as a fraction of the domain. It is the rounding of positions in a coarse
/// lattice, in single precision.
const NEAR: f64 = 1e-6;

/// The differences of samples.
#[derive(Debug, Default)]
struct Difference {
    /// Number of samples that differ by more than the bound.
    far: usize,
    /// Number of those samples that also differ from all of the processor's values nearby.
    wrong: usize,
    /// The largest difference, in units of the bound.
    farthest: f64,
}

/// Compares heights or slopes of a grid, where samples may differ by `most`.
fn differ(
    terrain: &Terrain,
    grid: &Grid,
    near: f64,
    plane: usize,
    [found, expected]: [&[f32]; 2],
    most: impl Fn(f32) -> f64,
) -> Difference {
    let mut difference = Difference::default();
    for (at, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let away = (f64::from(found) - f64::from(expected)).abs();
        // On level ground no difference is allowed. NaN counts as a large difference.
        let bounds = if away == 0.0 { 0.0 } else { away / most(expected) };
        let bounds = if bounds.is_nan() { f64::INFINITY } else { bounds };
        difference.farthest = difference.farthest.max(bounds);
        if bounds > 1.0 {
            difference.far += 1;
            let place = [grid.x(at % grid.columns), grid.y(at / grid.columns)];
            let is_near = lies_among(&around(terrain, place, near), plane, f64::from(found), most(expected));
            difference.wrong += usize::from(!is_near);
        }
    }
    difference
}

/// The preset's own domain, positions far from it, and a small window of it.
fn grids(recipe: &Recipe) -> [Grid; 4] {
    let near = Grid::over(recipe.domain.size, samples_along(), recipe.domain.tile);
    let elsewhere = |first_column, first_row| Grid { first_column, first_row, ..near };
    let fine = Grid { first_column: -31, first_row: 77, spacing: near.spacing / 64.0, ..near };
    [near, elsewhere(20_000_000, -7_000_000), elsewhere(-3000, 1_000_000), fine]
}

/// The differences in a preset's grids: heights, and slopes along x and y.
fn differences(pipelines: &mut Pipelines, name: &str, text: &str, recipe: &Recipe) -> Vec<[Difference; 3]> {
    // Bounds are for the whole terrain. A small window of it may be level, but is not more accurate.
    let mut steepest = 0.0_f32;
    let differences = grids(recipe).into_iter().map(|grid| {
        let terrain = terrain(name, text, grid.spacing);
        let (found, expected) = (pipelines.run(&terrain, &grid).unwrap(), by_processor(&terrain, grid));
        let (samples, near) = (grid.len(), NEAR * recipe.domain.size);
        let range = terrain.interval().max - terrain.interval().min;
        steepest = expected[samples..].iter().fold(steepest, |most, slope| most.max(slope.abs()));
        [0, 1, 2].map(|plane| {
            let both = [&found, &expected].map(|all| &all[plane * samples..][..samples]);
            let slope = |slope: f32| 1e-4 * f64::from(slope.abs().max(0.1 * steepest));
            let most = |value| if plane == 0 { 2e-6 * range } else { slope(value) };
            differ(&terrain, &grid, near, plane, both, most)
        })
    });
    differences.collect()
}

/// The bounds that a preset exceeds. Heights agree to 2·10⁻⁶ of the range and slopes to 10⁻⁴, except for one sample in
/// 500. On cliffs, whose height is a hundred times their width, single precision does not resolve the position better. Where
/// two slopes meet, a sample may be on either side. At most one sample in 10,000 does not match a value of the processor
/// nearby, even in a window that is mostly a cliff.
fn faults(differences: &[[Difference; 3]]) -> Vec<String> {
    let samples = samples_along() * samples_along();
    let mut faults = Vec::new();
    for (plane, name) in ["heights", "slopes along x", "slopes along y"].into_iter().enumerate() {
        let all = || differences.iter().map(|grid| &grid[plane]);
        let far: usize = all().take(3).map(|difference| difference.far).sum();
        if far * 500 > 3 * samples {
            faults.push(format!("{far} {name} are far"));
        }
        if all().any(|difference| difference.wrong * 10_000 > samples) {
            faults.push(format!("{name} match no value nearby: {:?}", all().collect::<Vec<_>>()));
        }
        if plane == 0 && all().any(|difference| difference.farthest >= 100.0) {
            faults.push(format!("{name} differ by far too much: {:?}", all().collect::<Vec<_>>()));
        }
    }
    faults
}

#[test]
fn presets_agree() {
    let mut pipelines = Pipelines::new();
    let presets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let (mut seen, mut all) = (0, Vec::new());
    for file in std::fs::read_dir(presets).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let recipe =
            Recipe::parse(Source::new(name, text.as_str()), orogen_engine::nodes::registry()).unwrap();
        // Planets are compared as patches.
        if recipe.domain.sphere().is_some() {
            continue;
        }
        let differences = differences(&mut pipelines, name, &text, &recipe);
        println!("{name}: {differences:?}");
        all.extend(faults(&differences).into_iter().map(|fault| format!("{name}: {fault}")));
        seen += 1;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert!(seen >= 17, "only {seen} presets");
}

/// Tiles share edges, and levels of detail share samples, to the bit.
#[test]
fn tiles_have_the_same_bits() {
    let (mut pipelines, terrain) = (Pipelines::new(), terrain("land", LAND, 10.0));
    let whole = Grid { columns: 97, rows: 65, ..Grid::square(97, 10.0) };
    let part = Grid { first_column: 40, first_row: 13, columns: 57, rows: 30, ..whole };
    let coarse = Grid { columns: 49, rows: 33, spacing: 20.0, ..whole };
    let [whole_heights, part_heights, coarse_heights] = [&whole, &part, &coarse]
        .map(|grid| pipelines.run(&terrain, grid).unwrap()[..grid.columns * grid.rows].to_vec());
    for y in 0..part.rows {
        let row = &whole_heights[(y + 13) * whole.columns + 40..][..part.columns];
        assert_eq!(row, &part_heights[y * part.columns..][..part.columns], "row {y}");
    }
    for y in 0..coarse.rows {
        for x in 0..coarse.columns {
            let fine = whole_heights[2 * y * whole.columns + 2 * x];
            assert_eq!(fine.to_bits(), coarse_heights[y * coarse.columns + x].to_bits(), "{x}, {y}");
        }
    }
}

/// A parameter or another seed changes data, not the shader.
#[test]
fn numbers_are_data() {
    let text = |recipe: &str| modules(&terrain("land", recipe, 10.0).program(Order::Gradient).unwrap());
    let first = text(LAND);
    for (number, other) in [
        ("gain = 0.5", "gain = 0.61"),
        ("900.0", "1.0"),
        ("2000.0", "777.0"),
        ("orogen = 1", "orogen = 1\nseed = 99"),
    ] {
        assert!(text(&LAND.replace(number, other)) == first, "the shader depends on {number}");
    }
    assert!(text(&LAND.replace("swiss", "jordan")) != first);
}
