//! `perlin`: gradient noise.

use orogen_noise::basis::{AnyBasis, Perlin};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "perlin",
    group: Group::Basis,
    summary: "gradient noise: smooth hills and hollows of one size",
    help: "A random slope at every lattice point, blended with the quintic fade. The slopes have \
           evenly spread directions and are hashed from the point's integer coordinates, so the noise never \
           repeats. Values lie in [-1, 1] with mean 0, and are 0 at every lattice point.",
    source: "Ken Perlin, 1985; fade of 2002",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Perlin(Perlin)
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
