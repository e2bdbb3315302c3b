//! The broad shape of land. Uplift follows this shape.

use rayon::prelude::*;

use crate::land::Land;
use crate::raster::{blur, lowest, quantile};

/// Uplift of level ground, as a share of the uplift of the highest ground.
const LEAST_UPLIFT: f32 = 0.12;

/// Uplift grows with this power of the height.
const POWER: f32 = 1.3;

/// The share of the area that is basins, on land that repeats and has no sea.
const BASINS: f64 = 0.004;

/// The relief of high mountains, in metres.
const MOUNTAINS: f32 = 1500.0;

/// The broad shape of land.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Uplift of each cell: about 1 where the ground is highest.
    pub(crate) uplift: Vec<f32>,
    /// The level in metres at which water leaves at each cell, if the cell is an outlet outside the sea: the blurred height of
    /// the lowest places around it. On land that repeats, it is the blurred height of the land.
    pub(crate) outlet: Vec<f32>,
    /// The height of low ground in metres: 2 % of the ground is lower. At least the height of the sea.
    pub(crate) base: f32,
    /// The height of high ground in metres: 0.5 % of the ground is higher.
    pub(crate) top: f32,
    /// Land that repeats and has no sea has basins, in which water ends, up to this broad height.
    basins: f32,
}

impl Shape {
    /// The shape of land on a coarse grid.
    pub(crate) fn of(land: &Land) -> Self {
        let &Land { ref height, side, spacing, repeats, .. } = land;
        let extent = side as f64 * spacing;
        // For small land, the length is limited to a share of its side.
        let cells = |metres: f64| ((metres.min(extent * 0.04)) / spacing).round() as usize;
        let (base, top) = (quantile(height, 0.02), quantile(height, 0.995));
        let base = land.sea.map_or(base, |sea| base.max(sea));
        let top = top.max(base + 1.0);
        let mut broad = height.clone();
        blur(&mut broad, side, cells(900.0), repeats);
        let uplift = broad.into_par_iter().map(|height| {
            let share = ((height - base) / (top - base)).max(0.0);
            LEAST_UPLIFT + libm::powf(share, POWER)
        });
        let mut outlet = height.clone();
        if !repeats {
            lowest(&mut outlet, side, cells(1500.0));
        }
        blur(&mut outlet, side, cells(2000.0), repeats);
        let basins = quantile(&outlet, BASINS);
        Self { uplift: uplift.collect(), outlet, base, top, basins }
    }

    /// A first estimate of the uplift, relative to that of high mountains.
    pub(crate) fn uplift_factor(&self) -> f32 {
        ((self.top - self.base) / MOUNTAINS).min(1.0)
    }

    /// If there are no outlets, makes outlets of the cells with the lowest broad height. This applies to land that repeats
    /// and has no sea.
    pub(crate) fn add_basins(&self, outlets: &mut [bool], broad: &[f32]) {
        if outlets.contains(&true) {
            return;
        }
        // On a finer grid, all cells may be above `basins`. Then the lowest cell is the outlet.
        let level = broad.iter().copied().fold(f32::INFINITY, f32::min).max(self.basins);
        outlets.iter_mut().zip(broad).for_each(|(outlet, &height)| *outlet = height <= level);
    }

    /// The ratio of the relief of eroded land to that of its input. It is measured away from the border, since the border
    /// keeps its height.
    pub(crate) fn relief(&self, height: &[f32], land: &Land) -> f32 {
        let side = land.side;
        let margin = if land.repeats { 0 } else { side / 10 };
        let inside = margin..side - margin;
        let heights: Vec<f32> =
            inside.clone().flat_map(|row| height[row * side..][inside.clone()].iter().copied()).collect();
        (quantile(&heights, 0.995) - self.base) / (self.top - self.base)
    }
}
