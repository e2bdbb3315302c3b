//! `temperature`: the mean temperature over the year on a planet.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::globe::{self, Globe};
use super::placed::{Laid, Shape};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "temperature",
    group: Group::Planet,
    summary: "the mean annual temperature in °C, by latitude and altitude",
    help: "At sea level it falls from `equator` to `pole` with the square of the sine of the latitude. \
           That is the sum of a constant and the second Legendre polynomial, as in energy balance models of \
           a planet's zones, and is within some degrees of measured temperatures. The temperature falls by \
           `lapse` per kilometre of altitude; below `sea` it does not rise.\n\
           `altitude` is a field in metres. If ice and snow lines are to follow the ground, use the field \
           that [height] names. If ice that depends on the temperature is added to the ground, use separate \
           fields: `land`, the temperature of `land`, and `ground`, which is `land` with its ice. Materials \
           use the temperature as `noise = { field = \"warmth\", range = [-8, -4] }`. It works on planets \
           only.",
    source: "North, Cahalan and Coakley, 1981 (zones); the standard atmosphere, 1976 (lapse)",
    outputs: &[],
    inputs: &[InputSpec::new("altitude", "the ground, in metres; 0 for the temperature at sea level")],
    params: &[
        ParamSpec::number("equator", 28.0, -300.0..=1000.0, Unit::None, "temperature at the equator at sea level, in °C"),
        ParamSpec::number("pole", -20.0, -300.0..=1000.0, Unit::None, "temperature at the poles at sea level, in °C"),
        ParamSpec::number("lapse", 6.5, 0.0..=100.0, Unit::None, "fall of the temperature per kilometre of altitude, in °C"),
        ParamSpec::number("sea", 0.0, -1e6..=1e6, Unit::Metres, "height from which altitudes are measured"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    globe::node(context, |context, sphere| {
        let args = context.args;
        let shape = Temperature {
            globe: Globe { lattice: 0 },
            ends: [args.number("equator"), args.number("pole")],
            lapse: args.number("lapse") / 1000.0,
            sea: args.number("sea"),
        };
        Ok(Node::Placed(Arc::new(Laid::new(shape, vec![Globe::map(sphere)]))))
    })
}

/// `equator + (pole − equator)·sin²φ − lapse·max(altitude − sea, 0)`.
#[derive(Debug)]
struct Temperature {
    globe: Globe,
    /// The temperatures at the equator and at the poles.
    ends: [f64; 2],
    /// The fall in temperature per metre.
    lapse: f64,
    sea: f64,
}

impl Shape<3, 1> for Temperature {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>, [altitude]: [Jet<L::F, 3>; 1]) -> Jet<L::F, 3> {
        let [equator, pole] = self.ends;
        let sine = self.globe.sine(l, place);
        let zone = sine.product(sine).times(l.lit(pole - equator)).shifted(l.lit(equator));
        let zone = place.per_metre(l, self.globe.lattice, &zone);
        let above = altitude.shifted(l.lit(-self.sea));
        let none = Jet::constant(l, l.lit(0.0));
        let above = Jet::select(l, l.lt(above.v, l.lit(0.0)), none, above);
        zone.minus(above.times(l.lit(self.lapse)))
    }

    fn interval(&self, [altitude]: [Interval; 1]) -> Interval {
        let [equator, pole] = self.ends;
        let above = altitude.map(|altitude| (altitude - self.sea).max(0.0));
        Interval::point(equator).hull(pole).plus(above.times(-self.lapse))
    }
}
