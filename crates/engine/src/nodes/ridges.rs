//! `ridges`: one net of ridges.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Ridges};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "ridges",
    group: Group::Fractal,
    summary: "a net of sharp ridges with rough flanks: 1 - |fbm|",
    help: "1 - |sum(a_k * n_k) / sum(a_k)|, in [0, 1] for a basis with values in [-1, 1]. Unlike `ridged` it has creases \
           only where the whole sum crosses zero.",
    source: "Ken Perlin, 1985",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    fractal::build(context, AnyFractal::Ridges(Ridges))
}
