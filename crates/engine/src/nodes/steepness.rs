//! `steepness`: how steep a field is.

use std::sync::Arc;

use orogen_noise::each::{each, for_each};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, Shape};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "steepness",
    group: Group::Modifier,
    summary: "how steep a field is: 0 on level ground, 0.5 at 45°, 1 on a wall",
    help: concat!(
        "The squared sine of the slope angle, if the field is a height of `scale` metres per unit. Use it \
         to control what covers slopes: `mix` rock with sand by it, or multiply detail by it. It has \
         slopes only if the field has curvature: ",
        without_curvature!(),
        ", and fields made from them, have no curvature.",
    ),
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field")],
    params: &[ParamSpec::number("scale", 1.0, -1e9..=1e9, Unit::Metres, "height of the field where it is 1")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(Node::Placed(Arc::new(Laid::new(Steepness { scale: context.args.number("scale") }, Vec::new()))))
}

/// Steeper slopes count as this: the square of the tangent must not overflow.
const STEEPEST: f64 = 1e9;

/// With `s² = |∇h|²`, the square of the slope's tangent: `sin² = s²/(1 + s²)`, smooth where the ground is level.
#[derive(Debug)]
struct Steepness {
    scale: f64,
}

impl<const D: usize> Shape<D, 1> for Steepness {
    const READS_SLOPES: [bool; 1] = [true];

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, _place: &SampleLocation<'_, L, D>, [input]: [Jet<L::F, D>; 1]) -> Jet<L::F, D> {
        let scale = l.lit(self.scale);
        let mut square = Jet::constant(l, l.lit(0.0));
        for_each!(i < D => {
            let slope = Jet { v: scale * input.g[i], g: each!(j => scale * input.h[i][j]), h: input.h };
            let wall = Jet::constant(l, l.lit(STEEPEST));
            let slope = Jet::select(l, l.lt(l.abs(slope.v), wall.v), slope, wall);
            square = square.plus(slope.product(slope));
        });
        let one = l.lit(1.0);
        // In 1 − 1/(1 + s²), rounding would lose gentle slopes.
        let below = one / (one + square.v);
        square.chain(square.v * below, below * below, l.lit(0.0))
    }

    fn interval(&self, _inputs: [Interval; 1]) -> Interval {
        Interval::new(0.0, 1.0)
    }
}
