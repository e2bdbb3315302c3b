//! `power`: a field raised to a power.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;
use orogen_noise::math::power;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "power",
    group: Group::Modifier,
    summary: "the field raised to a power",
    help: "x^power. Where the power is not a whole number, a negative x counts as 0. Below 1 a power is infinitely steep at \
           0, so it is a straight line below 1e-6. `exponent` does the same within the range of its input.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::number("power", 2.0, 0.05..=20.0, Unit::None, "the exponent")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let power = context.args.number("power");
    Ok(Node::Pointwise(match power.fract() == 0.0 {
        true => Arc::new(Of(WholePower { power: power as u32 })),
        false => Arc::new(Of(Power { power })),
    }))
}

/// Below this `x`, the chord from the origin replaces `x^power`.
const LEAST: f64 = 1e-6;

/// `x^power` for any `x` and a whole power of at least 1.
#[derive(Debug)]
struct WholePower {
    power: u32,
}

impl Pointwise<1> for WholePower {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        // Multiplies by x again and again, with the derivatives of the product.
        let (mut v, mut d, mut dd) = (x[0], l.lit(1.0), l.lit(0.0));
        for _ in 1..self.power {
            dd = dd * x[0] + l.lit(2.0) * d;
            d = d * x[0] + v;
            v = v * x[0];
        }
        Taylor { v, d: [d], dd: [[dd]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        let raised = |x: f64| (1..self.power).fold(x, |raised, _| raised * x);
        if self.power.is_multiple_of(2) { x[0].abs().map(raised) } else { x[0].map(raised) }
    }
}

/// `x^power`, where negative `x` count as 0.
#[derive(Debug)]
struct Power {
    power: f64,
}

impl Pointwise<1> for Power {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let (zero, one, p, least) = (l.lit(0.0), l.lit(1.0), l.lit(self.power), l.lit(LEAST));
        let (is_low, is_negative) = (l.lt(x[0], least), l.lt(x[0], zero));
        let base = l.max(x[0], least);
        let raised = power(l, base, self.power);
        let chord = raised / base;
        let d = l.select(is_negative, zero, l.select(is_low, chord, p * chord));
        let dd = l.select(is_low, zero, p * (p - one) * chord / base);
        Taylor { v: l.select(is_low, l.max(x[0], zero) * chord, raised), d: [d], dd: [[dd]] }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        x[0].map(|x| match x < LEAST {
            true => x.max(0.0) * libm::pow(LEAST, self.power) / LEAST,
            false => libm::pow(x, self.power),
        })
    }
}
