//! Compares craters on the GPU, which have separate WGSL, with the processor. Many craters overlap, so their order matters. The
//! tests cover all parameters of craters.
//!
//! Heights may differ by 2·10⁻⁶ of the terrain's range. Slopes may differ by 10⁻⁴ of their magnitude, or by 10⁻⁵ of the steepest
//! slope if this is more. One sample in 500 may be on the other side of a crease.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::modules;
use orogen_noise::jet::Order;

use crate::nodes::side;
use crate::pipelines::Pipelines;

/// Craters of four and more octaves: crowded, worn and irregular.
const CROWDED: &str = "largest = 300.0\ncoverage = 0.5\ndegradation = 1.0\nirregularity = 1.0\n";

/// Complex craters among simple ones, with peaks and terraces.
const COMPLEX: &str =
    "largest = 600.0\ncoverage = 0.5\nsimple-to-complex = 60.0\npeak = 2.0\nirregularity = 1.0\n";

/// Fresh and round craters, with rims of pure uplift.
const FRESH: &str =
    "largest = 200.0\ncoverage = 0.2\ndegradation = 0.0\nirregularity = 0.0\nejecta = 0.0\nrim = 2.0\n";

/// Craters as large as the repeated domain. A sample is in several copies of a crater, which have the same age.
const REPEATED: &str =
    "largest = 660.0\noctaves = 1\ncoverage = 0.5\nrim = 4.0\nejecta = 0.0\nirregularity = 0.0\n";

fn recipe(domain: &str, ground: &str, craters: &str, seed: u64) -> Recipe {
    let text = format!(
        "orogen = 1\nseed = {seed}\ndomain = {{ size = 1000.0, {domain} }}\nheight.field = 'x'\n\
         [fields.hills]\ntype = 'fbm'\nwavelength = 700.0\noctaves = 3\n\
         [fields.ground]\ntype = 'scale'\ninput = 'hills'\nfactor = 30.0\n\
         [fields.x]\ntype = 'craters'\ninput = 'ground'\n{craters}{ground}\n"
    );
    Recipe::parse(Source::new("craters.toml", text), orogen_engine::nodes::registry()).unwrap()
}

/// The differences in a grid computed by the GPU.
fn fault(pipelines: &mut Pipelines, terrain: &Terrain, grid: Grid) -> Option<String> {
    let found = pipelines.run(terrain, &grid).unwrap();
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    let slopes = [band.dx, band.dy].concat();
    let steepest = slopes.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    let range = terrain.interval().length();
    let (height, slope) = found.split_at(grid.len());
    let heights = apart(height, &band.height, |_| 2e-6 * range);
    let slopes = apart(slope, &slopes, |slope| 1e-4 * f64::from(slope.abs().max(0.1 * steepest)));
    println!("heights {heights:?}, slopes {slopes:?}");
    let agrees = heights.0 * 500 <= grid.len() && slopes.0 * 500 <= 2 * grid.len() && heights.1 < 100.0;
    (!agrees || steepest < 0.1).then(|| format!("heights {heights:?}, slopes {slopes:?}, {steepest} at most"))
}

/// The number of samples that differ by more than `most`, and the largest difference in units of `most`.
pub(crate) fn apart(found: &[f32], expected: &[f32], most: impl Fn(f32) -> f64) -> (usize, f64) {
    let far = |(a, b): (&f32, &f32)| {
        let far = if a == b { 0.0 } else { f64::from((a - b).abs()) / most(*b) };
        if far.is_nan() { f64::INFINITY } else { far }
    };
    let all: Vec<_> = found.iter().zip(expected).map(far).collect();
    (all.iter().filter(|&&far| far > 1.0).count(), all.into_iter().fold(0.0, f64::max))
}

fn agrees(domain: &str, ground: &str, craters: &str, first_column: i64) {
    let mut pipelines = Pipelines::new();
    for seed in [1, 77] {
        let recipe = recipe(domain, ground, craters, seed);
        let terrain = Terrain::new(&recipe, &NoImages, 2.0).unwrap();
        let grid = Grid { first_column, first_row: -120, ..Grid::square(side(225, 450), 2.0) };
        if let Some(fault) = fault(&mut pipelines, &terrain, grid) {
            panic!("seed {seed}: {fault}\n{craters}");
        }
    }
}

#[test]
fn crowded_ones_agree() {
    agrees("tile = false", "", CROWDED, 0);
}

#[test]
fn complex_ones_agree() {
    agrees("tile = false", "", COMPLEX, -20_000_000);
}

#[test]
fn fresh_ones_agree() {
    agrees("tile = false", "", FRESH, 0);
}

#[test]
fn displaced_ones_agree() {
    agrees("tile = false", "displace = { by = 'hills', strength = 400.0 }", COMPLEX, 20_000_000);
}

/// Tests craters across the edge of a repeated domain.
#[test]
fn repeated_ones_agree() {
    agrees("tile = true", "", CROWDED, -100);
    agrees("tile = true", "displace = { by = 'hills', strength = 400.0 }", REPEATED, -100);
}

/// Every level of detail omits features that its samples cannot show.
#[test]
fn levels_agree() {
    let (mut pipelines, recipe) = (Pipelines::new(), recipe("tile = false", "", CROWDED, 5));
    for spacing in [0.25, 9.0, 80.0] {
        let terrain = Terrain::of_level(&recipe, &NoImages, spacing, 0.25).unwrap();
        let fault = fault(&mut pipelines, &terrain, Grid::square(side(225, 450), spacing));
        assert!(fault.is_none(), "{spacing} m: {fault:?}");
    }
}

/// Parameters, seeds and levels of detail change data, not the shader.
#[test]
fn numbers_are_data() {
    let text = |domain: &str, craters: &str, seed: u64, spacing: f64| {
        let recipe = recipe(domain, "displace = { by = 'hills', strength = 9.0 }", craters, seed);
        let terrain = Terrain::of_level(&recipe, &NoImages, spacing, 1.0).unwrap();
        modules(&terrain.program(Order::Gradient).unwrap())
    };
    let first = text("tile = false", CROWDED, 1, 1.0);
    assert!(first == text("tile = false", CROWDED, 2, 1.0), "it depends on the seed");
    assert!(first == text("tile = false", CROWDED, 1, 50.0), "it depends on the level");
    let other = "largest = 300.0\ncoverage = 0.01\ndegradation = 0.0\nirregularity = 0.0\nejecta = 0.0\nrim = 0.0\n\
        simple-to-complex = 40.0\ndepth = 3.0\n";
    assert!(first == text("tile = false", other, 1, 1.0), "it depends on parameters");
}
