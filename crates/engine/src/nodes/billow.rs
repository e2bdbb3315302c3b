//! `billow`: sums of absolute octaves.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Billow};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "billow",
    group: Group::Fractal,
    summary: "rounded hills between sharp valleys: the sum of |n|",
    help: "sum(a_k * |n_k|) / sum(a_k), in [0, 1] for a basis with values in [-1, 1]. Valleys run where an octave crosses \
           zero.",
    source: "Ken Perlin, 1985 (turbulence)",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![basis: ROTATED_BASIS;],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    fractal::build(context, AnyFractal::Billow(Billow))
}
