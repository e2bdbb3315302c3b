//! Cells whose corners are hashed once for all samples in them.
//!
//! What a basis takes from the corners of a cell, vectors or numbers, is the same everywhere in the cell. Where all
//! samples of a vector lie in one cell, it is computed for one of them and spread over the lanes; where the next
//! vectors lie in that cell too, it is known already. So coarse octaves of displaced and turned ground cost what the
//! blend costs.

use super::Basis;
use crate::each::each;
use crate::hash::Key;
use crate::jet::Jet;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::Site;

/// One sample at a time, of the same numbers as `L`.
type One<L> = <<L as Lanes>::Scalar as Scalar>::Single;

/// A basis whose jets come from a cell's corners.
pub(super) trait Cornered<const D: usize>: Basis<D> {
    /// What it takes from them.
    type Corners<L: Lanes>: Copy;

    /// From the corners of a site's cell.
    fn corners<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Self::Corners<L>;

    /// One sample's in every lane.
    fn spread<L: Lanes>(l: L, corners: &Self::Corners<One<L>>) -> Self::Corners<L>;

    /// The jet at a place in the cell.
    fn inside<L: Lanes>(&self, l: L, corners: &Self::Corners<L>, frac: [L::F; D]) -> Jet<L::F, D>;
}

/// The noise along a row, see [`Basis::row`].
#[inline(always)]
pub(super) fn row<L: Lanes, B: Cornered<D>, const D: usize>(
    l: L,
    basis: &B,
    key: &Key,
    near: bool,
    len: usize,
    site: impl Fn(usize) -> Site<L, D>,
    mut see: impl FnMut(usize, Jet<L::F, D>),
) {
    let mut at = 0;
    while at < len {
        let mut here = site(at);
        let first: [u32; D] = each!(axis => l.word_lane(here.cell[axis], 0));
        let cell = each!(axis => l.word(first[axis]));
        if near && equal(l, cell, here.cell) {
            // A loop of its own, so that the corners stay in registers as far as the cell goes.
            let corners = corners_of_one(l, basis, key, first, here.wrap);
            loop {
                see(at, basis.inside(l, &corners, here.frac));
                at += L::LANES;
                if at >= len {
                    break;
                }
                here = site(at);
                if !equal(l, cell, here.cell) {
                    break;
                }
            }
        } else {
            see(at, basis.inside(l, &basis.corners(l, &here, key), here.frac));
            at += L::LANES;
        }
    }
}

#[inline(always)]
fn corners_of_one<L: Lanes, B: Cornered<D>, const D: usize>(
    l: L,
    basis: &B,
    key: &Key,
    cell: [u32; D],
    wrap: Option<[u32; D]>,
) -> B::Corners<L> {
    let one = One::<L>::default();
    let site = Site { cell: each!(axis => one.word(cell[axis])), frac: [one.lit(0.0); D], wrap };
    B::spread(l, &basis.corners(one, &site, key))
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
