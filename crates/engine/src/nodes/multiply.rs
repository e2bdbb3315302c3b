//! `multiply`: the product of two fields.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "multiply",
    group: Group::Combiner,
    summary: "the product of two fields",
    help: "a * b.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "one field"), InputSpec::new("b", "the other")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Multiply))))
}

/// `a·b`.
#[derive(Debug)]
struct Multiply;

impl Pointwise<2> for Multiply {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let (one, zero) = (l.lit(1.0), l.lit(0.0));
        Taylor { v: x[0] * x[1], d: [x[1], x[0]], dd: [[zero, one], [one, zero]] }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        x[0].product(x[1])
    }
}
