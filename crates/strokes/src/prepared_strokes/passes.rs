//! Plans the order in which rasters are computed, their extent and their spacing.
//!
//! A blur is computed on a lattice that is only as fine as needed. Where samples are close together, it uses every second,
//! fourth or eighth sample. Each lattice has a *pass*. A pass applies all strokes that its blurs depend on, in order, and
//! gives the blurred ground to finer passes. The last pass computes the requested samples.
//!
//! A pass consists of stages, one for each blur. Stages are planned from the last to the first, since a blur needs the
//! samples around the part that later stages need.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::raster::Grid;

use crate::prepared_stroke::PreparedStroke;
use crate::smoothing::{doublings, taps};

/// The work on one lattice, in order. The first stage has no blur.
#[derive(Clone, Debug)]
pub(super) struct Pass<'a> {
    /// The raster to start with. `None` if the pass has no work.
    pub(super) whole: Option<Grid>,
    pub(super) stages: Vec<Stage<'a>>,
}

/// A blur, and the strokes up to the next blur.
#[derive(Clone, Debug)]
pub(super) struct Stage<'a> {
    pub(super) blur: Option<Blur<'a>>,
    /// The strokes after the blur that touch its part, in order.
    pub(super) strokes: Vec<&'a PreparedStroke>,
    /// The part of the raster that later stages need.
    part: Option<Grid>,
}

impl Stage<'_> {
    /// The part of the raster where the strokes of the stage are applied.
    pub(super) fn part(&self) -> Option<&Grid> {
        self.part.as_ref().filter(|_| !self.strokes.is_empty())
    }
}

/// A blur in a pass.
#[derive(Clone, Debug)]
pub(super) struct Blur<'a> {
    pub(super) stroke: &'a PreparedStroke,
    pub(super) radius: f64,
    /// Index of the blur's stroke.
    pub(super) number: usize,
    /// The part of the raster that the blur changes.
    pub(super) touched: Option<Grid>,
    /// The part on which the blurred ground is computed. `None` if a coarser pass computes it.
    pub(super) target: Option<Grid>,
}

/// A lattice of raster samples: a shifted grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// Metres between the requested samples.
    pub(super) spacing: f64,
    /// Position of the sample with the indices 0.
    pub(super) origin: [f64; 2],
}

impl Lattice {
    /// The position of a sample of a grid on this lattice.
    pub(super) fn position(&self, grid: &Grid, column: usize, row: usize) -> [f64; 2] {
        [grid.x(column) + self.origin[0], grid.y(row) + self.origin[1]]
    }

    /// The bounds of a grid's samples.
    pub(super) fn bounds(&self, grid: &Grid) -> Bounds {
        let [x0, y0] = self.position(grid, 0, 0);
        let [x1, y1] = self.position(grid, grid.columns.max(1) - 1, grid.rows.max(1) - 1);
        Bounds::of_plane([x0, y0, x1, y1])
    }

    /// The samples of a grid that are in a box, perhaps with a few samples around the box. `None` if the box and the grid
    /// do not overlap.
    fn part(&self, grid: &Grid, within: &Bounds) -> Option<Grid> {
        let common = self.bounds(grid).common(within);
        // The number of samples is not computed, since it could overflow.
        if grid.columns == 0 || grid.rows == 0 || (0..2).any(|axis| common.min[axis] > common.max[axis]) {
            return None;
        }
        // Rounding may move a sample across the box's edge, so one more is taken.
        let ends = |first: i64, count: usize, axis: usize| {
            let index = |metres: f64| (metres - self.origin[axis]) / grid.spacing;
            let last = first + count as i64 - 1;
            let from = (index(common.min[axis]).floor() as i64 - 1).clamp(first, last);
            let to = (index(common.max[axis]).ceil() as i64 + 1).clamp(first, last);
            (from, (to - from + 1) as usize)
        };
        let (first_column, columns) = ends(grid.first_column, grid.columns, 0);
        let (first_row, rows) = ends(grid.first_row, grid.rows, 1);
        Some(Grid { first_column, first_row, columns, rows, spacing: grid.spacing })
    }
}

/// The parts of blurred ground that a pass must provide, by index of the stroke.
type BlurParts = BTreeMap<usize, Grid>;

/// The passes for a grid. The key is the number of times that a pass doubles the grid's spacing: 0 for the pass of the grid
/// itself. A pass depends on passes with larger keys.
pub(super) fn passes<'a>(
    strokes: &'a [Arc<PreparedStroke>],
    lattice: &Lattice,
    grid: &Grid,
) -> BTreeMap<u32, Pass<'a>> {
    let mut wanted = BTreeMap::from([(0, BlurParts::new())]);
    let mut passes = BTreeMap::new();
    while let Some((number, targets)) = wanted.pop_first() {
        let request = |coarser: u32, stroke: usize, part: Grid| {
            let of_pass: &mut BlurParts = wanted.entry(coarser).or_default();
            let part = of_pass.get(&stroke).map_or(part, |other| hull(other, &part));
            of_pass.insert(stroke, part);
        };
        let whole = (number == 0).then_some(*grid);
        passes.insert(number, pass(strokes, lattice, number, whole, &targets, request));
    }
    passes
}

/// Plans one pass, from the last stage to the first. Before a blur, the pass needs the samples that the blur reads: samples
/// around the part that later stages or finer passes need.
fn pass<'a>(
    strokes: &'a [Arc<PreparedStroke>],
    lattice: &Lattice,
    number: u32,
    grid: Option<Grid>,
    wanted: &BlurParts,
    mut request: impl FnMut(u32, usize, Grid),
) -> Pass<'a> {
    let spacing = libm::ldexp(lattice.spacing, number as i32);
    let mut needed = grid;
    let mut stage = Stage { blur: None, strokes: Vec::new(), part: needed };
    let mut stages = Vec::new();
    for (index, stroke) in strokes.iter().enumerate().rev() {
        let touched = needed.and_then(|needed| lattice.part(&needed, &stroke.bounds));
        let wanted = wanted.get(&index);
        let Some(radius) = stroke.blur().filter(|_| touched.is_some() || wanted.is_some()) else {
            stage.strokes.extend(touched.filter(|_| stroke.blur().is_none()).map(|_| &**stroke));
            continue;
        };
        let coarser = doublings(radius, spacing);
        let target = if coarser == 0 { either(touched, wanted.copied()) } else { None };
        if let Some(touched) = touched.filter(|_| coarser > 0) {
            request(number + coarser, index, around(&touched, coarser));
        }
        stage.blur = Some(Blur { stroke, radius, number: index, touched, target });
        needed = either(needed, target.map(|target| widened(&target, taps(radius, spacing))));
        stages.push(std::mem::replace(&mut stage, Stage { blur: None, strokes: Vec::new(), part: needed }));
    }
    stages.push(stage);
    stages.iter_mut().for_each(|stage| stage.strokes.reverse());
    stages.reverse();
    Pass { whole: needed, stages }
}

/// The samples of a coarser lattice from which blurred ground on a part is [interpolated](super::blurred). The coarser
/// spacing is larger by a factor of 2ⁿ, where n is `doublings`.
fn around(part: &Grid, doublings: u32) -> Grid {
    let ends = |first: i64, count: usize| {
        let (from, to) = (first >> doublings, (first + count as i64 - 1) >> doublings);
        (from - 1, (to - from + 4) as usize)
    };
    let (first_column, columns) = ends(part.first_column, part.columns);
    let (first_row, rows) = ends(part.first_row, part.rows);
    Grid { first_column, first_row, columns, rows, spacing: libm::ldexp(part.spacing, doublings as i32) }
}

fn widened(grid: &Grid, by: usize) -> Grid {
    Grid {
        first_column: grid.first_column - by as i64,
        first_row: grid.first_row - by as i64,
        columns: grid.columns + 2 * by,
        rows: grid.rows + 2 * by,
        spacing: grid.spacing,
    }
}

fn either(one: Option<Grid>, other: Option<Grid>) -> Option<Grid> {
    match (one, other) {
        (Some(one), Some(other)) => Some(hull(&one, &other)),
        (one, other) => one.or(other),
    }
}

fn hull(one: &Grid, other: &Grid) -> Grid {
    let ends = |[a, b]: [i64; 2], [m, n]: [usize; 2]| {
        let first = a.min(b);
        (first, ((a + m as i64).max(b + n as i64) - first) as usize)
    };
    let (first_column, columns) = ends([one.first_column, other.first_column], [one.columns, other.columns]);
    let (first_row, rows) = ends([one.first_row, other.first_row], [one.rows, other.rows]);
    Grid { first_column, first_row, columns, rows, spacing: one.spacing }
}
