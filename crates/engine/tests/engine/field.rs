//! Evaluates the jets of a recipe's field through the public interface.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::cpu::{Number, PlanLine, PlanStrip, Worker};
use orogen_engine::graph::{Detail, Graph, Step};
use orogen_engine::image::{Headerless, HeaderlessNumber, Image, PixelSize, Reading, SampleUnit};
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::overlay::Layer;
use orogen_engine::plan::Plan;
use orogen_engine::recipe::{Recipe, RecipeError, Source};
use orogen_engine::shapes::{Polyline, Shape, ShapeReading, Shapes};
use orogen_engine::terrain::{Drafts, Images, solved};
use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::{Rows, STRIP};

use crate::bumps::Bumps;

/// The head of a recipe over 1000 m of a plane or a space; the terrain is the field `output`.
pub(crate) fn head(kind: &str, output: &str) -> String {
    format!(
        "orogen = 1\nseed = 5\ndomain = {{ kind = \"{kind}\", size = 1000.0 }}\nheight.field = \"{output}\"\n"
    )
}

/// The head of a recipe of a planet with a radius of a kilometre.
pub(crate) fn on_planet(output: &str) -> String {
    head("planet", output).replace("size", "radius")
}

pub(crate) fn parse(text: &str) -> Result<Recipe, RecipeError> {
    Recipe::parse(Source::new("recipe.toml", text), registry())
}

/// Names and recipes of all presets.
pub(crate) fn presets() -> Vec<(String, Recipe)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../orogen/recipes");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let recipe = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.display().to_string(), parse(&text).unwrap())
    };
    files.map(recipe).collect()
}

/// The pictures of these tests: a smooth picture of 8 × 6 pixels at `smooth.png`; a square one at `square.png`; a plane in
/// metres at `plane.tif`, if the request says metres and fills gaps with 7 m; the same plane with pixel sizes of its own and
/// with gaps; and a headerless picture.
pub(crate) struct Pictures;

impl Images for Pictures {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        match path.to_str() {
            Some("smooth.png") => Ok(Arc::new(picture(8, 6))),
            Some("square.png") => Ok(Arc::new(picture(8, 8))),
            Some("plane.tif") if reading == IN_METRES => Ok(Arc::new(plane())),
            Some("placed.tif") => Ok(Arc::new(Image { pixel: PixelSize::Metres([30.0, 20.0]), ..plane() })),
            Some("mercator.tif") => {
                let varying = PixelSize::Varying { middle: [25.0, 25.0], variation: 0.034 };
                Ok(Arc::new(Image { pixel: varying, ..plane() }))
            }
            Some("degrees.tif") => {
                let degrees = PixelSize::Degrees { size: [0.001, 0.001], middle: [8.5, 46.5] };
                Ok(Arc::new(Image { pixel: degrees, ..plane() }))
            }
            Some("gaps.tif") => Ok(Arc::new(with_gaps(-9999.0))),
            Some("chasm.tif") => Ok(Arc::new(with_gaps(f32::MIN))),
            Some("map.raw") if reading.shape == Some(SHAPE) => Ok(Arc::new(picture(8, 8))),
            _ => Err((format!("no picture at {}", path.display()), "paint one".to_owned())),
        }
    }

    /// The same bumps at every path.
    fn strokes(&self, _: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        Ok(Arc::new(Bumps::new()))
    }

    /// The same shapes at every path.
    fn shapes(&self, _: &Path, _: &ShapeReading) -> Result<Arc<Shapes>, (String, String)> {
        Ok(Arc::new(shapes()))
    }
}

/// A line with heights, a plot with a yard, and a line that leaves a domain of 1000 m.
pub(crate) fn shapes() -> Shapes {
    let line = |points: &[[f64; 3]]| Polyline {
        points: points.iter().map(|&[x, y, _]| [x, y]).collect(),
        heights: Some(points.iter().map(|&[.., height]| height).collect()),
    };
    Shapes {
        shapes: vec![
            Shape::Line(line(&[
                [100.0, 150.0, 10.0],
                [430.0, 210.0, 40.0],
                [520.0, 90.0, 25.0],
                [780.0, 333.0, 60.0],
            ])),
            Shape::Polygon(vec![
                line(&[
                    [210.0, 500.0, 5.0],
                    [640.0, 470.0, 5.0],
                    [700.0, 810.0, 8.0],
                    [230.0, 760.0, 5.0],
                    [210.0, 500.0, 5.0],
                ]),
                line(&[[350.0, 600.0, 5.0], [450.0, 607.0, 5.0], [403.0, 690.0, 5.0], [350.0, 600.0, 5.0]]),
            ]),
            Shape::Line(line(&[[800.0, 900.0, 0.0], [1300.0, 1013.0, 90.0]])),
        ],
    }
}

const IN_METRES: Reading =
    Reading { unit: Some(SampleUnit::Metres), fill: Some(7.0), nodata: None, shape: None };

/// The contents that a recipe must give for `map.raw`.
const SHAPE: Headerless =
    Headerless { columns: Some(8), rows: None, number: Some(HeaderlessNumber::I16), big_endian: Some(true) };

/// The plane, with this value in two pixels: columns 3 and 5 of row 2.
fn with_gaps(value: f32) -> Image {
    let plane = plane();
    let mut samples = plane.samples.to_vec();
    samples[83] = value;
    samples[85] = value;
    Image { samples: samples.into(), ..plane }
}

/// 40 × 40 pixels of a plane that rises by a quarter to the right and falls by a half downwards from 4800.
fn plane() -> Image {
    let pixel = |at: usize| 4800.0 + 0.25 * (at % 40) as f32 - 0.5 * (at / 40) as f32;
    let samples = (0..1600).map(pixel).collect();
    Image { width: 40, height: 40, samples, unit: SampleUnit::Metres, pixel: PixelSize::Unknown }
}

pub(crate) fn picture(width: usize, height: usize) -> Image {
    let pixel = |at: usize| {
        let (column, row) = ((at % width) as f32, (at / width) as f32);
        0.5 + 0.3 * (0.9 * column + 0.4).sin() * (0.7 * row).cos() + 0.1 * (0.5 * row).sin()
    };
    let samples = (0..width * height).map(pixel).collect();
    Image { width, height, samples, unit: SampleUnit::Fraction, pixel: PixelSize::Unknown }
}

/// The numbers of a sample, as many as the order has: value, gradient and upper triangle of the Hessian.
pub(crate) type Planes = Vec<f64>;

/// The graph of a recipe. Solved fields are solved as drafts, which test as well and take a sixteenth of the time.
pub(crate) fn graph<const D: usize>(recipe: &Recipe, spacing: f64) -> Result<Graph<D>, RecipeError>
where
    AnyBasis: Dimension<D>,
{
    let pictures = &Drafts(Pictures);
    let (solved, _) = solved(recipe, pictures, &[])?;
    Graph::with_others(recipe, pictures, Detail::of(spacing), &[], &solved)
}

/// A field ready to be evaluated.
pub(crate) struct Field<const D: usize> {
    pub(crate) plan: Plan<D>,
    /// The largest magnitude of its values and of the values that it is computed from. It bounds the effect of rounding.
    pub(crate) magnitude: f64,
}

impl<const D: usize> Field<D>
where
    AnyBasis: Dimension<D>,
{
    /// The field `output` of a recipe made of `fields`, in a plane or a space as `D` says.
    pub(crate) fn new(output: &str, fields: &str) -> Self {
        Self::at_spacing(output, fields, 1.0).unwrap_or_else(|error| panic!("{error}\n{fields}"))
    }

    pub(crate) fn at_spacing(output: &str, fields: &str, spacing: f64) -> Result<Self, RecipeError> {
        let kind = if D == 2 { "plane" } else { "space" };
        let recipe = parse(&(head(kind, output) + fields))?;
        Ok(Self::of(graph(&recipe, spacing)?))
    }

    /// The same field on a planet with a radius in metres, which has three dimensions.
    pub(crate) fn on_planet(
        radius: f64,
        output: &str,
        fields: &str,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let head = on_planet(output).replace("1000.0", &format!("{radius:?}"));
        let recipe = parse(&(head + fields))?;
        Ok(Self::of(graph(&recipe, spacing)?))
    }

    pub(crate) fn of(graph: Graph<D>) -> Self {
        let magnitude = graph.steps.iter().map(|step| match step {
            Step::Field { interval, .. } => interval.abs().max,
            Step::Ground { .. } => 0.0,
        });
        let magnitude = magnitude.fold(0.0, f64::max);
        Self { plan: Plan::new(graph, 1.0, 0.0), magnitude }
    }

    pub(crate) fn interval(&self) -> Interval {
        self.plan.interval
    }

    /// The planes at each point.
    pub(crate) fn planes<S: Number>(&self, level: Level, order: Order, points: &[[f64; D]]) -> Vec<Planes> {
        let mut worker = Worker::<S>::new(&self.plan);
        let mut all = Vec::with_capacity(points.len());
        for chunk in points.chunks(STRIP) {
            let strip = PlanStrip::new(&self.plan, chunk);
            let line = PlanLine::new(&self.plan, [0.0; D]);
            worker.run(&self.plan, level, order, &strip, &[line]);
            let rows: &Rows<S> = worker.terrain(&self.plan, 0);
            let planes = |i: usize| (0..order.planes(D)).map(|plane| rows.plane(plane)[i].to_f64()).collect();
            all.extend((0..chunk.len()).map(planes));
        }
        all
    }

    pub(crate) fn values<S: Number>(&self, points: &[[f64; D]]) -> Vec<f64> {
        self.planes::<S>(Level::best(), Order::Value, points).into_iter().map(|planes| planes[0]).collect()
    }
}

/// Scattered points in and around the domain, the same each time; `z` stays near the plane.
pub(crate) fn points<const D: usize>(count: usize) -> Vec<[f64; D]> {
    // These steps are 1/g, 1/g² and 1/g³ with g⁴ = g + 1. The fractional parts of their multiples fill space evenly (Roberts,
    // 2018).
    const STEPS: [f64; 3] = [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_970_7];
    let point =
        |k: usize| std::array::from_fn(|axis| 1200.0 * (0.5 + k as f64 * STEPS[axis]).fract() - 100.0);
    (1..=count).map(point).collect()
}
