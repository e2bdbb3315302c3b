//! `scale`: a field times a number.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "scale",
    group: Group::Modifier,
    summary: "the field times a number",
    help: "factor * x.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("factor", 1.0, -1e9..=1e9, Unit::None, "number to multiply by")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Scale { factor: context.args.number("factor") }))))
}

/// `factor·x`.
#[derive(Debug)]
struct Scale {
    factor: f64,
}

impl Pointwise<1> for Scale {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let factor = l.lit(self.factor);
        Taylor { v: factor * x[0], d: [factor], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].times(self.factor)
    }
}
