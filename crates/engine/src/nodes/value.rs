//! `value`: value noise.

use orogen_noise::basis::{AnyBasis, Fade, Value};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "value",
    group: Group::Basis,
    summary: "random heights at lattice points, blended smoothly",
    help: "A random value at every lattice point, blended with the quintic fade, so slope and curvature are \
           continuous. Blockier than gradient noise. Values lie in [-1, 1] with mean 0.",
    source: "Inigo Quilez, 2008 (derivatives)",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Value(Value { fade: Fade::Quintic })
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
