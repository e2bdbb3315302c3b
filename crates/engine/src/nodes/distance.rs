//! `distance`: how far it is to where a field is high, solved once for the whole domain.

pub(super) use super::surface::build;

use super::detail;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use crate::recipe::{Args, Domain, RecipeError};
use crate::solved::SolverGrid;

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "distance",
    group: Group::Modifier,
    summary: "metres to where a field reaches a level, negative inside",
    help: "The distance to the nearest place where the field is at least `level`; inside such places, minus the distance to \
           their border. With `signed = false` it is 0 inside. It makes beaches along a coast, or a glow around a mask: \
           `smoothstep(200, 0, distance(land, 0))`.\n\
           It is solved once, on a grid of cells `detail` metres wide: each cell is inside or outside as a whole, so borders \
           are exact to half a cell, and distances along them have steps finer than that. Beyond the domain the field is read \
           over 3 % of its side; places farther out do not count. If the field reaches the level nowhere, the distance is the \
           side of the domain. It works on planes only. If the domain repeats, so do distances.",
    source: "Felzenszwalb and Huttenlocher, 2012",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field")],
    params: &[
        ParamSpec::number("level", 0.0, -1e9..=1e9, Unit::None, "inside is where the field is at least this"),
        ParamSpec::flag("signed", true, "whether distances inside are negative instead of 0"),
        detail::PARAM,
    ],
};

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    let spacing = detail::spacing(args, domain);
    detail::grid(args, domain, spacing, 0.0)
}
