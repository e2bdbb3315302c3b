//! `radial`: a round falloff.

use std::sync::Arc;

use orogen_noise::each::for_each;
use orogen_noise::basis::quintic;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use super::placed::{MIN_CELL, Laid, Shape};
use super::{Built, Context, Node, single};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "radial",
    group: Group::Source,
    summary: "a round falloff: 1 in the centre, 0 outside",
    help: "1 within the share `inner` of the radius around (x, y), 0 from the radius on, and a quintic \
           step between them, smooth to second order. In space it is a ball around (x, y, z).",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        single::X,
        single::Y,
        ParamSpec::number("z", 0.0, -1e9..=1e9, Unit::Metres, "z of its centre, in a space domain"),
        ParamSpec::optional_number(
            "radius",
            1e-3..=1e9,
            Unit::Metres,
            "distance at which it reaches 0; default: half the domain's side",
        ),
        ParamSpec::number("inner", 0.0, 0.0..=0.999, Unit::None, "share of the radius within which it is 1"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    let middle = 0.5 * context.ground.size;
    let radius = args.optional_number("radius").unwrap_or(middle);
    let [x, y] = single::centre(context)?;
    let centre = [x, y, args.number("z")];
    let reach = centre[..2].iter().map(|c| (c - radius).min(context.ground.size - c - radius));
    if context.ground.tile && reach.fold(0.0, f64::min) < 0.0 {
        let message = "the falloff extends over the edge of a domain that repeats";
        return Err(args.error("radius", message, "use a smaller radius, or set `tile = false` in [domain]"));
    }
    if context.ground.tile && context.displaced {
        let message = "a displaced falloff does not repeat at the domain's edge";
        return Err(args.error("radius", message, "remove the displacement, or set `tile = false` in [domain]"));
    }
    let centre = std::array::from_fn(|axis| centre[axis]);
    Ok(around::<D>(centre, radius, args.number("inner")))
}

/// The falloff around a centre, with lengths in metres.
pub(super) fn around<const D: usize>(centre: [f64; D], radius: f64, inner: f64) -> Node<D> {
    let cell = radius.max(MIN_CELL);
    let map = Map {
        matrix: Map::<D>::identity().matrix.map(|row| row.map(|m| m / cell)),
        offset: std::array::from_fn(|i| -centre[i] / cell),
    };
    let radial = Radial { inner, cell: cell / radius };
    Node::Placed(Arc::new(Laid::new(radial, vec![map])))
}

/// `1 − q((r − inner)/(1 − inner))`, where `r` is the distance from the lattice's origin in radii, and `q` the quintic step.
#[derive(Clone, Copy, Debug)]
struct Radial {
    inner: f64,
    /// Radii per cell.
    cell: f64,
}

impl<const D: usize> Shape<D> for Radial {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        let site = place.site(l, 0);
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        // r² as a jet, then its root. The gradient of r has no limit at the middle; the step's slope is 0 there.
        let mut square = Jet::constant(l, zero);
        let cell = l.lit(self.cell);
        for_each!(i < D => {
            let p = cell * (l.signed(site.cell[i]) + site.frac[i]);
            square.v = square.v + p * p;
            square.g[i] = cell * (p + p);
            square.h[i][i] = l.lit(2.0 * self.cell * self.cell);
        });
        let r = l.sqrt(l.max(square.v, l.lit(1e-20)));
        let r1 = l.lit(0.5) / r;
        let radius = square.chain(r, r1, l.lit(-0.5) * r1 / (r * r));
        let scale = l.lit(1.0 / (1.0 - self.inner));
        let t = l.max(l.min((r - l.lit(self.inner)) * scale, one), zero);
        let [q, q1, q2] = quintic(l, t);
        // Rounding can take the step slightly above 1.
        let falloff = radius.chain(one - l.min(q, one), -(scale * q1), -(scale * scale * q2));
        place.per_metre(l, 0, &falloff)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(0.0, 1.0)
    }
}
