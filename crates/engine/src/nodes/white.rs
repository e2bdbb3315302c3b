//! `white`: white noise.

use orogen_noise::basis::{AnyBasis, White};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "white",
    group: Group::Basis,
    summary: "one random value per cell",
    help: "An independent value in [-1, 1) for every cell, constant within it. Its slope is 0 wherever it \
           is defined.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::White(White)
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
