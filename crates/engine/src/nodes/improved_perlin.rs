//! `improved-perlin`: Perlin's improved noise of 2002.

use orogen_noise::basis::{AnyBasis, ImprovedPerlin};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec, ParamSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "improved-perlin",
    group: Group::Basis,
    summary: "Perlin's improved noise of 2002, number for number",
    help: "The reference function: 12 edge directions and a permutation of 256 numbers, so it repeats \
           every 256 cells. With the reference permutation it equals the published function, and the seed \
           has no effect. With the seeded one each seed has its own permutation. On a plane it is the \
           slice z = 0. Values lie in [-1, 1] on a plane and within 1.0364 in space.",
    source: "Ken Perlin, 2002",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL, ParamSpec::choice(
        "permutation",
        "reference",
        &[("reference", "Perlin's own 256 numbers"), ("seeded", "the same numbers, shuffled by the seed")],
        "the table that selects gradients",
    )],
};

/// The basis that the parameters ask for.
pub(super) fn basis(args: &Args, seed: u64) -> AnyBasis {
    if args.choice("permutation") == "seeded" {
        AnyBasis::ImprovedPerlin(ImprovedPerlin::seeded(seed))
    } else {
        AnyBasis::ImprovedPerlin(ImprovedPerlin::reference())
    }
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
