//! The method of `erosion`.

use orogen_erosion::{Amount, Land, Stopped, Strata, Water};

use super::Solver;
use super::method::{Method, Numbers};
use crate::graph::own_seed;
use crate::nodes::erosion;
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, Input, RecipeError};
use crate::solved::{Derivation, Edge, Fit, ResultSpec, Solution, SolverGrid, range_of};

/// Land that drains.
pub(super) struct Erosion;

/// The results of a solution, in the order in which they are kept.
const RESULTS: [ResultSpec; 6] = [
    (None, Fit::Through),
    (Some(erosion::FLOW), Fit::Through),
    (Some(erosion::WEAR), Fit::Through),
    (Some(erosion::WATER), Fit::Between),
    (Some(erosion::SEDIMENT), Fit::Between),
    (Some(erosion::ROCK), Fit::Between),
];

/// A solution whose heights differ by less than this share of the domain's side gets a warning.
const LOW: f64 = 5e-4;

impl Method for Erosion {
    fn node(&self) -> &'static NodeSpec {
        &erosion::SPEC
    }

    fn version(&self) -> u32 {
        orogen_erosion::VERSION
    }

    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
        erosion::grid(args, domain)
    }

    /// The coarsest grid equals that of a full solution, so that rivers take the same courses. The crop begins at a cell of the
    /// draft.
    fn halvings(&self, _args: &Args, draft: u32, grid: SolverGrid) -> u32 {
        let draft = draft.min(grid.crop_first.trailing_zeros());
        (0..draft).take_while(|&halvings| grid.side >> halvings > orogen_erosion::COARSEST).count() as u32
    }

    fn is_kept(&self) -> bool {
        true
    }

    fn results(&self) -> &[ResultSpec] {
        &RESULTS
    }

    fn derived(&self) -> &'static [(&'static str, Derivation)] {
        &erosion::DERIVED
    }

    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        halvings: u32,
    ) -> Result<Numbers, RecipeError> {
        let land = (0..halvings).fold(land(solver, field, grid)?, |land, _| land.halved());
        let settings = erosion::settings(&field.args, own_seed(solver.recipe, field));
        let wanted = |done| solver.images.solving(&field.name, done);
        let solution =
            orogen_erosion::solve(&land, &settings, &wanted).map_err(|Stopped| solver.stopped(field))?;
        Ok(cropped(&land, solution, grid, halvings, field.args.number("scale")).into())
    }

    fn water(&self, numbers: &[f32]) -> Option<Water> {
        Water::from_numbers(numbers, Vec::new())
    }

    /// The other side in a domain that repeats; more sea if the sea is all around; otherwise the mirror image of the land.
    fn edge(&self, args: &Args, grid: SolverGrid, heights: &[f32]) -> Edge {
        if grid.repeats {
            return Edge::Repeats;
        }
        let side = heights.len().isqrt();
        let sea = args.optional_number("sea").map_or(f64::NEG_INFINITY, |sea| sea / args.number("scale"));
        let mut border = (0..side).flat_map(|i| [i, (side - 1) * side + i, i * side, i * side + side - 1]);
        let is_sea = border.all(|cell| f64::from(heights[cell]) < sea);
        if is_sea { Edge::Continues } else { Edge::Mirrors }
    }

    /// Warns if the land is so low that rivers find nothing to cut.
    fn warnings(&self, solver: &Solver<'_>, field: &Field, solution: &Solution) -> Vec<RecipeError> {
        let [low, high] = solution.range();
        let relief = f64::from(high - low) * field.args.number("scale");
        let side = solver.recipe.domain.size;
        if relief >= LOW * side {
            return Vec::new();
        }
        let message =
            format!("its heights differ by only {relief:.1} m on a side of {side} m: too little for valleys");
        let help = "use an input that is not flat, and a larger `scale`: the height in metres where the \
                    input is 1";
        vec![field.args.error("scale", message, help)]
    }
}

/// The land of a field before erosion.
fn land(solver: &Solver<'_>, field: &Field, grid: SolverGrid) -> Result<Land, RecipeError> {
    let args = &field.args;
    let scale = args.number("scale");
    let amount = |name: &str| amount(solver, field, name, grid);
    let height = match amount("input")? {
        Amount::Number(number) => vec![number; grid.side * grid.side],
        Amount::Raster(numbers) => numbers,
    };
    let height: Vec<f32> = height.into_iter().map(|number| (f64::from(number) * scale) as f32).collect();
    if let Some(height) = height.iter().find(|height| height.abs() > erosion::MAX_HEIGHT) {
        let message = format!("its land before erosion reaches {height:e} m");
        let help = "give a smaller `scale`, the height in metres where the input is 1: erosion depends on \
                    true heights";
        return Err(args.error("scale", message, help));
    }
    let strata = match args.optional_number("strata") {
        Some(thickness) => {
            let contrast = args.number("contrast") as f32;
            Some(Strata { thickness: thickness as f32, contrast, shift: amount("fold")? })
        }
        None => None,
    };
    Ok(Land {
        side: grid.side,
        spacing: grid.spacing,
        corner: grid.corner(),
        repeats: grid.repeats,
        height,
        sea: args.optional_number("sea").map(|sea| sea as f32),
        uplift: amount("uplift")?,
        hardness: amount("hardness")?,
        rain: amount("rain")?,
        repose: amount("repose")?,
        strata,
    })
}

/// The values of an input on a grid. Values of a field beyond the input's range are clamped to the range.
fn amount(solver: &Solver<'_>, field: &Field, input: &str, grid: SolverGrid) -> Result<Amount, RecipeError> {
    let mut inputs = field.spec.inputs.iter().zip(&field.inputs);
    let Some((spec, input)) = inputs.find(|(spec, _)| spec.name == input) else {
        unreachable!("the node has an input `{input}`")
    };
    let (name, span) = match input {
        Input::Number(number, _) => return Ok(Amount::Number(*number as f32)),
        Input::Field(name, span) => (name, *span),
    };
    let mut numbers = solver.raster(field, name, grid)?;
    let [least, most] = spec.numbers.map(|number| number as f32);
    if !numbers.iter().any(|number| (least..=most).contains(number)) {
        let [low, high] = range_of(&numbers);
        let message = format!(
            "`{name}` is between {low} and {high} everywhere, but `{}` must be from {least} to {most}",
            spec.name
        );
        return Err(RecipeError::new(field.source(), span, message).label("out of range").help(spec.help));
    }
    numbers.iter_mut().for_each(|number| *number = number.clamp(least, most));
    Ok(Amount::Raster(numbers))
}

/// The numbers of a solution, cropped to the part that is kept.
fn cropped(
    land: &Land,
    solution: orogen_erosion::Solution,
    grid: SolverGrid,
    halvings: u32,
    scale: f64,
) -> Vec<f32> {
    let [first, side] = [grid.crop_first, grid.crop_side].map(|cells| cells >> halvings);
    let cell_of = |cell: usize| (first + cell / side) * land.side + first + cell % side;
    let mut water = solution.water;
    let before = first as f64 * land.spacing;
    water.move_by([-before, -before]);
    let flow = |cell: usize| libm::log10f(solution.area[cell] * 1e-6);
    let wear = |cell: usize| land.height[cell] - solution.height[cell];
    let scaled = |metres: f32| (f64::from(metres) / scale) as f32;
    let results: [&dyn Fn(usize) -> f32; RESULTS.len()] = [
        &|cell| scaled(solution.height[cell]),
        &flow,
        &wear,
        &|cell| scaled(water.surface[cell]),
        &|cell| solution.sediment[cell],
        &|cell| solution.rock[cell],
    ];
    let numbers = results.iter().flat_map(|result| (0..side * side).map(|cell| result(cell_of(cell))));
    numbers.chain(water.to_numbers()).collect()
}
