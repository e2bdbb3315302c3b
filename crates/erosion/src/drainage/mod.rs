//! Measures how well land drains, and the properties of its rivers.
//!
//! Water shapes mountains, so its effects can be measured. Nearly all land drains, rivers flow in valleys, and their slopes
//! and lengths follow power laws of the area that they drain. Noise has hardly any of these properties.
//!
//! # Sources
//! - J. Jasiewicz and T. F. Stepinski, 2013: *Geomorphons*
//! - J. T. Hack, 1957: *Studies of longitudinal stream profiles in Virginia and Maryland*
//! - J. J. Flint, 1974: *Stream gradient as a function of order, magnitude, and discharge*

mod forms;
mod laws;

use std::fmt;

use crate::flood::{Flood, QUANTUM, quantised};
use crate::grid::Grid;
use crate::water::{NONE, Tree};
use forms::{Form, VIEW, curvature_skew, form};
pub use laws::Law;
use laws::{fit, mean, median};

/// Rivers drain at least this number of square metres (or a tenth of [`LARGEST_RIVER`], if that is less) …
const RIVER: f64 = 0.3e6;
/// … and at least this number of cells.
const RIVER_CELLS: f64 = 100.0;
/// The laws are fitted to areas up to this share of the raster. Larger rivers are few, and their areas are cut off at the
/// border.
const LARGEST_RIVER: f64 = 1.0 / 30.0;
/// Depressions are deeper than this number of metres, and deeper than a share of the relief (the next constant). Shallower
/// ones are rounding errors.
const DEPRESSION: f64 = 0.05;
const DEPRESSION_SHARE: f64 = 1e-4;
/// Number of rivers with a profile.
const PROFILES: usize = 4;
/// The greatest magnitude of heights in metres. Rasters mark gaps with larger numbers.
const MAX_HEIGHT: f32 = 1e6;

/// Measures of the drainage of a square raster of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct Drainage {
    /// The share of the area that is in closed depressions, from 0 to 1.
    pub undrained: f64,
    /// The share of the rivers' cells that are in valleys, from 0 to 1. `None` if there are no rivers.
    pub in_valleys: Option<f64>,
    /// The share of the rivers' cells that are on ridges, from 0 to 1. `None` if there are no rivers.
    pub on_ridges: Option<f64>,
    /// The skewness of the curvature: negative if ridges are sharper than valleys. `None` for planes.
    pub curvature_skew: Option<f64>,
    /// The law of slopes along rivers: slope ~ area^−θ. [`Law::exponent`] is θ, the concavity. `None` if there are too few
    /// rivers.
    pub concavity: Option<Law>,
    /// Hack's law of lengths from the farthest source: length ~ area^h. [`Law::exponent`] is h. `None` if there are too few
    /// rivers.
    pub hack: Option<Law>,
    /// The profiles of up to four rivers, the largest first. Each profile has points from source to mouth. A point has the
    /// distance from the source and the height, in metres.
    pub profiles: Vec<Vec<[f64; 2]>>,
}

/// Why the drainage of a raster cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmeasured {
    /// The raster has fewer than [`Drainage::SMALLEST`] cells along a side.
    TooSmall,
    /// The raster has more than [`Drainage::LARGEST`] cells along a side.
    TooLarge,
    /// The raster has no finite height.
    NoHeight,
}

impl fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall => write!(f, "fewer than {} samples along a side", Drainage::SMALLEST),
            Self::TooLarge => write!(f, "more than {} samples along a side", Drainage::LARGEST),
            Self::NoHeight => write!(f, "no finite height"),
        }
    }
}

impl std::error::Error for Unmeasured {}

impl Drainage {
    /// The fewest cells along a side. Smaller rasters have too few rivers.
    pub const SMALLEST: usize = 128;
    /// The most cells along a side.
    pub const LARGEST: usize = 4096;

    /// Measures the drainage of `side` × `side` heights in metres, row by row, `spacing` metres apart. Water leaves at the
    /// border and at gaps. Gaps are heights that are not finite, or beyond ±10⁶ m.
    ///
    /// ```
    /// use orogen_erosion::drainage::Drainage;
    ///
    /// // A plane drains, and has neither valleys nor ridges.
    /// let side = 256;
    /// let plane: Vec<f32> = (0..side * side).map(|cell| 3.0 * (cell / side) as f32).collect();
    /// let drainage = Drainage::of(&plane, side, 30.0)?;
    /// assert_eq!((drainage.undrained, drainage.in_valleys), (0.0, Some(0.0)));
    /// # Ok::<(), orogen_erosion::drainage::Unmeasured>(())
    /// ```
    ///
    /// # Errors
    /// [`Unmeasured`] if the raster is too small or too large, or has only gaps.
    ///
    /// # Panics
    /// If there are not `side` × `side` heights, or if the spacing is not positive.
    pub fn of(heights: &[f32], side: usize, spacing: f64) -> Result<Self, Unmeasured> {
        assert!(heights.len() == side * side && spacing > 0.0, "a square grid with a spacing");
        match side {
            ..Self::SMALLEST => return Err(Unmeasured::TooSmall),
            _ if side > Self::LARGEST => return Err(Unmeasured::TooLarge),
            _ => {}
        }
        let gaps = |&height: &f32| if height.abs() <= MAX_HEIGHT { height } else { f32::NAN };
        let heights: Vec<f32> = heights.iter().map(gaps).collect();
        let network = Network::of(Grid { side, spacing }, &heights).ok_or(Unmeasured::NoHeight)?;
        let [in_valleys, on_ridges] = network.shares_of_forms();
        let concavity = network.law(|cell| network.slope(cell), mean);
        Ok(Self {
            undrained: network.undrained(),
            in_valleys,
            on_ridges,
            curvature_skew: curvature_skew(side, &heights),
            concavity: concavity.map(|law| Law { exponent: -law.exponent, ..law }),
            hack: network.law(|cell| network.length[cell], median),
            profiles: network.profiles(),
        })
    }
}

/// The network of water on a raster.
struct Network<'a> {
    grid: Grid,
    heights: &'a [f32],
    tree: Tree,
    /// The surface of the water, in units of [`QUANTUM`]. Water fills all depressions and is level in each of them.
    water: Vec<i32>,
    /// For each cell, the distance to the farthest source in metres, plus one cell.
    length: Vec<f64>,
    /// The least number of cells that a river drains.
    river: f64,
}

impl<'a> Network<'a> {
    fn of(grid: Grid, heights: &'a [f32]) -> Option<Self> {
        let lowest = heights.iter().copied().filter(|height| height.is_finite()).reduce(f32::min)?;
        let outlets: Vec<bool> =
            (0..grid.cells()).map(|cell| grid.is_border(cell) || !heights[cell].is_finite()).collect();
        let ground: Vec<f32> =
            heights.iter().map(|&height| if height.is_finite() { height } else { lowest }).collect();
        let mut flood = Flood::default();
        flood.run(grid, &ground, &outlets, None);
        let tree = Tree::of(grid, &flood, &outlets, &vec![1.0; grid.cells()]);
        // The surface of the flood rises towards the sources, so that water flows. This surface is level in depressions.
        let mut water: Vec<i32> = ground.iter().map(|&height| quantised(height)).collect();
        for &cell in &flood.order {
            let below = tree.receiver[cell as usize] as usize;
            water[cell as usize] = water[cell as usize].max(water[below]);
        }
        let mut length = vec![grid.spacing; grid.cells()];
        for &cell in flood.order.iter().rev() {
            let (cell, below) = (cell as usize, tree.receiver[cell as usize] as usize);
            if below != cell {
                length[below] = length[below].max(length[cell] + f64::from(grid.distance(cell, below)));
            }
        }
        let cells = grid.cells() as f64;
        // On small rasters, where 0.3 km² is a large share of the area, smaller rivers count, too. So the areas for the laws
        // span a factor of ten.
        let river = (RIVER / (grid.spacing * grid.spacing)).min(0.1 * LARGEST_RIVER * cells).max(RIVER_CELLS);
        Some(Self { grid, heights, tree, water, length, river })
    }

    /// The share of the finite cells that are in closed depressions.
    fn undrained(&self) -> f64 {
        let finite = || self.heights.iter().filter(|height| height.is_finite());
        let [lowest, highest] = finite()
            .fold([f32::INFINITY, f32::NEG_INFINITY], |[lowest, highest], &height| {
                [lowest.min(height), highest.max(height)]
            });
        let deep = DEPRESSION.max(DEPRESSION_SHARE * f64::from(highest - lowest)) / f64::from(QUANTUM);
        let depth = |cell: usize| f64::from(self.water[cell] - quantised(self.heights[cell]));
        let flooded = (0..self.grid.cells())
            .filter(|&cell| self.heights[cell].is_finite() && depth(cell) > deep)
            .count();
        flooded as f64 / finite().count() as f64
    }

    /// The cells of rivers that are at least `inside` cells from the border.
    fn rivers(&self, inside: usize) -> impl Iterator<Item = usize> {
        let side = self.grid.side;
        let places = inside..side - inside;
        let is_river = move |cell: &usize| {
            f64::from(self.tree.area[*cell]) >= self.river
                && self.tree.receiver[*cell] as usize != *cell
                && places.contains(&(cell % side))
                && places.contains(&(cell / side))
        };
        (0..self.grid.cells()).filter(is_river)
    }

    /// The shares of the rivers in valleys and on ridges.
    fn shares_of_forms(&self) -> [Option<f64>; 2] {
        let forms: Vec<Form> = self.rivers(VIEW).map(|cell| form(self.grid, self.heights, cell)).collect();
        [Form::Valley, Form::Ridge].map(|wanted| {
            let count = forms.iter().filter(|&&form| form == wanted).count();
            (!forms.is_empty()).then(|| count as f64 / forms.len() as f64)
        })
    }

    /// The slope of the water from a cell to its receiver; 0 in depressions.
    fn slope(&self, cell: usize) -> f64 {
        let below = self.tree.receiver[cell] as usize;
        let drop = f64::from(self.water[cell] - self.water[below]) * f64::from(QUANTUM);
        drop / f64::from(self.grid.distance(cell, below))
    }

    /// The law of a value of rivers.
    fn law(&self, value: impl Fn(usize) -> f64, typical: fn(&mut [f64]) -> f64) -> Option<Law> {
        let cells = self.rivers(VIEW).map(|cell| (f64::from(self.tree.area[cell]), value(cell)));
        fit(cells, self.river..LARGEST_RIVER * self.grid.cells() as f64, typical)
    }

    /// The profiles of the rivers with the largest areas.
    fn profiles(&self) -> Vec<Vec<[f64; 2]>> {
        let is_mouth = |&cell: &usize| {
            self.tree.receiver[cell] as usize == cell && f64::from(self.tree.area[cell]) >= self.river
        };
        let mut mouths: Vec<usize> = (0..self.grid.cells()).filter(is_mouth).collect();
        mouths.sort_by(|&a, &b| self.tree.area[b].total_cmp(&self.tree.area[a]));
        mouths.truncate(PROFILES);
        mouths.into_iter().map(|mouth| self.profile(mouth)).collect()
    }

    /// The profile of the river at a mouth. Upstream from the mouth, it follows the donor with the largest drainage area.
    fn profile(&self, mouth: usize) -> Vec<[f64; 2]> {
        let donor = |&cell: &usize| {
            let donor = self.tree.donor[cell];
            (donor != NONE).then_some(donor as usize)
        };
        let mut way: Vec<usize> = std::iter::successors(Some(mouth), donor).collect();
        way.reverse();
        let mut distance = 0.0;
        let mut before = way[0];
        let points = way.into_iter().map(|cell| {
            if cell != before {
                distance += f64::from(self.grid.distance(before, cell));
            }
            before = cell;
            [distance, f64::from(self.heights[cell])]
        });
        points.filter(|point| point[1].is_finite()).collect()
    }
}

#[cfg(test)]
mod tests;
