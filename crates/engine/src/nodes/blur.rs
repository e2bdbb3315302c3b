//! `blur`: a field smoothed by a Gaussian, solved once for the whole domain.

pub(super) use super::surface::build;

use super::detail;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use crate::recipe::{Args, Domain, RecipeError};
use crate::solved::SolverGrid;

/// The share of the radius that is the default detail, if the domain's samples are not farther apart.
const DETAIL: f64 = 0.125;

/// The most cells of a radius.
const MAX_CELLS: f64 = 256.0;

/// The weights reach as far as this many radii. Those beyond are less than 4·10⁻⁴ of the largest.
pub(crate) const REACH: f64 = 4.0;

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "blur",
    group: Group::Modifier,
    summary: "a field without its details: the average around each place",
    help: "The average of the field around each place, weighted by a Gaussian whose standard deviation is `radius`. Shapes \
           smaller than the radius vanish; subtract the blur from the field to keep only these. Unlike an average over \
           samples, it does not depend on them: it is solved once, on a grid of cells `detail` metres wide, with a smooth \
           surface through it. The field is sampled at the same grid, so its own details finer than that are lost. It works on \
           planes only. If the domain repeats, so does the blur; otherwise the field is also read beyond the domain, up to \
           four radii.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to blur")],
    params: &[
        ParamSpec::number("radius", 100.0, 1e-2..=1e6, Unit::Metres, "standard deviation of the Gaussian"),
        ParamSpec::optional_number(
            "detail",
            1e-2..=1e6,
            Unit::Metres,
            "distance between the cells of the solution, at most the radius; default: an eighth of the radius, but not less than \
             the distance between the domain's samples",
        ),
    ],
};

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved, or the radius has too few or too many cells.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    let radius = args.number("radius");
    let spacing = args.optional_number("detail").unwrap_or_else(|| domain.spacing().max(DETAIL * radius));
    let cells = radius / spacing;
    if cells < 1.0 {
        let message = format!("a radius of {radius} m is less than the detail of {spacing:.3} m");
        return Err(args.error("radius", message, format!("write detail = {radius} or less")));
    }
    if cells > MAX_CELLS {
        let message = format!("a radius of {radius} m is {cells:.0} cells of the detail, and may be {MAX_CELLS}");
        return Err(args.error("radius", message, "leave `detail` out, or make it larger"));
    }
    detail::grid(args, domain, spacing, REACH * radius)
}
