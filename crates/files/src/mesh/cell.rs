//! The cell between four neighbouring samples, and how it is cut into two triangles.

use std::path::Path;

use orogen_engine::raster::Grid;

use crate::FileError;

/// The corners of a cell, as indices into its heights.
pub(crate) const NW: usize = 0;
pub(crate) const NE: usize = 1;
pub(crate) const SW: usize = 2;
pub(crate) const SE: usize = 3;

/// The diagonal along which a cell is cut.
///
/// The rule takes the diagonal whose ends differ less in height, which is the shorter one in space. If the differences are equal,
/// the rule takes the higher diagonal, so that a ridge along that diagonal stays intact. If both are equally high, it takes the
/// falling one. The rule depends only on the four heights, so tiles and crops are cut like the complete raster.
///
/// Alternating diagonals are usual, but mostly less accurate. This table has root-mean-square errors of the triangles against the
/// surface, over 64 points per cell. They are fractions of the error of alternating diagonals:
///
/// | surface | this rule | always the higher one |
/// |---|---|---|
/// | roofs at 45° to the grid | 0.59–0.70 | 1.00 |
/// | roofs at 30° and 60° | 0.82–0.89 | 1.00 |
/// | roofs at 10° and 80° | 1.02 | 1.00 |
/// | one octave of gradient noise, 3 to 16 samples per wavelength | 0.95–1.00 | 1.00 |
/// | the same folded into ridges | 0.92–0.94 | 0.81–0.96 |
/// | five octaves | 0.96 | 0.96 |
///
/// So on these surfaces, this rule is at most 2 % worse than alternating diagonals. Apart from ties, it treats ridges and valleys
/// alike. On planar slopes, all rules are equally accurate. Alternating diagonals make oblique ridges jagged.
///
/// ```
/// use orogen_files::mesh::Diagonal;
///
/// // A ridge from the lower left to the upper right with a step down on its right.
/// assert_eq!(Diagonal::of([1.0, 9.0, 9.0, 0.0]), Diagonal::Rising);
/// assert_eq!(Diagonal::of([9.0, 1.0, 0.0, 9.0]), Diagonal::Falling);
/// // A crest exactly on a diagonal.
/// assert_eq!(Diagonal::of([0.0, 5.0, 5.0, 0.0]), Diagonal::Rising);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    /// From the upper left to the lower right sample of the picture.
    Falling,
    /// From the lower left to the upper right.
    Rising,
}

impl Diagonal {
    /// The diagonal for a cell with these heights: upper left, upper right, lower left, lower right.
    #[inline]
    pub fn of([nw, ne, sw, se]: [f32; 4]) -> Self {
        let (falling, rising) = ((nw - se).abs(), (ne - sw).abs());
        if falling < rising || (falling == rising && nw + se >= ne + sw) {
            Self::Falling
        } else {
            Self::Rising
        }
    }

    /// The corners of the two triangles, counter-clockwise as seen from above.
    #[inline]
    pub(crate) fn triangles(self) -> [[usize; 3]; 2] {
        match self {
            Self::Falling => [[NW, SW, SE], [NW, SE, NE]],
            Self::Rising => [[NW, SW, NE], [NE, SW, SE]],
        }
    }
}

/// The triangles of the cell to the right of column `i`, between a row of heights and the one below it.
#[inline]
pub(crate) fn triangles(above: &[f32], below: &[f32], i: usize) -> [[usize; 3]; 2] {
    Diagonal::of([above[i], above[i + 1], below[i], below[i + 1]]).triangles()
}

/// Number of cells of a grid.
pub(crate) fn count(grid: &Grid) -> u128 {
    (grid.columns as u128 - 1) * (grid.rows as u128 - 1)
}

/// Longest side in samples: beyond the limit of any format, and small enough for sums in 128 bits.
const LONGEST_SIDE: u64 = 1 << 32;

/// Returns an error if the grid has no cells or far too many, or an invalid spacing.
pub(crate) fn check(path: &Path, grid: &Grid) -> Result<(), FileError> {
    if grid.columns < 2 || grid.rows < 2 {
        let message = format!("a mesh needs at least 2 × 2 samples, not {} × {}", grid.columns, grid.rows);
        return Err(FileError::new(path, message, "choose a --size of 2 or more"));
    }
    if grid.columns.max(grid.rows) as u64 > LONGEST_SIDE {
        let message = format!("{} × {} samples are too many for a mesh", grid.columns, grid.rows);
        return Err(FileError::new(path, message, "choose a smaller --size"));
    }
    if !(grid.spacing > 0.0 && grid.spacing.is_finite()) {
        let message = format!("a mesh cannot have samples {} m apart", grid.spacing);
        return Err(FileError::new(path, message, "choose a positive spacing"));
    }
    Ok(())
}

/// The largest distance from the origin along an axis, in samples.
pub(crate) fn farthest(grid: &Grid) -> u64 {
    let last = |first: i64, count: usize| first.saturating_add_unsigned(count as u64 - 1);
    let columns = [grid.first_column, last(grid.first_column, grid.columns)];
    let rows = [grid.first_row, last(grid.first_row, grid.rows)];
    columns.into_iter().chain(rows).map(i64::unsigned_abs).fold(0, u64::max)
}

/// The error for more triangles than a format allows. `side` is the longest side, in samples, of a square that fits.
pub(crate) fn too_many(path: &Path, triangles: u128, why: &str, side: &str) -> FileError {
    let message = format!("{triangles} triangles are too many: {why}");
    let help = format!("choose a smaller --size or a part with --region; about {side} × {side} samples fit");
    FileError::new(path, message, help)
}
