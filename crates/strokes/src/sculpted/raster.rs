//! Rasters of terrains with strokes.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::overlay::Watch;
use orogen::raster::{Band, Grid};
use rayon::prelude::*;

use super::aim::Aim;
use super::passes::{Blur, Lattice, Pass, passes};
use crate::cell::Cell;
use crate::jet::{Jet, Precision};
use crate::prepared::Prepared;
use crate::smoothing::blurred;

/// Columns and rows of a cell.
const SIDE: usize = 8;

/// What a raster is made of.
pub(super) struct Work<'a> {
    pub(super) strokes: &'a [Arc<Prepared>],
    pub(super) lattice: Lattice,
    pub(super) precision: Precision,
    /// The ground without strokes on a grid of the lattice, or of one as coarse as a blur needs.
    pub(super) base: &'a (dyn Fn(&Grid) -> Vec<Jet<2>> + Sync),
    pub(super) go_on: Watch<'a>,
}

impl Work<'_> {
    /// The ground on a grid; nothing, once nobody wants it.
    pub(super) fn made(&self, grid: &Grid) -> Option<Vec<Jet<2>>> {
        let mut aims = BTreeMap::new();
        let mut passes = passes(self.strokes, &self.lattice, grid);
        while let Some((_, pass)) = passes.pop_last() {
            let ground = self.run(&pass, &mut aims)?;
            if passes.is_empty() {
                return Some(ground.cut(grid));
            }
        }
        unreachable!("the grid has a pass of its own")
    }

    /// How many samples are made for a grid, at most at once.
    pub(super) fn samples(&self, grid: &Grid) -> usize {
        let whole = |pass: Pass<'_>| pass.whole.map_or(0, |grid| grid.columns.saturating_mul(grid.rows));
        passes(self.strokes, &self.lattice, grid).into_values().map(whole).max().unwrap_or(0)
    }

    /// Goes through the stages of a pass. The aims of its blurs join those of coarser ones.
    fn run(&self, pass: &Pass<'_>, aims: &mut BTreeMap<usize, Aim>) -> Option<Raster> {
        let grid = pass.whole?;
        let base = (self.base)(&grid);
        let mut raster = Raster { grid, ground: base.clone(), base };
        for stage in &pass.stages {
            if !(self.go_on)() {
                return None;
            }
            if let Some(blur) = &stage.blur {
                self.blur(blur, &mut raster, aims);
            }
            if let Some(part) = stage.part() {
                self.lay(&mut raster, &stage.strokes, part, None);
            }
        }
        (self.go_on)().then_some(raster)
    }

    fn blur(&self, blur: &Blur<'_>, raster: &mut Raster, aims: &mut BTreeMap<usize, Aim>) {
        if let Some(grid) = blur.aim {
            let jets = blurred(&raster.ground, &raster.grid, &grid, blur.radius);
            aims.insert(blur.number, Aim { grid, jets });
        }
        let (Some(part), Some(aim)) = (&blur.touched, aims.get(&blur.number)) else { return };
        let aim =
            if aim.grid.spacing == part.spacing { cut(&aim.jets, &aim.grid, part) } else { aim.on(part) };
        self.lay(raster, &[blur.stroke], part, Some(&aim));
    }

    /// Lays strokes on a part, in rows of cells on all threads. The aim is that of a blur on the part.
    fn lay(&self, raster: &mut Raster, strokes: &[&Prepared], part: &Grid, aim: Option<&[Jet<2>]>) {
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
                        cell.places.push(lattice.place(&grid, i, first + j));
                        cell.ground.push(row[i]);
                        cell.base.push(base[(first + j) * grid.columns + i]);
                        if let Some(aim) = aim {
                            cell.blurred.push(aim[(first + j - top) * part.columns + i - left]);
                        }
                    }
                }
                near.for_each(|stroke| cell.lay(stroke, &bounds, self.precision));
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
    /// The samples of a grid that lies in the raster.
    fn cut(self, grid: &Grid) -> Vec<Jet<2>> {
        if self.grid == *grid { self.ground } else { cut(&self.ground, &self.grid, grid) }
    }
}

/// The samples of a grid that lies in another.
fn cut<T: Copy>(samples: &[T], of: &Grid, grid: &Grid) -> Vec<T> {
    let left = (grid.first_column - of.first_column) as usize;
    let top = (grid.first_row - of.first_row) as usize;
    let row = |row: usize| samples[row * of.columns + left..][..grid.columns].iter().copied();
    (top..top + grid.rows).flat_map(row).collect()
}

/// The samples of a band with slopes or without.
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
