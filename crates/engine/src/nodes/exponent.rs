//! `exponent`: a field raised to a power within its range.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;
use orogen_noise::math::power;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "exponent",
    group: Group::Modifier,
    summary: "the field raised to a power within its range",
    help: "t^power, with the input's range mapped to [0, 1] and back. Above 1 valleys widen and peaks \
           sharpen; below 1 it is the other way round. The range stays the same.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("power", 1.0, 0.05..=20.0, Unit::None, "the exponent")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let range = context.inputs[0];
    if range.length() <= 0.0 {
        return Ok(Node::Constant(range.min));
    }
    Ok(Node::Pointwise(Arc::new(Of(Exponent { power: context.args.number("power"), range }))))
}

/// Below this `t`, the chord from the origin replaces `t^power`.
const LEAST: f64 = 1e-6;

/// `t^power`, where `t` is the position of `x` in `range`.
#[derive(Debug)]
struct Exponent {
    power: f64,
    range: Interval,
}

impl Pointwise<1> for Exponent {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        // A power below 1 is infinitely steep at 0, so below `LEAST` a chord replaces the curve.
        let (p, length, one) = (l.lit(self.power), l.lit(self.range.length()), l.lit(1.0));
        let t = l.max((x[0] - l.lit(self.range.min)) / length, l.lit(0.0));
        let low = l.lt(t, l.lit(LEAST));
        let base = l.max(t, l.lit(LEAST));
        let raised = power(l, base, self.power);
        let chord = raised / base;
        let v = l.select(low, t * chord, raised);
        let d = l.select(low, chord, p * chord);
        let dd = l.select(low, l.lit(0.0), p * (p - one) * chord / base);
        Taylor { v: l.lit(self.range.min) + length * v, d: [d], dd: [[dd / length]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        let t = |x: f64| ((x - self.range.min) / self.range.length()).max(0.0);
        x[0].map(|x| self.range.min + self.range.length() * libm::pow(t(x), self.power))
    }
}
