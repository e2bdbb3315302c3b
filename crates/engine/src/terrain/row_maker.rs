//! Computes the rows of a grid on all threads.
//!
//! A thread goes down a strip of columns rather than along a row: rows that cross the same lattice cells share hashes,
//! gradients and blends.

use std::sync::{Mutex, MutexGuard, PoisonError};

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;
use rayon::prelude::*;

use super::dimension::{ByDimension, either, map_either};
use super::evaluate::AnyPlan;
use super::overlay::{Laid, Watch, always};
use crate::cpu::{Number, PlanLine, PlanStrip, Worker};
use crate::curvature;
use crate::plan::Plan;
use crate::raster::{Band, Grid};

/// Makes the rows of a grid on all threads of the current pool. The bits of a row depend only on the recipe, the spacing and
/// the row's position.
#[derive(Debug)]
pub struct RowMaker<'a> {
    rows: AnyRows<'a>,
    /// Memory for the rows and one more sample on every side; only with curvature.
    around: Option<Mutex<Band>>,
    /// Applied to the rows.
    overlay: Option<&'a Laid>,
}

type AnyRows<'a> = ByDimension<Rows<'a, 2>, Rows<'a, 3>>;

impl<'a> RowMaker<'a> {
    /// The rows of a grid; a space is cut at `z`.
    pub(super) fn new(plan: &'a AnyPlan, level: Level, grid: Grid, z: f64) -> Self {
        let rows = map_either!(plan, plan => Rows::new(plan, level, grid, z));
        Self { rows, around: None, overlay: None }
    }

    /// The same rows under an overlay.
    pub(super) fn under(self, overlay: Option<&'a Laid>) -> Self {
        Self { overlay, ..self }
    }

    /// The same rows with curvature. One more sample is made on every side, so that curvature is exact at the edges.
    pub fn with_curvature(self) -> Self {
        let rows = map_either!(self.rows, rows => rows.widened());
        Self { rows, around: Some(Mutex::default()), overlay: self.overlay }
    }

    /// Makes rows `first..first + rows` of the grid. `band` is overwritten, and its memory reused. Without slopes, only
    /// `height` is filled.
    pub fn make(&self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        self.make_while(first, rows, slopes, band, &always);
    }

    /// As [`make`](Self::make). Calls `go_on` while it applies an overlay; once `go_on` returns false, this function does, too,
    /// and `band` is meaningless.
    pub(crate) fn make_while(
        &self,
        first: usize,
        rows: usize,
        slopes: bool,
        band: &mut Band,
        go_on: Watch<'_>,
    ) -> bool {
        let Some(memory) = &self.around else { return self.make_all(first, rows, slopes, band, go_on) };
        // The band is taken out of the mutex, because a thread that waits here for the pool may run another call to this
        // function.
        let mut around = std::mem::take(&mut *locked(memory));
        let is_whole = self.make_all(first, rows + 2, slopes, &mut around, go_on);
        curvature::inside(&around, self.grid().spacing, first, band);
        *locked(memory) = around;
        is_whole
    }

    fn make_all(&self, first: usize, rows: usize, slopes: bool, band: &mut Band, go_on: Watch<'_>) -> bool {
        either!(&self.rows, maker => maker.make(first, rows, slopes, band));
        let band_grid = self.grid().band(first, rows);
        self.overlay.is_none_or(|laid| laid.on_rows(&band_grid, band, go_on))
    }

    fn grid(&self) -> &Grid {
        either!(&self.rows, maker => &maker.grid)
    }
}

/// Rows of a strip that one task of the thread pool makes: enough that rows share what they can, few enough that all
/// threads have some.
const ROWS_A_TASK: usize = 32;

/// Rows over which a plan runs step by step: enough that the numbers a noise keeps for its rows are used while they are in the
/// first-level cache, few enough that the rows themselves stay in the second-level cache.
pub(super) const ROWS_A_RUN: usize = 8;

/// The part that one task makes: some rows of a strip.
struct Tile<'a> {
    strip: usize,
    /// The first of its rows, counted in the band.
    first: usize,
    /// The rows of every plane: height and, if requested, ∂x, ∂y and the other fields.
    planes: Vec<Vec<&'a mut [f32]>>,
}

/// Cuts the planes of a band into tiles. The tiles of a strip are consecutive, so that a thread goes down a strip and its rows
/// can share results.
fn tiles<'a>(columns: usize, rows: usize, planes: impl Iterator<Item = &'a mut Vec<f32>>) -> Vec<Tile<'a>> {
    let down = rows.div_ceil(ROWS_A_TASK);
    let tile = |index| Tile { strip: index / down, first: index % down * ROWS_A_TASK, planes: Vec::new() };
    let mut tiles: Vec<_> = (0..columns.div_ceil(STRIP) * down).map(tile).collect();
    for plane in planes {
        tiles.iter_mut().for_each(|tile| tile.planes.push(Vec::with_capacity(ROWS_A_TASK)));
        for (row, samples) in plane.chunks_mut(columns).enumerate() {
            for (strip, samples) in samples.chunks_mut(STRIP).enumerate() {
                if let Some(rows) = tiles[strip * down + row / ROWS_A_TASK].planes.last_mut() {
                    rows.push(samples);
                }
            }
        }
    }
    tiles
}

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
        let strips = (0..grid.columns.div_ceil(STRIP)).into_par_iter();
        let strips = strips.map(|strip| PlanStrip::of_grid(plan, &grid, strip));
        Self { plan, level, grid, z, strips: strips.collect(), idle: Mutex::default() }
    }

    /// The same rows with one more sample on every side.
    fn widened(self) -> Self {
        Self::new(self.plan, self.level, self.grid.widened(), self.z)
    }

    fn make(&self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        band.first_row = first;
        resize(band, self.grid.columns, rows, slopes, self.plan.others.len());
        let line = |row| PlanLine::of_grid(self.plan, &self.grid, first + row, self.z);
        let lines: Vec<_> = (0..rows).into_par_iter().map(line).collect();
        let wanted = if slopes { usize::MAX } else { 1 };
        let planes = [&mut band.height, &mut band.dx, &mut band.dy].into_iter().chain(&mut band.others);
        let tiles = tiles(self.grid.columns, rows, planes.take(wanted));
        tiles.into_par_iter().for_each(|tile| self.tile(tile, &lines));
    }

    fn tile(&self, mut tile: Tile<'_>, lines: &[PlanLine<f32, D>]) {
        let taken = locked(&self.idle).pop();
        let mut worker = taken.unwrap_or_else(|| Worker::new(self.plan));
        let order = if tile.planes.len() == 1 { Order::Value } else { Order::Gradient };
        let rows = tile.planes[0].len();
        for from in (0..rows).step_by(ROWS_A_RUN) {
            let run = &lines[tile.first + from..][..ROWS_A_RUN.min(rows - from)];
            worker.run(self.plan, self.level, order, &self.strips[tile.strip], run);
            for row in 0..run.len() {
                let planes = tile.planes.iter_mut().map(|plane| &mut *plane[from + row]);
                write(self.plan, &worker, row, planes);
            }
        }
        locked(&self.idle).push(worker);
    }
}

/// Makes room in a band for rows with `others` other fields. Without slopes, there is room for heights only.
pub(super) fn resize(band: &mut Band, columns: usize, rows: usize, slopes: bool, others: usize) {
    let samples = rows * columns;
    let sloped = if slopes { samples } else { 0 };
    band.columns = columns;
    band.height.resize(samples, 0.0);
    band.dx.resize(sloped, 0.0);
    band.dy.resize(sloped, 0.0);
    band.curvature.clear();
    band.others.resize_with(others, Vec::new);
    band.others.iter_mut().for_each(|other| other.resize(sloped, 0.0));
}

/// Writes one of the rows that a worker ran last: height, ∂x, ∂y and the other fields, as many as there are planes.
pub(super) fn write<'b, const D: usize>(
    plan: &Plan<D>,
    worker: &Worker<f32>,
    row: usize,
    planes: impl Iterator<Item = &'b mut [f32]>,
) {
    let (scale, offset) = (plan.scale as f32, plan.offset as f32);
    let terrain = worker.terrain(plan, row);
    for (plane, out) in planes.enumerate() {
        if plane < 3 {
            let offset = if plane == 0 { offset } else { 0.0 };
            for (out, &value) in out.iter_mut().zip(terrain.plane(plane)) {
                *out = f32::scaled(value, scale, offset);
            }
        } else {
            out.copy_from_slice(&worker.other(plan, row, plane - 3)[..out.len()]);
        }
    }
}

/// The band that the mutex guards. If a thread panicked while it held the lock, the band's contents do not matter, because they
/// are overwritten.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
