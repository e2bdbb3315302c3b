//! Applies strokes to the samples that the engine computed for a terrain.

use orogen_engine::overlay::Watch;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Sample;
use rayon::prelude::*;

use super::passes::Lattice;
use super::raster::{band, jets};
use super::{PreparedStrokes, jet};
use crate::jet::{Jet, Precision};
use crate::stroke::Surface;

/// Number of columns of a raster that are processed at once. The margin that blurs read is small compared with this number.
const COLUMNS: usize = 512;

impl PreparedStrokes {
    /// Applies the strokes to rows of the terrain, with or without slopes. If `go_on` returns false, stops and returns false;
    /// the rows are then meaningless.
    pub(crate) fn lay_on_rows(&self, grid: &Grid, rows: &mut Band, go_on: Watch<'_>) -> bool {
        let lattice = Lattice { spacing: grid.spacing, origin: [0.0; 2] };
        let slopes = !rows.dx.is_empty();
        let strips =
            (0..grid.columns).step_by(COLUMNS).map(|first| (first, COLUMNS.min(grid.columns - first)));
        let touched = strips.filter(|&(first, columns)| {
            let bounds = lattice.bounds(&grid.strip(first, columns));
            self.prepared().iter().any(|stroke| stroke.bounds.meets(&bounds))
        });
        let touched: Vec<_> = touched.collect();
        let made = touched.into_par_iter().map(|(first, columns)| {
            let strip = grid.strip(first, columns);
            let base = |wanted: &Grid| match *wanted == strip {
                true => jets(&cut(rows, first, columns)),
                false => jets(&self.base_rows(wanted, slopes)),
            };
            let made = self.on_grid(grid.spacing, &base, go_on).run(&strip)?;
            Some((first, band(columns, &made)))
        });
        let Some(made) = made.collect::<Option<Vec<_>>>() else { return false };
        for (first, strip) in made {
            put(rows, first, &strip);
        }
        go_on()
    }

    /// Applies the strokes to samples of the terrain. On planets, the samples are positions on the sphere. If `exact` is
    /// set, the heights were computed in double precision, and so are the fields of brushes. For `go_on` see
    /// [`lay_on_rows`](Self::lay_on_rows).
    pub(crate) fn lay_on_samples(
        &self,
        positions: &[[f64; 3]],
        samples: &mut [Sample],
        exact: bool,
        go_on: Watch<'_>,
    ) -> bool {
        let precision = if exact { Precision::Double } else { Precision::Single };
        match self.surface {
            Surface::Plane => {
                let positions: Vec<_> = positions.iter().map(|&[x, y, _]| [x, y]).collect();
                as_jets(samples, |ground| self.lay_on_plane(&positions, ground, precision, go_on))
            }
            Surface::Planet(_) => {
                as_jets(samples, |ground| self.lay_on_globe(positions, ground, precision, go_on))
            }
        }
    }
}

/// Runs `apply` on samples. They are converted to jets with the number of coordinates of the surface.
fn as_jets<const D: usize>(samples: &mut [Sample], apply: impl FnOnce(&mut [Jet<D>]) -> bool) -> bool {
    let mut ground: Vec<_> = samples.iter().map(jet).collect();
    let is_whole = apply(&mut ground);
    samples.iter_mut().zip(&ground).for_each(|(sample, jet)| *sample = super::sample(jet));
    is_whole
}

/// Some columns of a band.
fn cut(rows: &Band, first: usize, columns: usize) -> Band {
    let plane = |plane: &[f32]| -> Vec<f32> {
        plane.chunks(rows.columns).flat_map(|row| &row[first..][..columns]).copied().collect()
    };
    let (height, dx, dy) = (plane(&rows.height), plane(&rows.dx), plane(&rows.dy));
    Band { columns, height, dx, dy, ..Band::default() }
}

/// Copies columns into a band, with slopes if the band has slopes.
fn put(rows: &mut Band, first: usize, strip: &Band) {
    let columns = rows.columns;
    let planes = [(&mut rows.height, &strip.height), (&mut rows.dx, &strip.dx), (&mut rows.dy, &strip.dy)];
    for (to, from) in planes {
        for (to, from) in to.chunks_mut(columns).zip(from.chunks(strip.columns)) {
            to[first..][..strip.columns].copy_from_slice(from);
        }
    }
}
