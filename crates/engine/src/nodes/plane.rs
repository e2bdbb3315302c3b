//! Landforms that lie on a plane.

use std::any::Any;

use super::{Built, Context, Node};
use crate::recipe::{Args, RecipeError};

/// A landform as a node in `D` dimensions, which must be two.
pub(super) fn landform<const D: usize>(
    context: &Context<'_>,
    build: fn(&Context<'_>) -> Built<2>,
) -> Built<D> {
    let args = context.args;
    of_dimension(build(context)?)
        .ok_or_else(|| needs_plane(args, if context.ground.sphere.is_some() { "planet" } else { "space" }))
}

/// The error of a node that needs a plane, in a domain of another kind.
pub(super) fn needs_plane(args: &Args, domain: &str) -> RecipeError {
    let message = format!("`{}` needs a plane, and this domain is a {domain}", args.spec().name);
    args.error_at_name(message, "set `kind = \"plane\"` in [domain]")
}

/// A node of `E` dimensions as a node of `D` dimensions, if the two are equal.
pub(super) fn of_dimension<const E: usize, const D: usize>(node: Node<E>) -> Option<Node<D>> {
    let node: Box<dyn Any> = Box::new(node);
    node.downcast::<Node<D>>().ok().map(|node| *node)
}
