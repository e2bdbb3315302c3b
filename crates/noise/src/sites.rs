//! The lattice sites of a row of samples, displaced or not.
//!
//! A separate loop computes them before the basis runs, so that bases need no code for displacement.

use crate::each::{each, for_each};
use crate::jet::sum;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Corners, Row, Site, is_turned};
use crate::rows::{Rows, STRIP, shift_planes};

/// The sites of a row of samples, in up to three dimensions. Aligned like the planes of [`Rows`].
#[derive(Clone, Debug)]
#[repr(align(64))]
#[doc(hidden)]
pub struct Sites<S: Scalar> {
    cells: [[u32; STRIP]; 3],
    places: [[S; STRIP]; 3],
    /// The words of the corners of the samples' cells, hashed by a basis.
    corners: Corners<[u32; STRIP]>,
}

impl<S: Scalar> Default for Sites<S> {
    fn default() -> Self {
        Self { cells: [[0; STRIP]; 3], places: [[S::default(); STRIP]; 3], corners: [[0; STRIP]; 8] }
    }
}

/// A row of samples in a lattice.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct LatticeRow<'a, S: Scalar, const D: usize> {
    pub(crate) columns: &'a Columns<S, D>,
    pub(crate) row: Row<S, D>,
    /// Number of cells after which the lattice repeats.
    pub(crate) wrap: Option<[u32; D]>,
    pub(crate) len: usize,
}

impl<S: Scalar> Sites<S> {
    /// Computes the sites of samples that are not displaced.
    pub(crate) fn place<L: Lanes<Scalar = S>, const D: usize>(
        &mut self,
        l: L,
        samples: &LatticeRow<'_, S, D>,
    ) {
        l.vectorize(
            #[inline(always)]
            || {
                let LatticeRow { columns, row, wrap, len } = *samples;
                for at in (0..len).step_by(L::LANES) {
                    self.set(l, at, Site::new(l, columns, &row, at).within(l, wrap));
                }
            },
        );
    }

    /// Computes the sites of samples displaced by `shift`, in metres. `matrix` is in cells per metre.
    pub(crate) fn place_displaced<L: Lanes<Scalar = S>, const D: usize>(
        &mut self,
        l: L,
        samples: &LatticeRow<'_, S, D>,
        matrix: &[[f64; D]; D],
        shift: &Rows<S>,
    ) {
        let shift: [_; D] = each!(axis => shift.plane(axis * shift_planes(D)));
        let turned = is_turned(matrix);
        l.vectorize(
            #[inline(always)]
            || {
                let (LatticeRow { columns, row, wrap, len }, shift) = (*samples, shift);
                let matrix: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
                for at in (0..len).step_by(L::LANES) {
                    let metres: [_; D] = each!(i => l.load(&shift[i][at..]));
                    // Products with zero add nothing.
                    let cells = if turned {
                        each!(i => sum::<_, D>(each!(j => matrix[i][j] * metres[j])))
                    } else {
                        each!(i => matrix[i][i] * metres[i])
                    };
                    let site = Site::new(l, columns, &row, at).moved(l, cells);
                    self.set(l, at, site.within(l, wrap));
                }
            },
        );
    }

    /// Looks at every `step`-th of `len` samples, and returns whether most of them lie in the same cell as the one before. A
    /// basis may use this to choose between two computations that give the same bits.
    pub(crate) fn are_near<const D: usize>(&self, len: usize, step: usize) -> bool {
        let same = |at: usize| (0..D).all(|axis| self.cells[axis][at] == self.cells[axis][at - step]);
        let pairs = (step..len).step_by(step);
        2 * pairs.clone().filter(|&at| same(at)).count() > pairs.len()
    }

    #[inline(always)]
    fn set<L: Lanes<Scalar = S>, const D: usize>(&mut self, l: L, at: usize, site: Site<L, D>) {
        for_each!(axis < D => {
            l.store_words(site.cell[axis], &mut self.cells[axis][at..]);
            l.store(site.frac[axis], &mut self.places[axis][at..]);
        });
    }

    /// The sites of samples `at..at + LANES`, in the lattice they were computed for.
    #[inline(always)]
    pub(crate) fn get<L: Lanes<Scalar = S>, const D: usize>(
        &self,
        l: L,
        row: &LatticeRow<'_, S, D>,
        at: usize,
    ) -> Site<L, D> {
        let cell = each!(axis => l.load_words(&self.cells[axis][at..]));
        Site { cell, frac: self.place_of(l, at), wrap: row.wrap }
    }

    /// The cell of one sample in every lane. If lane 0 of the [`get`](Self::get) of the sample were used instead, compilers would
    /// take apart the vectors of cells to get at that lane, which costs a tenth of the time of noise on a patch of a sphere.
    #[inline(always)]
    pub(crate) fn cell_of<L: Lanes<Scalar = S>, const D: usize>(&self, l: L, at: usize) -> [L::U; D] {
        each!(axis => l.word(self.cells[axis][at]))
    }

    /// The places of samples `at..at + LANES` in their cells.
    #[inline(always)]
    pub(crate) fn place_of<L: Lanes<Scalar = S>, const D: usize>(&self, l: L, at: usize) -> [L::F; D] {
        each!(axis => l.load(&self.places[axis][at..]))
    }

    /// The stored words of the first `count` corners of the samples' cells. The others are zero.
    #[inline(always)]
    pub(crate) fn corners<L: Lanes<Scalar = S>>(&self, l: L, at: usize, count: usize) -> Corners<L::U> {
        each!(corner => if corner < count { l.load_words(&self.corners[corner][at..]) } else { l.word(0) })
    }

    /// Stores the words of the first `count` corners.
    #[inline(always)]
    pub(crate) fn store_corners<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        at: usize,
        count: usize,
        words: Corners<L::U>,
    ) {
        for corner in 0..count {
            l.store_words(words[corner], &mut self.corners[corner][at..]);
        }
    }
}
