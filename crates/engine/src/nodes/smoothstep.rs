//! `smoothstep`: a smooth step from 0 to 1.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use orogen_noise::basis::quintic;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "smoothstep",
    group: Group::Modifier,
    summary: "a smooth step from 0 to 1",
    help: "0 up to `low`, 1 from `high` on, and 6t^5 - 15t^4 + 10t^3 between them, whose first and second \
           derivatives are 0 at both ends. If `low` is above `high` the step goes down.",
    source: "Ken Perlin, 2002",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("low", 0.0, -1e9..=1e9, Unit::None, "where the step begins"), ParamSpec::number("high", 1.0, -1e9..=1e9, Unit::None, "where the step ends")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let (low, high) = (context.args.number("low"), context.args.number("high"));
    if (high - low).abs() < LEAST {
        let message = format!("`low`, {low}, and `high`, {high}, are too close to each other");
        return Err(context.args.error("high", message, format!("move one of them by at least {LEAST}")));
    }
    Ok(Node::Pointwise(Arc::new(Of(Smoothstep { low, high }))))
}

/// The narrowest step. Its curvature is still in the range of single precision.
const LEAST: f64 = 1e-9;

/// The quintic step from `low` to `high`.
#[derive(Debug)]
struct Smoothstep {
    low: f64,
    high: f64,
}

impl Pointwise<1> for Smoothstep {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let scale = l.lit(1.0 / (self.high - self.low));
        let t = l.max(l.min((x[0] - l.lit(self.low)) * scale, l.lit(1.0)), l.lit(0.0));
        let [v, d, dd] = quintic(l, t);
        // Rounding can take the step slightly above 1.
        Taylor { v: l.min(v, l.lit(1.0)), d: [scale * d], dd: [[scale * scale * dd]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        let step = |x: f64| {
            let t = ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
            t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
        };
        // The step may go down.
        Interval::point(step(x[0].min)).hull(step(x[0].max))
    }
}
