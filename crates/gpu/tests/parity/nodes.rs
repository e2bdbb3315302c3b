//! Compares every node on the GPU with the processor, on planes, in spaces and in domains that repeat.
//!
//! Heights may differ by 2·10⁻⁶ of the field's range. Slopes may differ by 10⁻⁴ of their magnitude, or by 10⁻⁵ of the steepest
//! slope if this is more. At a crease or a step, a sample on the GPU may be on the other side. So the value of a sample that
//! differs more must be in the range of the processor's values around it, within a millionth of a feature, and such samples must
//! be few. Where the ground is steep for its range (for example banks of 0.9 m in a range of 2 m), rounding of positions matters,
//! and some more samples may slightly exceed the bound.

#[path = "../../../engine/tests/engine/bumps.rs"]
mod bumps;
#[path = "../../../engine/tests/engine/chooser.rs"]
mod chooser;

use std::cell::LazyCell;
use std::path::Path;
use std::sync::Arc;

use bumps::Bumps;
use chooser::{Chooser, INPUTS};
use orogen_engine::image::{Image, PixelSize, Reading, SampleUnit};
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::overlay::Layer;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::spec::{Group, NodeSpec};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::shapes::{Polyline, Shape, ShapeReading, Shapes};
use orogen_engine::terrain::{Images, Terrain};

use crate::pipelines::Pipelines;

pub(crate) const PLANE: &str = "kind = 'plane', size = 1000.0";

/// Tolerance of a sample's position in metres: a millionth of the smallest feature of the inputs.
pub(crate) const NEAR: f64 = 1e-4;

/// Samples that exceed their bound by less than this factor count as rounded. Other samples count as samples at a crease.
const ROUNDED: f64 = 4.0;

/// Number of random cases of a node: all of them in a sweep (`cargo xtask test --sweep`), otherwise one. A device that
/// computes on the processor takes seconds to compile each case.
fn cases(of_sweep: usize) -> usize {
    if is_sweep() { of_sweep } else { 1 }
}

/// Samples along a side of a grid.
pub(crate) fn side(usual: usize, of_sweep: usize) -> usize {
    if is_sweep() { of_sweep } else { usual }
}

pub(crate) fn is_sweep() -> bool {
    std::env::var_os("OROGEN_SWEEP").is_some()
}

#[test]
fn nodes_agree_on_a_plane() {
    all_agree(PLANE, cases(3));
}

#[test]
fn nodes_agree_in_space_and_where_they_repeat() {
    all_agree("kind = 'space', size = 1000.0, z = 123.0", 1);
    all_agree("kind = 'plane', size = 1000.0, tile = true", 1);
}

fn all_agree(domain: &str, cases: usize) {
    let mut pipelines = Pipelines::new();
    // In a sweep, with two grids and four cases, there are a million samples per node.
    let side = side(121, 363);
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (number, spec) in registry().nodes().iter().enumerate() {
        let terrains = terrains(spec, domain, cases, number as u64);
        // Some landforms are not available in space, and some bases do not repeat. On a plane, all nodes are available except
        // those for planets.
        assert!(
            terrains.len() == cases || domain != PLANE || spec.group == Group::Planet,
            "{} of {cases} cases of {}",
            terrains.len(),
            spec.name
        );
        seen += terrains.len();
        for (text, terrain) in terrains {
            for first_column in [-100, 20_000_000] {
                let grid = Grid { first_column, first_row: -7, ..Grid::square(side, 1.0) };
                let fault = check(&mut pipelines, &terrain, grid, spec.name == "white");
                faults.extend(
                    fault.map(|fault| format!("{fault} at column {first_column} of\n{domain}\n{text}")),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{} of {seen} cases:\n{}", faults.len(), faults.join("\n"));
    assert!(seen * 3 >= cases * registry().nodes().len() * 2, "only {seen} cases");
}

/// The inputs; in all runs but sweeps as single octaves of value noise, which a device that computes on the processor compiles in
/// less time.
fn inputs() -> String {
    if is_sweep() {
        return INPUTS.to_owned();
    }
    let text = INPUTS.replace("'fbm'", "'value'").replace("'ridged'", "'value'");
    text.lines().filter(|line| !line.starts_with("octaves")).map(|line| format!("{line}\n")).collect()
}

/// Terrains of a node: with its defaults, and with random parameters.
pub(crate) fn terrains(spec: &NodeSpec, domain: &str, cases: usize, seed: u64) -> Vec<(String, Terrain)> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    // The first two inputs are `a` and `b`. Only required parameters are set.
    let defaults: Vec<f64> =
        (0..60).map(|k| if k < spec.inputs.len() { 0.15 * (k % 2) as f64 } else { 0.9 }).collect();
    let mut any = std::iter::repeat_with(|| (0..60).map(|_| unit()).collect::<Vec<_>>());
    let choices = std::iter::once(defaults).chain(any.by_ref().take(600));
    let taken = choices.filter_map(|choices| {
        let head = format!("orogen = 1\nseed = 5\ndomain = {{ {domain} }}\nheight.field = 'x'\n");
        let text = head + &inputs() + &Chooser::new(&choices).field(spec);
        // Required parameters have large defaults, with octaves from the size of the Earth down to a metre. They are
        // replaced.
        let text = text.replace("wavelength = 900000000.0000001", "wavelength = 150.0");
        let recipe = Recipe::parse(Source::new("recipe.toml", text.as_str()), registry()).ok()?;
        let terrain = Terrain::new(&recipe, &Picture, 1.0).ok()?;
        Some((text, terrain))
    });
    taken.take(cases).collect()
}

/// The differences in a grid computed by the GPU.
pub(crate) fn check(pipelines: &mut Pipelines, terrain: &Terrain, grid: Grid, exact: bool) -> Option<String> {
    let found = match pipelines.run(terrain, &grid) {
        Ok(found) => found,
        Err(error) => return Some(error),
    };
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    let close_by = |sample: usize| {
        let place = [grid.x(sample % grid.columns), grid.y(sample / grid.columns)];
        around(terrain, place, NEAR)
    };
    let planes: Vec<_> = found.chunks_exact(grid.len()).take(3).collect();
    let planes = [planes[0], planes[1], planes[2]];
    compare(terrain, planes, [&band.height, &band.dx, &band.dy], exact, close_by)
}

/// The differences in heights and slopes. For samples that differ too much, the processor's values nearby are computed.
pub(crate) fn compare<const N: usize>(
    terrain: &Terrain,
    found: [&[f32]; N],
    expected: [&[f32]; N],
    exact: bool,
    around: impl Fn(usize) -> Vec<[f64; N]>,
) -> Option<String> {
    let range = f64::from(terrain.interval().length() as f32);
    let slopes = expected[1..].iter().flat_map(|slopes| slopes.iter());
    let steepest = slopes.fold(0.0_f32, |most, slope| most.max(slope.abs()));
    let most = |plane: usize, value: f32| match plane {
        // The value depends only on the hashes of cells, so it must be exact.
        0 if exact => 0.0,
        0 => 2e-6 * range,
        _ => 1e-4 * f64::from(value.abs().max(0.1 * steepest)),
    };
    let (mut creases, mut roundings, samples) = (0, 0, expected[0].len());
    for sample in 0..samples {
        let (mut farthest, near) = (0.0_f64, LazyCell::new(|| around(sample)));
        for plane in 0..N {
            let (found, expected) = (found[plane][sample], expected[plane][sample]);
            let (away, allowed) = ((f64::from(found) - f64::from(expected)).abs(), most(plane, expected));
            // NaN counts as a large difference.
            if found == expected || away <= allowed {
                continue;
            }
            if exact || !lies_among(&near, plane, f64::from(found), allowed) {
                return Some(format!("plane {plane} has {found} for {expected} at sample {sample}"));
            }
            farthest = farthest.max(away / allowed);
        }
        match farthest {
            0.0 => {}
            ..ROUNDED => roundings += 1,
            _ => creases += 1,
        }
    }
    (creases * 500 > samples || roundings * 250 > samples)
        .then(|| format!("{creases} samples lie at creases, {roundings} are too far away"))
}

/// The processor's heights and slopes at positions within `near` of a position.
pub(crate) fn around(terrain: &Terrain, [x, y]: [f64; 2], near: f64) -> Vec<[f64; 3]> {
    let step = |k: i32| near * (f64::from(k) - 2.0) / 2.0;
    let points: Vec<_> = (0..25).map(|k| [x + step(k % 5), y + step(k / 5), 123.0]).collect();
    let samples = terrain.sample::<f32>(Level::best(), &points);
    samples.iter().map(|sample| [sample.height, sample.gradient[0], sample.gradient[1]]).collect()
}

/// Whether a number is among the processor's values nearby, or differs from them by at most `most`.
pub(crate) fn lies_among<const N: usize>(around: &[[f64; N]], plane: usize, found: f64, most: f64) -> bool {
    let values = around.iter().map(|sample| sample[plane]);
    let (min, max) = values.fold((f64::MAX, f64::MIN), |(min, max), value| (min.min(value), max.max(value)));
    min - most <= found && found <= max + most
}

/// Any picture.
struct Picture;

impl Images for Picture {
    fn load(&self, _: &Path, _: Reading) -> Result<Arc<Image>, (String, String)> {
        let pixel = |at: usize| (0.9 * (at % 8) as f32).sin() * (0.7 * (at / 8) as f32).cos();
        let samples = (0..64).map(pixel).collect();
        let image =
            Image { width: 8, height: 8, samples, unit: SampleUnit::Fraction, pixel: PixelSize::Unknown };
        Ok(Arc::new(image))
    }

    fn strokes(&self, _: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        Ok(Arc::new(Bumps::new()))
    }

    /// A road across the domain, and a plot beside it.
    fn shapes(&self, _: &Path, _: &ShapeReading) -> Result<Arc<Shapes>, (String, String)> {
        let line = |points: &[[f64; 2]]| Polyline {
            points: points.to_vec(),
            heights: Some(points.iter().map(|[x, _]| 0.1 * x).collect()),
        };
        let plot = [[550.0, 300.0], [800.0, 350.0], [750.0, 600.0], [550.0, 300.0]];
        let road = Shape::Line(line(&[[-50.0, 400.0], [420.0, 510.0], [1050.0, 700.0]]));
        Ok(Arc::new(Shapes { shapes: vec![road, Shape::Polygon(vec![line(&plot)])] }))
    }
}
