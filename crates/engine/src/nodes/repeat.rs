//! `repeat`: the content of a box of a field, again and again.
//!
//! With a box of sides `P` around the middle `c`, the field is evaluated at `q = c + P·t`, where `t` in [−½, ½) is the position of
//! the sample in its box; in a mirrored box at `c − P·t`. The derivatives of `q` with respect to the position are ±1, and include
//! those of a displacement.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, MIN_CELL, Shape};
use super::reading::Folding;
use super::{Built, Context, Node};
use crate::recipe::RecipeError;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "repeat",
    group: Group::Modifier,
    summary: "the content of a box of a field, again and again",
    help: "Repeats what the field has between `x` and `x + period_x`, and between `y` and `y + period_y`. With \
           one period only, it repeats along that axis. With none, it repeats the domain's square. At the \
           borders between boxes, values jump, unless both edges of the box are alike. With `mirror = true`, \
           every second box is mirrored, so values do not jump; slopes do. Positions in the box are in \
           single precision: a box of 16 km is precise to half a millimetre. It is available on planes and in \
           spaces. In a domain that repeats, a whole number of boxes (with `mirror`, of pairs of boxes) has to \
           fit into the side.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field")],
    params: &[
        ParamSpec::optional_number(
            "period_x",
            MIN_CELL..=1e9,
            Unit::Metres,
            "width of the box; without it, the field does not repeat along x",
        ),
        ParamSpec::optional_number(
            "period_y",
            MIN_CELL..=1e9,
            Unit::Metres,
            "depth of the box; without it, the field does not repeat along y",
        ),
        ParamSpec::flag("mirror", false, "whether every second box is mirrored, so that values do not jump"),
        ParamSpec::number("x", 0.0, -1e9..=1e9, Unit::Metres, "least x of the box"),
        ParamSpec::number("y", 0.0, -1e9..=1e9, Unit::Metres, "least y of the box"),
    ],
};

/// The field `f(q(p))` with derivatives with respect to `p`. Its inputs are `f`, and each coordinate of `q`.
#[derive(Debug)]
struct Repeated;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let node = match context.inputs.len() {
        3 => super::plane::of_dimension(Node::<2>::Placed(Arc::new(Laid::new(Repeated, Vec::new())))),
        _ => super::plane::of_dimension(Node::<3>::Placed(Arc::new(Laid::new(Repeated, Vec::new())))),
    };
    Ok(node.unwrap_or_else(|| unreachable!("there is one coordinate per dimension")))
}

macro_rules! repeated {
    ($dimensions:literal $inputs:literal) => {
        impl Shape<$dimensions, $inputs> for Repeated {
            #[inline(always)]
            fn jet<L: Lanes>(
                &self,
                l: L,
                _place: &SampleLocation<'_, L, $dimensions>,
                [input, coordinates @ ..]: [Jet<L::F, $dimensions>; $inputs],
            ) -> Jet<L::F, $dimensions> {
                // As seen from the sample, `q` is displaced by `q − p`.
                let mut shift = coordinates;
                for axis in 0..$dimensions {
                    shift[axis].g[axis] = shift[axis].g[axis] - l.lit(1.0);
                }
                input.displaced(l, &shift)
            }

            fn interval(&self, [input, ..]: [Interval; $inputs]) -> Interval {
                input
            }
        }
    };
}
repeated!(2 3);
repeated!(3 4);

/// The box that is repeated.
pub(super) fn reading<const D: usize>(context: &Context<'_>) -> Result<Folding<D>, RecipeError> {
    let (args, ground) = (context.args, &context.ground);
    if ground.sphere.is_some() {
        let help = "remove the field, or set `kind = \"plane\"` in [domain]";
        return Err(args.error_at_name("`repeat` is not available on planets", help));
    }
    let keys = ["period_x", "period_y"];
    let mut periods = keys.map(|key| args.optional_number(key));
    if periods == [None; 2] {
        periods = [Some(ground.size); 2];
    }
    let mirror = args.flag("mirror");
    let boxes = if mirror { 2.0 } else { 1.0 };
    for (key, period) in keys.into_iter().zip(&mut periods) {
        let Some(period) = period.as_mut().filter(|_| ground.tile) else { continue };
        // The period may be the rounded result of an expression such as `size / 15`.
        let count = ground.size / (boxes * *period);
        if count.round() >= 1.0 && (count - count.round()).abs() <= 1e-9 * count {
            *period = ground.size / (boxes * count.round());
        } else {
            let of = if mirror { "pairs of boxes" } else { "boxes" };
            let message = format!("a box of {period} m does not repeat at the domain's edge");
            let help = format!(
                "let a whole number of {of} fit into {} m, or set `tile = false` in [domain]",
                ground.size
            );
            return Err(args.error(key, message, help));
        }
    }
    let corner = [args.number("x"), args.number("y"), 0.0];
    Ok(Folding {
        corner: std::array::from_fn(|axis| corner[axis]),
        periods: std::array::from_fn(|axis| periods.get(axis).copied().flatten()),
        mirror,
        tile: ground.tile.then_some(ground.size),
    })
}

/// A coordinate of the sample in its box, see [`Folding::coordinate`].
#[derive(Debug)]
struct Coordinate {
    axis: usize,
    period: Option<f64>,
    mirror: bool,
}

pub(super) fn coordinate<const D: usize>(folding: &Folding<D>, axis: usize) -> (Node<D>, Interval) {
    let period = folding.periods[axis];
    let side = |axis: usize| folding.periods[axis].unwrap_or(1.0);
    let mut map = Map::<D>::identity();
    for i in 0..D {
        map.matrix[i][i] = 1.0 / side(i);
        map.offset[i] = -folding.corner[i] / side(i);
    }
    let coordinate = Coordinate { axis, period, mirror: folding.mirror };
    let interval = Shape::<D>::interval(&coordinate, []);
    (Node::Placed(Arc::new(Laid::new(coordinate, vec![map]).repeating(folding.tile))), interval)
}

impl<const D: usize> Shape<D> for Coordinate {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        let site = place.site(l, 0);
        let Some(period) = self.period else {
            let mut jet = Jet::constant(l, l.lit(0.0));
            jet.g[self.axis] = l.lit(1.0);
            return place.per_metre(l, 0, &jet);
        };
        let period = l.lit(period);
        let sided = if self.mirror { l.select(l.bit(site.cell[self.axis], 0), -period, period) } else { period };
        let mut jet = Jet::constant(l, sided * (site.frac[self.axis] - l.lit(0.5)));
        jet.g[self.axis] = sided;
        place.per_metre(l, 0, &jet)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        let half = 0.5 * self.period.unwrap_or(0.0);
        Interval::new(-half, half)
    }
}
