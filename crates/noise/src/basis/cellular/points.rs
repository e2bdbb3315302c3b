//! Feature points of the cells around a place. They are hashed for each place, or once for a row of places.
//!
//! Along an axis, a point lies in a range of length `2·spread` in the middle of its cell. Its place in the range, the
//! *jitter*, depends on the cell alone. Hashing a cell takes three times as long as comparing its point with the best so far.
//! Neighbouring places in a row mostly lie in the same cell along every axis except that of the row. So a [`Block`] stores the
//! points of a block of cells, and places inside the block reuse these points. Along the first axis, the block has one cell
//! for each lane of a vector. Hashing and reusing give the same bits: they differ only in where a jitter comes from.

use crate::each::{each, filled, for_each};
use crate::hash::Key;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::Site;

/// The jitter of cells along each axis, from the cells' words.
#[inline(always)]
pub(super) fn jitter<L: Lanes, const D: usize>(l: L, key: &Key, spread: L::F, mut word: L::U) -> [L::F; D] {
    // The upper 24 bits of a word give the place of the point in its range along an axis.
    let step = (spread + spread) * l.lit(1.0 / 16_777_216.0);
    let mut jitter = filled(step);
    let mut axis = 0;
    while axis < D {
        jitter[axis] = l.signed(l.shr(word, 8)) * step;
        word = key.again(l, word);
        axis += 1;
    }
    jitter
}

/// The points of the cells that the places lie in, and of the neighbours of these cells.
pub(super) trait Around<L: Lanes, const D: usize> {
    /// Whether computing a point takes so long that a branch to skip it pays off.
    const EXPENSIVE: bool;

    /// The jitter of the point of the cell that is `steps − 1` cells away along each axis.
    fn jitter(&self, l: L, steps: [usize; D]) -> [L::F; D];
}

/// Points hashed for each place.
pub(super) struct Hashed<'a, L: Lanes, const D: usize> {
    key: &'a Key,
    spread: L::F,
    /// Scrambled coordinates of the three neighbouring cells along each axis.
    words: [[L::U; 3]; D],
}

impl<'a, L: Lanes, const D: usize> Hashed<'a, L, D> {
    #[inline(always)]
    pub(super) fn new(l: L, site: &Site<L, D>, key: &'a Key, spread: L::F) -> Self {
        Self { key, spread, words: each!(axis => scrambled(l, site, key, axis)) }
    }
}

/// The scrambled coordinates of the three neighbouring cells along an axis.
#[inline(always)]
fn scrambled<L: Lanes, const D: usize>(l: L, site: &Site<L, D>, key: &Key, axis: usize) -> [L::U; 3] {
    each!(steps => key.axis(l, axis, site.step(l, axis, (steps as u32).wrapping_sub(1))))
}

impl<L: Lanes, const D: usize> Around<L, D> for Hashed<'_, L, D> {
    const EXPENSIVE: bool = true;

    #[inline(always)]
    fn jitter(&self, l: L, steps: [usize; D]) -> [L::F; D] {
        // Exclusive-or is associative. In this order, the three cells of a row share the first exclusive-or.
        let mut row = self.words[1][steps[1]];
        if D == 3 {
            row = row ^ self.words[2][steps[2]];
        }
        jitter(l, self.key, self.spread, self.key.point(l, [self.words[0][steps[0]], row]))
    }
}

/// Columns of a block. No vector has more lanes. A power of two, so that `% COLUMNS` gives an index that needs no bounds
/// check.
const COLUMNS: usize = 16;

/// The points of a block of cells. The block has `LANES` cells along the first axis and three along every other axis.
pub(super) struct Block<S: Scalar, const D: usize> {
    /// The coordinates of the block: of its first cell along the first axis, and of its middle cell along the other axes.
    cell: Option<[u32; D]>,
    /// Jitter by row of cells, axis and column.
    jitter: [[[S; COLUMNS]; D]; 9],
}

/// The columns of a block that contain the places of a vector.
pub(super) enum Found<M> {
    /// Not all places are in the block.
    Nowhere,
    /// All places are in this column.
    In(usize),
    /// Places are in this column, or in the next one where the mask is true.
    Across(usize, M),
}

impl<S: Scalar, const D: usize> Block<S, D> {
    /// An empty block.
    pub(super) fn new() -> Self {
        Self { cell: None, jitter: [[[S::default(); COLUMNS]; D]; 9] }
    }

    /// Finds the columns of the places, if all places are in one cell or in two cells that are neighbours along the first
    /// axis. Recomputes the block if it does not contain these cells and their neighbours.
    #[inline(always)]
    pub(super) fn find<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
        spread: L::F,
    ) -> Found<L::M> {
        const { assert!(L::LANES <= COLUMNS) };
        if L::LANES < 4 {
            return Found::Nowhere; // Two cells and their neighbours take four columns.
        }
        let first = l.word_lane(site.cell[0], 0);
        let last = l.word_lane(site.cell[0], L::LANES - 1);
        let low = if (first.wrapping_sub(last) as i32) < 0 { first } else { last };
        let column = site.cell[0] - l.word(low);
        let mut own = filled(low);
        let mut apart = column & l.word(!1);
        for_each!(axis in 1..D => {
            own[axis] = l.word_lane(site.cell[axis], 0);
            apart = apart | (site.cell[axis] ^ l.word(own[axis]));
        });
        if l.any(l.lt(l.lit(0.0), l.abs(l.signed(apart)))) {
            return Found::Nowhere;
        }
        let at = self.include(l, site, key, spread, own);
        // Even if the first and the last place are in the same column, places between them may be in the next one: a displaced
        // row may go back and forth.
        let second = l.bit(column, 0);
        if l.any(second) { Found::Across(at, second) } else { Found::In(at) }
    }

    /// Returns the column of the cell `own` in this block. If the block does not contain this cell, the next cell and the
    /// neighbours of both, it is recomputed. It then begins one cell before `own`.
    #[inline(always)]
    fn include<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
        spread: L::F,
        own: [u32; D],
    ) -> usize {
        if let Some(cell) = self.cell
            && cell[1..] == own[1..]
        {
            let column = own[0].wrapping_sub(cell[0]);
            if (1..=L::LANES as u32 - 3).contains(&column) {
                return column as usize;
            }
        }
        let mut cell = own;
        cell[0] = own[0].wrapping_sub(1);
        self.cell = Some(cell);
        self.fill(l, site, key, spread, cell[0]);
        1
    }

    /// Hashes a vector of cells in each row around the places. The cells of these places differ only in the first coordinate.
    #[inline(always)]
    fn fill<L: Lanes<Scalar = S>>(&mut self, l: L, site: &Site<L, D>, key: &Key, spread: L::F, first: u32) {
        let mut columns = *site;
        columns.cell[0] = l.words_from_fn(|i| i as u32) + l.word(first);
        let x = key.axis(l, 0, columns.step(l, 0, 0));
        let y = scrambled(l, site, key, 1);
        let z = scrambled(l, site, key, D - 1);
        for row in 0..rows::<D>() {
            let mut both = y[row % 3];
            if D == 3 {
                both = both ^ z[row / 3];
            }
            let jitter: [L::F; D] = jitter(l, key, spread, key.point(l, [x, both]));
            for_each!(axis < D => {
                l.store(jitter[axis], &mut self.jitter[row][axis]);
            });
        }
    }
}

/// Number of rows of cells around a place.
pub(super) const fn rows<const D: usize>() -> usize {
    if D == 3 { 9 } else { 3 }
}

/// The row of a block that contains a cell.
#[inline(always)]
fn row<const D: usize>(steps: [usize; D]) -> usize {
    if D == 3 { steps[2] * 3 + steps[1] } else { steps[1] }
}

/// The points of a block around places in one column.
pub(super) struct OneColumn<'a, S: Scalar, const D: usize> {
    pub(super) block: &'a Block<S, D>,
    pub(super) column: usize,
}

impl<L: Lanes, const D: usize> Around<L, D> for OneColumn<'_, L::Scalar, D> {
    const EXPENSIVE: bool = false;

    #[inline(always)]
    fn jitter(&self, l: L, steps: [usize; D]) -> [L::F; D] {
        let jitter = &self.block.jitter[row(steps)];
        let at = (self.column + steps[0] - 1) % COLUMNS;
        each!(axis => l.splat(jitter[axis][at]))
    }
}

/// The points of a block around places in two columns.
pub(super) struct TwoColumns<'a, L: Lanes, const D: usize> {
    pub(super) block: &'a Block<L::Scalar, D>,
    pub(super) column: usize,
    /// Whether each place is in the second column.
    pub(super) second: L::M,
}

impl<L: Lanes, const D: usize> Around<L, D> for TwoColumns<'_, L, D> {
    const EXPENSIVE: bool = false;

    #[inline(always)]
    fn jitter(&self, l: L, steps: [usize; D]) -> [L::F; D] {
        let jitter = &self.block.jitter[row(steps)];
        let at = self.column + steps[0] - 1;
        let (at, next) = (at % COLUMNS, (at + 1) % COLUMNS);
        each!(axis => l.select(self.second, l.splat(jitter[axis][next]), l.splat(jitter[axis][at])))
    }
}
