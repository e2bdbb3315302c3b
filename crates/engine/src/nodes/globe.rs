//! The direction up at a position on a planet, for nodes.

use orogen_noise::each::{each, for_each};
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use super::{Built, Context, plane};
use crate::planet::Sphere;
use crate::recipe::spec::NodeSpec;

/// A node that exists on planets only.
pub(super) fn node<const D: usize>(
    context: &Context<'_>,
    build: fn(&Context<'_>, Sphere) -> Built<3>,
) -> Built<D> {
    let args = context.args;
    let NodeSpec { name, params, .. } = args.spec();
    let Some(sphere) = context.ground.sphere else {
        let message = format!("`{name}` needs a planet, and this domain is not one");
        let help = "set `kind = \"planet\"` and a `radius` in [domain], or remove the field";
        return Err(args.error(params[0].name, message, help));
    };
    let node = plane::of_dimension(build(context, sphere)?);
    Ok(node.unwrap_or_else(|| unreachable!("planets have three dimensions")))
}

/// The lattice around the centre of a planet. Its cells are as wide as the planet's radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Globe {
    /// Its index among the lattices of the node.
    pub(super) lattice: usize,
}

impl Globe {
    /// The lattice of a sphere in `D` dimensions, which must be three.
    pub(super) fn map<const D: usize>(sphere: Sphere) -> Map<D> {
        let cells = 1.0 / sphere.radius();
        Map { matrix: Map::<D>::identity().matrix.map(|row| row.map(|m| m * cells)), offset: [0.0; D] }
    }

    /// The unit vector up, with derivatives per radius. A displacement may lead off the sphere; up is then the direction from the
    /// centre to the displaced position.
    #[inline(always)]
    pub(super) fn up<L: Lanes, const D: usize>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
    ) -> [Jet<L::F, D>; D] {
        let site = place.site(l, self.lattice);
        let way: [Jet<L::F, D>; D] = each!(axis => {
            let mut way = Jet::constant(l, l.signed(site.cell[axis]) + site.frac[axis]);
            way.g[axis] = l.lit(1.0);
            way
        });
        let mut square = way[0].product(way[0]);
        for_each!(axis in 1..D => {
            square = square.plus(way[axis].product(way[axis]));
        });
        let inverse = square.sqrt(l, l.lit(1e-12)).recip(l);
        each!(axis => way[axis].product(inverse))
    }

    /// The sine of the latitude, the last coordinate of [`up`](Self::up), with derivatives per radius. It is clamped to [−1, 1],
    /// because of rounding.
    #[inline(always)]
    pub(super) fn sine<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>) -> Jet<L::F, 3> {
        let [.., sine] = self.up(l, place);
        bounded(l, sine)
    }
}

/// Clamps a sine to [−1, 1].
#[inline(always)]
pub(super) fn bounded<L: Lanes>(l: L, sine: Jet<L::F, 3>) -> Jet<L::F, 3> {
    Jet { v: l.max(l.min(sine.v, l.lit(1.0)), l.lit(-1.0)), ..sine }
}
