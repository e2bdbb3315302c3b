//! `simplex`: simplex noise.

use orogen_noise::basis::{AnyBasis, Simplex};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "simplex",
    group: Group::Basis,
    summary: "gradient noise on a lattice of triangles or tetrahedra",
    help: "Round kernels at the corners of simplices instead of blends in squares, so lattice directions \
           show less than in `perlin`. It does not repeat at a domain's edge. Values lie in [-1, 1] with \
           mean 0.",
    source: "Ken Perlin, 2001; kernels after Stefan Gustavson, 2005",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Simplex(Simplex)
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
