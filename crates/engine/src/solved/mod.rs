//! Fields that are solved once for a whole domain, as pyramids of splines.

mod grid;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use orogen_erosion::Water;
use orogen_erosion::raster::{halved, transposed};
use orogen_noise::interval::Interval;
use rayon::prelude::*;

pub(crate) use grid::{MULTIPLE, SolverGrid};

/// The solved fields of a recipe by name.
pub type SolvedFields = BTreeMap<String, Arc<Solution>>;

/// A solved field with its further results.
#[derive(Debug)]
pub struct Solution {
    grid: SolutionGrid,
    numbers: Vec<f32>,
    /// The range of the field itself.
    range: [f32; 2],
    /// The results; the first is the field itself.
    results: Vec<Raster>,
    derived: Vec<Derived>,
    /// Its rivers and lakes. The surface of their water is not included, because it is a result. Positions are relative to the
    /// grid's corner.
    pub(crate) water: Water,
    /// Doubts about the file that it was made from, for warnings: message and help.
    pub(crate) doubts: Vec<(String, String)>,
}

/// The grid of a solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolutionGrid {
    /// Cells along a side.
    pub(crate) side: usize,
    /// Metres along a cell.
    pub(crate) spacing: f64,
    /// The position of the first corner along both axes, in metres.
    pub(crate) corner: f64,
    /// What lies beyond its edges.
    pub(crate) edge: Edge,
}

/// One result of a solution: its numbers, and a spline that is made on the first read.
#[derive(Debug)]
struct Raster {
    name: Option<&'static str>,
    /// The range of its numbers in the solution's numbers.
    place: Range<usize>,
    fit: Fit,
    solved: OnceLock<Arc<Solved>>,
}

/// A result: its name, which is `None` for the field itself, and how a spline follows its numbers.
pub(crate) type ResultSpec = (Option<&'static str>, Fit);

/// Makes the numbers of a result from those of a solution.
pub(crate) type Derivation = fn(&Solution) -> Vec<f32>;

/// A result that is computed from the others, on the first read.
#[derive(Debug)]
struct Derived {
    name: &'static str,
    numbers: Derivation,
    solved: OnceLock<Arc<Solved>>,
}

/// How a spline follows numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// The spline passes through the numbers.
    Through,
    /// The numbers are the spline's coefficients: the spline is level where they are equal, and stays between the least and the
    /// greatest of them.
    Between,
}

impl Solution {
    /// A solution on a grid. The first of `results` is the field itself. `numbers` holds the rasters of the results, in order.
    /// `derived` are the results that are computed from these.
    pub(crate) fn new(
        grid: SolutionGrid,
        results: &[ResultSpec],
        derived: &[(&'static str, Derivation)],
        numbers: Vec<f32>,
        water: Water,
    ) -> Self {
        let cells = grid.side * grid.side;
        let raster = |(index, &(name, fit)): (usize, &ResultSpec)| Raster {
            name,
            place: index * cells..(index + 1) * cells,
            fit,
            solved: OnceLock::new(),
        };
        let results = results.iter().enumerate().map(raster).collect();
        let derived =
            derived.iter().map(|&(name, numbers)| Derived { name, numbers, solved: OnceLock::new() });
        let range = range_of(&numbers[..cells]);
        Self { grid, numbers, range, results, derived: derived.collect(), water, doubts: Vec::new() }
    }

    /// The same solution with doubts about its file.
    pub(crate) fn with_doubts(self, doubts: Vec<(String, String)>) -> Self {
        Self { doubts, ..self }
    }

    /// The field itself, or the result with this name.
    pub(crate) fn result(&self, name: Option<&str>) -> &Arc<Solved> {
        if let Some(derived) = self.derived.iter().find(|derived| Some(derived.name) == name) {
            let numbers = || (derived.numbers)(self);
            return derived.solved.get_or_init(|| Arc::new(Solved::new(&numbers(), self.grid, Fit::Between)));
        }
        let raster = self.raster(name);
        let numbers = &self.numbers[raster.place.clone()];
        raster.solved.get_or_init(|| Arc::new(Solved::new(numbers, self.grid, raster.fit)))
    }

    fn raster(&self, name: Option<&str>) -> &Raster {
        self.results.iter().find(|raster| raster.name == name).unwrap_or(&self.results[0])
    }

    /// The numbers of the field itself, or of a result that is stored.
    pub(crate) fn numbers(&self, name: Option<&str>) -> &[f32] {
        &self.numbers[self.raster(name).place.clone()]
    }

    /// The least and the greatest number of the field itself.
    pub(crate) fn range(&self) -> [f32; 2] {
        self.range
    }

    /// How many numbers are stored.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Its grid.
    pub(crate) fn grid(&self) -> SolutionGrid {
        self.grid
    }

    /// The position of the corner of its grid along both axes, in metres.
    pub(crate) fn corner(&self) -> f64 {
        self.grid.corner
    }
}

/// The least and the greatest of some numbers.
pub(crate) fn range_of(numbers: &[f32]) -> [f32; 2] {
    numbers.iter().fold([f32::MAX, f32::MIN], |[low, high], &number| [low.min(number), high.max(number)])
}

/// A field on a square grid and its averages over 2 × 2, 4 × 4 … cells, each as the coefficients of a cubic B-spline
/// (Unser, Aldroubi and Eden, 1993).
#[derive(Debug)]
pub struct Solved {
    /// The coefficients of all levels, from the finest on, row by row.
    pub(crate) coefficients: Arc<[f32]>,
    /// The levels, from the finest on.
    pub(crate) levels: Vec<SolvedLevel>,
    /// The interval of all coefficients. The spline does not leave it.
    pub(crate) interval: Interval,
    /// What is beyond the grid.
    pub(crate) edge: Edge,
}

/// What is beyond the solved grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The mirror image of the land, so that it continues as smoothly as inside.
    Mirrors,
    /// The border cells continue, so that a sea around an island has no further islands.
    Continues,
    /// The other side of the grid.
    Repeats,
}

impl Edge {
    /// The edge of a field that is filtered: the field continues as it does inside.
    pub(crate) fn of_filter(grid: SolverGrid) -> Self {
        if grid.repeats { Self::Repeats } else { Self::Mirrors }
    }
}

/// One level of a [`Solved`] field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolvedLevel {
    /// The index of its first coefficient.
    pub(crate) first: usize,
    /// Cells along a side.
    pub(crate) side: usize,
    /// Metres along a cell.
    pub(crate) spacing: f64,
    /// The position of the centre of the first cell along both axes, in metres.
    pub(crate) origin: f64,
}

/// The smallest useful side of a level in cells.
const LEAST_SIDE: usize = 8;

impl Solved {
    /// A field from its numbers on a grid.
    pub(crate) fn new(numbers: &[f32], grid: SolutionGrid, fit: Fit) -> Self {
        let mut numbers = Cow::Borrowed(numbers);
        let SolutionGrid { mut side, mut spacing, corner, edge } = grid;
        let (mut all, mut levels) = (Vec::with_capacity(numbers.len() * 4 / 3), Vec::new());
        loop {
            levels.push(SolvedLevel { first: all.len(), side, spacing, origin: corner + 0.5 * spacing });
            match fit {
                Fit::Through => all.extend(coefficients(&numbers, side, edge)),
                Fit::Between => all.extend(numbers.iter()),
            }
            if !side.is_multiple_of(2) || side / 2 < LEAST_SIDE {
                break;
            }
            numbers = Cow::Owned(halved(&numbers, side));
            (side, spacing) = (side / 2, 2.0 * spacing);
        }
        let [least, most] =
            all.iter().fold([all[0]; 2], |[least, most], &number| [least.min(number), most.max(number)]);
        let interval = Interval::point(f64::from(least)).hull(f64::from(most));
        Self { coefficients: all.into(), levels, interval, edge }
    }

    /// The coarsest level whose cells are not larger than `spacing`, or the finest.
    pub(crate) fn level(&self, spacing: f64) -> SolvedLevel {
        let fine_enough = |level: &&SolvedLevel| level.spacing <= spacing * (1.0 + 1e-6);
        self.levels.iter().rev().find(fine_enough).copied().unwrap_or(self.levels[0])
    }
}

/// The coefficients of the spline through numbers on a square grid. Beyond its edges, they repeat or are mirrored.
fn coefficients(numbers: &[f32], side: usize, edge: Edge) -> Vec<f32> {
    if edge == Edge::Repeats {
        return transposed(&repeating(&transposed(&repeating(numbers, side), side), side), side);
    }
    let mut coefficients = numbers.to_vec();
    let factors = factors(side);
    coefficients.par_chunks_exact_mut(side).with_min_len(64).for_each(|row| solve(row, &factors));
    // Down all columns at once: a whole row takes the place of a single number.
    for i in 1..side {
        let (before, row) = coefficients.split_at_mut(i * side);
        let before = &before[(i - 1) * side..];
        row[..side].iter_mut().zip(before).for_each(|(number, before)| *number -= factors[i - 1][1] * before);
    }
    for i in (0..side).rev() {
        let (row, after) = coefficients[i * side..].split_at_mut(side);
        let inverse = factors[i][0];
        for (column, number) in row.iter_mut().enumerate() {
            let after = if i + 1 < side { after[column] } else { 0.0 };
            *number = (*number - after * (1.0 / 6.0)) * inverse;
        }
    }
    coefficients
}

/// The coefficients along rows that repeat, by one forward and one backward filter (Unser, Aldroubi and Eden, 1993).
fn repeating(numbers: &[f32], side: usize) -> Vec<f32> {
    // √3 − 2. Its 40th power is below the precision of `f64`.
    const POLE: f64 = -0.267_949_192_431_122_7;
    const REACH: usize = 40;
    let mut out = Vec::with_capacity(numbers.len());
    for row in numbers.chunks_exact(side) {
        let mut forth = vec![0.0; side];
        let before = (1..REACH).rev().map(|back| (REACH * side - back) % side);
        let mut sum = before.fold(0.0, |sum, index| POLE * sum + f64::from(row[index]));
        for (forth, number) in forth.iter_mut().zip(row) {
            sum = POLE * sum + f64::from(*number);
            *forth = sum;
        }
        let after = (0..REACH).rev().map(|ahead| ahead % side);
        let mut sum = after.fold(0.0, |sum, index| POLE * (sum - forth[index]));
        for forth in forth.iter_mut().rev() {
            sum = POLE * (sum - *forth);
            *forth = 6.0 * sum;
        }
        out.extend(forth.into_iter().map(|number| number as f32));
    }
    out
}

/// Factors to solve the system `c₍ᵢ₋₁₎/6 + 4cᵢ/6 + c₍ᵢ₊₁₎/6 = hᵢ`. The coefficient before the first equals the first, and the
/// one after the last equals the last. For each row of the system: the reciprocal of its pivot, and the factor with which the row
/// is subtracted from the next.
fn factors(side: usize) -> Vec<[f32; 2]> {
    let (beside, mut pivot) = (1.0 / 6.0, 5.0 / 6.0);
    let mut factors = Vec::with_capacity(side);
    for i in 0..side {
        let next = if i + 2 == side { 5.0 / 6.0 } else { 4.0 / 6.0 };
        let factor = beside / pivot;
        factors.push([(1.0_f64 / pivot) as f32, factor as f32]);
        pivot = next - factor * beside;
    }
    factors
}

/// Solves the system for one row in place.
fn solve(row: &mut [f32], factors: &[[f32; 2]]) {
    for i in 1..row.len() {
        row[i] -= factors[i - 1][1] * row[i - 1];
    }
    let mut after = 0.0;
    for (number, factors) in row.iter_mut().zip(factors).rev() {
        *number = (*number - after * (1.0 / 6.0)) * factors[0];
        after = *number;
    }
}
