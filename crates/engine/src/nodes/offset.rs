//! `offset`: a field plus a number.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "offset",
    group: Group::Modifier,
    summary: "the field plus a number",
    help: "x + amount.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("amount", 0.0, -1e9..=1e9, Unit::None, "number to add")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Offset { amount: context.args.number("amount") }))))
}

/// `x + amount`.
#[derive(Debug)]
struct Offset {
    amount: f64,
}

impl Pointwise<1> for Offset {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        Taylor { v: x[0] + l.lit(self.amount), d: [l.lit(1.0)], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].shifted(self.amount)
    }
}
