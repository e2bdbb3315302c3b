//! Fields that are solved once for a whole domain, as pyramids of splines.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_noise::interval::Interval;

/// The solved fields of a recipe by name.
pub type SolvedFields = BTreeMap<String, Arc<Solution>>;

/// A solved field with its further results.
#[derive(Debug)]
pub struct Solution {
    /// The field.
    pub(crate) field: Arc<Solved>,
    /// Its further results by name.
    pub(crate) results: Vec<(&'static str, Arc<Solved>)>,
}

impl Solution {
    /// The field itself, or the further result of a name that its node has.
    pub(crate) fn result(&self, name: Option<&str>) -> &Arc<Solved> {
        let result = self.results.iter().find(|(result, _)| Some(*result) == name);
        result.map_or(&self.field, |(_, solved)| solved)
    }
}

/// A field on a square grid and its averages over 2 × 2, 4 × 4 … cells, each as the coefficients of a cubic B-spline that passes
/// through the numbers (Unser, Aldroubi and Eden, 1993).
#[derive(Debug)]
pub struct Solved {
    /// The coefficients of all levels, from the finest on, row by row.
    pub(crate) coefficients: Arc<[f32]>,
    /// From the finest on.
    pub(crate) levels: Vec<SolvedLevel>,
    /// The interval that all coefficients lie in: a spline does not leave it.
    pub(crate) interval: Interval,
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

/// Levels below this side are of no use.
const LEAST_SIDE: usize = 8;

impl Solved {
    /// A field from its numbers on a grid. `corner` is the position of the grid's first corner along both axes.
    pub(crate) fn new(numbers: Vec<f32>, side: usize, spacing: f64, corner: f64) -> Self {
        let (mut numbers, mut side, mut spacing) = (numbers, side, spacing);
        let (mut all, mut levels) = (Vec::with_capacity(numbers.len() * 4 / 3), Vec::new());
        loop {
            levels.push(SolvedLevel { first: all.len(), side, spacing, origin: corner + 0.5 * spacing });
            all.extend(coefficients(&numbers, side));
            if !side.is_multiple_of(2) || side / 2 < LEAST_SIDE {
                break;
            }
            numbers = averages(&numbers, side);
            (side, spacing) = (side / 2, 2.0 * spacing);
        }
        let first = Interval::point(f64::from(all[0]));
        let interval = all.iter().fold(first, |interval, &number| interval.hull(f64::from(number)));
        Self { coefficients: all.into(), levels, interval }
    }

    /// The coarsest level whose cells are not larger than `spacing`, or the finest.
    pub(crate) fn level(&self, spacing: f64) -> SolvedLevel {
        let fine_enough = |level: &&SolvedLevel| level.spacing <= spacing * (1.0 + 1e-6);
        self.levels.iter().rev().find(fine_enough).copied().unwrap_or(self.levels[0])
    }
}

/// The averages of 2 × 2 numbers.
fn averages(numbers: &[f32], side: usize) -> Vec<f32> {
    let rows = numbers.chunks_exact(2 * side);
    rows.flat_map(|rows| {
        let (above, below) = rows.split_at(side);
        above.chunks_exact(2).zip(below.chunks_exact(2)).map(|(a, b)| 0.25 * ((a[0] + a[1]) + (b[0] + b[1])))
    })
    .collect()
}

/// The coefficients of the spline through numbers on a square grid. Beyond its edges, they are mirrored.
fn coefficients(numbers: &[f32], side: usize) -> Vec<f32> {
    let mut coefficients = numbers.to_vec();
    let factors = factors(side);
    for row in coefficients.chunks_exact_mut(side) {
        solve(row, &factors);
    }
    // Down all columns at once: each row is what a number is along a row.
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

/// The pivots of the system `c₍ᵢ₋₁₎/6 + 4cᵢ/6 + c₍ᵢ₊₁₎/6 = hᵢ`, in which the coefficients before the first and after the last are
/// equal to these: for each, one over the pivot, and the factor of its row that is taken from the next.
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
