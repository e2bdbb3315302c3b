//! `constant`: one number everywhere.

use super::{Built, Context, Node};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "constant",
    group: Group::Source,
    summary: "one number everywhere",
    help: "The same value everywhere. Inputs also accept a number directly.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[ParamSpec::number("value", 0.0, -1e9..=1e9, Unit::None, "the number")],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    Ok(Node::Constant(context.args.number("value")))
}
