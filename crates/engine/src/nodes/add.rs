//! `add`: the sum of two fields.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "add",
    group: Group::Combiner,
    summary: "the sum of two fields",
    help: "a + b.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "one field"), InputSpec::new("b", "the other")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Add))))
}

/// `a + b`.
#[derive(Debug)]
struct Add;

impl Pointwise<2> for Add {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let (one, zero) = (l.lit(1.0), l.lit(0.0));
        Taylor { v: x[0] + x[1], d: [one, one], dd: [[zero, zero], [zero, zero]] }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        x[0].plus(x[1])
    }
}
