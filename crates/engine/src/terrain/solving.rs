//! Solves the fields that are known only for a whole domain: erosion.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use orogen_erosion::{Amount, Land, Stopped, Strata, Water};
use orogen_noise::hash::{combine, split_mix};
use orogen_noise::level::Level;

use super::Terrain;
use super::layer::Images;
use crate::graph::{Detail, own_seed};
use crate::nodes::erosion::SolverGrid;
use crate::nodes::{self, erosion, image};
use crate::raster::{Band, Grid};
use crate::recipe::{Field, Input, Recipe, RecipeError, View};
use crate::solved::{Edge, Fit, Solution, SolutionGrid, SolvedFields, range_of};

/// The key of a solution: a hash of all that it depends on.
type Key = [u64; 2];

/// The most recent solutions. Terrains of other spacings, and recipes that only change other fields, can use them again.
struct Memory {
    /// Solutions with their keys, the newest at the end.
    kept: VecDeque<(Key, Arc<Solution>)>,
    /// Keys that some thread is solving now.
    open: Vec<Key>,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory { kept: VecDeque::new(), open: Vec::new() });

/// Notified when a thread is done with a key.
static DONE: Condvar = Condvar::new();

/// The interval at which a thread that waits for another checks whether the result is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// A key that this thread solves. Other threads that need this key wait until the claim is dropped.
struct Claim(Key);

impl Claim {
    /// The solution of a key, or the right to make it. `None` if `wanted` returns false while another thread makes it.
    fn or_known(key: Key, wanted: impl Fn() -> bool) -> Option<Result<Self, Arc<Solution>>> {
        let mut memory = lock();
        loop {
            if let Some((_, solution)) = memory.kept.iter().find(|(other, _)| *other == key) {
                return Some(Err(Arc::clone(solution)));
            }
            if !memory.open.contains(&key) {
                memory.open.push(key);
                return Some(Ok(Self(key)));
            }
            memory = DONE.wait_timeout(memory, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
            if !wanted() {
                return None;
            }
        }
    }

    /// Keeps the solution.
    fn keep(&self, solution: &Arc<Solution>) {
        let mut memory = lock();
        memory.kept.push_back((self.0, Arc::clone(solution)));
        let mut numbers: usize = memory.kept.iter().map(|(_, solution)| solution.len()).sum();
        while numbers > MAX_KEPT && memory.kept.len() > 1 {
            numbers -= memory.kept.pop_front().map_or(0, |(_, solution)| solution.len());
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock().open.retain(|key| *key != self.0);
        DONE.notify_all();
    }
}

fn lock() -> MutexGuard<'static, Memory> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The further results of a solution, in the order in which they are kept.
const RESULTS: [(&str, Fit); 5] = [
    (erosion::FLOW, Fit::Through),
    (erosion::WEAR, Fit::Through),
    (erosion::WATER, Fit::Between),
    (erosion::SEDIMENT, Fit::Between),
    (erosion::ROCK, Fit::Between),
];

/// The most numbers of all kept solutions together: 1 GiB, and somewhat more for the splines of the results that were read. The
/// solution made last is always kept.
const MAX_KEPT: usize = 1 << 28;

/// A solution whose heights differ by less than this share of the domain's side gets a warning.
const LOW: f64 = 5e-4;

/// Solves those fields that the terrain and `others` read and that must be solved. Also returns warnings.
///
/// # Errors
/// A parameter or a file of such a field, or of a field that it reads, is wrong; or `images` stopped the solution.
pub fn solved(
    recipe: &Recipe,
    images: &dyn Images,
    others: &[&str],
) -> Result<(SolvedFields, Vec<RecipeError>), RecipeError> {
    let mut read: BTreeSet<&str> = others.iter().copied().collect();
    read.insert(&recipe.height.field);
    for root in read.clone() {
        recipe.add_read(root, &mut read);
    }
    let mut open: Vec<&Field> = read.into_iter().map(|name| &recipe.fields[name]).collect();
    open.retain(|field| nodes::is_solved(field.spec) && field.output.is_none());
    let mut solver = Solver { recipe, images, solved: SolvedFields::new(), warnings: Vec::new() };
    // Each field is solved after those that it reads; recipes have no cycles.
    while !open.is_empty() {
        let names: BTreeSet<&str> = open.iter().map(|field| field.name.as_str()).collect();
        let (ready, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|field| {
            let mut read = BTreeSet::new();
            recipe.add_read(&field.name, &mut read);
            read.is_disjoint(&names)
        });
        for field in ready {
            let solution = solver.solution(field)?;
            solver.warn_of_low_land(field, &solution);
            solver.solved.insert(field.name.clone(), solution);
        }
        open = rest;
    }
    Ok((solver.solved, solver.warnings))
}

struct Solver<'a> {
    recipe: &'a Recipe,
    images: &'a dyn Images,
    /// The fields solved so far.
    solved: SolvedFields,
    warnings: Vec<RecipeError>,
}

impl Solver<'_> {
    /// The solution of a field. The solved fields that it reads must be known already.
    fn solution(&mut self, field: &Field) -> Result<Arc<Solution>, RecipeError> {
        let grid = erosion::grid(&field.args, &self.recipe.domain)?;
        let key = key(self.recipe, field, grid, self.images)?;
        let wanted = || self.images.solving(&field.name, 0.0);
        let claim = match Claim::or_known(key, wanted).ok_or_else(|| self.stopped(field))? {
            Ok(claim) => claim,
            Err(solution) => return Ok(solution),
        };
        let name = format!("{:016x}{:016x}", key[0], key[1]);
        let halvings = halvings(self.images.draft(), grid);
        let (side, spacing) = (grid.crop_side >> halvings, grid.spacing * f64::from(1 << halvings));
        let rasters = (1 + RESULTS.len()) * side * side;
        let water = |numbers: &[f32]| Water::from_numbers(numbers.get(rasters..)?, Vec::new());
        let recalled = self.images.recall(&name).and_then(|numbers| Some((water(&numbers)?, numbers)));
        let (water, numbers) = match recalled {
            Some(recalled) => recalled,
            None => {
                let numbers = self.numbers(field, grid, halvings)?;
                if let Err((message, help)) = self.images.keep(&name, &numbers) {
                    let warning = RecipeError::new(field.source(), field.span, message);
                    self.warnings.push(warning.help(help));
                }
                (water(&numbers).unwrap_or_default(), numbers)
            }
        };
        let edge = edge(field, grid, &numbers[..side * side], side);
        let grid = SolutionGrid { side, spacing, corner: grid.crop_corner(), edge };
        let solution = Arc::new(Solution::new(grid, &RESULTS, &erosion::DERIVED, numbers, water));
        claim.keep(&solution);
        Ok(solution)
    }

    /// Warns if the land is so low that rivers find nothing to cut.
    fn warn_of_low_land(&mut self, field: &Field, solution: &Solution) {
        let [low, high] = solution.range();
        let relief = f64::from(high - low) * field.args.number("scale");
        let side = self.recipe.domain.size;
        if relief < LOW * side {
            let message = format!(
                "its heights differ by only {relief:.1} m on a side of {side} m: too little for valleys"
            );
            let help = "use an input that is not flat, and a larger `scale`: the height in metres where the \
                        input is 1";
            self.warnings.push(field.args.error("scale", message, help));
        }
    }

    /// The numbers of a field's solution: the rasters of its heights and its further results, then its rivers.
    fn numbers(&self, field: &Field, grid: SolverGrid, halvings: u32) -> Result<Vec<f32>, RecipeError> {
        let land = (0..halvings).fold(self.land(field, grid)?, |land, _| land.halved());
        let settings = erosion::settings(&field.args, own_seed(self.recipe, field));
        let wanted = |done| self.images.solving(&field.name, done);
        let solution =
            orogen_erosion::solve(&land, &settings, &wanted).map_err(|Stopped| self.stopped(field))?;
        Ok(cropped(&land, solution, grid, halvings, field.args.number("scale")))
    }

    /// The land of a field before erosion.
    fn land(&self, field: &Field, grid: SolverGrid) -> Result<Land, RecipeError> {
        let args = &field.args;
        let scale = args.number("scale");
        let amount = |name: &str| self.amount(field, name, grid);
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

    fn stopped(&self, field: &Field) -> RecipeError {
        let message = format!("the solution of `{}` was stopped", field.name);
        RecipeError::new(field.source(), field.span, message)
    }

    /// The values of an input on a grid. Values of a field beyond the input's range are clamped to the range.
    fn amount(&self, field: &Field, input: &str, grid: SolverGrid) -> Result<Amount, RecipeError> {
        let mut inputs = field.spec.inputs.iter().zip(&field.inputs);
        let Some((spec, input)) = inputs.find(|(spec, _)| spec.name == input) else {
            unreachable!("the node has an input `{input}`")
        };
        let (name, span) = match input {
            Input::Number(number, _) => return Ok(Amount::Number(*number as f32)),
            Input::Field(name, span) => (name, *span),
        };
        let mut numbers = self.raster(name, grid)?;
        let [least, most] = spec.numbers.map(|number| number as f32);
        if !numbers.iter().any(|number| (least..=most).contains(number)) {
            let [low, high] = range_of(&numbers);
            let message = format!(
                "`{name}` is between {low} and {high} everywhere, but `{}` must be from {least} to {most}",
                spec.name
            );
            return Err(RecipeError::new(field.source(), span, message)
                .label("out of range")
                .help(spec.help));
        }
        numbers.iter_mut().for_each(|number| *number = number.clamp(least, most));
        Ok(Amount::Raster(numbers))
    }

    /// The numbers of a field on a grid.
    fn raster(&self, name: &str, grid: SolverGrid) -> Result<Vec<f32>, RecipeError> {
        let recipe = alone(self.recipe, name);
        let terrain = Terrain::planned(&recipe, self.images, Detail::of(grid.spacing), &[], &self.solved)?;
        let first = -(grid.margin as i64);
        let (side, spacing) = (grid.side, grid.spacing);
        let samples = Grid { first_column: first, first_row: first, columns: side, rows: side, spacing };
        let rows =
            terrain.rows(Level::best(), samples).unwrap_or_else(|_| unreachable!("the domain is a plane"));
        let mut band = Band::default();
        rows.make(0, side, false, &mut band);
        Ok(band.height)
    }
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
    let results: [&dyn Fn(usize) -> f32; 1 + RESULTS.len()] = [
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

/// What is beyond the grid of a solution: the other side in a domain that repeats; more sea if the sea is all around; otherwise
/// the mirror image of the land.
fn edge(field: &Field, grid: SolverGrid, heights: &[f32], side: usize) -> Edge {
    if grid.repeats {
        return Edge::Repeats;
    }
    let args = &field.args;
    let sea = args.optional_number("sea").map_or(f64::NEG_INFINITY, |sea| sea / args.number("scale"));
    let mut border = (0..side).flat_map(|i| [i, (side - 1) * side + i, i * side, i * side + side - 1]);
    let is_sea = border.all(|cell| f64::from(heights[cell]) < sea);
    if is_sea { Edge::Continues } else { Edge::Mirrors }
}

/// How often a grid is halved for a draft. The coarsest grid equals that of a full solution, so that rivers take the same
/// courses. The crop begins at a cell of the draft.
fn halvings(draft: u32, grid: SolverGrid) -> u32 {
    let draft = draft.min(grid.crop_first.trailing_zeros());
    (0..draft).take_while(|&halvings| grid.side >> halvings > orogen_erosion::COARSEST).count() as u32
}

/// A recipe whose terrain is one field, with only this field and those that it reads.
fn alone(recipe: &Recipe, name: &str) -> Recipe {
    let mut read = BTreeSet::from([name]);
    recipe.add_read(name, &mut read);
    let mut alone = recipe.clone();
    alone.fields.retain(|name, _| read.contains(name.as_str()));
    name.clone_into(&mut alone.height.field);
    (alone.height.scale, alone.height.offset) = (1.0, 0.0);
    (alone.sea, alone.water, alone.sculpt, alone.view) = (None, None, None, View::default());
    alone.materials.clear();
    alone.exported.clear();
    alone
}

/// A hash of all that a solution depends on. The names of fields are not part of it.
fn key(recipe: &Recipe, field: &Field, grid: SolverGrid, images: &dyn Images) -> Result<Key, RecipeError> {
    let mut alone = alone(recipe, &field.name);
    alone.domain.samples = 2;
    let text = format!("{} {grid:?} {}\n{}", orogen_erosion::VERSION, images.draft(), alone.numbered());
    let mut key = [0, 1].map(split_mix);
    let mut add = |word: u64| key = key.map(|part| combine(part, word));
    text.bytes().for_each(|byte| add(u64::from(byte)));
    for field in alone.fields.values().filter(|field| image::is_image(field.spec)) {
        let image = image::load(&field.args, &images)?;
        add(image.width as u64);
        image.samples.iter().for_each(|sample| add(u64::from(sample.to_bits())));
    }
    Ok(key)
}
