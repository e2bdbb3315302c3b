//! Solves the fields that are known only for a whole domain, each by the method of its node.

mod blur;
mod erosion;
mod filters;
mod key;
mod memory;
mod method;
mod painted;
mod shapes;

use std::collections::BTreeSet;
use std::sync::Arc;

use orogen_noise::hash::{combine, split_mix};
use orogen_noise::level::Level;

use super::Terrain;
use super::layer::Images;
use crate::graph::Detail;
use crate::nodes;
use crate::raster::{Band, Grid};
use crate::recipe::{Field, Input, Recipe, RecipeError, View};
use crate::solved::{Solution, SolutionGrid, SolvedFields, SolverGrid};
use memory::{Claim, Key};
use method::{Method, Numbers};

pub use key::picture_words;

/// Solves those fields that the terrain and `others` read and that must be solved. Also returns warnings.
///
/// # Errors
/// A parameter or a file of such a field, or of a field that it reads, is wrong; or `images` stopped the solution.
pub fn solved(
    recipe: &Recipe,
    images: &dyn Images,
    others: &[&str],
) -> Result<(SolvedFields, Vec<RecipeError>), RecipeError> {
    let read = recipe.read_by(others.iter().copied().chain([&*recipe.height.field]));
    let mut open: Vec<&Field> = read.into_iter().map(|name| &recipe.fields[name]).collect();
    open.retain(|field| nodes::is_solved(field.spec) && field.output.is_none());
    let mut solver = Solver { recipe, images, solved: SolvedFields::new(), warnings: Vec::new() };
    // Each field is solved after those that it reads; recipes have no cycles.
    while !open.is_empty() {
        let names: BTreeSet<&str> = open.iter().map(|field| field.name.as_str()).collect();
        let (ready, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|field| {
            let read = recipe.read_by([&*field.name]);
            read.into_iter().all(|name| name == field.name || !names.contains(name))
        });
        for field in ready {
            let method = method::of(field.spec);
            let solution = solver.solution(field, method)?;
            let warnings = method.warnings(&solver, field, &solution);
            solver.warnings.extend(warnings);
            solver.solved.insert(field.name.clone(), solution);
        }
        open = rest;
    }
    Ok((solver.solved, solver.warnings))
}

/// Rows of an input between two questions whether the solution is still needed.
const BAND: usize = 256;

struct Solver<'a> {
    recipe: &'a Recipe,
    images: &'a dyn Images,
    /// The fields solved so far.
    solved: SolvedFields,
    warnings: Vec<RecipeError>,
}

impl Solver<'_> {
    /// The solution of a field. The solved fields that it reads must be known already.
    fn solution(&mut self, field: &Field, method: &dyn Method) -> Result<Arc<Solution>, RecipeError> {
        let grid = method.grid(&field.args, &self.recipe.domain)?;
        let key = self.key(field, method, grid)?;
        let wanted = || self.images.solving(&field.name, 0.0);
        let claim = match Claim::or_known(key, wanted).ok_or_else(|| self.stopped(field))? {
            Ok(claim) => claim,
            Err(solution) => return Ok(solution),
        };
        let name = format!("{:016x}{:016x}", key[0], key[1]);
        let halvings = method.halvings(&field.args, self.images.draft(), grid);
        let (side, spacing) = (grid.crop_side >> halvings, grid.spacing * f64::from(1 << halvings));
        let results = method.results();
        let water = |numbers: &[f32]| method.water(numbers.get(results.len() * side * side..)?);
        let recalled = method.is_kept().then(|| self.images.recall(&name)).flatten();
        let recalled = recalled.and_then(|numbers| Some((water(&numbers)?, numbers)));
        let (water, numbers, doubts) = match recalled {
            Some((water, numbers)) => (water, numbers, Vec::new()),
            None => {
                let Numbers { values: numbers, doubts } = method.numbers(self, field, grid, halvings)?;
                if method.is_kept()
                    && let Err((message, help)) = self.images.keep(&name, &numbers)
                {
                    let warning = RecipeError::new(field.source(), field.span, message);
                    self.warnings.push(warning.help(help));
                }
                (water(&numbers).unwrap_or_default(), numbers, doubts)
            }
        };
        let edge = method.edge(&field.args, grid, &numbers[..side * side]);
        let grid = SolutionGrid { side, spacing, corner: grid.crop_corner(), edge };
        let solution = Solution::new(grid, results, method.derived(), numbers, water);
        let solution = Arc::new(solution.with_doubts(doubts));
        claim.keep(&solution, method.node().name, method.most_known());
        Ok(solution)
    }

    /// A hash of all that a solution depends on. The names of fields are not part of it.
    fn key(&self, field: &Field, method: &dyn Method, grid: SolverGrid) -> Result<Key, RecipeError> {
        let mut alone = alone(self.recipe, &field.name);
        alone.domain.samples = 2;
        let text = format!("{} {grid:?} {}\n{}", method.version(), self.images.draft(), alone.numbered());
        let mut key = [0, 1].map(split_mix);
        let mut add = |word: u64| key = key.map(|part| combine(part, word));
        text.bytes().for_each(|byte| add(u64::from(byte)));
        self.file_words(&alone, &mut add)?;
        Ok(key)
    }

    fn stopped(&self, field: &Field) -> RecipeError {
        let message = format!("the solution of `{}` was stopped", field.name);
        RecipeError::new(field.source(), field.span, message)
    }

    /// Reports the share of the work for a field that is done.
    ///
    /// # Errors
    /// The solution was stopped.
    fn go_on(&self, field: &Field, done: f32) -> Result<(), RecipeError> {
        if self.images.solving(&field.name, done) { Ok(()) } else { Err(self.stopped(field)) }
    }

    /// The numbers of the first input of a field on a grid.
    fn input(&self, field: &Field, grid: SolverGrid) -> Result<Vec<f32>, RecipeError> {
        match &field.inputs[0] {
            Input::Number(number, _) => Ok(vec![*number as f32; grid.side * grid.side]),
            Input::Field(name, _) => self.raster(field, name, grid),
        }
    }

    /// The numbers on a grid of the field `name`, which `field` reads.
    fn raster(&self, field: &Field, name: &str, grid: SolverGrid) -> Result<Vec<f32>, RecipeError> {
        let recipe = alone(self.recipe, name);
        let terrain = Terrain::planned(&recipe, self.images, Detail::of(grid.spacing), &[], &self.solved)?;
        self.rows(field, &terrain, grid)
    }

    /// The heights of a terrain on a grid, for `field`.
    fn rows(&self, field: &Field, terrain: &Terrain, grid: SolverGrid) -> Result<Vec<f32>, RecipeError> {
        let first = -(grid.margin as i64);
        let (side, spacing) = (grid.side, grid.spacing);
        let samples = Grid { first_column: first, first_row: first, columns: side, rows: side, spacing };
        let rows =
            terrain.rows(Level::best(), samples).unwrap_or_else(|_| unreachable!("the domain is a plane"));
        let (mut numbers, mut band) = (Vec::with_capacity(side * side), Band::default());
        for first in (0..side).step_by(BAND) {
            self.go_on(field, 0.0)?;
            rows.make(first, BAND.min(side - first), false, &mut band);
            numbers.extend_from_slice(&band.height);
        }
        Ok(numbers)
    }
}

/// A recipe whose terrain is one field, with only this field and those that it reads.
fn alone(recipe: &Recipe, name: &str) -> Recipe {
    let read = recipe.read_by([name]);
    let mut alone = recipe.clone();
    alone.fields.retain(|name, _| read.contains(name.as_str()));
    name.clone_into(&mut alone.height.field);
    (alone.height.scale, alone.height.offset) = (1.0, 0.0);
    (alone.sea, alone.water, alone.sculpt, alone.view) = (None, None, None, View::default());
    alone.materials.clear();
    alone.exported.clear();
    alone
}
