//! One octave of a basis over a row.

use crate::basis::Basis;
use crate::each::{each, symmetric};
use crate::jet::{Jet, sum};
use crate::lanes::{Float, Lanes};
use crate::lattice::{Columns, Row};
use crate::level::Element;
use crate::octaves::Octave;
use crate::rows::Rows;
use crate::sites::{Lie, Sites};

/// One octave over one row.
#[doc(hidden)]
#[derive(Debug)]
pub struct OctaveCall<'a, S: Element, const D: usize> {
    pub(crate) octave: &'a Octave<D>,
    /// Cells of the basis's own lattice, skewed as it may be, per metre.
    pub(crate) lattice: [[f64; D]; D],
    pub(crate) columns: &'a Columns<S, D>,
    pub(crate) row: Row<S, D>,
    pub(crate) len: usize,
    pub(crate) shift: Option<&'a Rows<S>>,
    pub(crate) sites: &'a mut Sites<S>,
    pub(crate) out: &'a mut Rows<S>,
}

/// [`octave_row`], where it can be asked for: Hessians of bases that no fractal follows are evaluated one sample at a
/// time, see [`RowTask::level`](crate::sum::RowTask::level).
pub(crate) fn octave_in_order<L: Lanes, B: Basis<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    call: OctaveCall<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
{
    if const { ORDER < 2 || L::LANES <= 4 || B::FOLLOWED } {
        octave_row::<L, B, D, ORDER>(l, basis, call);
    } else {
        unreachable!("this basis has no vectors of Hessians");
    }
}

/// Evaluates one octave of a basis over a row: jets per metre with respect to the displaced position.
pub(crate) fn octave_row<L: Lanes, B: Basis<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    call: OctaveCall<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
{
    let OctaveCall { octave, lattice, columns, row, len, shift, sites, out } = call;
    let matrix = octave.map.matrix;
    let turned = is_turned(&matrix);
    let lie = Lie { columns, row, wrap: octave.wrap, len };
    match shift {
        None => sites.place(l, &lie),
        Some(shift) => sites.place_displaced(l, &lie, &lattice, shift),
    }
    l.vectorize(
        #[inline(always)]
        || {
            let per_metre: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
            basis.row::<L, ORDER>(
                l,
                &octave.key,
                &lie,
                sites,
                #[inline(always)]
                |at, jet| {
                    let jet = if turned {
                        unturn(&per_metre, &jet)
                    } else {
                        unscale(&each!(i => per_metre[i][i]), &jet)
                    };
                    out.store::<L, D, ORDER>(l, 0, at, &jet);
                },
            );
        },
    );
}

/// Whether lattice axes do not lie along the axes of the ground.
#[inline(always)]
pub(crate) fn is_turned<const D: usize>(matrix: &[[f64; D]; D]) -> bool {
    (0..D).any(|i| (0..D).any(|j| i != j && matrix[i][j] != 0.0))
}

/// Derivatives per cell of a turned lattice as derivatives per metre: `Mᵀg` and `MᵀHM`.
#[inline(always)]
pub(crate) fn unturn<F: Float, const D: usize>(m: &[[F; D]; D], jet: &Jet<F, D>) -> Jet<F, D> {
    let half: [[F; D]; D] = each!(i => {
        each!(j => sum::<_, D>(each!(k => jet.h[i][k] * m[k][j])))
    });
    Jet {
        v: jet.v,
        g: each!(j => sum::<_, D>(each!(i => m[i][j] * jet.g[i]))),
        h: symmetric!(i, j => sum::<_, D>(each!(k => m[k][i] * half[k][j]))),
    }
}

/// The same for a lattice that is not turned, from its cells per metre along each axis.
#[inline(always)]
pub(crate) fn unscale<F: Float, const D: usize>(m: &[F; D], jet: &Jet<F, D>) -> Jet<F, D> {
    Jet { v: jet.v, g: each!(i => m[i] * jet.g[i]), h: symmetric!(i, j => m[i] * (m[j] * jet.h[i][j])) }
}
