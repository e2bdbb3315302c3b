//! The grid that an `erosion` is solved on, and the crop of it that becomes the solution.

use crate::nodes::plane::needs_plane;
use crate::recipe::{Args, Domain, DomainKind, RecipeError};

/// The most cells along a side that are solved.
const MAX_SIDE: f64 = 8192.0;

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

/// Sides of solved grids are multiples of this, so that coarser grids exist.
const MULTIPLE: usize = 64;

/// The smallest side of the squares of `keep`, in cells.
const LEAST_SQUARE: f64 = 0.7;

/// The grid that a field is solved on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SolverGrid {
    /// Cells along a side.
    pub(crate) side: usize,
    /// The distance between neighbouring cells in metres.
    pub(crate) spacing: f64,
    /// Cells before the domain's first sample, along each axis.
    pub(crate) margin: usize,
    /// The first cell of the crop that becomes the solution, along each axis.
    pub(crate) crop_first: usize,
    /// Cells along a side of the crop.
    pub(crate) crop_side: usize,
    /// Whether the grid repeats.
    pub(crate) repeats: bool,
}

impl SolverGrid {
    /// The position of the grid's first corner along both axes.
    pub(crate) fn corner(&self) -> f64 {
        self.corner_of(0)
    }

    /// The position of the first corner of the crop, along both axes.
    pub(crate) fn crop_corner(&self) -> f64 {
        self.corner_of(self.crop_first)
    }

    fn corner_of(&self, cell: usize) -> f64 {
        (cell as f64 - self.margin as f64 - 0.5) * self.spacing
    }

    /// The grid for a domain that repeats, with at least about `cells` cells along a side. The last cell ends where the first
    /// begins.
    fn repeating(size: f64, cells: f64) -> Self {
        let side = (cells.round() as usize).next_multiple_of(MULTIPLE);
        Self { side, spacing: size / side as f64, margin: 0, crop_first: 0, crop_side: side, repeats: true }
    }

    /// The grid around `inside` cells of a domain, with squares of `square` × `square` cells from the first cell on.
    fn around(inside: usize, spacing: f64, square: usize) -> Self {
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
        Self { side, spacing, margin, crop_first, crop_side, repeats: false }
    }
}

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    if domain.kind != DomainKind::Plane {
        return Err(needs_plane(args, domain.kind.name()));
    }
    let share = if domain.tile { 0.0 } else { MARGIN };
    let spacing = args.optional_number("detail").unwrap_or_else(|| domain.spacing());
    let (spacing, square) = match args.optional_number("keep") {
        Some(keep) => {
            refuse_odd_squares(args, keep, spacing, domain.size)?;
            if domain.tile { (spacing, 1) } else { divided(keep, spacing) }
        }
        None => (spacing, 1),
    };
    let cells = domain.size / spacing;
    if cells * (1.0 + 2.0 * share) > MAX_SIDE {
        let least = domain.size * (1.0 + 2.0 * share) / MAX_SIDE;
        let message =
            format!("a detail of {spacing} m makes {cells:.0} cells along a side, which is too many");
        return Err(args.error("detail", message, format!("write detail = {least:.3} or more")));
    }
    if cells < 4.0 {
        let message = format!("a detail of {spacing:.3} m makes fewer than 4 cells along a side");
        let help =
            format!("write detail = {:.3} or less, or at least 5 `samples` in [domain]", domain.size / 4.0);
        return Err(args.error("detail", message, help));
    }
    Ok(match domain.tile {
        true => SolverGrid::repeating(domain.size, cells),
        false => SolverGrid::around(cells.round() as usize + 1, spacing, square),
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
