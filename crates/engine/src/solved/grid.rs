//! The grid that a field is solved on, and the crop of it that becomes the solution.

/// Sides of solved grids are multiples of this, so that coarser grids exist.
pub(crate) const MULTIPLE: usize = 64;

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

    /// The index of a cell `offset` cells after another, along either axis: on the other side of a grid that repeats, otherwise not
    /// beyond the border.
    pub(crate) fn beside(&self, cell: usize, offset: isize) -> usize {
        let (cell, side) = (cell as isize + offset, self.side as isize);
        if self.repeats { cell.rem_euclid(side) as usize } else { cell.clamp(0, side - 1) as usize }
    }

    fn corner_of(&self, cell: usize) -> f64 {
        (cell as f64 - self.margin as f64 - 0.5) * self.spacing
    }

    /// The grid for a domain that repeats, with at least about `cells` cells along a side. The last cell ends where the first
    /// begins.
    pub(crate) fn repeating(size: f64, cells: f64) -> Self {
        let side = (cells.round() as usize).next_multiple_of(MULTIPLE);
        Self { side, spacing: size / side as f64, margin: 0, crop_first: 0, crop_side: side, repeats: true }
    }
}
