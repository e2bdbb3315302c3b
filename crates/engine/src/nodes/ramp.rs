//! `ramp`: a constant slope across the ground.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use super::placed::{MIN_CELL, Laid, Shape};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "ramp",
    group: Group::Source,
    summary: "a linear rise from 0 to 1 across the domain",
    help: "0 behind the line through (x, y), 1 from `length` on, and linear between. It rises towards \
           `angle`: 0 is along x and 90 along y. The slope jumps at both ends; a `smoothstep` after it \
           rounds them off.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::number("x", 0.0, -1e9..=1e9, Unit::Metres, "x of the start of the rise"),
        ParamSpec::number("y", 0.0, -1e9..=1e9, Unit::Metres, "y of the start of the rise"),
        ParamSpec::number("angle", 0.0, -360.0..=360.0, Unit::Degrees, "direction in which it rises"),
        ParamSpec::optional_number(
            "length",
            1e-3..=1e9,
            Unit::Metres,
            "distance over which it rises; default: the domain's side",
        ),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    if context.ground.tile {
        let help = "remove the ramp, or set `tile = false` in [domain]";
        return Err(args.error("length", "a ramp does not repeat at the domain's edge", help));
    }
    let length = args.optional_number("length").unwrap_or(context.ground.size);
    let (sin, cos) = libm::sincos(args.number("angle").to_radians());
    // The first lattice axis goes up the ramp.
    let cell = length.max(MIN_CELL);
    let mut map = Map { matrix: [[0.0; D]; D], offset: [0.0; D] };
    map.matrix[0][0] = cos / cell;
    map.matrix[0][1] = sin / cell;
    map.offset[0] = -(args.number("x") * cos + args.number("y") * sin) / cell;
    Ok(Node::Placed(Arc::new(Laid::new(Ramp { cell: cell / length }, vec![map]))))
}

/// `clamp(p, 0, 1)`, where `p` is the first lattice coordinate in units of the ramp's length.
#[derive(Clone, Copy, Debug)]
struct Ramp {
    /// Lengths of the ramp per cell.
    cell: f64,
}

impl<const D: usize> Shape<D> for Ramp {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        let site = place.site(l, 0);
        let cell = l.lit(self.cell);
        let p = cell * (l.signed(site.cell[0]) + site.frac[0]);
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let mut jet = Jet::constant(l, l.max(l.min(p, one), zero));
        jet.g[0] = l.select(l.lt(zero, p) & l.lt(p, one), cell, zero);
        place.per_metre(l, 0, &jet)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(0.0, 1.0)
    }
}
