//! `min`: the smaller of two fields.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "min",
    group: Group::Combiner,
    summary: "the smaller of two fields",
    help: "min(a, b), with a crease where they cross; there the derivative is that of a.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "one field"), InputSpec::new("b", "the other")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Min))))
}

/// `min(a, b)`.
#[derive(Debug)]
struct Min;

impl Pointwise<2> for Min {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let (one, zero) = (l.lit(1.0), l.lit(0.0));
        let second = l.lt(x[1], x[0]);
        Taylor {
            v: l.select(second, x[1], x[0]),
            d: [l.select(second, zero, one), l.select(second, one, zero)],
            dd: [[zero, zero], [zero, zero]],
        }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        Interval::new(x[0].min.min(x[1].min), x[0].max.min(x[1].max))
    }
}
