//! The position and size of a landform that occurs once.

use super::Context;
use crate::recipe::RecipeError;
use crate::recipe::spec::{ParamSpec, Unit};

pub(super) const X: ParamSpec = ParamSpec::optional_number(
    "x",
    -1e9..=1e9,
    Unit::Metres,
    "x of its centre; default: the domain's centre",
);

pub(super) const Y: ParamSpec = ParamSpec::optional_number(
    "y",
    -1e9..=1e9,
    Unit::Metres,
    "y of its centre; default: the domain's centre",
);

/// The middle, from the parameters `x` and `y`. A recipe gives both or neither.
pub(super) fn centre(context: &Context<'_>) -> Result<[f64; 2], RecipeError> {
    let args = context.args;
    match (args.optional_number("x"), args.optional_number("y")) {
        (Some(x), Some(y)) => Ok([x, y]),
        (None, None) => Ok([0.5 * context.ground.size; 2]),
        (x, _) => {
            let (given, absent) = if x.is_some() { ("x", "y") } else { ("y", "x") };
            let message = format!("the centre needs two coordinates, and `{absent}` is missing");
            Err(args.error(
                given,
                message,
                format!("add `{absent}`, or remove both to use the domain's centre"),
            ))
        }
    }
}

/// Refuses a single landform that does not fit into a domain that repeats.
pub(super) fn check_tile(context: &Context<'_>, reach: f64, key: &str) -> Result<(), RecipeError> {
    let (args, side) = (context.args, context.ground.size);
    if context.ground.tile && 2.0 * reach > side {
        let name = args.spec().name;
        let message = format!(
            "the {name} may extend {reach:.0} m in every direction, which does not fit into a domain that \
             repeats every {side} m"
        );
        return Err(args.error(key, message, "make it smaller, or set `tile = false` in [domain]"));
    }
    Ok(())
}
