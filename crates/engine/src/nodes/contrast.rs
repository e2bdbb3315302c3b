//! `contrast`: a field with its differences from a midpoint scaled.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "contrast",
    group: Group::Modifier,
    summary: "the field stretched or compressed around a middle value",
    help: "pivot + amount * (x - pivot): an amount above 1 increases the contrast, below 1 reduces it.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("amount", 1.0, 0.0..=1e6, Unit::None, "factor of the differences from the pivot"), ParamSpec::optional_number("pivot", -1e9..=1e9, Unit::None, "the value that does not change; default: the middle of the input's range")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let range = context.inputs[0];
    let pivot = context.args.optional_number("pivot").unwrap_or(0.5 * (range.min + range.max));
    let amount = context.args.number("amount");
    let from = 0.5 * (range.min + range.max);
    Ok(Node::Pointwise(Arc::new(Of(Contrast { amount, from, to: pivot + amount * (from - pivot) }))))
}

/// `pivot + amount·(x − pivot)`, written as `to + amount·(x − from)`, where `from` is the middle of the input's range. With a
/// pivot far from that range, the first form would lose digits in single precision.
#[derive(Debug)]
struct Contrast {
    amount: f64,
    from: f64,
    to: f64,
}

impl Pointwise<1> for Contrast {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let amount = l.lit(self.amount);
        Taylor { v: l.lit(self.to) + amount * (x[0] - l.lit(self.from)), d: [amount], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].shifted(-self.from).times(self.amount).shifted(self.to)
    }
}
