//! Rasters of terrains with strokes.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::overlay::Watch;
use orogen_engine::raster::{Band, Grid};
use rayon::prelude::*;

use super::blurred::Blurred;
use super::passes::{Blur, Lattice, Pass, passes};
use crate::cell::Cell;
use crate::jet::{Jet, Precision};
use crate::prepared_stroke::PreparedStroke;
use crate::smoothing::blurred;

/// Columns and rows of a cell.
const SIDE: usize = 8;

/// The inputs of a raster.
pub(super) struct RasterJob<'a> {
    pub(super) strokes: &'a [Arc<PreparedStroke>],
    pub(super) lattice: Lattice,
    pub(super) precision: Precision,
    /// The ground without strokes, on a grid of the lattice or of a coarser lattice that a blur uses.
    pub(super) base: &'a (dyn Fn(&Grid) -> Vec<Jet<2>> + Sync),
    pub(super) go_on: Watch<'a>,
}

impl RasterJob<'_> {
    /// Computes the ground on a grid. `None` if cancelled.
    pub(super) fn run(&self, grid: &Grid) -> Option<Vec<Jet<2>>> {
        let mut targets = BTreeMap::new();
        let mut passes = passes(self.strokes, &self.lattice, grid);
        while let Some((_, pass)) = passes.pop_last() {
            let ground = self.run_pass(&pass, &mut targets)?;
            if passes.is_empty() {
                return Some(ground.cut(grid));
            }
        }
        unreachable!("the grid always has a pass")
    }

    /// The largest number of samples that are computed at once for a grid.
    pub(super) fn samples(&self, grid: &Grid) -> usize {
        let whole = |pass: Pass<'_>| pass.whole.map_or(0, |grid| grid.columns.saturating_mul(grid.rows));
        passes(self.strokes, &self.lattice, grid).into_values().map(whole).max().unwrap_or(0)
    }

    /// Runs the stages of a pass. Adds its blurred ground to that of coarser passes.
    fn run_pass(&self, pass: &Pass<'_>, targets: &mut BTreeMap<usize, Blurred>) -> Option<Raster> {
        let grid = pass.whole?;
        let base = (self.base)(&grid);
        let mut raster = Raster { grid, ground: base.clone(), base };
        for stage in &pass.stages {
            if !(self.go_on)() {
                return None;
            }
            if let Some(blur) = &stage.blur {
                self.blur(blur, &mut raster, targets);
            }
            if let Some(part) = stage.part() {
                self.apply(&mut raster, &stage.strokes, part, None);
            }
        }
        (self.go_on)().then_some(raster)
    }

    fn blur(&self, blur: &Blur<'_>, raster: &mut Raster, targets: &mut BTreeMap<usize, Blurred>) {
        if let Some(grid) = blur.target {
            let jets = blurred(&raster.ground, &raster.grid, &grid, blur.radius);
            targets.insert(blur.number, Blurred { grid, jets });
        }
        let (Some(part), Some(target)) = (&blur.touched, targets.get(&blur.number)) else { return };
        let target = if target.grid.spacing == part.spacing {
            cut(&target.jets, &target.grid, part)
        } else {
            target.on(part)
        };
        self.apply(raster, &[blur.stroke], part, Some(&target));
    }

    /// Applies strokes to a part, in rows of cells on all threads. `target` is the blurred ground on the part, if the
    /// stroke blurs.
    fn apply(
        &self,
        raster: &mut Raster,
        strokes: &[&PreparedStroke],
        part: &Grid,
        target: Option<&[Jet<2>]>,
    ) {
        let (grid, base, lattice) = (raster.grid, &raster.base, &self.lattice);
        let [top, left] = [part.first_row - grid.first_row, part.first_column - grid.first_column];
        let [top, left] = [top as usize, left as usize];
        let rows = &mut raster.ground[top * grid.columns..][..part.rows * grid.columns];
        rows.par_chunks_mut(SIDE * grid.columns).enumerate().for_each(|(band, rows)| {
            if !(self.go_on)() {
                return;
            }
            let first = top + band * SIDE;
            let mut cell = Cell::new();
            for from in (left..left + part.columns).step_by(SIDE) {
                let columns = SIDE.min(left + part.columns - from);
                let corner = grid.band(first, rows.len() / grid.columns).strip(from, columns);
                let bounds = lattice.bounds(&corner);
                let mut near = strokes.iter().filter(|stroke| stroke.bounds.meets(&bounds)).peekable();
                if near.peek().is_none() {
                    continue;
                }
                cell.clear();
                for (j, row) in rows.chunks(grid.columns).enumerate() {
                    for i in from..from + columns {
                        cell.positions.push(lattice.position(&grid, i, first + j));
                        cell.ground.push(row[i]);
                        cell.base.push(base[(first + j) * grid.columns + i]);
                        if let Some(target) = target {
                            cell.blurred.push(target[(first + j - top) * part.columns + i - left]);
                        }
                    }
                }
                near.for_each(|stroke| cell.apply(stroke, &bounds, self.precision));
                for (row, laid) in rows.chunks_mut(grid.columns).zip(cell.ground.chunks(columns)) {
                    row[from..from + columns].copy_from_slice(laid);
                }
            }
        });
    }
}

struct Raster {
    grid: Grid,
    ground: Vec<Jet<2>>,
    base: Vec<Jet<2>>,
}

impl Raster {
    /// The samples of a grid inside the raster.
    fn cut(self, grid: &Grid) -> Vec<Jet<2>> {
        if self.grid == *grid { self.ground } else { cut(&self.ground, &self.grid, grid) }
    }
}

/// The samples of a grid inside another grid.
fn cut<T: Copy>(samples: &[T], of: &Grid, grid: &Grid) -> Vec<T> {
    let left = (grid.first_column - of.first_column) as usize;
    let top = (grid.first_row - of.first_row) as usize;
    let row = |row: usize| samples[row * of.columns + left..][..grid.columns].iter().copied();
    (top..top + grid.rows).flat_map(row).collect()
}

/// The samples of a band, with or without slopes.
pub(super) fn jets(band: &Band) -> Vec<Jet<2>> {
    let slope = |plane: &[f32], i: usize| plane.get(i).copied().map_or(0.0, f64::from);
    let jet =
        |i: usize| Jet { value: f64::from(band.height[i]), slope: [slope(&band.dx, i), slope(&band.dy, i)] };
    (0..band.height.len()).map(jet).collect()
}

/// A band of samples, rounded to single precision.
pub(super) fn band(columns: usize, jets: &[Jet<2>]) -> Band {
    Band {
        columns,
        height: jets.iter().map(|jet| jet.value as f32).collect(),
        dx: jets.iter().map(|jet| jet.slope[0] as f32).collect(),
        dy: jets.iter().map(|jet| jet.slope[1] as f32).collect(),
        ..Band::default()
    }
}
