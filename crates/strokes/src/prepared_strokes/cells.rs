//! Applies strokes to samples outside of rasters, cell by cell.

use std::ops::Range;

use orogen_engine::bounds::Bounds;
use rayon::prelude::*;

use super::{Options, PreparedStrokes};
use crate::cell::Cell;
use crate::jet::{Jet, Precision};

/// Samples per cell.
pub(super) const CELL: usize = 256;

impl PreparedStrokes {
    /// Applies a range of strokes, except those that blur, to samples at any positions. `base` is the ground without strokes.
    /// If `go_on` returns false, the result is meaningless.
    pub(super) fn apply<const D: usize>(
        &self,
        which: Range<usize>,
        positions: &[[f64; D]],
        base: &[Jet<D>],
        ground: &mut [Jet<D>],
        (precision, go_on): Options<'_>,
    ) {
        let strokes = &self.strokes[which];
        if strokes.is_empty() {
            return;
        }
        on_cells(positions, ground, |cell, bounds, samples| {
            cell.base.extend_from_slice(&base[samples]);
            let near = strokes.iter().filter(|stroke| stroke.blur().is_none() && stroke.bounds.meets(bounds));
            near.take_while(|_| go_on()).for_each(|stroke| cell.apply(stroke, bounds, precision));
        });
    }

    /// Applies a stroke that blurs. `targets` are the blurred ground at the samples.
    pub(super) fn apply_blur<const D: usize>(
        &self,
        number: usize,
        positions: &[[f64; D]],
        ground: &mut [Jet<D>],
        targets: &[Jet<D>],
    ) {
        let stroke = &self.strokes[number];
        on_cells(positions, ground, |cell, bounds, samples| {
            cell.blurred.extend_from_slice(&targets[samples]);
            // This only computes weights, always in double precision.
            cell.apply(stroke, bounds, Precision::Double);
        });
    }

    /// The samples that blurs within a range of strokes touch.
    pub(super) fn touched<const D: usize>(&self, which: Range<usize>, positions: &[[f64; D]]) -> Vec<usize> {
        let blurs: Vec<_> = self.strokes[which].iter().filter(|stroke| stroke.blur().is_some()).collect();
        if blurs.is_empty() {
            return Vec::new();
        }
        let touched = positions.par_chunks(CELL).enumerate().flat_map_iter(|(number, positions)| {
            let mut cell = Cell::new();
            cell.positions.extend_from_slice(positions);
            let bounds = cell.bounds();
            let mut is_touched = vec![false; positions.len()];
            for stroke in blurs.iter().filter(|stroke| stroke.bounds.meets(&bounds)) {
                let touched = cell.touched_by(stroke, &bounds);
                is_touched.iter_mut().zip(touched).for_each(|(is_touched, touched)| *is_touched |= touched);
            }
            (0..positions.len()).filter(move |&i| is_touched[i]).map(move |i| number * CELL + i)
        });
        touched.collect()
    }
}

/// Changes samples in cells, on all threads. `apply` gets the cell, its bounds, and the range of its samples.
fn on_cells<const D: usize>(
    positions: &[[f64; D]],
    ground: &mut [Jet<D>],
    apply: impl Fn(&mut Cell<D>, &Bounds, Range<usize>) + Sync,
) {
    positions.par_chunks(CELL).zip(ground.par_chunks_mut(CELL)).enumerate().for_each(
        |(number, (positions, ground))| {
            let mut cell = Cell::new();
            cell.positions.extend_from_slice(positions);
            cell.ground.extend_from_slice(ground);
            let bounds = cell.bounds();
            apply(&mut cell, &bounds, number * CELL..number * CELL + positions.len());
            ground.copy_from_slice(&cell.ground);
        },
    );
}
