//! How the fields of a node are solved.

use orogen_erosion::Water;

use super::Solver;
use super::blur::Blur;
use super::erosion::Erosion;
use super::filters::{CURVATURE, DISTANCE};
use super::painted::Painted;
use super::shapes::ShapesMethod;
use crate::nodes;
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, RecipeError};
use crate::solved::{Derivation, Edge, ResultSpec, Solution, SolverGrid};
use crate::terrain::overlay::Complaint;

/// What a method computes.
pub(super) struct Numbers {
    /// The rasters of the [results](Method::results) over the crop of the grid, and what [`Method::water`] reads.
    pub(super) values: Vec<f32>,
    /// Doubts about the file of the field. The solution keeps them.
    pub(super) doubts: Vec<Complaint>,
}

impl From<Vec<f32>> for Numbers {
    /// Numbers without doubts.
    fn from(values: Vec<f32>) -> Self {
        Self { values, doubts: Vec::new() }
    }
}

/// How the fields of a node are solved.
pub(super) trait Method: Sync {
    /// The node whose fields it solves.
    fn node(&self) -> &'static NodeSpec;

    /// A number that changes when solutions change.
    fn version(&self) -> u32;

    /// The grid for the parameters of a field.
    ///
    /// # Errors
    /// The domain cannot be solved.
    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError>;

    /// How often the grid is halved for the solution: for a draft, or because a coarser solution says as much.
    fn halvings(&self, _args: &Args, _draft: u32, _grid: SolverGrid) -> u32 {
        0
    }

    /// Whether [`Images::keep`](crate::terrain::Images::keep) gets the solutions. Reading those that take less than a second
    /// would be no faster than solving them again.
    fn is_kept(&self) -> bool {
        false
    }

    /// The most solutions of the node that are known at once.
    fn most_known(&self) -> usize {
        usize::MAX
    }

    /// The results that are stored. The first is the field itself.
    fn results(&self) -> &[ResultSpec];

    /// The results that are computed from these.
    fn derived(&self) -> &'static [(&'static str, Derivation)] {
        &[]
    }

    /// The numbers of a solution.
    ///
    /// # Errors
    /// An input or a file is wrong, or the solution was stopped.
    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        halvings: u32,
    ) -> Result<Numbers, RecipeError>;

    /// The rivers and lakes in the numbers after the rasters. `None` if the numbers are damaged.
    fn water(&self, numbers: &[f32]) -> Option<Water> {
        numbers.is_empty().then(Water::default)
    }

    /// What is beyond the grid of a solution. `numbers` are those of the field itself.
    fn edge(&self, args: &Args, grid: SolverGrid, numbers: &[f32]) -> Edge;

    /// Warnings about a solution, which may have been known already.
    fn warnings(&self, _solver: &Solver<'_>, _field: &Field, _solution: &Solution) -> Vec<RecipeError> {
        Vec::new()
    }
}

/// The method of every node that is [solved](nodes::is_solved).
static METHODS: [&dyn Method; nodes::SOLVED.len()] =
    [&Erosion, &ShapesMethod, &Painted, &Blur, &DISTANCE, &CURVATURE];

/// The method of a node that is solved.
pub(super) fn of(node: &NodeSpec) -> &'static dyn Method {
    let method = METHODS.iter().find(|method| method.node().name == node.name);
    *method.unwrap_or_else(|| unreachable!("`{}` is solved, so it has a method", node.name))
}
