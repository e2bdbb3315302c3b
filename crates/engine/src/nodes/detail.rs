//! The grids of fields that are solved with a `detail`.

use super::plane::needs_plane;
use crate::recipe::spec::{ParamSpec, Unit};
use crate::recipe::{Args, Domain, DomainKind, RecipeError};
use crate::solved::{MULTIPLE, SolverGrid};

/// The parameter of nodes whose cells are as far apart as the domain's samples unless it says otherwise.
pub(super) const PARAM: ParamSpec = ParamSpec::optional_number(
    "detail",
    1e-2..=1e6,
    Unit::Metres,
    "distance between the cells of the solution; default: the distance between the domain's samples",
);

/// The most cells along a side that are solved, before grids are extended to a multiple of cells that can be halved often.
const MAX_SIDE: f64 = 8192.0;

/// The fewest cells along a side of the domain.
pub(super) const LEAST_CELLS: f64 = 4.0;

/// The least number of cells of a solution beyond each edge of a domain. A spline reads two of them.
const LEAST_MARGIN: usize = 8;

/// The share of a domain's side that a solution reaches beyond each edge.
const MARGIN: f64 = 0.03;

/// The distance between the cells of a field's solution, and how many of them are along the domain's side. `share` of the side is
/// solved beyond each edge.
///
/// # Errors
/// The domain is no plane, or has too few or too many cells.
pub(super) fn cells(args: &Args, domain: &Domain, spacing: f64, share: f64) -> Result<f64, RecipeError> {
    let cells = domain.size / spacing;
    let with_margins = cells * (1.0 + 2.0 * share);
    if with_margins > MAX_SIDE {
        let least = up(domain.size * (1.0 + 2.0 * share) / MAX_SIDE);
        let message = format!(
            "a detail of {spacing} m makes {cells:.0} cells along a side, which is too many: with its margins, the grid has \
             {:.0} cells of at most {MAX_SIDE:.0}",
            with_margins.ceil()
        );
        return Err(args.error("detail", message, format!("write detail = {least:.3} or more")));
    }
    if cells < LEAST_CELLS {
        let message = format!("a detail of {spacing:.3} m makes fewer than {LEAST_CELLS} cells along a side");
        let most = down(domain.size / LEAST_CELLS);
        let help = format!("write detail = {most:.3} or less, or at least 5 `samples` in [domain]");
        return Err(args.error("detail", message, help));
    }
    Ok(cells)
}

/// The least detail for a solution that depends on its inputs up to `reach` metres away. A little more than that, so that rounding
/// does not exceed the limit.
pub(super) fn least(domain: &Domain, reach: f64) -> f64 {
    domain.size * (1.0 + 2.0 * share(domain, reach)) / MAX_SIDE * (1.0 + 1e-9)
}

/// The least detail for a solution that depends on its inputs up to `cells` cells away.
pub(super) fn least_reaching(domain: &Domain, cells: f64) -> f64 {
    domain.size * (1.0 + 2.0 * share(domain, 0.0)) / (MAX_SIDE - 2.0 * cells) * (1.0 + 1e-9)
}

/// The share of the side of a domain that is solved beyond each edge.
fn share(domain: &Domain, reach: f64) -> f64 {
    if domain.tile { 0.0 } else { MARGIN + reach / domain.size }
}

/// A number of metres rounded up to millimetres, so that the least number is accepted as a message writes it.
pub(super) fn up(metres: f64) -> f64 {
    (metres * 1e3).ceil() / 1e3
}

/// A number of metres rounded down to millimetres, so that the greatest number is accepted as a message writes it.
pub(super) fn down(metres: f64) -> f64 {
    (metres * 1e3).floor() / 1e3
}

/// Refuses domains that are no planes.
pub(super) fn refuse_others_than_planes(args: &Args, domain: &Domain) -> Result<(), RecipeError> {
    match domain.kind {
        DomainKind::Plane => Ok(()),
        _ => Err(needs_plane(args, domain.kind.name())),
    }
}

/// The distance between the cells of a solution: the parameter `detail`, or the distance between the domain's samples.
pub(crate) fn spacing(args: &Args, domain: &Domain) -> f64 {
    args.optional_number("detail").unwrap_or_else(|| domain.spacing())
}

/// The grid for a field whose solution at a place depends on its inputs up to `reach` metres away.
///
/// # Errors
/// As [`cells`], with the cells that `reach` adds.
pub(crate) fn grid(
    args: &Args,
    domain: &Domain,
    spacing: f64,
    reach: f64,
) -> Result<SolverGrid, RecipeError> {
    refuse_others_than_planes(args, domain)?;
    let cells = cells(args, domain, spacing, share(domain, reach))?;
    if domain.tile {
        return Ok(SolverGrid::repeating(domain.size, cells));
    }
    let inside = cells.round() as usize + 1;
    let least = inside + 2 * LEAST_MARGIN.max((MARGIN * cells).ceil() as usize);
    let crop_side = least.next_multiple_of(MULTIPLE);
    let crop_first = (reach / spacing).ceil() as usize;
    let margin = crop_first + (crop_side - inside) / 2;
    Ok(SolverGrid {
        side: crop_side + 2 * crop_first,
        spacing,
        margin,
        crop_first,
        crop_side,
        repeats: false,
    })
}
