//! `invert`: a field turned upside down.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "invert",
    group: Group::Modifier,
    summary: "the field upside down",
    help: "2 * pivot - x: hills become hollows. By default `pivot` is the middle of the input's range, so \
           the range stays the same.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::optional_number("pivot", -1e9..=1e9, Unit::None, "the value that does not change; default: the middle of the input's range").formerly(&["about"])],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let range = context.inputs[0];
    let pivot = context.args.optional_number("pivot").unwrap_or(0.5 * (range.min + range.max));
    Ok(Node::Pointwise(Arc::new(Of(Invert { pivot }))))
}

/// `2·pivot − x`.
#[derive(Debug)]
struct Invert {
    pivot: f64,
}

impl Pointwise<1> for Invert {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        Taylor { v: l.lit(2.0 * self.pivot) - x[0], d: [l.lit(-1.0)], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].times(-1.0).shifted(2.0 * self.pivot)
    }
}
