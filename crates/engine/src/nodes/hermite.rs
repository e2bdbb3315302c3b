//! `hermite`: noise from levels, slopes and twists.

use orogen_noise::basis::{AnyBasis, Hermite};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "hermite",
    group: Group::Basis,
    summary: "smooth hills and hollows of one size, equally strong in all directions",
    help: "Every lattice point has one of two levels, of eight slopes and of two twists (mixed second \
           derivatives), chosen by its hash and blended with the quintic fade. Heights and slopes are as strong \
           in all directions, so plain sums of octaves (`fbm`, `ridges`) need no rotation. Where they are not \
           displaced, this makes them up to three times as fast. Curvature is zero across the borders of the \
           cells: a field that reads curvature needs `rotate`. Values lie in [-1, 1] with mean 0. In spaces and \
           on planets this is `perlin`.",
    source: "Hermite's interpolation with twists (Coons, 1967), over the lattice of Perlin, 1985",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL],
};

/// The basis that the parameters ask for.
pub(super) fn basis(_args: &Args, _seed: u64) -> AnyBasis {
    AnyBasis::Hermite(Hermite)
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
