//! `blur`: a field smoothed by a Gaussian, solved once for the whole domain.

pub(super) use super::surface::build;

use super::detail::{self, down, up};
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
           samples, it does not depend on them: it is solved once. The field is read on a grid of cells `detail` metres wide, so \
           its own details finer than that are lost. The averages of these cells, or of larger ones if more than 16 are in a \
           radius, have a smooth surface through them. It works on planes only. If the domain repeats, so does the blur; \
           otherwise the field is also read beyond the domain, up to four radii.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to blur")],
    params: &[
        ParamSpec::number("radius", 100.0, 1e-2..=1e6, Unit::Metres, "standard deviation of the Gaussian"),
        ParamSpec::optional_number(
            "detail",
            1e-2..=1e6,
            Unit::Metres,
            "distance between the cells at which the field is read, from a 256th of the radius to the radius; default: an eighth \
             of the radius, but not less than the distance between the domain's samples",
        ),
    ],
};

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved, or the detail or the radius does not fit it.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    detail::refuse_others_than_planes(args, domain)?;
    let radius = args.number("radius");
    let [least, most] = details(args, domain, radius)?;
    let spacing = match args.optional_number("detail") {
        Some(detail) if !(least..=most).contains(&detail) => {
            let [least, most] = [up(least), down(most)];
            let message = format!(
                "a radius of {radius} m on {} m needs a detail from {least} m to {most} m",
                domain.size
            );
            return Err(args.error("detail", message, "write a detail in this range, or leave it out"));
        }
        Some(detail) => detail,
        None => domain.spacing().max(DETAIL * radius).max(least).min(most),
    };
    detail::grid(args, domain, spacing, REACH * radius)
}

/// The least and the greatest detail for a radius.
///
/// # Errors
/// The radius is too small or too large for the domain, so no detail fits.
fn details(args: &Args, domain: &Domain, radius: f64) -> Result<[f64; 2], RecipeError> {
    let [smallest, largest] = [detail::least_reaching(domain, REACH), domain.size * MAX_CELLS / detail::LEAST_CELLS];
    let size = domain.size;
    if radius < smallest {
        let message = format!("a radius of {radius} m is too small for a domain of {size} m");
        return Err(args.error("radius", message, format!("write radius = {} or more", up(smallest))));
    }
    if radius > largest {
        let message = format!("a radius of {radius} m is too large for a domain of {size} m");
        return Err(args.error("radius", message, format!("write radius = {} or less", down(largest))));
    }
    let least = detail::least(domain, REACH * radius).max(radius / MAX_CELLS);
    Ok([least, radius.min(size / detail::LEAST_CELLS)])
}
