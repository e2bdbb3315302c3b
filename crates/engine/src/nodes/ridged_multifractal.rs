//! `ridged-multifractal`: Musgrave's ridged multifractal.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, RidgedMultifractal};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "ridged-multifractal",
    group: Group::Fractal,
    summary: "ridges that are rough where they are high and smooth in the valleys",
    help: "Each octave is (offset - |n|)^2 times a weight: the clamped product of `sharpness` and the \
           octave before. So detail gathers on ridges. Normalised to [0, 1] for a basis with values in [-1, 1].",
    source: "F. Kenton Musgrave, 1994",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![
        basis: ROTATED_BASIS;
        ParamSpec::number("offset", 1.0, 0.0..=2.0, Unit::None, "height of the ridge lines above the noise"),
        ParamSpec::number("sharpness", 2.0, 0.0..=16.0, Unit::None, "how strongly an octave weights the next"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let args = context.args;
    fractal::build(context, AnyFractal::RidgedMultifractal(RidgedMultifractal { offset: args.number("offset"), sharpness: args.number("sharpness") }))
}
