//! Landforms that lie on a plane.

use std::any::Any;

use super::spec::NodeSpec;
use super::{Built, Context, Node};

/// A landform as a node in `D` dimensions, of which there have to be two.
pub(super) fn landform<const D: usize>(
    context: &Context<'_>,
    build: fn(&Context<'_>) -> Built<2>,
) -> Built<D> {
    let args = context.args;
    let node: Box<dyn Any> = Box::new(build(context)?);
    node.downcast::<Node<D>>().map(|node| *node).map_err(|_| {
        let NodeSpec { name, params, .. } = args.spec();
        let message = format!("`{name}` lies on a plane, and this domain is a space");
        args.error(params[0].name, message, "set `kind = \"plane\"` in [domain]")
    })
}
