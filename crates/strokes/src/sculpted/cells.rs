//! Strokes on samples that are no part of a raster, cell by cell.

use std::ops::Range;

use orogen::bounds::Bounds;
use rayon::prelude::*;

use super::{How, Sculpted};
use crate::cell::Cell;
use crate::jet::{Jet, Precision};

/// Samples of a cell.
pub(super) const CELL: usize = 256;

impl Sculpted {
    /// Lays some of the strokes on samples wherever they lie, but for those that blur. `base` is the ground without strokes.
    /// Nothing is of meaning once `go_on` says no.
    pub(super) fn lay<const D: usize>(
        &self,
        which: Range<usize>,
        places: &[[f64; D]],
        base: &[Jet<D>],
        ground: &mut [Jet<D>],
        (precision, go_on): How<'_>,
    ) {
        let strokes = &self.strokes[which];
        if strokes.is_empty() {
            return;
        }
        on_cells(places, ground, |cell, bounds, samples| {
            cell.base.extend_from_slice(&base[samples]);
            let near = strokes.iter().filter(|stroke| stroke.blur().is_none() && stroke.bounds.meets(bounds));
            near.take_while(|_| go_on()).for_each(|stroke| cell.lay(stroke, bounds, precision));
        });
    }

    /// Lays a stroke that blurs, when what it aims at is known.
    pub(super) fn draw_towards<const D: usize>(
        &self,
        number: usize,
        places: &[[f64; D]],
        ground: &mut [Jet<D>],
        aims: &[Jet<D>],
    ) {
        let stroke = &self.strokes[number];
        on_cells(places, ground, |cell, bounds, samples| {
            cell.blurred.extend_from_slice(&aims[samples]);
            // What it does is to weigh, which is always done in double precision.
            cell.lay(stroke, bounds, Precision::Double);
        });
    }

    /// Which of the samples those of some strokes touch that blur.
    pub(super) fn touched<const D: usize>(&self, which: Range<usize>, places: &[[f64; D]]) -> Vec<usize> {
        let blurs: Vec<_> = self.strokes[which].iter().filter(|stroke| stroke.blur().is_some()).collect();
        if blurs.is_empty() {
            return Vec::new();
        }
        let touched = places.par_chunks(CELL).enumerate().flat_map_iter(|(number, places)| {
            let mut cell = Cell::new();
            cell.places.extend_from_slice(places);
            let bounds = cell.bounds();
            let mut is_touched = vec![false; places.len()];
            for stroke in blurs.iter().filter(|stroke| stroke.bounds.meets(&bounds)) {
                let touched = cell.touched_by(stroke, &bounds);
                is_touched.iter_mut().zip(touched).for_each(|(is_touched, touched)| *is_touched |= touched);
            }
            (0..places.len()).filter(move |&i| is_touched[i]).map(move |i| number * CELL + i)
        });
        touched.collect()
    }
}

/// Changes samples in cells, on all threads: `lay` gets the cell, the box that holds it, and which samples it has.
fn on_cells<const D: usize>(
    places: &[[f64; D]],
    ground: &mut [Jet<D>],
    lay: impl Fn(&mut Cell<D>, &Bounds, Range<usize>) + Sync,
) {
    places.par_chunks(CELL).zip(ground.par_chunks_mut(CELL)).enumerate().for_each(
        |(number, (places, ground))| {
            let mut cell = Cell::new();
            cell.places.extend_from_slice(places);
            cell.ground.extend_from_slice(ground);
            let bounds = cell.bounds();
            lay(&mut cell, &bounds, number * CELL..number * CELL + places.len());
            ground.copy_from_slice(&cell.ground);
        },
    );
}
