//! `abs`: the distance of a field from zero.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "abs",
    group: Group::Modifier,
    summary: "the absolute value of the field",
    help: "|x|, with a crease where the field crosses zero; there the derivative is that of the positive \
           side.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Abs))))
}

/// `|x|`.
#[derive(Debug)]
struct Abs;

impl Pointwise<1> for Abs {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let negative = l.lt(x[0], l.lit(0.0));
        let sign = l.select(negative, l.lit(-1.0), l.lit(1.0));
        Taylor { v: sign * x[0], d: [sign], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].abs()
    }
}
