//! `ridged`: sums of ridges.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Ridged};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "ridged",
    group: Group::Fractal,
    summary: "sharp ridges between rounded valleys: the sum of 1 - |n|",
    help: "sum(a_k * (1 - |n_k|)) / sum(a_k), in [0, 1] for a basis with values in [-1, 1]. Ridges run where an octave \
           crosses zero.",
    source: "F. Kenton Musgrave, 1994",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![basis: ROTATED_BASIS;],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    fractal::build(context, AnyFractal::Ridged(Ridged))
}
