//! The method of `painted`: strokes over level ground at 0.

use std::sync::Arc;

use super::Solver;
use super::method::{Method, Numbers};
use crate::graph::Detail;
use crate::image::NoImages;
use crate::nodes::{self, detail, painted};
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, Recipe, RecipeError, Source};
use crate::solved::{Edge, Fit, ResultSpec, Solution, SolvedFields, SolverGrid};
use crate::terrain::Terrain;
use crate::terrain::layer::{Layer, no_ground};
use crate::terrain::overlay::Complaint;

/// Masks that were painted.
pub(super) struct Painted;

impl Method for Painted {
    fn node(&self) -> &'static NodeSpec {
        &painted::SPEC
    }

    fn version(&self) -> u32 {
        1
    }

    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
        let grid = detail::grid(args, domain, detail::spacing(args, domain), 0.0)?;
        match no_ground(domain) {
            Some((message, help)) => Err(args.error_at_name(message, help)),
            None => Ok(grid),
        }
    }

    /// While a mask is painted, each point of a stroke makes another one.
    fn most_known(&self) -> usize {
        16
    }

    /// A spline between the numbers stays in their range.
    fn results(&self) -> &[ResultSpec] {
        &[(None, Fit::Between)]
    }

    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        _halvings: u32,
    ) -> Result<Numbers, RecipeError> {
        let Some(painted) = solver.painted(field, grid.spacing)? else {
            return Ok(vec![0.0; grid.side * grid.side].into());
        };
        let mut values = solver.rows(field, &painted, grid)?;
        values.iter_mut().for_each(|number| *number = number.clamp(0.0, 1.0));
        let doubts = painted.overlay.map_or_else(Vec::new, |laid| laid.overlay.doubts().to_vec());
        Ok(Numbers { values, doubts })
    }

    fn edge(&self, _args: &Args, _grid: SolverGrid, _numbers: &[f32]) -> Edge {
        Edge::Continues
    }

    /// The doubts about the strokes. Their places are those of this recipe: another one may have the same solution.
    fn warnings(&self, _solver: &Solver<'_>, field: &Field, solution: &Solution) -> Vec<RecipeError> {
        solution.doubts.iter().cloned().map(refused(field)).collect()
    }
}

impl Solver<'_> {
    /// The strokes of a field, if it names any.
    fn strokes(&self, field: &Field) -> Result<Option<Arc<dyn Layer>>, RecipeError> {
        let path = field.args.optional_file(painted::STROKES);
        path.map(|path| self.images.strokes(path)).transpose().map_err(refused(field))
    }

    /// Adds words that identify the strokes of a field.
    pub(super) fn stroke_words(&self, field: &Field, add: &mut dyn FnMut(u64)) -> Result<(), RecipeError> {
        match self.strokes(field)? {
            Some(strokes) => strokes.words(self.images, add).map_err(refused(field)),
            None => Ok(()),
        }
    }

    /// The strokes of a field over level ground.
    fn painted(&self, field: &Field, spacing: f64) -> Result<Option<Terrain>, RecipeError> {
        let Some(strokes) = self.strokes(field)? else { return Ok(None) };
        let level = level(&self.recipe.domain);
        let ground = Terrain::planned(&level, &NoImages, Detail::of(spacing), &[], &SolvedFields::new())?;
        ground.laid(&*strokes, &level, self.images, spacing, &refused(field)).map(Some)
    }
}

/// The error about the strokes of a field for a complaint.
fn refused(field: &Field) -> impl Fn(Complaint) -> RecipeError {
    move |(message, help)| field.args.error(painted::STROKES, message, help)
}

/// A recipe whose terrain is level at 0.
fn level(domain: &Domain) -> Recipe {
    const TEXT: &str =
        "orogen = 1\ndomain.size = 1000\nheight.field = 'zero'\n[fields.zero]\ntype = 'constant'\n";
    let recipe = Recipe::parse(Source::new("level ground", TEXT), nodes::registry());
    let recipe = recipe.unwrap_or_else(|error| unreachable!("the text is correct: {error}"));
    Recipe { domain: domain.clone(), ..recipe }
}
