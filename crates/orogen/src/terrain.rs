//! A terrain: a recipe made ready to be asked for heights.

use std::sync::{Mutex, PoisonError};

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;
use rayon::prelude::*;

use crate::cpu::{Number, PlanStrip, Worker};
use crate::graph::Graph;
use crate::image::Images;
use crate::plan::Plan;
use crate::raster::{Band, Grid};
use crate::recipe::{DomainKind, Recipe, RecipeError};

/// A recipe made ready to be asked for heights, for samples of one spacing.
///
/// # Example
/// ```
/// use orogen::image::NoImages;
/// use orogen::level::Level;
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 200.0
/// octaves = 6
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
/// let [sample] = terrain.sample::<f64>(Level::best(), &[[120.0, 80.0, 0.0]])[..] else { unreachable!() };
/// assert!(terrain.interval().contains(sample.height));
/// # Ok::<(), orogen::recipe::RecipeError>(())
/// ```
#[derive(Debug)]
pub struct Terrain {
    plan: AnyPlan,
    z: f64,
    sea_level: Option<f64>,
}

#[derive(Debug)]
enum AnyPlan {
    Plane(Plan<2>),
    Space(Plan<3>),
}

/// The terrain at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Metres.
    pub height: f64,
    /// ∂height along x, y and, in a space, z; metres per metre.
    pub gradient: [f64; 3],
}

impl Terrain {
    /// Makes a recipe ready for samples `spacing` metres apart: how fine `octaves = "auto"` goes.
    ///
    /// # Errors
    /// What a node finds wrong with its parameters, with place and mend.
    pub fn new(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        let (scale, offset) = (recipe.height.scale, recipe.height.offset);
        let plan = match recipe.domain.kind {
            DomainKind::Plane => {
                AnyPlan::Plane(Plan::new(Graph::new(recipe, images, spacing, &[])?, scale, offset))
            }
            DomainKind::Space => {
                AnyPlan::Space(Plan::new(Graph::new(recipe, images, spacing, &[])?, scale, offset))
            }
        };
        Ok(Self { plan, z: recipe.domain.z, sea_level: recipe.sea.as_ref().map(|sea| sea.level) })
    }

    /// The heights in metres that can occur, known before a sample is made.
    pub fn interval(&self) -> Interval {
        match &self.plan {
            AnyPlan::Plane(plan) => plan.interval,
            AnyPlan::Space(plan) => plan.interval,
        }
    }

    /// Metres up to which water covers the ground, where the recipe has a sea. Heights are those of the ground.
    pub fn sea_level(&self) -> Option<f64> {
        self.sea_level
    }

    /// Number of coordinates: 2 on a plane, 3 in a space.
    pub fn dimensions(&self) -> usize {
        match &self.plan {
            AnyPlan::Plane(_) => 2,
            AnyPlan::Space(_) => 3,
        }
    }

    /// The terrain at points in metres (the third coordinate is of no meaning on a plane), in `f32`, with the bits
    /// that a raster has there, or in `f64`.
    pub fn sample<S: Number>(&self, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
        match &self.plan {
            AnyPlan::Plane(plan) => sample::<S, 2>(plan, level, points),
            AnyPlan::Space(plan) => sample::<S, 3>(plan, level, points),
        }
    }

    /// Prepares to make the rows of a grid. A space is cut at the recipe's `z`.
    pub fn rows(&self, level: Level, grid: Grid) -> RowMaker<'_> {
        RowMaker(match &self.plan {
            AnyPlan::Plane(plan) => AnyRows::Plane(Rows::new(plan, level, grid, self.z)),
            AnyPlan::Space(plan) => AnyRows::Space(Rows::new(plan, level, grid, self.z)),
        })
    }
}

fn sample<S: Number, const D: usize>(plan: &Plan<D>, level: Level, points: &[[f64; 3]]) -> Vec<Sample>
where
    AnyBasis: Dimension<D>,
{
    let mut worker = Worker::<S>::new(plan);
    let (scale, offset) = (S::from_f64(plan.scale), S::from_f64(plan.offset));
    let mut samples = Vec::with_capacity(points.len());
    // A turned lattice rounds the columns' and the row's share of a position apart, so a point has the bits of a
    // raster only if it is split in the same way. Neighbours in the list that lie in one row share a strip.
    let rows = points.chunk_by(|one, next| one[1..D] == next[1..D]);
    for chunk in rows.flat_map(|row| row.chunks(STRIP)) {
        let column = |point: &[f64; 3]| std::array::from_fn(|i| if i == 0 { point[0] } else { 0.0 });
        let columns: Vec<[f64; D]> = chunk.iter().map(column).collect();
        let strip = PlanStrip::new(plan, &columns);
        let row = std::array::from_fn(|i| if i == 0 { 0.0 } else { chunk[0][i] });
        let rows = worker.run(plan, level, Order::Gradient, &strip, &row);
        samples.extend((0..chunk.len()).map(|i| Sample {
            height: S::scaled(rows.plane(0)[i], scale, offset).to_f64(),
            gradient: std::array::from_fn(|axis| {
                if axis < D { S::scaled(rows.plane(1 + axis)[i], scale, S::default()).to_f64() } else { 0.0 }
            }),
        }));
    }
    samples
}

/// Makes the rows of a grid, on all threads of the current pool. The bits of a row depend on nothing but the
/// recipe, the spacing and the row's place.
#[derive(Debug)]
pub struct RowMaker<'a>(AnyRows<'a>);

#[derive(Debug)]
enum AnyRows<'a> {
    Plane(Rows<'a, 2>),
    Space(Rows<'a, 3>),
}

impl RowMaker<'_> {
    /// Makes rows `first..first + rows` of the grid into `band`, whose memory is used again. Without slopes, the
    /// band's `dx` and `dy` are empty.
    pub fn make(&self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        match &self.0 {
            AnyRows::Plane(maker) => maker.make(first, rows, slopes, band),
            AnyRows::Space(maker) => maker.make(first, rows, slopes, band),
        }
    }
}

/// Rows that one task of the thread pool makes: enough that taking the task is nothing, few enough that all threads
/// have some.
const ROWS_A_TASK: usize = 4;

#[derive(Debug)]
struct Rows<'a, const D: usize> {
    plan: &'a Plan<D>,
    level: Level,
    grid: Grid,
    z: f64,
    strips: Vec<PlanStrip<f32, D>>,
    idle: Mutex<Vec<Worker<f32>>>,
}

impl<'a, const D: usize> Rows<'a, D>
where
    AnyBasis: Dimension<D>,
{
    fn new(plan: &'a Plan<D>, level: Level, grid: Grid, z: f64) -> Self {
        let column = |i: usize| std::array::from_fn(|axis| if axis == 0 { grid.x(i) } else { 0.0 });
        let strips = (0..grid.columns.div_ceil(STRIP)).into_par_iter().map(|strip| {
            let columns = strip * STRIP..grid.columns.min((strip + 1) * STRIP);
            PlanStrip::new(plan, &columns.map(column).collect::<Vec<_>>())
        });
        Self { plan, level, grid, z, strips: strips.collect(), idle: Mutex::default() }
    }

    fn make(&self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        let samples = rows * self.grid.columns;
        let sloped = if slopes { samples } else { 0 };
        band.first_row = first;
        band.columns = self.grid.columns;
        band.height.resize(samples, 0.0);
        band.dx.resize(sloped, 0.0);
        band.dy.resize(sloped, 0.0);
        let task = ROWS_A_TASK * self.grid.columns;
        let heights = band.height.par_chunks_mut(task);
        if slopes {
            let slopes = band.dx.par_chunks_mut(task).zip(band.dy.par_chunks_mut(task));
            heights.zip(slopes).enumerate().for_each(|(index, (height, (dx, dy)))| {
                self.rows(first + index * ROWS_A_TASK, [height, dx, dy]);
            });
        } else {
            heights.enumerate().for_each(|(index, height)| self.rows(first + index * ROWS_A_TASK, [height]));
        }
    }

    /// Makes whole rows from row `first` on: the planes are height, ∂x and ∂y, as many as are wanted.
    fn rows<const PLANES: usize>(&self, first: usize, mut planes: [&mut [f32]; PLANES]) {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut worker = taken.unwrap_or_else(|| Worker::new(self.plan));
        let order = if PLANES == 1 { Order::Value } else { Order::Gradient };
        let (scale, offset) = (self.plan.scale as f32, self.plan.offset as f32);
        let columns = self.grid.columns;
        for (index, strip) in self.strips.iter().enumerate() {
            let at = index * STRIP;
            let len = STRIP.min(columns - at);
            for row in 0..planes[0].len() / columns {
                let place = [0.0, self.grid.y(first + row), self.z];
                let place = std::array::from_fn(|axis| place[axis]);
                let made = worker.run(self.plan, self.level, order, strip, &place);
                for (plane, out) in planes.iter_mut().enumerate() {
                    let offset = if plane == 0 { offset } else { 0.0 };
                    let out = &mut out[row * columns + at..][..len];
                    for (out, &value) in out.iter_mut().zip(made.plane(plane)) {
                        *out = f32::scaled(value, scale, offset);
                    }
                }
            }
        }
        idle().push(worker);
    }
}
