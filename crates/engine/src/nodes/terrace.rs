//! `terrace`: a field cut into terraces.

use std::sync::Arc;

use orogen_noise::basis::quintic;
use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "terrace",
    group: Group::Modifier,
    summary: "the field cut into terraces",
    help: "Flat treads every `step`, joined by risers that take the share `riser` of a step (quintic, \
           smooth to second order). `tilt` mixes in the input itself, so treads slope.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::required_number("step", 1e-9..=1e9, Unit::None, "height of a terrace, in units of the input"), ParamSpec::number("riser", 0.3, 0.001..=1.0, Unit::None, "share of a step that the riser takes"), ParamSpec::number("tilt", 0.1, 0.0..=1.0, Unit::None, "share of the input that is mixed in, so that treads slope")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    let terrace = Terrace { step: args.number("step"), riser: args.number("riser"), tilt: args.number("tilt") };
    let range = context.inputs[0];
    if range.min.abs().max(range.max.abs()) > MAX_STEPS * terrace.step {
        let message = format!("a step of {} makes more than a million terraces above or below 0", terrace.step);
        let help = format!("use a larger step: the input's range is from {} to {}", range.min, range.max);
        return Err(args.error("step", message, help));
    }
    Ok(Node::Pointwise(Arc::new(Of(terrace))))
}

/// The most terraces. They are counted from 0 in single precision, and larger numbers have too few digits after the point to
/// distinguish treads from risers.
const MAX_STEPS: f64 = 1e6;

/// Treads and risers.
#[derive(Debug)]
struct Terrace {
    step: f64,
    riser: f64,
    tilt: f64,
}

impl Pointwise<1> for Terrace {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        // In units of steps, treads are around whole numbers, and risers half-way between them. The result is the nearest tread
        // plus a part of half a riser, up or down. Both halves are the same curve turned by 180°, so no digits cancel.
        let (step, steep, tilt) = (l.lit(self.step), l.lit(1.0 / self.riser), l.lit(self.tilt));
        let half = l.lit(0.5);
        let t = x[0] / step;
        let (_, tread) = l.floor(t + half);
        let away = t - tread;
        let sign = l.select(l.lt(away, l.lit(0.0)), l.lit(-1.0), l.lit(1.0));
        let place = l.max((sign * away - half) * steep + half, l.lit(0.0));
        let [v, d, dd] = quintic(l, place);
        let (v, dd) = (sign * v, sign * dd);
        let cut = l.lit(1.0 - self.tilt);
        Taylor {
            v: tilt * x[0] + cut * (step * (tread + v)),
            d: [tilt + cut * (steep * d)],
            dd: [[cut * (steep * steep * dd / step)]],
        }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        let cut = |x: f64| {
            let tread = (x / self.step + 0.5).floor();
            let away = x / self.step - tread;
            let place = ((away.abs() - 0.5) / self.riser + 0.5).max(0.0);
            let riser = place * place * place * (place * (place * 6.0 - 15.0) + 10.0);
            self.tilt * x + (1.0 - self.tilt) * self.step * (tread + riser.copysign(away))
        };
        x[0].map(cut)
    }
}
