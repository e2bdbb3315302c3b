//! `hermite`: noise from levels, slopes and twists.

use orogen_noise::basis::{AnyBasis, Hermite};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "hermite",
    group: Group::Basis,
    summary: "smooth hills and hollows of one size that do not show their lattice",
    help: "A random level, slope and twist (mixed second derivative) at every lattice point, blended with the \
           quintic fade. The noise is nearly equally strong in all directions and at all places, so its \
           octaves need no rotation. This makes them about three times as fast where they are not displaced. \
           Values lie in [-1, 1] with mean 0. In spaces and on planets this is `perlin`.",
    source: "Hermite's interpolation with twists (Coons, 1967), over the lattice of Perlin, 1985",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Hermite(Hermite)
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
