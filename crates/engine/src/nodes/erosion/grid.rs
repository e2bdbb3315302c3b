//! The grid that an `erosion` is solved on, and the crop of it that becomes the solution.

use crate::nodes::detail::{cells, refuse_others_than_planes};
use crate::recipe::{Args, Domain, RecipeError};
use crate::solved::{MULTIPLE, SolverGrid};

/// The share of a domain's side that is solved beyond each edge, so that the behaviour of rivers at the border of the grid
/// stays out of sight.
const MARGIN: f64 = 0.12;

/// The least share of the side that remains beyond each edge after the crop. At the border of the grid, all land falls towards
/// the border, without valleys.
const CROP_MARGIN: f64 = 0.03;

/// The first cell of the crop is a multiple of this, so that it is also a cell of a draft.
const CROP_STEP: usize = 4;

/// The fewest cells beyond each edge of a domain: a spline reads two of them, and a draft has a quarter of them.
const LEAST_MARGIN: usize = 4;

/// The smallest side of the squares of `keep`, in cells.
const LEAST_SQUARE: f64 = 0.7;

/// The grid around `inside` cells of a domain, with squares of `square` × `square` cells from the first cell on.
fn around(inside: usize, spacing: f64, square: usize) -> SolverGrid {
    let with = |margin: f64| inside + 2 * ((inside as f64 * margin).ceil() as usize).max(LEAST_MARGIN);
    let side = (with(MARGIN) + 2 * (square - 1)).next_multiple_of(MULTIPLE);
    let margin = (side - inside) / 2;
    // The domain's first sample, which is the first height of a measured terrain, is in the middle of a square.
    let margin = margin - (margin + square - square / 2) % square;
    // Squares also begin at the first cell of the crop.
    let step = square.max(CROP_STEP);
    let least = (with(CROP_MARGIN) + 2 * (square - 1)).max(inside + 2 * (LEAST_MARGIN + step - 1));
    let crop_side = least.next_multiple_of(MULTIPLE).min(side);
    let crop_first = margin.saturating_sub((crop_side - inside) / 2) / step * step;
    SolverGrid { side, spacing, margin, crop_first, crop_side, repeats: false }
}

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    refuse_others_than_planes(args, domain)?;
    let share = if domain.tile { 0.0 } else { MARGIN };
    let spacing = args.optional_number("detail").unwrap_or_else(|| domain.spacing());
    let (spacing, square) = match args.optional_number("keep") {
        Some(keep) => {
            refuse_odd_squares(args, keep, spacing, domain.size)?;
            if domain.tile { (spacing, 1) } else { divided(keep, spacing) }
        }
        None => (spacing, 1),
    };
    let cells = cells(args, domain, spacing, share)?;
    Ok(match domain.tile {
        true => SolverGrid::repeating(domain.size, cells),
        false => around(cells.round() as usize + 1, spacing, square),
    })
}

/// Refuses squares of `keep` metres that are larger than the domain, or smaller than cells.
fn refuse_odd_squares(args: &Args, keep: f64, spacing: f64, size: f64) -> Result<(), RecipeError> {
    if keep > size {
        let message = format!("`keep` is {keep} m, which is longer than the side of the domain, {size} m");
        let help = "give the distance between the heights of the measured terrain, or leave `keep` out";
        return Err(args.error("keep", message, help));
    }
    if keep < LEAST_SQUARE * spacing {
        let message = format!("`keep` is {keep} m, which is finer than the detail of {spacing:.3} m");
        let help = format!("write detail = {keep} or less, or leave `keep` out");
        return Err(args.error("keep", message, help));
    }
    Ok(())
}

/// The spacing near `spacing` at which squares of `keep` metres are 1, 2, 4 … cells wide, and this number of cells. Squares
/// that are smaller than cells are 1 cell wide.
fn divided(keep: f64, spacing: f64) -> (f64, usize) {
    let doublings = libm::log2(keep / spacing).round().clamp(0.0, f64::from(MULTIPLE.ilog2()));
    let square = 1 << doublings as u32;
    (if square > 1 { keep / square as f64 } else { spacing }, square)
}
