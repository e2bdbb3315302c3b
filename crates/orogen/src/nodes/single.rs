//! Where a landform stands that there is one of.

use super::Context;
use super::spec::{ParamSpec, Unit};
use crate::recipe::RecipeError;

pub(super) const X: ParamSpec =
    ParamSpec::optional_number("x", -1e9..=1e9, Unit::Metres, "its middle; of the domain if left out");

pub(super) const Y: ParamSpec =
    ParamSpec::optional_number("y", -1e9..=1e9, Unit::Metres, "its middle; of the domain if left out");

/// The middle, as the parameters `x` and `y` say.
pub(super) fn centre(context: &Context<'_>) -> [f64; 2] {
    ["x", "y"].map(|axis| context.args.optional_number(axis).unwrap_or(0.5 * context.ground.size))
}

/// Refuses a single landform that would be cut off at the edge of a domain that repeats.
pub(super) fn check_tile(context: &Context<'_>, reach: f64, key: &str) -> Result<(), RecipeError> {
    let args = context.args;
    let name = args.spec().name;
    let size = context.ground.size;
    let room =
        centre(context).into_iter().map(|c| (c - reach).min(size - c - reach)).fold(f64::INFINITY, f64::min);
    if context.ground.tile && context.displaced {
        let message = format!("a single {name} on displaced ground does not repeat at the domain's edge");
        return Err(args.error(
            key,
            message,
            "take the displacement away, or set `tile = false` in [domain]",
        ));
    }
    if context.ground.tile && room < 0.0 {
        let message = format!("the {name} reaches over the edge of a domain that repeats there");
        return Err(args.error(key, message, "make it smaller, or set `tile = false` in [domain]"));
    }
    Ok(())
}
