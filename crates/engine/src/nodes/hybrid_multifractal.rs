//! `hybrid-multifractal`: Musgrave's hybrid multifractal.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, HybridMultifractal};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "hybrid-multifractal",
    group: Group::Fractal,
    summary: "plains, hills and mountains in one: rough where it is high",
    help: "Each octave n + offset is weighted by the product of those before it, so low ground stays \
           smooth and high ground is rough. Normalised to a magnitude of at most 1 for a basis with values in [-1, 1].",
    source: "F. Kenton Musgrave, 1994",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![
        basis: ROTATED_BASIS;
        ParamSpec::number("offset", 0.7, 0.0..=4.0, Unit::None, "amount of rough ground: added to every octave"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let args = context.args;
    fractal::build(context, AnyFractal::HybridMultifractal(HybridMultifractal { offset: args.number("offset") }))
}
