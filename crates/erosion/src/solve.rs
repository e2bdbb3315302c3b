//! The whole solution: from a coarse grid to the finest.

use orogen_noise::hash::combine;

use crate::deposits::{bare_rock, passes, track};
use crate::ground::Ground;
use crate::hillslope::smooth;
use crate::keep::refine_kept;
use crate::land::{Land, Settings};
use crate::refine::{FREE, refined};
use crate::shape::Shape;
use crate::solution::{FLOW, Solution, Stopped};
use crate::step::{State, Step};
use crate::terraces;
use crate::wind::rain;

/// A grid with more cells along a side than this is first solved on a coarser grid, if the number of cells along a side is even.
pub const COARSEST: usize = 192;

/// Steps of time on each level, from the coarsest on; the last number serves all finer ones. Each level only has to settle
/// what it adds.
const STEPS: [u32; 5] = [50, 20, 8, 4, 2];

/// Years of the last step, in which nothing but slopes moves.
const SETTLING: f64 = 1.0;

/// How far the first heights are those of the input, the rest being worn already.
const FIRST_HEIGHT: f32 = 0.6;

/// Erodes land.
///
/// This function calls `watch` on the caller's thread, with the share of the work that is done, from 0 to 1.
///
/// # Errors
/// [`Stopped`] if `watch` returns false.
///
/// # Panics
/// If a raster does not have one number for each cell, or the grid is smaller than 8 × 8 cells.
pub fn solve(land: &Land, settings: &Settings, watch: &dyn Fn(f32) -> bool) -> Result<Solution, Stopped> {
    assert!(land.side >= 8, "a grid has at least 8 cells along a side");
    assert_eq!(land.height.len(), land.side * land.side, "a grid has a height for each cell");
    if let Some(side) = settings.keep {
        return refine_kept(land, settings, side, watch);
    }
    let mut coarser = Vec::new();
    while coarser.last().unwrap_or(land).side > COARSEST
        && coarser.last().unwrap_or(land).side.is_multiple_of(2)
    {
        coarser.push(coarser.last().unwrap_or(land).halved());
    }
    let shape = Shape::of(coarser.last().unwrap_or(land));
    let levels = coarser.len() + 1;
    let work = Work::new(land, levels, passes(settings));
    let mut solver = Solver {
        settings,
        factor: shape.uplift_factor(),
        shape,
        state: State::default(),
        thickness: Vec::new(),
        uplift: Vec::new(),
        outlet: Vec::new(),
    };
    for (level, land) in coarser.iter().rev().chain([land]).enumerate() {
        let is_last = level + 1 == levels;
        let ground = solver.begin(level, land);
        let steps = STEPS[level.min(STEPS.len() - 1)];
        for step in 0..steps {
            if !watch(work.share(level, step)) {
                return Err(Stopped);
            }
            solver.step(level, land, &ground, step + 1 == steps);
        }
        if is_last {
            return solver.end(level, land, &ground, &|pass| watch(work.share(level, steps + pass)));
        }
        solver.correct_relief(land);
    }
    unreachable!("the last level returns")
}

/// The work of all levels, to tell how much is done.
struct Work {
    /// Cells to compute up to each level, and those of a step of it.
    levels: Vec<[f32; 2]>,
    all: f32,
}

impl Work {
    /// `passes` follow the steps of the last level.
    fn new(land: &Land, levels: usize, passes: u32) -> Self {
        let mut all = 0.0;
        let levels = (0..levels).map(|level| {
            let side = (land.side >> (levels - 1 - level)) as f32;
            let before = all;
            // A level begins and ends with as much work as a step or two.
            all += side * side * (STEPS[level.min(STEPS.len() - 1)] + 2) as f32;
            [before, side * side]
        });
        let levels = levels.collect();
        Self { levels, all: all + (land.side * land.side) as f32 * passes as f32 }
    }

    fn share(&self, level: usize, step: u32) -> f32 {
        let [before, cells] = self.levels[level];
        (before + cells * (step + 1) as f32) / self.all
    }
}

/// A solution in the making.
struct Solver<'a> {
    settings: &'a Settings,
    shape: Shape,
    state: State,
    /// Metres of sediment on the rock.
    thickness: Vec<f32>,
    /// A factor of the uplift, so that the land gets as high as its input.
    factor: f32,
    /// The shape's uplift and outlets on the grid of the level.
    uplift: Vec<f32>,
    outlet: Vec<f32>,
}

impl Solver<'_> {
    fn seed(&self, level: usize) -> u64 {
        combine(self.settings.seed, level as u64)
    }

    /// Brings everything to the grid of a level.
    fn begin(&mut self, level: usize, land: &Land) -> Ground {
        let grid = land.grid();
        let seed = self.seed(level);
        let state = &mut self.state;
        if level == 0 {
            let base = self.shape.base;
            state.height = land.height.iter().map(|&height| base + (height - base) * FIRST_HEIGHT).collect();
            state.sediment = vec![0.0; grid.cells()];
            self.thickness = vec![0.0; grid.cells()];
            self.uplift.clone_from(&self.shape.uplift);
            self.outlet.clone_from(&self.shape.outlet);
        } else {
            state.height = refined(&state.height, &state.area, land, seed, FREE);
            // A river's sediment now passes half as many cells of its width.
            state.sediment = land.doubled(&state.sediment).into_iter().map(|flux| 0.5 * flux).collect();
            self.uplift = land.doubled(&self.uplift);
            self.outlet = land.doubled(&self.outlet);
            self.thickness = land.doubled(&self.thickness);
        }
        let mut ground = Ground::new(land, self.settings, &self.uplift, self.factor);
        self.shape.add_basins(&mut ground.outlets, &self.outlet);
        if self.settings.wind.strength > 0.0 {
            let factors = rain(grid, land.repeats, &state.height, &self.settings.wind);
            ground.rain.iter_mut().zip(factors).for_each(|(rain, factor)| *rain *= factor);
        }
        for cell in (0..grid.cells()).filter(|&cell| ground.outlets[cell]) {
            // Rivers end at the surface of the sea, however deep it is there.
            state.height[cell] = land.sea.filter(|_| land.is_sea(cell)).unwrap_or(self.outlet[cell]);
        }
        ground
    }

    fn step(&mut self, level: usize, land: &Land, ground: &Ground, is_last: bool) {
        let grid = land.grid();
        let time = self.settings.duration / f64::from(STEPS[0]);
        let before = self.state.height.clone();
        self.state.step(grid, ground, Step::new(self.settings, time, combine(self.seed(level), FLOW)));
        if !is_last {
            smooth(grid, &mut self.state.height, &ground.outlets, self.settings.creep, time);
        }
        self.track(ground, &before, time);
    }

    /// Updates the sediment after so many years.
    fn track(&mut self, ground: &Ground, before: &[f32], time: f64) {
        let rise = |cell: usize| if ground.outlets[cell] { 0.0 } else { ground.uplift[cell] * time as f32 };
        track(&mut self.thickness, before, &self.state.height, rise);
    }

    /// Scales the land and its uplift, so that it gets as high as its input.
    fn correct_relief(&mut self, land: &Land) {
        let relief = self.shape.relief(&self.state.height, land);
        let correction = libm::powf((1.0 / relief).clamp(0.5, 2.0), 0.8);
        self.factor *= correction;
        let base = self.shape.base;
        self.state.height.iter_mut().for_each(|height| *height = base + (*height - base) * correction);
    }

    /// The last step, after which sediment moves. `watch` gets the number of each sediment pass.
    fn end(
        mut self,
        level: usize,
        land: &Land,
        ground: &Ground,
        watch: &dyn Fn(u32) -> bool,
    ) -> Result<Solution, Stopped> {
        (self.uplift, self.outlet) = Default::default();
        let grid = land.grid();
        let seed = combine(self.seed(level), FLOW);
        let before = self.state.height.clone();
        self.state.step(grid, ground, Step::new(self.settings, SETTLING, seed));
        let State { area, height, .. } = &mut self.state;
        terraces::cut(land, self.settings, &ground.outlets, area, height);
        self.state.settle(grid, ground, self.settings, seed as u32, watch)?;
        let water = self.state.end(land, ground, self.settings, seed as u32);
        self.track(ground, &before, SETTLING);
        let rock = bare_rock(grid, &self.state.height, &self.thickness);
        Ok(Solution {
            height: self.state.height,
            area: self.state.area,
            sediment: self.thickness,
            rock,
            water,
        })
    }
}
