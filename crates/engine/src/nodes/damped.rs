//! `damped`: derivative-damped fBm.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Damped};
use orogen_noise::noise::Dimension;

use super::{Built, Context, fractal, octaves};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "damped",
    group: Group::Fractal,
    summary: "fBm that stays smooth where it is steep: flats and rough ground side by side",
    help: "sum(a_k * n_k / (1 + damping * |s_k|^2)) / sum(a_k), where s_k is the sum of the slopes of the \
           octaves so far, each per cell. Where coarse octaves are steep, finer ones add little.",
    source: "Inigo Quilez, 2008",
    outputs: &[],
    inputs: &[],
    params: octaves::fractal_params![
        basis: ROTATED_BASIS;
        ParamSpec::number("damping", 1.0, 0.0..=100.0, Unit::None, "how strongly slopes damp finer octaves"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let args = context.args;
    fractal::build(context, AnyFractal::Damped(Damped { damping: args.number("damping") }))
}
