//! `sin`: the sine of a field.

use std::f64::consts::TAU;
use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;
use orogen_noise::math::sine_cosine;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::RecipeError;
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "sin",
    group: Group::Modifier,
    summary: "the sine of the field",
    help: "The sine of x, an angle in radians: waves between -1 and 1 that repeat when x grows by 6.283.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    refuse_many_waves(context)?;
    Ok(Node::Pointwise(Arc::new(Of(Sin))))
}

/// The largest absolute value of an angle in radians: the kernel counts quarter turns in 32 bits.
const MOST: f64 = 1e9;

/// Refuses angles that are too large.
pub(super) fn refuse_many_waves(context: &Context<'_>) -> Result<(), RecipeError> {
    let most = context.inputs[0].abs().max;
    if most <= MOST {
        return Ok(());
    }
    let message = format!("the angle may be as large as {most:e} radians");
    Err(context.args.error_at_name(message, "divide the input: an angle is at most 1e9 radians"))
}

/// The values of the sine of angles in an interval.
pub(super) fn values(x: Interval) -> Interval {
    // Waves have their crests a quarter turn after whole turns, and their troughs a quarter turn before.
    let passes = |turn: f64| {
        let turns = (x.min / TAU - turn).ceil() + turn;
        turns * TAU <= x.max
    };
    let ends = Interval::point(libm::sin(x.min)).hull(libm::sin(x.max));
    let crest = if passes(0.25) { ends.hull(1.0) } else { ends };
    if passes(-0.25) { crest.hull(-1.0) } else { crest }
}

/// `sin x`.
#[derive(Debug)]
struct Sin;

impl Pointwise<1> for Sin {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let (sine, cosine) = sine_cosine(l, x[0] * l.lit(1.0 / TAU));
        // Rounding can take the sine slightly out of [−1, 1].
        let v = l.max(l.min(sine, l.lit(1.0)), l.lit(-1.0));
        Taylor { v, d: [cosine], dd: [[-v]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        values(x[0])
    }
}
