//! `cos`: the cosine of a field.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;
use orogen_noise::math::sine_cosine;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node, sin};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "cos",
    group: Group::Modifier,
    summary: "the cosine of the field",
    help: "The cosine of x, an angle in radians: waves between -1 and 1 that repeat when x grows by 6.283.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    sin::refuse_many_waves(context)?;
    Ok(Node::Pointwise(Arc::new(Of(Cos))))
}

/// `cos x`.
#[derive(Debug)]
struct Cos;

impl Pointwise<1> for Cos {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let (sine, cosine) = sine_cosine(l, x[0] * l.lit(1.0 / TAU));
        // Rounding can take the cosine slightly out of [−1, 1].
        let v = l.max(l.min(cosine, l.lit(1.0)), l.lit(-1.0));
        Taylor { v, d: [-sine], dd: [[-v]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        sin::values(x[0].shifted(FRAC_PI_2))
    }
}
