//! One step of time: uplift, incision by rivers, deposition, and slopes that slide.

use rayon::prelude::*;

use crate::flood::{Flood, QUANTUM};
use crate::grid::{Grid, LENGTHS};
use crate::ground::Ground;
use crate::ice::Ice;
use crate::land::{Land, Settings};
use crate::order::tile_by_tile;
use crate::routing::{Shares, WHOLE, accumulate, route};
use crate::water::{Tree, Water, overdeepen};

/// Numbers of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The time in years.
    pub(crate) time: f32,
    /// Seed of the random numbers of flow.
    pub(crate) seed: u32,
    area_exponent: f32,
    deposition: f32,
    /// Half the width of a valley floor in metres, divided by `Aᵐ`, with `A` the drainage area and `m` the concavity.
    floor: f32,
    wetness: f32,
    ice: Option<Ice>,
}

/// Ground is half as wet as possible if its drainage area is this number of metres times the width of a cell.
const WET_LENGTH: f32 = 500.0;

/// The least fall of a valley floor, as a tangent.
const LEAST_FALL: f32 = 0.01;

/// Ratio of a valley floor's fall towards its river to the fall of the river.
const ACROSS: f32 = 1.3;

impl Step {
    /// A step of the given years.
    pub(crate) fn new(settings: &Settings, time: f64, seed: u64) -> Self {
        let area_exponent = settings.concavity as f32;
        Self {
            time: time as f32,
            seed: seed as u32,
            area_exponent,
            deposition: settings.deposition as f32,
            floor: settings.floor as f32 * libm::powf(1e-6, area_exponent),
            wetness: settings.wetness as f32,
            ice: settings.ice,
        }
    }
}

/// The valley floor that a cell belongs to.
#[derive(Clone, Copy, Debug, Default)]
struct Floor {
    /// Half the width of the floor in metres.
    width: f32,
    /// `width` less the distance from the river to this cell, in metres.
    left: f32,
    /// The fall of the river, as a tangent; 0 until the fall is known.
    fall: f32,
}

/// The rasters that change from step to step.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Heights in metres.
    pub(crate) height: Vec<f32>,
    /// Drainage area in square metres of average rain.
    pub(crate) area: Vec<f32>,
    /// Sediment that passes a cell, in cubic metres a year.
    pub(crate) sediment: Vec<f32>,
    pub(crate) flood: Flood,
    pub(crate) shares: Vec<Shares>,
    factor: Vec<f32>,
    /// Ice that passes a cell, in square metres of snow fields. Empty without glaciers.
    ice: Vec<f32>,
    floors: Vec<Floor>,
}

impl State {
    /// Runs a step.
    pub(crate) fn step(&mut self, grid: Grid, ground: &Ground, step: Step) {
        self.flood.run(grid, &self.height, &ground.outlets, Some(&ground.slopes));
        tile_by_tile(grid, &self.flood.level, &mut self.flood.order);
        self.drain(grid, ground, step.seed);
        self.freeze(grid, step);
        self.raise(grid, ground, step);
        self.incise(grid, ground, step);
        self.carry(grid, ground, step);
    }

    /// Digs the basins of lakes, fills the last depressions, and puts water on the land.
    pub(crate) fn end(&mut self, land: &Land, ground: &Ground, settings: &Settings, seed: u32) -> Water {
        let grid = land.grid();
        // Frees the rasters that only time steps need.
        (self.factor, self.floors, self.sediment, self.shares) = Default::default();
        self.fill(grid, ground, seed);
        if settings.lakes > 0.0 {
            let tree = Tree::of(grid, &self.flood, &ground.outlets, &ground.rain);
            overdeepen(land, &ground.outlets, settings, &tree, &self.flood.order, &mut self.height);
        }
        let water = Water::of(land, ground, settings, &mut self.height, &mut self.flood);
        self.drain(grid, ground, seed);
        water
    }

    /// Fills depressions, and updates the drainage areas.
    pub(crate) fn fill(&mut self, grid: Grid, ground: &Ground, seed: u32) {
        self.flood.run(grid, &self.height, &ground.outlets, None);
        self.drain(grid, ground, seed);
        self.height.par_iter_mut().zip(&self.flood.level).for_each(|(height, &level)| {
            *height = level as f32 * QUANTUM;
        });
    }

    /// Updates the drainage areas.
    fn drain(&mut self, grid: Grid, ground: &Ground, seed: u32) {
        route(grid, &self.flood, &ground.outlets, seed, &mut self.shares);
        self.area.clone_from(&ground.rain);
        accumulate(grid, &self.flood, &self.shares, &mut self.area);
    }

    /// Updates the glaciers.
    fn freeze(&mut self, grid: Grid, step: Step) {
        let Self { ice, flood, shares, .. } = self;
        ice.clear();
        if let Some(climate) = step.ice {
            let cell_area = (grid.spacing * grid.spacing) as f32;
            let balance = |&level: &i32| climate.balance(level as f32 * QUANTUM, cell_area);
            ice.extend(flood.level.iter().map(balance));
            accumulate(grid, flood, shares, ice);
        }
    }

    /// Adds uplift and deposits to the ground with filled depressions. Prepares the incision.
    fn raise(&mut self, grid: Grid, ground: &Ground, step: Step) {
        let Self { height, area, sediment, factor, ice, floors, flood, .. } = self;
        floors.resize(grid.cells(), Floor::default());
        factor.resize(grid.cells(), 0.0);
        let spacing = grid.spacing as f32;
        let cells = height.par_iter_mut().zip(factor).zip(floors).enumerate().with_min_len(1 << 14);
        cells.for_each(|(cell, ((height, factor), floor))| {
            *height = flood.level[cell] as f32 * QUANTUM;
            if ground.outlets[cell] {
                (*factor, *floor) = (0.0, Floor::default());
                return;
            }
            let deposit = step.deposition * sediment[cell] / area[cell];
            *height += step.time * (ground.uplift[cell] + deposit);
            let power = libm::powf(area[cell], step.area_exponent);
            *factor = step.time * ground.erodibility[cell] / spacing * power;
            let mut width = step.floor * power;
            if let Some(climate) = step.ice {
                *factor *= Ice::deepening(ice[cell]);
                width = width.max(climate.half_width(ice[cell]));
            }
            *floor = Floor { width, left: width, fall: 0.0 };
        });
    }

    /// Rivers cut, cell by cell from the lowest to the highest. This is the implicit scheme of Braun and Willett (2013) with
    /// several receivers: `h = (h₀ + Σ Fₖ·hₖ)/(1 + Σ Fₖ)` with `Fₖ = K·Δt·Aᵐ·wₖ/Lₖ`. Here `h₀` and `h` are the heights before
    /// and after the step, `hₖ` is the height of the receiver `k`, `wₖ` is the share of water that flows to it, and `Lₖ` is
    /// its distance. Then slopes that are too steep slide.
    fn incise(&mut self, grid: Grid, ground: &Ground, step: Step) {
        let Self { height, factor, floors, area, flood, shares, .. } = self;
        let weights = LENGTHS.map(|length| 1.0 / (WHOLE * length));
        let spacing = grid.spacing as f32;
        let wet_area = WET_LENGTH * spacing;
        for &cell in &flood.order {
            let cell = cell as usize;
            let factor = factor[cell];
            if factor <= 0.0 {
                continue;
            }
            let neighbours = grid.neighbours(cell);
            let around = neighbours.map(|neighbour| height[neighbour]);
            let before = height[cell];
            let (mut numerator, mut denominator) = (before, 1.0);
            for k in 0..8 {
                let share = factor * weights[k] * f32::from(shares[cell][k]);
                numerator += share * around[k];
                denominator += share;
            }
            let floor = reaching(floors[cell], neighbours.map(|neighbour| floors[neighbour]), spacing);
            // Ground in which water gathers is stable only on gentler slopes (Montgomery and Dietrich, 1994).
            let wet = area[cell] / (area[cell] + wet_area);
            let repose = ground.slopes.repose[cell] * (1.0 - step.wetness * wet);
            let reach = floor.steepest(repose) * spacing;
            let here = flood.level[cell];
            let lower = |k: usize| if flood.level[neighbours[k]] < here { around[k] } else { f32::INFINITY };
            let pairs = [
                [lower(1).min(lower(6)), lower(3).min(lower(4))],
                [lower(0).min(lower(7)), lower(2).min(lower(5))],
            ];
            height[cell] = match &ground.slopes.layers {
                None => (numerator / denominator).min(held(pairs, reach)),
                Some(layers) => {
                    let pairs = pairs.map(|pair| pair.map(|low| layers.level(cell, low)));
                    let eroded = layers.incised(cell, before, numerator - before, denominator - 1.0);
                    eroded.min(layers.height_of(cell, held(pairs, reach)))
                }
            };
            floors[cell] = floor.beside_river(height[cell], around, spacing);
        }
    }

    /// Updates the sediment that passes each cell: what the step eroded at this cell and upstream, less what it deposited
    /// there.
    fn carry(&mut self, grid: Grid, ground: &Ground, step: Step) {
        let Self { height, sediment, flood, shares, .. } = self;
        let cell_area = (grid.spacing * grid.spacing) as f32;
        sediment.par_iter_mut().enumerate().with_min_len(1 << 14).for_each(|(cell, sediment)| {
            let raised = flood.level[cell] as f32 * QUANTUM + step.time * ground.uplift[cell];
            *sediment =
                if ground.outlets[cell] { 0.0 } else { (raised - height[cell]) * cell_area / step.time };
        });
        accumulate(grid, flood, shares, sediment);
    }
}

/// The floor that reaches farthest beyond a cell: the cell's own floor, or that of a neighbour.
#[inline(always)]
fn reaching(own: Floor, around: [Floor; 8], spacing: f32) -> Floor {
    let mut floor = own;
    for (neighbour, length) in around.into_iter().zip(LENGTHS) {
        let left = neighbour.left - length * spacing;
        if left > floor.left {
            floor = Floor { left, ..neighbour };
        }
    }
    floor
}

impl Floor {
    /// The steepest stable slope. Along the middle of the floor, it is [`ACROSS`] times the fall of the river. It grows
    /// towards the walls, up to the angle of repose. So valleys have the shape of a U.
    #[inline(always)]
    fn steepest(&self, repose: f32) -> f32 {
        if self.fall > 0.0 {
            let share = 1.0 - self.left / self.width;
            repose.min(ACROSS * self.fall + repose * share * share)
        } else {
            repose
        }
    }

    /// Sets the fall if it is not yet known, that is, in a cell of the river itself. The fall is that to the lowest
    /// neighbour.
    #[inline(always)]
    fn beside_river(mut self, height: f32, around: [f32; 8], spacing: f32) -> Self {
        if self.fall <= 0.0 {
            let falls =
                around.into_iter().zip(LENGTHS).map(|(low, length)| (height - low) / (length * spacing));
            self.fall = falls.fold(LEAST_FALL, f32::max);
        }
        self
    }
}

/// The greatest stable height above the lower neighbours of each pair of opposite neighbours: along the axes, and along the
/// diagonals.
#[inline(always)]
fn held([axial, diagonal]: [[f32; 2]; 2], reach: f32) -> f32 {
    limit(axial, reach).min(limit(diagonal, reach * std::f32::consts::SQRT_2))
}

/// The greatest height of a cell at which its gradient is at most `reach` metres per cell. Along two axes, `a` and `b` are
/// the heights of the lower of the two opposite neighbours. This is the upwind solution of `|∇h| = reach` (Rouy and Tourin,
/// 1992).
#[inline(always)]
fn limit([a, b]: [f32; 2], reach: f32) -> f32 {
    let (low, high) = (a.min(b), a.max(b));
    let apart = high - low;
    if apart < reach { 0.5 * (a + b + (2.0 * reach * reach - apart * apart).sqrt()) } else { low + reach }
}
