//! `latitude`: the latitude of a position.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::placed::SampleLocation;

use super::globe::{self, Globe, bounded};
use super::placed::{Laid, Shape};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "latitude",
    group: Group::Planet,
    summary: "the latitude on a planet, as a sine or in degrees",
    help: "As a sine it goes from -1 at the south pole over 0 at the equator to 1 at the north pole. It is \
           the height above the equator's plane in radii, so bands of equal steps have equal areas. In \
           degrees it goes from -90 to 90. At the poles, the slope of the degrees has no direction, so it is \
           smoothed within half a degree of them. `displace` gives climate bands ragged edges. It works on \
           planets only.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[ParamSpec::choice(
        "unit",
        "sine",
        &[("sine", "the sine of the latitude, -1 to 1"), ("degrees", "degrees north, -90 to 90")],
        "unit of the latitude",
    )],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    globe::node(context, |context, sphere| {
        let maps = vec![Globe::map(sphere)];
        let globe = Globe { lattice: 0 };
        Ok(Node::Placed(match context.args.choice("unit") {
            "degrees" => Arc::new(Laid::new(Degrees(globe), maps)),
            _ => Arc::new(Laid::new(Sine(globe), maps)),
        }))
    })
}

/// The third coordinate of the unit vector up.
#[derive(Debug)]
struct Sine(Globe);

impl Shape<3> for Sine {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>, _inputs: [Jet<L::F, 3>; 0]) -> Jet<L::F, 3> {
        place.per_metre(l, self.0.lattice, &self.0.sine(l, place))
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(-1.0, 1.0)
    }
}

/// The latitude in degrees, from its sine.
#[derive(Debug)]
struct Degrees(Globe);

/// The least squared cosine that slopes are computed with, reached about half a degree from a pole.
const POLAR: f64 = 1e-4;

impl Shape<3> for Degrees {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>, _inputs: [Jet<L::F, 3>; 0]) -> Jet<L::F, 3> {
        let [x, y, sine] = self.0.up(l, place);
        let sine = bounded(l, sine);
        // The cosine is not computed as √(1 − s²), which is mostly rounding error near the poles.
        let cosine = l.sqrt(x.v * x.v + y.v * y.v);
        let turn = 180.0 / std::f64::consts::PI;
        let angle = l.lit(turn) * angle(l, sine.v, cosine);
        let near = l.max(cosine * cosine, l.lit(POLAR));
        let f1 = l.lit(turn) / l.sqrt(near);
        place.per_metre(l, self.0.lattice, &sine.chain(angle, f1, f1 * sine.v / near))
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(-90.0, 90.0)
    }
}

/// The angle in radians with this sine `s` and this cosine `c`, which is not negative. It is eight times the `arctan` of the
/// tangent of an eighth of the angle. The angle is halved three times to find this tangent: the first halving is `s/(1 + c)`, and
/// the other two are `tan(a/2) = t/(1 + √(1 + t²))` with `t = tan a`. The tangent is below 0.2, where the series of `arctan` is
/// short.
#[inline(always)]
fn angle<L: Lanes>(l: L, sine: L::F, cosine: L::F) -> L::F {
    let one = l.lit(1.0);
    let mut t = sine / (one + cosine);
    t = t / (one + l.sqrt(one + t * t));
    t = t / (one + l.sqrt(one + t * t));
    let square = t * t;
    let mut series = l.lit(0.0);
    let mut k = L::Scalar::SERIES;
    while k > 0 {
        k -= 1;
        series = l.lit(1.0 / f64::from(2 * k + 1)) - square * series;
    }
    let most = l.lit(std::f64::consts::FRAC_PI_2);
    l.max(l.min(l.lit(8.0) * (t * series), most), -most)
}

