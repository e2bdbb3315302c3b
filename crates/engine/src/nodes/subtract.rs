//! `subtract`: one field less another.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "subtract",
    group: Group::Combiner,
    summary: "one field less another",
    help: "a - b.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "the field to subtract from"), InputSpec::new("b", "the field to subtract")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Subtract))))
}

/// `a − b`.
#[derive(Debug)]
struct Subtract;

impl Pointwise<2> for Subtract {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let zero = l.lit(0.0);
        Taylor { v: x[0] - x[1], d: [l.lit(1.0), l.lit(-1.0)], dd: [[zero, zero], [zero, zero]] }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        x[0].plus(x[1].times(-1.0))
    }
}
