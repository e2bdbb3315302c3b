//! Grids and the rows of samples that lie on them.

use std::fmt;

/// Most samples along a side of a grid.
pub const MAX_SIDE: usize = 262_144;

/// The positions of a raster: `columns × rows` points, `spacing` metres apart.
///
/// Sample `(i, j)` lies at `x = (first_column + i)·spacing`, `y = (first_row + j)·spacing`. Positions come from
/// global integer indices, so a crop of a grid has the same positions as the whole, bit for bit.
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
    /// Metres between neighbouring samples, the same along both axes.
    pub spacing: f64,
}

/// The largest index of a column or row: beyond 2⁵³, whole numbers of `f64` have gaps.
const MAX_INDEX: f64 = 9_007_199_254_740_992.0;

impl Grid {
    /// A grid of `columns × rows` samples, `spacing` metres apart. The first sample lies at `origin`, in metres. Along both axes,
    /// `origin` has to be a whole multiple of the spacing, so that overlapping grids with the same spacing share samples, bit for
    /// bit.
    ///
    /// # Errors
    /// The spacing is not finite or not greater than 0, a side has no samples or more than [`MAX_SIDE`], or the origin is too far
    /// away or not a multiple of the spacing.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::raster::Grid;
    ///
    /// let grid = Grid::new([2000.0, -500.0], 10.0, 256, 128)?;
    /// assert_eq!((grid.x(255), grid.y(0)), (4550.0, -500.0));
    ///
    /// let error = Grid::new([2003.0, 0.0], 10.0, 256, 128).unwrap_err();
    /// assert!(error.to_string().ends_with("the nearest origin is (2000, 0)"), "{error}");
    /// # Ok::<(), orogen_engine::raster::GridError>(())
    /// ```
    pub fn new(origin: [f64; 2], spacing: f64, columns: usize, rows: usize) -> Result<Self, GridError> {
        Self { first_column: 0, first_row: 0, columns, rows, spacing }.check()?;
        let index = origin.map(|metres| metres / spacing);
        let nearest = index.map(f64::round);
        // This is false for `NaN` too.
        if !nearest.iter().all(|index| index.abs() <= MAX_INDEX) {
            return Err(GridError::Far { origin, spacing });
        }
        let tolerance = |index: f64| 1e-6_f64.max(4.0 * f64::EPSILON * index.abs());
        if index.iter().zip(nearest).any(|(&index, nearest)| (index - nearest).abs() > tolerance(index)) {
            return Err(GridError::Origin { origin, spacing, nearest: nearest.map(|index| index * spacing) });
        }
        let [first_column, first_row] = nearest.map(|index| index as i64);
        Ok(Self { first_column, first_row, columns, rows, spacing })
    }

    /// Checks the numbers of a grid that was not made by [`new`](Self::new).
    ///
    /// # Errors
    /// The spacing is not finite or not greater than 0, a side has no samples or more than [`MAX_SIDE`], or the origin is too far
    /// away.
    pub fn check(&self) -> Result<(), GridError> {
        let Self { first_column, first_row, columns, rows, spacing } = *self;
        if !(spacing.is_finite() && spacing > 0.0) {
            return Err(GridError::Spacing(spacing));
        }
        if ![columns, rows].iter().all(|count| (1..=MAX_SIDE).contains(count)) {
            return Err(GridError::Counts([columns, rows]));
        }
        let first = [first_column as f64, first_row as f64];
        let in_reach = |index: f64| index.abs() <= MAX_INDEX && (MAX_INDEX * spacing).is_finite();
        if first.into_iter().all(in_reach) {
            Ok(())
        } else {
            Err(GridError::Far { origin: first.map(|index| index * spacing), spacing })
        }
    }

    /// A square grid of `size × size` samples whose first sample lies at the origin.
    pub fn square(size: usize, spacing: f64) -> Self {
        Self { first_column: 0, first_row: 0, columns: size, rows: size, spacing }
    }

    /// The grid of `samples × samples` over a square domain of `size` metres. The first and last samples of a row
    /// lie on the domain's edges; in a domain that repeats, the last sample is one spacing before the edge, because a sample on
    /// the edge would equal the first.
    pub fn over(size: f64, samples: usize, repeats: bool) -> Self {
        let steps = if repeats { samples } else { samples - 1 };
        Self::square(samples, size / steps as f64)
    }

    /// The grid of all whole multiples of this grid's spacing in `x0..=x1` × `y0..=y1` metres, also outside this grid. `None` if
    /// there are none. A sample on an edge, up to rounding, is included.
    pub fn crop(&self, [x0, y0, x1, y1]: [f64; 4]) -> Option<Self> {
        let first = |from: f64| (from / self.spacing - 1e-6).ceil();
        let count = |from: f64, to: f64| (to / self.spacing + 1e-6).floor() - first(from) + 1.0;
        let (columns, rows) = (count(x0, x1), count(y0, y1));
        (columns >= 1.0 && rows >= 1.0).then(|| Self {
            first_column: first(x0) as i64,
            first_row: first(y0) as i64,
            columns: columns as usize,
            rows: rows as usize,
            spacing: self.spacing,
        })
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether the grid has no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `x` of column `i` of this grid: metres to the right of the origin.
    pub fn x(&self, i: usize) -> f64 {
        (self.first_column + i as i64) as f64 * self.spacing
    }

    /// The `y` of row `j` of this grid: metres down from the origin.
    pub fn y(&self, j: usize) -> f64 {
        (self.first_row + j as i64) as f64 * self.spacing
    }

    /// The grid of rows `first..first + rows` of this one.
    pub fn band(&self, first: usize, rows: usize) -> Self {
        Self { first_row: self.first_row + first as i64, rows, ..*self }
    }

    /// The grid of columns `first..first + columns` of this one.
    pub fn strip(&self, first: usize, columns: usize) -> Self {
        Self { first_column: self.first_column + first as i64, columns, ..*self }
    }

    /// This grid with one sample more on every side.
    pub fn widened(&self) -> Self {
        let Self { first_column, first_row, columns, rows, spacing } = *self;
        let (first_column, first_row) = (first_column - 1, first_row - 1);
        Self { first_column, first_row, columns: columns + 2, rows: rows + 2, spacing }
    }
}

/// Why a [`Grid`] is invalid. The text says what is wrong and how to fix it.
#[derive(Clone, Debug, PartialEq)]
pub enum GridError {
    /// A spacing in metres that is not finite or not greater than 0.
    Spacing(f64),
    /// Numbers of columns and rows out of range.
    Counts([usize; 2]),
    /// An origin that is not a multiple of the spacing.
    Origin {
        /// The origin in metres.
        origin: [f64; 2],
        /// Metres between samples.
        spacing: f64,
        /// The nearest origin that is a multiple of the spacing.
        nearest: [f64; 2],
    },
    /// An origin that is too far away for its spacing.
    Far {
        /// The origin in metres.
        origin: [f64; 2],
        /// Metres between samples.
        spacing: f64,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spacing(spacing) => {
                write!(f, "samples cannot be {spacing} m apart: give a finite spacing greater than 0")
            }
            Self::Counts([columns, rows]) => {
                write!(
                    f,
                    "a grid cannot have {columns} × {rows} samples: columns and rows must be 1 to {MAX_SIDE}"
                )
            }
            Self::Origin { origin: [x, y], spacing, nearest: [to_x, to_y] } => write!(
                f,
                "the origin ({x}, {y}) is not a multiple of the spacing of {spacing} m: the nearest origin is ({to_x}, {to_y})"
            ),
            Self::Far { origin: [x, y], spacing } => write!(
                f,
                "the origin ({x}, {y}) is too far away for a spacing of {spacing} m: choose a nearer origin or a wider spacing"
            ),
        }
    }
}

impl std::error::Error for GridError {}

/// A run of whole rows of a grid: heights in metres and, if requested, exact slopes and other values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// Index of the first row in the grid that the band is cut from.
    pub first_row: usize,
    /// Samples in a row.
    pub columns: usize,
    /// Heights in metres, row by row from the top.
    pub height: Vec<f32>,
    /// ∂height/∂x in metres per metre, in the layout of `height`; empty if not requested.
    pub dx: Vec<f32>,
    /// ∂height/∂y in metres per metre, with `y` down the picture, in the layout of `height`; empty if not requested.
    pub dy: Vec<f32>,
    /// Sum of the second derivatives along x and y, from differences of the slopes over two samples, in 1/m; positive in hollows.
    /// In the layout of `height`; empty if not requested.
    pub curvature: Vec<f32>,
    /// Visible share of the [sky](crate::sky), 0 to 1, in the layout of `height`; empty if not requested.
    pub sky: Vec<f32>,
    /// The values of other fields of the recipe, each in the layout of `height`; empty if not requested.
    pub others: Vec<Vec<f32>>,
}

impl Band {
    /// Rows in the band.
    pub fn rows(&self) -> usize {
        self.height.len().checked_div(self.columns).unwrap_or(0)
    }
}
