//! `divide`: one field divided by another.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "divide",
    group: Group::Combiner,
    summary: "one field divided by another",
    help: "a / b. Where b is nearer to 0 than `least`, the divisor is `least`, or -`least` if b is negative, so \
           that the quotient stays bounded.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("a", "the field to divide"), InputSpec::new("b", "the field to divide by")],
    params: &[ParamSpec::number("least", 1e-3, 1e-9..=1e9, Unit::None, "smallest absolute value of b")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(Node::Pointwise(Arc::new(Of(Divide { least: context.args.number("least") }))))
}

/// `a/b`, with `|b|` at least `least`.
#[derive(Debug)]
struct Divide {
    least: f64,
}

impl Pointwise<2> for Divide {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let (zero, one, least) = (l.lit(0.0), l.lit(1.0), l.lit(self.least));
        let sign = l.select(l.lt(x[1], zero), l.lit(-1.0), one);
        let is_small = l.lt(sign * x[1], least);
        let b = l.select(is_small, sign * least, x[1]);
        let (v, by_a) = (x[0] / b, one / b);
        // Where `least` replaces the divisor, the quotient does not depend on `b`.
        let change = l.select(is_small, zero, -by_a);
        let mixed = change * by_a;
        Taylor { v, d: [by_a, change * v], dd: [[zero, mixed], [mixed, l.lit(-2.0) * mixed * v]] }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        // The reciprocal falls on each side of zero and jumps at zero.
        let reciprocal = |b: f64| 1.0 / b;
        let positive = (x[1].max >= 0.0)
            .then(|| [x[1].min.max(self.least), x[1].max.max(self.least)].map(reciprocal));
        let negative = (x[1].min < 0.0)
            .then(|| [x[1].min.min(-self.least), x[1].max.min(-self.least)].map(reciprocal));
        let mut ends = positive.into_iter().chain(negative).flatten();
        let first = ends.next().unwrap_or(0.0);
        x[0].product(ends.fold(Interval::point(first), Interval::hull))
    }
}
