//! Grids and the rows of samples that lie on them.

/// Where the samples of a raster lie: `columns × rows` points, `spacing` metres apart.
///
/// Sample `(i, j)` lies at `x = (first_column + i)·spacing`, `y = (first_row + j)·spacing`. Positions come from
/// global integer indices, so that a crop of a grid has the very positions of the whole, bit for bit.
/// Row 0 is the top row of a picture; `y` grows down the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Global index of the leftmost column.
    pub first_column: i64,
    /// Global index of the top row.
    pub first_row: i64,
    /// Samples in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Metres between neighbouring samples, the same both ways.
    pub spacing: f64,
}

impl Grid {
    /// A square grid of `size × size` samples whose first sample lies at the origin.
    pub fn square(size: usize, spacing: f64) -> Self {
        Self { first_column: 0, first_row: 0, columns: size, rows: size, spacing }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether the grid holds no sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Metres east of the origin of column `i` of this grid.
    pub fn x(&self, i: usize) -> f64 {
        (self.first_column + i as i64) as f64 * self.spacing
    }

    /// Metres down from the origin of row `j` of this grid.
    pub fn y(&self, j: usize) -> f64 {
        (self.first_row + j as i64) as f64 * self.spacing
    }

    /// The grid of rows `first..first + rows` of this one.
    pub fn band(&self, first: usize, rows: usize) -> Self {
        Self { first_row: self.first_row + first as i64, rows, ..*self }
    }
}

/// A run of whole rows of a grid: heights in metres and, where asked for, their exact slopes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// Index of the first row in the grid the band is cut from.
    pub first_row: usize,
    /// Samples in a row.
    pub columns: usize,
    /// Heights in metres, row by row from the top.
    pub height: Vec<f32>,
    /// ∂height/∂x in metres per metre, same layout; empty when not asked for.
    pub dx: Vec<f32>,
    /// ∂height/∂y in metres per metre (`y` grows down the picture), same layout; empty when not asked for.
    pub dy: Vec<f32>,
}

impl Band {
    /// Rows in the band.
    pub fn rows(&self) -> usize {
        if self.columns == 0 { 0 } else { self.height.len() / self.columns }
    }
}
