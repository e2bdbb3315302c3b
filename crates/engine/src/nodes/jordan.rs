//! `jordan`: Jordan turbulence.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Jordan};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "jordan",
    group: Group::Fractal,
    summary: "Jordan turbulence: weathered, rounded massifs with flat ground at any height",
    help: "A sum of squared octaves. Slopes displace finer octaves, like gullies (warp), and damp them \
           where the ground so far is level, like thermal erosion (damp). Both have separate parameters \
           for the coarsest octave (…0) and for the others. Values lie in [0, 1].",
    source: "Giliam de Carpentier, Scape, 2011",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![
        basis: ROTATED_BASIS;
        ParamSpec::number("gain1", 0.8, 0.0..=2.0, Unit::None, "amplitude of the second octave before `gain`"),
        ParamSpec::number(
            "warp0",
            0.4,
            -4.0..=4.0,
            Unit::None,
            "how far the coarsest octave displaces each of the others, in wavelengths of the displaced octave",
        ),
        ParamSpec::number(
            "warp",
            0.35,
            -4.0..=4.0,
            Unit::None,
            "how far each of the other octaves displaces finer ones, in wavelengths of the displaced octave",
        ),
        ParamSpec::number("damp0", 1.0, -10.0..=10.0, Unit::None, "how strongly the slopes of the coarsest octave reduce the damping"),
        ParamSpec::number("damp", 0.8, -10.0..=10.0, Unit::None, "how strongly the slopes of the other octaves reduce the damping"),
        ParamSpec::number("damp_scale", 1.0, 0.0..=1.0, Unit::None, "how much level ground is damped: 0 not at all, 1 completely"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let args = context.args;
    fractal::build(context, AnyFractal::Jordan(Jordan { gain1: args.number("gain1"), warp0: args.number("warp0"), warp: args.number("warp"), damp0: args.number("damp0"), damp: args.number("damp"), damp_scale: args.number("damp_scale") }))
}
