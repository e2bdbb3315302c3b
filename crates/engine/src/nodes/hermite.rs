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
    help: "A random level, slope and twist at every lattice point, blended with the quintic fade. Their sum is \
           as strong in every direction and nearly as strong at every place, so its octaves need no rotation, \
           and are evaluated several times as fast as rotated ones. Values lie in [-1, 1] with mean 0. In \
           space this is `perlin`.",
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
