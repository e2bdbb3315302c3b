//! The task of evaluating one row.

use super::edge_rows::EdgeRows;
use crate::basis::{AnyBasis, Dimension};
use crate::definition::{Line, Noise, Strip};
use crate::fractal::{Fractal, with_fractal};
use crate::jet::Order;
use crate::lanes::{Lanes, Scalar};
use crate::level::{Level, Task};
use crate::rows::Rows;
use crate::sites::Sites;

/// Buffers of an evaluation, and data that the next row can reuse. Evaluation is fastest if a `Scratch` is used for a single
/// noise and for the rows of a strip in order.
#[derive(Clone, Debug, Default)]
pub struct Scratch<S: Scalar> {
    pub(super) octave: Rows<S>,
    pub(super) state: Rows<S>,
    pub(super) shift: Rows<S>,
    pub(super) sites: Sites<S>,
    pub(super) edges: EdgeRows<S>,
}

/// One row of a noise.
pub(crate) struct RowTask<'a, S: Scalar, const D: usize> {
    pub(crate) noise: &'a Noise<D>,
    pub(crate) order: Order,
    pub(crate) strip: &'a Strip<S, D>,
    pub(crate) line: &'a Line<S, D>,
    pub(crate) shift: Option<&'a Rows<S>>,
    pub(crate) scratch: &'a mut Scratch<S>,
    pub(crate) out: &'a mut Rows<S>,
}

impl<S: Scalar, const D: usize> RowTask<'_, S, D> {
    /// Whether the row shares edges with others, see [`EdgeTask`].
    pub(crate) fn edged(&self) -> bool {
        self.shift.is_none() && self.strip.edged
    }
}

impl<S: Scalar, const D: usize> RowTask<'_, S, D>
where
    AnyBasis: Dimension<D>,
{
    /// The level for [`OctavesInOrder`](super::OctavesInOrder). Kernels are compiled for vectors of every level, except for
    /// the Hessians of bases whose slopes no fractal feeds back. These Hessians run at the narrowest level; all levels give
    /// the same bits.
    pub(crate) fn level(&self, level: Level) -> Level {
        let in_vectors = self.order < Order::Hessian || self.noise.basis.facts::<D>().smooth;
        if in_vectors { level } else { level.narrowest() }
    }
}

/// Evaluates a row in lattices parallel to it, see [`RowTask::edged`].
pub(crate) struct EdgeTask<'a, S: Scalar>(pub(crate) RowTask<'a, S, 2>);

impl<S: Scalar> Task<S> for EdgeTask<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        with_fractal!(&self.0.noise.fractal, fractal => with_edges(l, fractal, self.0));
    }
}

/// Picks the kernel of the task's order.
#[inline(always)]
fn with_edges<L: Lanes, T: Fractal<2>>(l: L, fractal: &T, task: RowTask<'_, L::Scalar, 2>) {
    let RowTask { noise, order, strip, line, scratch, out, .. } = task;
    let edges = &mut scratch.edges;
    match order {
        Order::Value if const { L::MIN_ORDER == 0 } => {
            edges.row::<L, T, 0>(l, fractal, noise, strip, line, out);
        }
        Order::Value | Order::Gradient if const { L::MIN_ORDER <= 1 || T::SLOPES } => {
            edges.row::<L, T, 1>(l, fractal, noise, strip, line, out);
        }
        _ => edges.row::<L, T, 2>(l, fractal, noise, strip, line, out),
    }
}
