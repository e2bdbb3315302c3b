//! The methods of nodes that filter the raster of one input within a second or two: `distance` and `curvature`.

use rayon::prelude::*;

use super::Solver;
use super::method::{Method, Numbers};
use crate::nodes::{curvature, distance};
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, RecipeError};
use crate::solved::{Edge, Fit, ResultSpec, SolverGrid};

/// The method of a node that filters the raster of its input.
pub(super) struct Filter {
    node: &'static NodeSpec,
    grid: fn(&Args, &Domain) -> Result<SolverGrid, RecipeError>,
    filter: fn(&Args, &Domain, SolverGrid, &[f32]) -> Vec<f32>,
    results: [ResultSpec; 1],
}

/// Distances have creases, where a spline through the numbers would overshoot.
pub(super) static DISTANCE: Filter = Filter {
    node: &distance::SPEC,
    grid: distance::grid,
    filter: distances,
    results: [(None, Fit::Between)],
};

pub(super) static CURVATURE: Filter = Filter {
    node: &curvature::SPEC,
    grid: curvature::grid,
    filter: curvatures,
    results: [(None, Fit::Through)],
};

impl Method for Filter {
    fn node(&self) -> &'static NodeSpec {
        self.node
    }

    fn version(&self) -> u32 {
        2
    }

    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
        (self.grid)(args, domain)
    }

    fn results(&self) -> &[ResultSpec] {
        &self.results
    }

    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        _halvings: u32,
    ) -> Result<Numbers, RecipeError> {
        let input = solver.input(field, grid)?;
        solver.go_on(field, 0.5)?;
        let filtered = (self.filter)(&field.args, &solver.recipe.domain, grid, &input);
        let (first, side) = (grid.crop_first, grid.crop_side);
        let rows = filtered.chunks_exact(grid.side).skip(first).take(side);
        Ok(rows.flat_map(|row| &row[first..first + side]).copied().collect::<Vec<_>>().into())
    }

    fn edge(&self, _args: &Args, grid: SolverGrid, _numbers: &[f32]) -> Edge {
        Edge::of_filter(grid)
    }
}

/// The distance from the border of a cell to the nearest cell on the other side of the level; the side of the domain if there is none.
fn distances(args: &Args, domain: &Domain, grid: SolverGrid, numbers: &[f32]) -> Vec<f32> {
    let level = args.number("level");
    let is_inside: Vec<bool> = numbers.iter().map(|&number| f64::from(number) >= level).collect();
    let is_outside: Vec<bool> = is_inside.iter().map(|inside| !inside).collect();
    let metres = |cells: f32| match cells.is_finite() {
        true => ((f64::from(cells) - 0.5) * grid.spacing).max(0.0) as f32,
        false => domain.size as f32,
    };
    let to_inside = orogen_erosion::distances(&is_inside, grid.side, grid.repeats);
    if !args.flag("signed") {
        return to_inside.into_iter().map(metres).collect();
    }
    let to_outside = orogen_erosion::distances(&is_outside, grid.side, grid.repeats);
    to_inside.into_iter().zip(to_outside).map(|(out, inside)| metres(out) - metres(inside)).collect()
}

/// The square of the slope below which ground counts as level, so that it has no fall line.
const LEVEL: f64 = 1e-12;

/// Curvature from the differences of 3 × 3 cells, in 1/km.
fn curvatures(args: &Args, _domain: &Domain, grid: SolverGrid, numbers: &[f32]) -> Vec<f32> {
    let (kind, scale, h) = (args.choice("kind"), args.number("scale"), grid.spacing);
    let mut out = vec![0.0; numbers.len()];
    out.par_chunks_mut(grid.side).enumerate().for_each(|(row, out)| {
        for (column, out) in out.iter_mut().enumerate() {
            let at = |dx: isize, dy: isize| {
                let cell = grid.beside(row, dy) * grid.side + grid.beside(column, dx);
                f64::from(numbers[cell]) * scale
            };
            let (p, q) = ((at(1, 0) - at(-1, 0)) / (2.0 * h), (at(0, 1) - at(0, -1)) / (2.0 * h));
            let r = (at(1, 0) - 2.0 * at(0, 0) + at(-1, 0)) / (h * h);
            let t = (at(0, 1) - 2.0 * at(0, 0) + at(0, -1)) / (h * h);
            let s = (at(1, 1) - at(-1, 1) - at(1, -1) + at(-1, -1)) / (4.0 * h * h);
            *out = (1000.0 * curvature_of(kind, [p, q], [r, s, t])) as f32;
        }
    });
    out
}

/// Curvature from the first derivatives `p`, `q` and the second derivatives `r`, `s`, `t` of a height.
fn curvature_of(kind: &str, [p, q]: [f64; 2], [r, s, t]: [f64; 3]) -> f64 {
    let square = p * p + q * q;
    let root = (1.0 + square).sqrt();
    match kind {
        "profile" if square > LEVEL => {
            (p * p * r + 2.0 * p * q * s + q * q * t) / (square * root * root * root)
        }
        "tangential" if square > LEVEL => (q * q * r - 2.0 * p * q * s + p * p * t) / (square * root),
        _ => ((1.0 + q * q) * r - 2.0 * p * q * s + (1.0 + p * p) * t) / (2.0 * root * root * root),
    }
}
