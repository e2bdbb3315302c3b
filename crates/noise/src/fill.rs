//! Noise for many samples at once: grids and lists of points.

use crate::basis::{AnyBasis, Dimension};
use crate::definition::{Noise, NoiseError};
use crate::jet::Order;
use crate::kernels::Scratch;
use crate::level::Level;
use crate::rows::{Rows, STRIP};

/// A grid of samples, row by row. In space, the grid lies in a plane of constant z.
///
/// ```
/// use orogen_noise::Grid;
///
/// let grid = Grid { origin: [100.0, 200.0], spacing: 0.5, columns: 640, rows: 480 };
/// assert_eq!(grid.samples(), 640 * 480);
/// assert_eq!(grid.position(2, 1), [101.0, 200.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid<const D: usize> {
    /// Position of the first sample.
    pub origin: [f64; D],
    /// Distance between neighbouring samples, the same along x and y.
    pub spacing: f64,
    /// Samples per row, along x.
    pub columns: usize,
    /// Number of rows, along y.
    pub rows: usize,
}

impl<const D: usize> Grid<D> {
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.columns.saturating_mul(self.rows)
    }

    /// Position of the sample with index `row * columns + column`.
    pub fn position(&self, column: usize, row: usize) -> [f64; D] {
        let (column, row) = (self.column(column), self.row(row));
        std::array::from_fn(|axis| column[axis] + row[axis])
    }

    /// The share that a column adds to the positions of its samples.
    fn column(&self, column: usize) -> [f64; D] {
        std::array::from_fn(
            |axis| {
                if axis == 0 { self.origin[0] + column as f64 * self.spacing } else { 0.0 }
            },
        )
    }

    /// The share that a row adds to the positions of its samples.
    fn row(&self, row: usize) -> [f64; D] {
        std::array::from_fn(|axis| match axis {
            0 => 0.0,
            1 => self.origin[1] + row as f64 * self.spacing,
            _ => self.origin[axis],
        })
    }
}

impl<const D: usize> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    /// Evaluates a grid, on one thread at the best SIMD level.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if `values` has another length than the grid has samples. [`NoiseError::SlopesJump`] as in
    /// [`row`](Self::row).
    pub fn fill(&self, values: &mut [f32], grid: Grid<D>) -> Result<(), NoiseError> {
        self.fill_grid(Order::Value, &mut [values], &grid)
    }

    /// Evaluates a grid with gradients. `values` receives the values. Each slice of `gradient` receives the derivatives along one
    /// axis.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if a slice has another length than the grid has samples. [`NoiseError::SlopesJump`] as in
    /// [`row`](Self::row).
    pub fn fill_with_gradient(
        &self,
        values: &mut [f32],
        gradient: [&mut [f32]; D],
        grid: Grid<D>,
    ) -> Result<(), NoiseError> {
        let mut planes: Vec<_> = std::iter::once(values).chain(gradient).collect();
        self.fill_grid(Order::Gradient, &mut planes, &grid)
    }

    /// Evaluates a list of points, on one thread at the best SIMD level.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if `values` and `points` differ in length. [`NoiseError::SlopesJump`] as in [`row`](Self::row).
    pub fn fill_points(&self, values: &mut [f32], points: &[[f64; D]]) -> Result<(), NoiseError> {
        self.fill_list(Order::Value, &mut [values], points)
    }

    /// Evaluates a list of points with gradients. `values` receives the values. Each slice of `gradient` receives the derivatives
    /// along one axis.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if a slice and `points` differ in length. [`NoiseError::SlopesJump`] as in [`row`](Self::row).
    pub fn fill_points_with_gradient(
        &self,
        values: &mut [f32],
        gradient: [&mut [f32]; D],
        points: &[[f64; D]],
    ) -> Result<(), NoiseError> {
        let mut planes: Vec<_> = std::iter::once(values).chain(gradient).collect();
        self.fill_list(Order::Gradient, &mut planes, points)
    }

    /// Evaluates a grid strip by strip. The rows of a strip are evaluated from top to bottom, since neighbouring rows share
    /// the most work.
    fn fill_grid(&self, order: Order, planes: &mut [&mut [f32]], grid: &Grid<D>) -> Result<(), NoiseError> {
        check_lengths(planes, grid.samples())?;
        let (level, mut scratch, mut out) = (Level::best(), Scratch::default(), Rows::default());
        let lines: Vec<_> = (0..grid.rows).map(|row| self.line(&grid.row(row))).collect();
        for first in (0..grid.columns).step_by(STRIP) {
            let end = grid.columns.min(first + STRIP);
            let columns: Vec<_> = (first..end).map(|column| grid.column(column)).collect();
            let strip = self.strip(&columns);
            for (row, line) in lines.iter().enumerate() {
                self.row(level, order, &strip, line, None, &mut scratch, &mut out)?;
                store(&out, planes, row * grid.columns + first, columns.len());
            }
        }
        Ok(())
    }

    /// Evaluates points, [`STRIP`] at a time.
    fn fill_list(
        &self,
        order: Order,
        planes: &mut [&mut [f32]],
        points: &[[f64; D]],
    ) -> Result<(), NoiseError> {
        check_lengths(planes, points.len())?;
        let (level, mut scratch, mut out) = (Level::best(), Scratch::default(), Rows::default());
        let line = self.line(&[0.0; D]);
        for (index, points) in points.chunks(STRIP).enumerate() {
            let strip = self.strip(points);
            self.row(level, order, &strip, &line, None, &mut scratch, &mut out)?;
            store(&out, planes, index * STRIP, points.len());
        }
        Ok(())
    }
}

/// Checks that the length of every slice is the number of samples.
fn check_lengths(planes: &[&mut [f32]], expected: usize) -> Result<(), NoiseError> {
    match planes.iter().map(|plane| plane.len()).find(|&found| found != expected) {
        Some(found) => Err(NoiseError::Length { expected, found }),
        None => Ok(()),
    }
}

/// Copies a row to the slices, from sample `first` on.
fn store(out: &Rows<f32>, planes: &mut [&mut [f32]], first: usize, len: usize) {
    for (index, plane) in planes.iter_mut().enumerate() {
        plane[first..first + len].copy_from_slice(&out.plane(index)[..len]);
    }
}
