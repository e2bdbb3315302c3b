//! `spot`: a round falloff around a place of a planet.

use super::{Built, Context, globe, radial};
use crate::planet::LatLon;
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "spot",
    group: Group::Planet,
    summary: "a round falloff around a place of a planet: 1 in the middle, 0 outside",
    help: "1 within `inner` of the radius around a place, 0 from the radius on, and a quintic step between them, smooth to \
           second order. The radius is measured straight through the planet, so that two radii of it reach all around. \
           `curve` makes a volcano of it, `multiply` keeps what it is multiplied with to one region. It works on planets \
           only.",
    source: "",
    inputs: &[],
    params: &[
        ParamSpec::number("latitude", 0.0, -90.0..=90.0, Unit::Degrees, "of its middle, north"),
        ParamSpec::number("longitude", 0.0, -360.0..=360.0, Unit::Degrees, "of its middle, east"),
        ParamSpec::optional_number(
            "radius",
            1e-3..=1e9,
            Unit::Metres,
            "where it has fallen to 0; half of the planet's if left out",
        ),
        ParamSpec::number("inner", 0.0, 0.0..=0.999, Unit::None, "share of the radius that stays at 1"),
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
