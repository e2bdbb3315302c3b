//! `terrace`: a field cut into terraces.

use std::sync::Arc;

use orogen_noise::basis::quintic;
use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use super::{Built, Context, Node};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "terrace",
    group: Group::Modifier,
    summary: "the field cut into terraces",
    help: "Flat treads every `step`, joined by risers that take the share `riser` of a step (quintic, smooth to second order). `tilt` mixes in the input itself, so that treads slope.",
    source: "",
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::required_number("step", 1e-9..=1e9, Unit::None, "height of a terrace, in the units of the input"), ParamSpec::number("riser", 0.3, 0.001..=1.0, Unit::None, "share of a step that the riser takes"), ParamSpec::number("tilt", 0.1, 0.0..=1.0, Unit::None, "share of the input that is left in, so that treads slope")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    let terrace = Terrace { step: args.number("step"), riser: args.number("riser"), tilt: args.number("tilt") };
    let range = context.inputs[0];
    if range.length() / terrace.step > 1e6 {
        let message = format!("a step of {} makes more than a million terraces", terrace.step);
        return Err(args.error("step", message, "the input's range is from ".to_owned() + &format!("{} to {}", range.min, range.max)));
    }
    Ok(Node::Pointwise(Arc::new(Of(terrace))))
}

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
        // In steps: the riser lies in the middle of each, treads half a step either side of a whole number.
        let (step, steep, tilt) = (l.lit(self.step), l.lit(1.0 / self.riser), l.lit(self.tilt));
        let t = x[0] / step;
        let (_, tread) = l.floor(t);
        let place = (t - tread - l.lit(0.5)) * steep + l.lit(0.5);
        let place = l.max(l.min(place, l.lit(1.0)), l.lit(0.0));
        let [v, d, dd] = quintic(l, place);
        let cut = l.lit(1.0 - self.tilt);
        Taylor {
            v: tilt * x[0] + cut * (step * (tread + v)),
            d: [tilt + cut * (steep * d)],
            dd: [[cut * (steep * steep * dd / step)]],
        }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        let cut = |x: f64| {
            let t = x / self.step;
            let place = ((t - t.floor() - 0.5) / self.riser + 0.5).clamp(0.0, 1.0);
            let riser = place * place * place * (place * (place * 6.0 - 15.0) + 10.0);
            self.tilt * x + (1.0 - self.tilt) * self.step * (t.floor() + riser)
        };
        x[0].map(cut)
    }
}
