//! Functions of the place that are not noise, evaluated in rows like one: a shape or a picture on a lattice.

use crate::basis::Basis;
use crate::jet::Order;
use crate::lanes::Lanes;
use crate::lattice::{Columns, Row};
use crate::level::{Element, Level, Task};
use crate::noise::{OctaveCall, octave_row};
use crate::octaves::Octave;
use crate::rows::{Rows, planes};

/// A row of samples in one lattice.
#[derive(Debug)]
pub struct PlacedRow<'a, S: Element, const D: usize> {
    /// Where the lattice lies. Amplitude, gain and weight are not looked at.
    pub octave: &'a Octave<D>,
    /// The columns' share of the positions.
    pub columns: &'a Columns<S, D>,
    /// The row's share.
    pub row: Row<S, D>,
    /// Number of samples.
    pub len: usize,
    /// Displacement in metres: `D` jets, one after another.
    pub shift: Option<&'a Rows<S>>,
}

/// Evaluates `basis` over a row: the planes of one jet, derivatives per metre with respect to the position before
/// it is displaced.
pub fn place_row<S: Element, B: Basis<D>, const D: usize>(
    level: Level,
    order: Order,
    basis: &B,
    placed: PlacedRow<'_, S, D>,
    out: &mut Rows<S>,
) {
    out.reserve(order.planes(D));
    let level = if order == Order::Hessian { Level::Scalar } else { level };
    S::run(level, PlaceTask { order, basis, placed, out });
}

struct PlaceTask<'a, S: Element, B, const D: usize> {
    order: Order,
    basis: &'a B,
    placed: PlacedRow<'a, S, D>,
    out: &'a mut Rows<S>,
}

impl<S: Element, B: Basis<D>, const D: usize> Task<S> for PlaceTask<'_, S, B, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value => place::<L, B, D, 0>(l, self),
            Order::Gradient => place::<L, B, D, 1>(l, self),
            // As for noise, Hessians are evaluated one sample at a time.
            Order::Hessian => {
                if const { L::LANES == 1 } {
                    place::<L, B, D, 2>(l, self);
                }
            }
        }
    }
}

fn place<L: Lanes, B: Basis<D>, const D: usize, const ORDER: usize>(
    l: L,
    task: PlaceTask<'_, L::Scalar, B, D>,
) where
    L::Scalar: Element,
{
    let PlaceTask { basis, placed: PlacedRow { octave, columns, row, len, shift }, out, .. } = task;
    let stride = planes::<D, ORDER>();
    let shifted = shift.map(|rows| (rows, stride));
    let call = OctaveCall { octave, skew: None, columns, row, len, shift: shifted, out: &mut *out };
    octave_row::<L, B, D, ORDER>(l, basis, call);
    let (Some(shift), true) = (shift, ORDER > 0) else { return };
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                let shift = crate::each::each!(i => shift.load::<L, D, ORDER>(l, i * stride, at));
                let jet = out.load::<L, D, ORDER>(l, 0, at).displaced(l, &shift);
                out.store::<L, D, ORDER>(l, 0, at, &jet);
            }
        },
    );
}
