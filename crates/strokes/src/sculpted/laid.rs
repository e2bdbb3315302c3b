//! Strokes on a terrain that was made: how the engine lays them.

use orogen::overlay::Watch;
use orogen::raster::{Band, Grid};
use orogen::terrain::Sample;
use rayon::prelude::*;

use super::passes::Lattice;
use super::raster::{band, jets};
use super::{Sculpted, jet};
use crate::jet::{Jet, Precision};
use crate::stroke::Ground;

/// Columns of a raster that are made at once: wide enough that what blurs look at beside them is little.
const COLUMNS: usize = 512;

impl Sculpted {
    /// Lays the strokes on rows of the terrain, with slopes or without. Nothing is of meaning once `go_on` says no: then it
    /// returns false.
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
            let made = self.on_grid(grid.spacing, &base, go_on).made(&strip)?;
            Some((first, band(columns, &made)))
        });
        let Some(made) = made.collect::<Option<Vec<_>>>() else { return false };
        for (first, strip) in made {
            put(rows, first, &strip);
        }
        go_on()
    }

    /// Lays the strokes on samples of the terrain, on planets on their sphere. In `exact` ones heights were computed in double
    /// precision. On `go_on` see [`lay_on_rows`](Self::lay_on_rows).
    pub(crate) fn lay_on_samples(
        &self,
        places: &[[f64; 3]],
        samples: &mut [Sample],
        exact: bool,
        go_on: Watch<'_>,
    ) -> bool {
        let precision = if exact { Precision::Double } else { Precision::Single };
        match self.ground {
            Ground::Plane => {
                let places: Vec<_> = places.iter().map(|&[x, y, _]| [x, y]).collect();
                as_jets(samples, |ground| self.lay_on_plane(&places, ground, precision, go_on))
            }
            Ground::Planet(_) => {
                as_jets(samples, |ground| self.lay_on_globe(places, ground, precision, go_on))
            }
        }
    }
}

/// Lays something on samples, seen as jets of as many coordinates as the ground has.
fn as_jets<const D: usize>(samples: &mut [Sample], lay: impl FnOnce(&mut [Jet<D>]) -> bool) -> bool {
    let mut ground: Vec<_> = samples.iter().map(jet).collect();
    let is_whole = lay(&mut ground);
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

/// Puts columns of a band in their place; slopes only, where there are some.
fn put(rows: &mut Band, first: usize, strip: &Band) {
    let columns = rows.columns;
    let planes = [(&mut rows.height, &strip.height), (&mut rows.dx, &strip.dx), (&mut rows.dy, &strip.dy)];
    for (to, from) in planes {
        for (to, from) in to.chunks_mut(columns).zip(from.chunks(strip.columns)) {
            to[first..][..strip.columns].copy_from_slice(from);
        }
    }
}
