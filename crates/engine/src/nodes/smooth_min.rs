//! `smooth-min`: the smaller of two fields with the crease rounded off.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "smooth-min",
    group: Group::Combiner,
    summary: "the smaller of two fields, with a rounded crease",
    help: "Like `min`, but where a and b differ by less than `radius` the crease is lowered, by a sixth of \
           the radius at most, so slope and curvature are continuous.",
    source: "Inigo Quilez, 2013",
    outputs: &[],
    inputs: &[InputSpec::new("a", "one field"), InputSpec::new("b", "the other")],
    params: &[RADIUS],
};

pub(super) const RADIUS: ParamSpec = ParamSpec::number(
    "radius",
    0.1,
    1e-9..=1e9,
    Unit::None,
    "difference between the fields within which they are blended",
);

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(smooth(context, 1.0))
}

/// The node for min (`sign` 1) or max (−1).
pub(super) fn smooth<const D: usize>(context: &Context<'_>, sign: f64) -> Node<D> {
    Node::Pointwise(Arc::new(Of(SmoothMin { radius: context.args.number("radius"), sign })))
}

/// With `s` the sign and `h = max(0, 1 − |a − b|/r)`: `s·min(s·a, s·b) − s·r·h³/6`.
///
/// For max, `s = −1` mirrors both fields and the result. Where `a < b`, `∂h/∂a = 1/r`, so `∂/∂a = 1 − h²/2` and
/// `∂/∂b = h²/2`: at `a = b` both are ½, and beyond the radius 1 and 0.
#[derive(Debug)]
struct SmoothMin {
    radius: f64,
    sign: f64,
}

impl Pointwise<2> for SmoothMin {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let (zero, one, half) = (l.lit(0.0), l.lit(1.0), l.lit(0.5));
        let (sign, radius) = (l.lit(self.sign), l.lit(self.radius));
        let (a, b) = (sign * x[0], sign * x[1]);
        let second = l.lt(b, a);
        let h = l.max(one - l.abs(a - b) / radius, zero);
        let v = l.select(second, b, a) - radius * (h * h * h) * l.lit(1.0 / 6.0);
        let share = half * (h * h); // of the greater one
        let bend = sign * (h / radius);
        Taylor {
            v: sign * v,
            d: [l.select(second, share, one - share), l.select(second, one - share, share)],
            dd: [[-bend, bend], [bend, -bend]],
        }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        let [a, b] = x.map(|x| x.times(self.sign));
        let lowest = a.min.min(b.min) - self.radius / 6.0;
        Interval::new(lowest, a.max.min(b.max)).times(self.sign)
    }
}
