//! One octave of a basis over a row.

use crate::basis::{AnyBasis, Basis, BasisVisitor, Dimension};
use crate::each::each;
use crate::lanes::Lanes;
use crate::lattice::{Columns, Row};
use crate::octaves::Octave;
use crate::rows::Rows;
use crate::sites::{LatticeRow, Sites};

/// One octave over one row.
pub(super) struct OctaveRow<'a, L: Lanes, const D: usize> {
    pub(super) l: L,
    pub(super) octave: &'a Octave<D>,
    /// Cells per metre of the lattice of the basis, which may be skewed.
    pub(super) lattice: [[f64; D]; D],
    pub(super) columns: &'a Columns<L::Scalar, D>,
    pub(super) row: Row<L::Scalar, D>,
    pub(super) len: usize,
    pub(super) shift: Option<&'a Rows<L::Scalar>>,
    pub(super) sites: &'a mut Sites<L::Scalar>,
    pub(super) out: &'a mut Rows<L::Scalar>,
}

impl<L: Lanes, const D: usize> OctaveRow<'_, L, D> {
    /// Writes jets with derivatives per metre, with respect to the displaced position.
    pub(super) fn evaluate<const ORDER: usize>(self, basis: &AnyBasis)
    where
        AnyBasis: Dimension<D>,
    {
        basis.visit(UpTo::<_, D, ORDER>(self));
    }
}

/// Evaluates derivatives up to an order.
struct UpTo<'a, L: Lanes, const D: usize, const ORDER: usize>(OctaveRow<'a, L, D>);

impl<L: Lanes, const D: usize, const ORDER: usize> BasisVisitor<D> for UpTo<'_, L, D, ORDER> {
    /// Hessians of bases whose slopes no fractal feeds back are evaluated at narrow levels only, see
    /// [`RowTask::level`](super::RowTask::level).
    fn visit<B: Basis<D>>(self, basis: &B) {
        if const { ORDER < 2 || L::LANES <= 4 || B::FOLLOWED } {
            self.over(basis);
        } else {
            unreachable!("this basis has no vectors of Hessians");
        }
    }
}

impl<L: Lanes, const D: usize, const ORDER: usize> UpTo<'_, L, D, ORDER> {
    fn over<B: Basis<D>>(self, basis: &B) {
        let OctaveRow { l, octave, lattice, columns, row, len, shift, sites, out } = self.0;
        let matrix = octave.map.matrix;
        let turned = octave.map.is_turned();
        let row = LatticeRow { columns, row, wrap: octave.wrap, len };
        match shift {
            None => sites.place(l, &row),
            Some(shift) => sites.place_displaced(l, &row, &lattice, shift),
        }
        l.vectorize(
            #[inline(always)]
            || {
                let per_metre: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
                basis.row::<L, ORDER>(
                    l,
                    &octave.key,
                    &row,
                    sites,
                    #[inline(always)]
                    |at, jet| {
                        let jet = if turned {
                            jet.through_matrix(&per_metre)
                        } else {
                            jet.through_scale(&each!(i => per_metre[i][i]))
                        };
                        out.store::<L, D, ORDER>(l, 0, at, &jet);
                    },
                );
            },
        );
    }
}
