//! `mix`: one field or another by a mask.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "mix",
    group: Group::Combiner,
    summary: "a blend of two fields by a mask",
    help: "a where the mask is 0, b where it is 1, and a + mask * (b - a) between. The mask is clamped to \
           [0, 1].",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "the field where the mask is 0"), InputSpec::new("b", "the field where the mask is 1"), InputSpec::new("mask", "the mask: 0 for a, 1 for b")],
    params: &[],
};

pub(super) fn build<const D: usize>(_context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Mix))))
}

/// `a + mask·(b − a)`.
#[derive(Debug)]
struct Mix;

impl Pointwise<3> for Mix {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 3]) -> Taylor<L::F, 3> {
        let (one, zero) = (l.lit(1.0), l.lit(0.0));
        let [a, b, mask] = x;
        let inside = l.select(l.lt(zero, mask) & l.lt(mask, one), one, zero);
        let m = l.max(l.min(mask, one), zero);
        let rise = inside * (b - a);
        Taylor {
            v: a + m * (b - a),
            d: [one - m, m, rise],
            dd: [[zero, zero, -inside], [zero, zero, inside], [-inside, inside, zero]],
        }
    }

    fn interval(&self, x: [Interval; 3]) -> Interval {
        let [a, b, mask] = x;
        let mask = mask.map(|m| m.clamp(0.0, 1.0));
        let end = |m: f64| Interval::new(a.min + m * (b.min - a.min), a.max + m * (b.max - a.max));
        let (low, high) = (end(mask.min), end(mask.max));
        Interval::new(low.min.min(high.min), low.max.max(high.max))
    }
}
