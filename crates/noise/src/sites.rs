//! Where the samples of a row lie in one lattice, displaced or not.
//!
//! It is worked out before the basis is asked, in a loop of its own: the loop of a basis then has no cases, and every
//! basis has but one for all grounds.

use crate::each::each;
use crate::jet::sum;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Row, Site};
use crate::rows::{Rows, STRIP, shift_planes};

/// The sites of a row of samples, in up to three dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Sites<S: Scalar> {
    cells: [[u32; STRIP]; 3],
    places: [[S; STRIP]; 3],
}

impl<S: Scalar> Default for Sites<S> {
    fn default() -> Self {
        Self { cells: [[0; STRIP]; 3], places: [[S::default(); STRIP]; 3] }
    }
}

/// A row of samples in a lattice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lie<'a, S: Scalar, const D: usize> {
    pub columns: &'a Columns<S, D>,
    pub row: &'a Row<S, D>,
    /// Cells after which the lattice repeats.
    pub wrap: Option<[u32; D]>,
    pub len: usize,
}

impl<S: Scalar> Sites<S> {
    /// Places samples that are not displaced.
    pub(crate) fn place<L: Lanes<Scalar = S>, const D: usize>(&mut self, l: L, lie: &Lie<'_, S, D>) {
        l.vectorize(
            #[inline(always)]
            || {
                for at in (0..lie.len).step_by(L::LANES) {
                    self.set(l, at, Site::new(l, lie.columns, lie.row, at).within(l, lie.wrap));
                }
            },
        );
    }

    /// Places samples displaced by `shift`, in metres; `matrix` gives the cells a metre.
    pub(crate) fn place_displaced<L: Lanes<Scalar = S>, const D: usize>(
        &mut self,
        l: L,
        lie: &Lie<'_, S, D>,
        matrix: &[[f64; D]; D],
        shift: &Rows<S>,
    ) {
        let shift: [_; D] = each!(axis => shift.plane(axis * shift_planes(D)));
        l.vectorize(
            #[inline(always)]
            || {
                let matrix: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
                for at in (0..lie.len).step_by(L::LANES) {
                    let metres: [_; D] = each!(i => l.load(&shift[i][at..]));
                    let cells = each!(i => sum::<_, D>(each!(j => matrix[i][j] * metres[j])));
                    let site = Site::new(l, lie.columns, lie.row, at).moved(l, cells);
                    self.set(l, at, site.within(l, lie.wrap));
                }
            },
        );
    }

    #[inline(always)]
    fn set<L: Lanes<Scalar = S>, const D: usize>(&mut self, l: L, at: usize, site: Site<L, D>) {
        for axis in 0..D {
            l.store_words(site.cell[axis], &mut self.cells[axis][at..]);
            l.store(site.frac[axis], &mut self.places[axis][at..]);
        }
    }

    /// The sites of samples `at..at + LANES`, in the lattice that they were placed in.
    #[inline(always)]
    pub(crate) fn get<L: Lanes<Scalar = S>, const D: usize>(
        &self,
        l: L,
        wrap: Option<[u32; D]>,
        at: usize,
    ) -> Site<L, D> {
        Site {
            cell: each!(axis => l.load_words(&self.cells[axis][at..])),
            frac: each!(axis => l.load(&self.places[axis][at..])),
            wrap,
        }
    }
}
