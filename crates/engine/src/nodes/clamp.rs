//! `clamp`: a field cut off below and above.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "clamp",
    group: Group::Modifier,
    summary: "the field limited to a range",
    help: "x between min and max, otherwise the nearer of the two. The slope is 0 at and beyond either end.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("min", 0.0, -1e9..=1e9, Unit::None, "the smallest value"), ParamSpec::number("max", 1.0, -1e9..=1e9, Unit::None, "the largest value")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let (min, max) = (context.args.number("min"), context.args.number("max"));
    if min > max {
        let message = format!("`min` is {min}, which is greater than `max`, {max}");
        return Err(context.args.error("min", message, "swap the two"));
    }
    Ok(Node::Pointwise(Arc::new(Of(Clamp { min, max }))))
}

/// `x` between `min` and `max`.
#[derive(Debug)]
struct Clamp {
    min: f64,
    max: f64,
}

impl Pointwise<1> for Clamp {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let (min, max) = (l.lit(self.min), l.lit(self.max));
        let inside = l.lt(min, x[0]) & l.lt(x[0], max);
        let slope = l.select(inside, l.lit(1.0), l.lit(0.0));
        Taylor { v: l.max(l.min(x[0], max), min), d: [slope], dd: [[l.lit(0.0)]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].map(|x| x.clamp(self.min, self.max))
    }
}
