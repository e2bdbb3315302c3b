//! `swiss`: Swiss turbulence.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Swiss};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "swiss",
    group: Group::Fractal,
    summary: "Swiss turbulence: sharp ridges, gullied slopes, smooth valleys",
    help: "A ridged sum. Finer octaves are sampled nearer to the ridges, which stretches features \
           downhill. Their amplitude is multiplied by the height so far, which keeps valleys smooth. \
           Because that weakens fine octaves, use a slightly larger gain than for other fractals, about \
           0.6. Values lie in [0, 1].",
    source: "Giliam de Carpentier, Scape, 2011",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![basis: ROTATED_BASIS; ParamSpec::number(
        "warp",
        0.15,
        -4.0..=4.0,
        Unit::None,
        "how far finer octaves are displaced towards ridges, in units of `wavelength`",
    )],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    fractal::build(context, AnyFractal::Swiss(Swiss { warp: context.args.number("warp") }))
}
