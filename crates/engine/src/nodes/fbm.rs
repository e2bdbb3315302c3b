//! `fbm`: fractional Brownian motion.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "fbm",
    group: Group::Fractal,
    summary: "fractional Brownian motion: the plain sum of octaves",
    help: "sum(a_k * n_k) / sum(a_k). Each octave is finer and weaker than the one before. Division by the \
           sum of the amplitudes keeps it in the range of its basis: [-1, 1] for `hermite`, `perlin` and `simplex`.",
    source: "Mandelbrot and Van Ness, 1968; for terrain Musgrave, 1989",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    fractal::build(context, AnyFractal::Fbm(Fbm))
}
