//! The broad shape of land, which its uplift follows.

use rayon::prelude::*;

use crate::land::Land;
use crate::raster::{blur, lowest, quantile};

/// Uplift of level ground, as a share of that of the highest.
const LEAST_UPLIFT: f32 = 0.12;

/// Uplift grows with this power of the height.
const POWER: f32 = 1.3;

/// The share of land that is basins, where it repeats and has no sea.
const BASINS: f64 = 0.004;

/// The relief of high mountains in metres.
const MOUNTAINS: f32 = 1500.0;

/// The broad shape of land.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Uplift of each cell, about 1 where the ground is highest.
    pub(crate) uplift: Vec<f32>,
    /// The height of the lowest places around each cell, in metres: the level that water leaves at. Of land that repeats, the
    /// broad height.
    pub(crate) outlet: Vec<f32>,
    /// The height of low ground.
    pub(crate) base: f32,
    /// The height of high ground.
    pub(crate) top: f32,
    /// Up to this broad height land that repeats has basins that water ends in, if there is no sea.
    basins: f32,
}

impl Shape {
    /// The shape of land on a coarse grid.
    pub(crate) fn of(land: &Land) -> Self {
        let &Land { ref height, side, spacing, repeats, .. } = land;
        let extent = side as f64 * spacing;
        // At most a share of the whole, for small land.
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

    /// A first guess of the uplift, as a factor of that of high mountains.
    pub(crate) fn uplift_factor(&self) -> f32 {
        ((self.top - self.base) / MOUNTAINS).min(1.0)
    }

    /// Makes outlets of the lowest cells by their broad height, if there are no others: of land that repeats and has no sea.
    pub(crate) fn add_basins(&self, outlets: &mut [bool], broad: &[f32]) {
        if outlets.contains(&true) {
            return;
        }
        // Finer grids may miss the lowest place.
        let level = broad.iter().copied().fold(f32::INFINITY, f32::min).max(self.basins);
        outlets.iter_mut().zip(broad).for_each(|(outlet, &height)| *outlet = height <= level);
    }

    /// How much higher land stands than its input, as a factor: away from a border, whose level is fixed.
    pub(crate) fn relief(&self, height: &[f32], land: &Land) -> f32 {
        let side = land.side;
        let margin = if land.repeats { 0 } else { side / 10 };
        let inside = margin..side - margin;
        let heights: Vec<f32> =
            inside.clone().flat_map(|row| height[row * side..][inside.clone()].iter().copied()).collect();
        (quantile(&heights, 0.995) - self.base) / (self.top - self.base)
    }
}
