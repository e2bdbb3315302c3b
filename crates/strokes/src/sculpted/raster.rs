//! Rasters of terrains with strokes.

use std::sync::Arc;

use orogen::level::Level;
use orogen::raster::{Band, Grid};
use orogen::terrain::Terrain;
use rayon::prelude::*;

use super::stages::{Stage, bounds, stages};
use crate::cell::{Cell, Jet, Precision};
use crate::error::SculptError;
use crate::prepared::Prepared;
use crate::smoothing::blurred;

/// The most samples that are made at once: about 1.5 GB.
const MOST_SAMPLES: usize = 1 << 24;

/// Columns and rows of a cell.
const SIDE: usize = 8;

/// The rows of a grid, with slopes.
pub(super) fn made(terrain: &Terrain, strokes: &[Arc<Prepared>], grid: Grid) -> Result<Band, SculptError> {
    let stages = stages(strokes, &grid);
    let whole = stages[0].part;
    let samples = whole.columns.saturating_mul(whole.rows);
    if samples > MOST_SAMPLES {
        return Err(SculptError::TooLarge { samples, most: MOST_SAMPLES });
    }
    let mut base = Band::default();
    terrain.rows(Level::best(), whole).make(0, whole.rows, true, &mut base);
    if stages.iter().all(|stage| stage.strokes.is_empty() && stage.blur.is_none()) {
        return Ok(base);
    }
    let ground = (0..whole.len()).map(|i| at(&base, i)).collect();
    let mut raster = Raster { grid: whole, ground, base };
    for stage in &stages {
        raster.take(stage);
    }
    Ok(raster.cut(&grid))
}

fn at(band: &Band, index: usize) -> Jet<2> {
    Jet {
        value: f64::from(band.height[index]),
        slope: [f64::from(band.dx[index]), f64::from(band.dy[index])],
    }
}

struct Raster {
    grid: Grid,
    ground: Vec<Jet<2>>,
    base: Band,
}

/// A blur's aim, on its part of the raster.
type Aim<'a> = (&'a Grid, &'a [Jet<2>]);

impl Raster {
    fn take(&mut self, stage: &Stage<'_>) {
        if let Some((blur, part)) = &stage.blur {
            let radius = blur.blur().unwrap_or_else(|| unreachable!("stages begin with blurs"));
            let aim = blurred(&self.ground, &self.grid, part, radius);
            self.lay(&[blur], part, Some((part, &aim)));
        }
        if !stage.strokes.is_empty() {
            self.lay(&stage.strokes, &stage.part, None);
        }
    }

    /// Lays strokes on a part, in rows of cells on all threads.
    fn lay(&mut self, strokes: &[&Prepared], part: &Grid, aim: Option<Aim<'_>>) {
        let (grid, base) = (self.grid, &self.base);
        let [top, left] = [part.first_row - grid.first_row, part.first_column - grid.first_column];
        let [top, left] = [top as usize, left as usize];
        let rows = &mut self.ground[top * grid.columns..][..part.rows * grid.columns];
        rows.par_chunks_mut(SIDE * grid.columns).enumerate().for_each(|(band, rows)| {
            let first = top + band * SIDE;
            let mut cell = Cell::new();
            for from in (left..left + part.columns).step_by(SIDE) {
                let columns = SIDE.min(left + part.columns - from);
                let corner = grid.band(first, rows.len() / grid.columns).strip(from, columns);
                let bounds = bounds(&corner);
                let mut near = strokes.iter().filter(|stroke| stroke.bounds.meets(&bounds)).peekable();
                if near.peek().is_none() {
                    continue;
                }
                cell.clear();
                for (j, row) in rows.chunks(grid.columns).enumerate() {
                    for i in from..from + columns {
                        cell.places.push([grid.x(i), grid.y(first + j)]);
                        cell.ground.push(row[i]);
                        cell.base.push(at(base, (first + j) * grid.columns + i));
                        if let Some((part, aim)) = aim {
                            cell.blurred.push(aim[(first + j - top) * part.columns + i - left]);
                        }
                    }
                }
                near.for_each(|stroke| cell.lay(stroke, &bounds, Precision::Single));
                for (row, laid) in rows.chunks_mut(grid.columns).zip(cell.ground.chunks(columns)) {
                    row[from..from + columns].copy_from_slice(laid);
                }
            }
        });
    }

    /// The samples of a grid that lies in the raster.
    fn cut(&self, grid: &Grid) -> Band {
        let left = (grid.first_column - self.grid.first_column) as usize;
        let top = (grid.first_row - self.grid.first_row) as usize;
        let jets = || {
            (top..top + grid.rows)
                .flat_map(move |row| &self.ground[row * self.grid.columns + left..][..grid.columns])
        };
        Band {
            columns: grid.columns,
            height: jets().map(|jet| jet.value as f32).collect(),
            dx: jets().map(|jet| jet.slope[0] as f32).collect(),
            dy: jets().map(|jet| jet.slope[1] as f32).collect(),
            ..Band::default()
        }
    }
}
