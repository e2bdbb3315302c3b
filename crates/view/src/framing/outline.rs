//! The ground in its broad forms: what views are looked for in.

use orogen::query::HeightQuery;
use orogen::recipe::Recipe;
use rayon::prelude::*;

/// Samples along a side of the domain.
const SIDE: usize = 80;

/// Samples that one task of the thread pool computes.
const TASK: usize = 1 << 10;

/// The ground of three by three domains, that of the recipe in the middle; water counts as ground.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Metres along a side of the domain.
    pub(super) size: f64,
    /// Metres between samples.
    pub(super) spacing: f64,
    /// Level of the water.
    pub(super) sea: Option<f64>,
    /// Row by row from the top.
    heights: Vec<f64>,
    /// Between what heights nine tenths of the domain lie.
    pub(super) range: [f64; 2],
    /// The domain's lowest ground, be it under water, and its highest ground or water.
    pub(super) ends: [f64; 2],
}

/// Samples along a side of all nine.
const ALL: usize = 3 * SIDE + 1;

impl Outline {
    pub(super) fn new(recipe: &Recipe, ground: &HeightQuery) -> Self {
        let size = recipe.domain.size;
        let spacing = size / SIDE as f64;
        let sea = recipe.sea.as_ref().map(|sea| sea.level);
        let along = |at: usize| (at as f64 - SIDE as f64) * spacing;
        let places: Vec<_> = (0..ALL * ALL).map(|at| [along(at % ALL), along(at / ALL)]).collect();
        let mut heights = bare(recipe, ground, &places);
        let inside = |heights: &[f64]| -> Vec<f64> {
            let rows = (SIDE..=2 * SIDE).map(|row| &heights[row * ALL + SIDE..=row * ALL + 2 * SIDE]);
            rows.flatten().copied().collect()
        };
        let lowest = inside(&heights).into_iter().fold(f64::INFINITY, f64::min);
        heights.iter_mut().for_each(|height| *height = height.max(sea.unwrap_or(f64::NEG_INFINITY)));
        let mut inside = inside(&heights);
        inside.sort_by(f64::total_cmp);
        let ends = [lowest, inside[inside.len() - 1]];
        let share = |share: usize| inside[(inside.len() - 1) * share / 20];
        Self { size, spacing, sea, range: [share(1), share(19)], ends, heights }
    }

    /// Height at a place, between samples as a plane would have it; beyond the nine domains that at their edge.
    pub(super) fn height(&self, [x, y]: [f64; 2]) -> f64 {
        let along = |metres: f64| (metres / self.spacing + SIDE as f64).clamp(0.0, ALL as f64 - 1.001);
        let (x, y) = (along(x), along(y));
        let (column, row) = (x as usize, y as usize);
        let (fx, fy) = (x - column as f64, y - row as f64);
        let at = row * ALL + column;
        let top = self.heights[at] + fx * (self.heights[at + 1] - self.heights[at]);
        let below = at + ALL;
        let bottom = self.heights[below] + fx * (self.heights[below + 1] - self.heights[below]);
        top + fy * (bottom - top)
    }

    /// Slopes along x and y, over two samples.
    pub(super) fn slopes(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let step = self.spacing;
        let along = |a: [f64; 2], b: [f64; 2]| (self.height(b) - self.height(a)) / (2.0 * step);
        [along([x - step, y], [x + step, y]), along([x, y - step], [x, y + step])]
    }

    /// The middle of the domain.
    pub(super) fn middle(&self) -> [f64; 2] {
        [0.5 * self.size; 2]
    }

    /// Metres between low and high ground.
    pub(super) fn relief(&self) -> f64 {
        self.range[1] - self.range[0]
    }

    /// How steep the domain is: the root of the mean square of its slopes.
    pub(super) fn steepness(&self) -> f64 {
        let along = |at: usize| (at as f64 + 0.5) * self.spacing;
        let squares = (0..SIDE * SIDE).map(|at| {
            let [dx, dy] = self.slopes([along(at % SIDE), along(at / SIDE)]);
            dx * dx + dy * dy
        });
        (squares.sum::<f64>() / (SIDE * SIDE) as f64).sqrt()
    }
}

/// Heights of ground or water at many places.
pub(super) fn covered(recipe: &Recipe, ground: &HeightQuery, places: &[[f64; 2]]) -> Vec<f64> {
    let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    bare(recipe, ground, places).into_iter().map(|height| height.max(sea)).collect()
}

/// Heights of the ground at many places, be it under water.
fn bare(recipe: &Recipe, ground: &HeightQuery, places: &[[f64; 2]]) -> Vec<f64> {
    let heights = places.par_chunks(TASK).flat_map_iter(|places| {
        let places: Vec<_> = places.iter().map(|&[x, y]| [x, y, recipe.domain.z]).collect();
        ground.samples(&places).into_iter().map(|sample| sample.height)
    });
    heights.collect()
}
