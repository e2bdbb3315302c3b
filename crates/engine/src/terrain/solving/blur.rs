//! The method of `blur`: a Gaussian along rows and then along columns.
//!
//! A blur has no details finer than its radius, so its solution needs at most [`FINE`] cells in a radius, however fine the cells
//! are at which the field is read. Sums are computed for the cells of the solution only. So the time hardly depends on the
//! radius: twice as many weights meet half as many sums.

use orogen_erosion::raster::transposed;
use rayon::prelude::*;

use super::Solver;
use super::method::{Method, Numbers};
use crate::nodes::blur;
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, RecipeError};
use crate::solved::{Edge, Fit, ResultSpec, SolverGrid};

/// The most cells of a solution in a radius; the default detail makes half as many.
const FINE: f64 = 16.0;

/// The least cells along a side of a solution.
const LEAST_SIDE: usize = 8;

/// Rows between two questions whether the solution is still needed.
const BAND: usize = 64;

/// The average around each place.
pub(super) struct Blur;

impl Method for Blur {
    fn node(&self) -> &'static NodeSpec {
        &blur::SPEC
    }

    fn version(&self) -> u32 {
        2
    }

    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
        blur::grid(args, domain)
    }

    fn halvings(&self, args: &Args, _draft: u32, grid: SolverGrid) -> u32 {
        let cells = args.number("radius") / grid.spacing;
        let is_finer = |halvings: &u32| {
            cells / f64::from(1 << halvings) >= FINE && grid.crop_side >> (halvings + 1) >= LEAST_SIDE
        };
        (0..).take_while(is_finer).count() as u32
    }

    fn results(&self) -> &[ResultSpec] {
        &[(None, Fit::Through)]
    }

    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        halvings: u32,
    ) -> Result<Numbers, RecipeError> {
        let input = solver.input(field, grid)?;
        let gaussian = Gaussian::new(field.args.number("radius") / grid.spacing, grid, 1 << halvings);
        // Half of the progress is the input.
        let rows = grid.side + gaussian.sums;
        let go_on = |done: usize| solver.go_on(field, 0.5 + 0.5 * done as f32 / rows as f32);
        let along = gaussian.blurred(&input, go_on)?;
        gaussian.blurred(&along, |row| go_on(grid.side + row)).map(Numbers::from)
    }

    fn edge(&self, _args: &Args, grid: SolverGrid, _numbers: &[f32]) -> Edge {
        Edge::of_filter(grid)
    }
}

/// The weights of a Gaussian, and the cells of a row whose sums it makes.
struct Gaussian {
    grid: SolverGrid,
    /// Cells of the grid in a cell of the solution.
    step: usize,
    /// Sums along a row: the cells of the solution along a side.
    sums: usize,
    /// Cells of the grid before the first cell of a sum.
    reach: usize,
    /// The weights of the cells that a sum reads. Their sum is 1.
    weights: Vec<f64>,
}

impl Gaussian {
    /// A Gaussian with a standard deviation of `radius` cells.
    fn new(radius: f64, grid: SolverGrid, step: usize) -> Self {
        let reach = (blur::REACH * radius).ceil() as usize;
        let middle = reach as f64 + 0.5 * (step - 1) as f64;
        let weight = |cell: usize| {
            let radii = (cell as f64 - middle) / radius;
            libm::exp(-0.5 * radii * radii)
        };
        let weights: Vec<f64> = (0..2 * reach + step).map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let weights = weights.into_iter().map(|weight| weight / sum).collect();
        Self { grid, step, sums: grid.crop_side / step, reach, weights }
    }

    /// The sums along each row of a raster whose rows have the cells of the grid; transposed. `go_on` is called with the number of
    /// rows done.
    fn blurred(
        &self,
        raster: &[f32],
        go_on: impl Fn(usize) -> Result<(), RecipeError>,
    ) -> Result<Vec<f32>, RecipeError> {
        let side = self.grid.side;
        let mut out = vec![0.0; raster.len() / side * self.sums];
        let bands = out.chunks_mut(BAND * self.sums).zip(raster.chunks(BAND * side));
        for (band, (out, rows)) in bands.enumerate() {
            go_on(BAND * band)?;
            let rows = out.par_chunks_mut(self.sums).zip(rows.par_chunks(side));
            rows.for_each(|(out, row)| self.blur_row(row, out));
        }
        Ok(transposed(&out, self.sums))
    }

    fn blur_row(&self, row: &[f32], out: &mut [f32]) {
        let first = self.grid.crop_first as isize - self.reach as isize;
        let cells = (self.sums - 1) * self.step + self.weights.len();
        let cell = |cell: usize| f64::from(row[self.grid.beside(0, first + cell as isize)]);
        let around: Vec<f64> = (0..cells).map(cell).collect();
        for (index, out) in out.iter_mut().enumerate() {
            *out = dot(&self.weights, &around[index * self.step..][..self.weights.len()]) as f32;
        }
    }
}

/// The sum of products, in an order of additions in which several are independent of each other.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; LANES];
    for (a, b) in a.zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}
