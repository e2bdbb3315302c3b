//! `smooth-max`: the greater of two fields with the crease rounded off.

use super::smooth_min::smooth;
use super::{Built, Context};
use crate::recipe::spec::{Group, InputSpec, NodeSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "smooth-max",
    group: Group::Combiner,
    summary: "the larger of two fields, with a rounded crease",
    help: "Like `max`, but where a and b differ by less than `radius` the crease is raised, by a sixth of \
           the radius at most, so slope and curvature are continuous.",
    source: "Inigo Quilez, 2013",
    outputs: &[],
    inputs: &[InputSpec::new("a", "one field"), InputSpec::new("b", "the other")],
    params: &[super::smooth_min::RADIUS],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(smooth(context, -1.0))
}
