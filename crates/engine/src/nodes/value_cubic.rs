//! `value-cubic`: value noise with the cubic fade.

use orogen_noise::basis::{AnyBasis, Fade, Value};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "value-cubic",
    group: Group::Basis,
    summary: "value noise with the cubic fade, whose curvature jumps at cell borders",
    help: "A random value at every lattice point, blended with 3t^2 - 2t^3. The slope is continuous, the \
           curvature is not: under light, cell borders show as creases. Kept for comparison. Values lie in \
           [-1, 1] with mean 0.",
    source: "Ken Perlin, 1985 (fade)",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Value(Value { fade: Fade::Cubic })
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
