//! Bases that come from the corners of a cell.
//!
//! What a basis takes from the corners of a cell, vectors or numbers, is the same everywhere in the cell: where runs of
//! vectors lie in one cell, it is computed once for all. So coarse octaves of displaced and turned ground cost what the
//! blend costs.
//!
//! Elsewhere the corners of all samples are hashed first, in a loop of its own: it and the loop of the blends have half
//! as long a chain of operations each, and the processor works on several vectors at a time (an eighth to a fifth less
//! time when measured, in the plane and in space).

use super::{Basis, Facts};
use crate::each::each;
use crate::hash::Key;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;
use crate::sites::{Lie, Sites};

/// Something at each corner of a cell, `i + 2j + 4k` at (i, j, k); in the plane there are four.
pub(crate) type Corners<T> = [T; 8];

/// A basis whose jets come from a cell's corners.
pub(crate) trait Cornered<const D: usize>: Send + Sync {
    /// What is known of it in this dimension.
    fn facts(&self) -> Facts;

    /// What sits at the corners.
    type AtCorners<L: Lanes>: Copy;

    /// The words of the corners of a site's cell, which choose what sits there.
    fn words<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Corners<L::U>;

    /// What they choose.
    fn corners<L: Lanes>(&self, l: L, words: &Corners<L::U>) -> Self::AtCorners<L>;

    /// The jet at a place in the cell.
    fn inside<L: Lanes>(&self, l: L, corners: &Self::AtCorners<L>, place: [L::F; D]) -> Jet<L::F, D>;

    /// The same from the words. Derivatives beyond `ORDER` are not looked at.
    #[inline(always)]
    fn blend<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        words: &Corners<L::U>,
        place: [L::F; D],
    ) -> Jet<L::F, D> {
        self.inside(l, &self.corners(l, words), place)
    }
}

impl<B: Cornered<D>, const D: usize> Basis<D> for B {
    fn facts(&self) -> Facts {
        Cornered::facts(self)
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D> {
        self.blend::<L, 2>(l, &self.words(l, site, key), site.frac)
    }

    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        lie: &Lie<'_, L::Scalar, D>,
        sites: &mut Sites<L::Scalar>,
        see: impl FnMut(usize, Jet<L::F, D>),
    ) {
        if sites.are_near::<D>(lie.len, L::LANES) {
            near::<L, B, D, ORDER>(l, self, key, lie, sites, see);
        } else {
            apart::<L, B, D, ORDER>(l, self, key, lie, sites, see);
        }
    }
}

/// A row of runs of vectors that lie in one cell.
#[inline(always)]
fn near<L: Lanes, B: Cornered<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    key: &Key,
    lie: &Lie<'_, L::Scalar, D>,
    sites: &Sites<L::Scalar>,
    mut see: impl FnMut(usize, Jet<L::F, D>),
) {
    let mut at = 0;
    while at < lie.len {
        let mut here = sites.get(l, lie, at);
        let cell = each!(axis => l.word(l.word_lane(here.cell[axis], 0)));
        if equal(l, cell, here.cell) {
            // A loop of its own, so that the corners stay in registers as far as the cell goes.
            let corners = basis.corners(l, &basis.words(l, &here, key));
            loop {
                see(at, basis.inside(l, &corners, here.frac));
                at += L::LANES;
                if at >= lie.len {
                    break;
                }
                here = sites.get(l, lie, at);
                if !equal(l, cell, here.cell) {
                    break;
                }
            }
        } else {
            see(at, basis.blend::<L, ORDER>(l, &basis.words(l, &here, key), here.frac));
            at += L::LANES;
        }
    }
}

/// A row whose samples mostly lie in different cells.
#[inline(always)]
fn apart<L: Lanes, B: Cornered<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    key: &Key,
    lie: &Lie<'_, L::Scalar, D>,
    sites: &mut Sites<L::Scalar>,
    mut see: impl FnMut(usize, Jet<L::F, D>),
) {
    for at in (0..lie.len).step_by(L::LANES) {
        let words = basis.words(l, &sites.get(l, lie, at), key);
        sites.store_corners(l, at, 1 << D, words);
    }
    for at in (0..lie.len).step_by(L::LANES) {
        let words = sites.corners(l, at, 1 << D);
        see(at, basis.blend::<L, ORDER>(l, &words, sites.place_of(l, at)));
    }
}

/// Whether two cells are the same in every lane.
#[inline(always)]
fn equal<L: Lanes, const D: usize>(l: L, one: [L::U; D], other: [L::U; D]) -> bool {
    let mut difference = one[0] ^ other[0];
    for axis in 1..D {
        difference = difference | (one[axis] ^ other[axis]);
    }
    l.all_zero(difference)
}
