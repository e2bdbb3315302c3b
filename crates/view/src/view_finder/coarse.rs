//! A coarse height field around the domain, in which views are searched.

use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::Recipe;
use rayon::prelude::*;

/// Samples along a side of the domain.
const SIDE: usize = 80;

/// Samples per task of the thread pool.
const TASK: usize = 1 << 10;

/// Heights of 3 × 3 domains. The recipe's domain is in the middle. Water counts as ground.
#[derive(Clone, Debug)]
pub(super) struct CoarseHeights {
    /// Side of the domain, in metres.
    pub(super) size: f64,
    /// Metres between samples.
    pub(super) spacing: f64,
    /// Sea level, in metres.
    pub(super) sea: Option<f64>,
    /// Heights, row by row from the top.
    heights: Vec<f64>,
    /// A range of heights that contains nine tenths of the domain.
    pub(super) range: [f64; 2],
    /// Height of the domain's lowest ground, which may be under water, and of its highest ground or water.
    pub(super) extremes: [f64; 2],
}

/// Samples along a side of all nine domains.
const ALL: usize = 3 * SIDE + 1;

impl CoarseHeights {
    pub(super) fn new(recipe: &Recipe, ground: &HeightQuery) -> Self {
        let size = recipe.domain.size;
        let spacing = size / SIDE as f64;
        let sea = recipe.sea.as_ref().map(|sea| sea.level);
        let along = |at: usize| (at as f64 - SIDE as f64) * spacing;
        let positions: Vec<_> = (0..ALL * ALL).map(|at| [along(at % ALL), along(at / ALL)]).collect();
        let mut heights = bare(recipe, ground, &positions);
        let inside = |heights: &[f64]| -> Vec<f64> {
            let rows = (SIDE..=2 * SIDE).map(|row| &heights[row * ALL + SIDE..=row * ALL + 2 * SIDE]);
            rows.flatten().copied().collect()
        };
        let lowest = inside(&heights).into_iter().fold(f64::INFINITY, f64::min);
        heights.iter_mut().for_each(|height| *height = height.max(sea.unwrap_or(f64::NEG_INFINITY)));
        let mut inside = inside(&heights);
        inside.sort_by(f64::total_cmp);
        let extremes = [lowest, inside[inside.len() - 1]];
        let share = |share: usize| inside[(inside.len() - 1) * share / 20];
        Self { size, spacing, sea, range: [share(1), share(19)], extremes, heights }
    }

    /// Bilinear height at a point. Outside the nine domains, the height at their edge.
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

    /// Slopes along x and y: central differences over two spacings.
    pub(super) fn slopes(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let step = self.spacing;
        let along = |a: [f64; 2], b: [f64; 2]| (self.height(b) - self.height(a)) / (2.0 * step);
        [along([x - step, y], [x + step, y]), along([x, y - step], [x, y + step])]
    }

    /// The centre of the domain.
    pub(super) fn middle(&self) -> [f64; 2] {
        [0.5 * self.size; 2]
    }

    /// Difference in metres between high and low ground.
    pub(super) fn relief(&self) -> f64 {
        self.range[1] - self.range[0]
    }

    /// Root mean square slope of the domain.
    pub(super) fn steepness(&self) -> f64 {
        let along = |at: usize| (at as f64 + 0.5) * self.spacing;
        let squares = (0..SIDE * SIDE).map(|at| {
            let [dx, dy] = self.slopes([along(at % SIDE), along(at / SIDE)]);
            dx * dx + dy * dy
        });
        (squares.sum::<f64>() / (SIDE * SIDE) as f64).sqrt()
    }
}

/// Heights of ground or water at many points.
pub(super) fn covered(recipe: &Recipe, ground: &HeightQuery, positions: &[[f64; 2]]) -> Vec<f64> {
    let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    bare(recipe, ground, positions).into_iter().map(|height| height.max(sea)).collect()
}

/// Heights of the ground at many points. Water is ignored.
fn bare(recipe: &Recipe, ground: &HeightQuery, positions: &[[f64; 2]]) -> Vec<f64> {
    let heights = positions.par_chunks(TASK).flat_map_iter(|positions| {
        let positions: Vec<_> = positions.iter().map(|&[x, y]| [x, y, recipe.domain.z]).collect();
        ground.samples(&positions).into_iter().map(|sample| sample.height)
    });
    heights.collect()
}
