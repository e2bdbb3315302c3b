//! `contrast`: a field with its differences from a middle stretched.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use super::{Built, Context, Node};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "contrast",
    group: Group::Modifier,
    summary: "the field's differences from a middle, stretched",
    help: "pivot + amount * (x - pivot): more contrast above 1, less below.",
    source: "",
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("amount", 1.0, 0.0..=1e6, Unit::None, "how many times differences grow"), ParamSpec::optional_number("pivot", -1e9..=1e9, Unit::None, "the value that stays where it is; the middle of the input's range if left out")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let range = context.inputs[0];
    let pivot = context.args.optional_number("pivot").unwrap_or(0.5 * (range.min + range.max));
    Ok(Node::Pointwise(Arc::new(Of(Contrast { amount: context.args.number("amount"), pivot }))))
}

/// `pivot + amount·(x − pivot)`.
#[derive(Debug)]
struct Contrast {
    amount: f64,
    pivot: f64,
}

impl Pointwise<1> for Contrast {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let (amount, pivot) = (l.lit(self.amount), l.lit(self.pivot));
        Taylor { v: pivot + amount * (x[0] - pivot), d: [amount], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].shifted(-self.pivot).times(self.amount).shifted(self.pivot)
    }
}
