//! `spot`: a round falloff around a position on a planet.

use super::{Built, Context, globe, radial};
use crate::planet::LatLon;
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "spot",
    group: Group::Planet,
    summary: "a round falloff around a position on a planet: 1 in the centre, 0 outside",
    help: "1 within the share `inner` of the radius around a position, 0 from the radius on, and a quintic \
           step between them, smooth to second order. The radius is measured straight through the planet, \
           so two planet radii reach all around. `curve` turns it into a volcano, and `multiply` restricts \
           another field to one region. It works on planets only.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::number("latitude", 0.0, -90.0..=90.0, Unit::Degrees, "latitude of its centre, north"),
        ParamSpec::number("longitude", 0.0, -360.0..=360.0, Unit::Degrees, "longitude of its centre, east"),
        ParamSpec::optional_number(
            "radius",
            1e-3..=1e9,
            Unit::Metres,
            "distance at which it reaches 0; default: half the planet's radius",
        ),
        ParamSpec::number("inner", 0.0, 0.0..=0.999, Unit::None, "share of the radius within which it is 1"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    globe::node(context, |context, sphere| {
        let args = context.args;
        let place = LatLon::new(args.number("latitude"), args.number("longitude"))
            .unwrap_or_else(|_| unreachable!("both are in their ranges"));
        let radius = args.optional_number("radius").unwrap_or(0.5 * sphere.radius());
        Ok(radial::around(sphere.position(place.direction()), radius, args.number("inner")))
    })
}
