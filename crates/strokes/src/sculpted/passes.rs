//! In which order rasters are made, how large and how fine.
//!
//! A blur is worked out on a lattice that is as fine as it takes and no finer: of every second, fourth or eighth sample where
//! samples are close. Each lattice has a *pass*, in which all strokes are laid that its blurs depend on, in their order; the
//! aims of its blurs are what it gives to finer passes. The last pass is that of the samples that are asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::raster::Grid;

use crate::prepared::Prepared;
use crate::smoothing::{doublings, taps};

/// What is done on one lattice, in order; the first stage has no blur.
#[derive(Clone, Debug)]
pub(super) struct Pass<'a> {
    /// The raster to begin with; none, where nothing is to be done.
    pub(super) whole: Option<Grid>,
    pub(super) stages: Vec<Stage<'a>>,
}

/// A blur, and the strokes until the next one.
#[derive(Clone, Debug)]
pub(super) struct Stage<'a> {
    pub(super) blur: Option<Blur<'a>>,
    /// The strokes after it that lie on its part, in their order.
    pub(super) strokes: Vec<&'a Prepared>,
    /// The part of the raster that what follows needs.
    part: Option<Grid>,
}

impl Stage<'_> {
    /// Where its strokes are laid.
    pub(super) fn part(&self) -> Option<&Grid> {
        self.part.as_ref().filter(|_| !self.strokes.is_empty())
    }
}

/// A blur in a pass.
#[derive(Clone, Debug)]
pub(super) struct Blur<'a> {
    pub(super) stroke: &'a Prepared,
    pub(super) radius: f64,
    /// Its number among all strokes.
    pub(super) number: usize,
    /// The part of the raster that it changes.
    pub(super) touched: Option<Grid>,
    /// The part that its aim is worked out on; none, if a coarser pass does it.
    pub(super) aim: Option<Grid>,
}

/// Where the samples of rasters lie: those of grids, moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// Metres between the samples that are asked for.
    pub(super) spacing: f64,
    /// Where the sample with the indices 0 lies.
    pub(super) origin: [f64; 2],
}

impl Lattice {
    /// The place of a sample of a grid of its.
    pub(super) fn place(&self, grid: &Grid, column: usize, row: usize) -> [f64; 2] {
        [grid.x(column) + self.origin[0], grid.y(row) + self.origin[1]]
    }

    /// The box that holds the samples of a grid.
    pub(super) fn bounds(&self, grid: &Grid) -> Bounds {
        let [x0, y0] = self.place(grid, 0, 0);
        let [x1, y1] = self.place(grid, grid.columns.max(1) - 1, grid.rows.max(1) - 1);
        Bounds::of_plane([x0, y0, x1, y1])
    }

    /// The samples of a grid that lie in a box, and perhaps some more beside it; `None` if there are none.
    fn part(&self, grid: &Grid, within: &Bounds) -> Option<Grid> {
        let common = self.bounds(grid).common(within);
        // Not by the number of samples, which may be more than there are numbers.
        if grid.columns == 0 || grid.rows == 0 || (0..2).any(|axis| common.min[axis] > common.max[axis]) {
            return None;
        }
        // Rounding may put a sample on the other side of the box's edge: one more is taken.
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

/// Parts of the aims of blurs that are wanted of a pass, by the strokes' numbers.
type Wanted = BTreeMap<usize, Grid>;

/// What is to be done for a grid: the passes by how often their spacing is that of the grid, doubled; the grid's own is
/// number 0. A pass depends on those with greater numbers.
pub(super) fn passes<'a>(
    strokes: &'a [Arc<Prepared>],
    lattice: &Lattice,
    grid: &Grid,
) -> BTreeMap<u32, Pass<'a>> {
    let mut wanted = BTreeMap::from([(0, Wanted::new())]);
    let mut passes = BTreeMap::new();
    while let Some((number, aims)) = wanted.pop_first() {
        let wish = |coarser: u32, stroke: usize, part: Grid| {
            let of_pass: &mut Wanted = wanted.entry(coarser).or_default();
            let part = of_pass.get(&stroke).map_or(part, |other| hull(other, &part));
            of_pass.insert(stroke, part);
        };
        let whole = (number == 0).then_some(*grid);
        passes.insert(number, pass(strokes, lattice, number, whole, &aims, wish));
    }
    passes
}

/// One pass. It is worked out backwards: before a blur, the samples are needed that it looks at, around as much of it as is
/// needed after it, or wanted of its aim.
fn pass<'a>(
    strokes: &'a [Arc<Prepared>],
    lattice: &Lattice,
    number: u32,
    grid: Option<Grid>,
    wanted: &Wanted,
    mut wish: impl FnMut(u32, usize, Grid),
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
        let aim = if coarser == 0 { either(touched, wanted.copied()) } else { None };
        if let Some(touched) = touched.filter(|_| coarser > 0) {
            wish(number + coarser, index, around(&touched, coarser));
        }
        stage.blur = Some(Blur { stroke, radius, number: index, touched, aim });
        needed = either(needed, aim.map(|aim| widened(&aim, taps(radius, spacing))));
        stages.push(std::mem::replace(&mut stage, Stage { blur: None, strokes: Vec::new(), part: needed }));
    }
    stages.push(stage);
    stages.iter_mut().for_each(|stage| stage.strokes.reverse());
    stages.reverse();
    Pass { whole: needed, stages }
}

/// The samples of a lattice 2ⁿ times as coarse that an aim on a part is [interpolated](super::aim) from.
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
