//! `sqrt`: the square root of a field.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "sqrt",
    group: Group::Modifier,
    summary: "the square root of the field",
    help: "The square root of x; 0 where x is negative. Below 1e-6 the root is a straight line, as a root is infinitely \
           steep at 0.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Sqrt))))
}

/// Below this `x`, the chord from the origin replaces the root.
const LEAST: f64 = 1e-6;

/// `√x`.
#[derive(Debug)]
struct Sqrt;

impl Pointwise<1> for Sqrt {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let zero = l.lit(0.0);
        let least = l.lit(LEAST);
        let (is_low, is_negative) = (l.lt(x[0], least), l.lt(x[0], zero));
        let base = l.max(x[0], least);
        let root = l.sqrt(base);
        let chord = root / base;
        let half = l.lit(0.5) * chord;
        let d = l.select(is_negative, zero, l.select(is_low, chord, half));
        let dd = l.select(is_low, zero, l.lit(-0.5) * half / base);
        Taylor { v: l.select(is_low, l.max(x[0], zero) * chord, root), d: [d], dd: [[dd]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].map(|x| if x < LEAST { x.max(0.0) * LEAST.sqrt() / LEAST } else { x.sqrt() })
    }
}
