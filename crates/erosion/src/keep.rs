//! Refines measured terrain. The land keeps its shape.
//!
//! Heights that are measured every 30 m show valleys and summits only roughly. Here, rivers and slides add the detail between
//! them, level by level, on grids with smaller and smaller cells. The mean height that erosion removes from a coarse cell is
//! added again as uplift, which is smooth from cell to cell. So the averages over coarse cells stay the same, and gullies
//! deepen between ribs that rise.

use orogen_noise::hash::combine;
use rayon::prelude::*;

use crate::breach::open_depressions;
use crate::deposits::bare_rock;
use crate::grid::Grid;
use crate::ground::Ground;
use crate::hillslope::smooth;
use crate::land::{Land, Settings};
use crate::raster::{doubled, halved, within};
use crate::refine::{KEPT, refined};
use crate::shape::Shape;
use crate::solution::{FLOW, Solution, Stopped};
use crate::step::{State, Step};
use crate::texture::Texture;

/// Number of time steps on each level.
const STEPS: u32 = 4;

/// Years of a time step for each metre of a cell's side, for the usual duration. With this number, the depth of gullies is
/// about a third of a cell's width.
const PACE: f64 = 250.0;

/// The usual duration in years.
const USUAL: f64 = 5e6;

/// The measured land already has the beds of rivers that drain more than this number of squares, the coarse cells whose
/// averages are kept. Such rivers cut little.
const SHOWN: f64 = 300.0;

/// The factor by which slopes may be steeper than those of the measured land.
const STEEPER: f32 = 1.25;

/// Depressions shallower than this share of a square's side are mostly lakes and plains, so they are filled and not cut.
const OPENED: f64 = 0.03;

/// The number of times that the averages are restored after a step. Each time restores about half of the missing differences
/// between neighbours.
const RESTORATIONS: u32 = 5;

/// Factor on the settings' width of valley floors, since the measured land already has the wide floors.
const FLOOR: f64 = 0.3;

/// Factor on the settings' wetness. Since averages are kept, gullies are at most two squares apart. With full wetness, many
/// of them would look alike.
const WETNESS: f64 = 0.5;

/// Factor on the settings' variation of rock.
const VARIATION: f64 = 2.0;

/// Makes gullied slopes and smooth slopes alternate. Erodibility is multiplied by the exponential function of a texture times
/// this number.
const PATCHES: f32 = 0.5;

/// The seed of that texture.
const PATCH: u64 = 500;

/// Erodes land such that its averages over squares of about `side` metres stay the same. See [`solve`](crate::solve).
pub(crate) fn refine_kept(
    land: &Land,
    settings: &Settings,
    side: f64,
    watch: &dyn Fn(f32) -> bool,
) -> Result<Solution, Stopped> {
    let mut coarser: Vec<Land> = Vec::new();
    loop {
        let last = coarser.last().unwrap_or(land);
        if last.spacing * std::f64::consts::SQRT_2 > side || last.side < 16 || !last.side.is_multiple_of(2) {
            break;
        }
        coarser.push(last.halved());
    }
    let mut first = coarser.last().unwrap_or(land).clone();
    first.height = measured(land, &first, coarser.len() as u32);
    let settings = &Settings {
        floor: FLOOR * settings.floor,
        wetness: WETNESS * settings.wetness,
        variation: VARIATION * settings.variation,
        // The measured land already contains the sediment that has settled.
        deposition: 0.0,
        ..*settings
    };
    let repose = held(&first);
    let shape = Shape::of(&first);
    let outlet = shape.outlet.clone();
    let mut keeper = Keeper { settings, first, state: State::default(), repose, shape, outlet };
    let mut done = 0.0;
    let steps = |land: &Land| (land.side * land.side) as f32 * STEPS as f32;
    let all: f32 = coarser.iter().chain([land]).map(steps).sum();
    keeper.begin();
    for (level, land) in coarser.iter().rev().chain([land]).enumerate().skip(1) {
        let ground = keeper.refine(level, land);
        for step in 0..STEPS {
            done += steps(land) / STEPS as f32;
            if !watch(done / all) {
                return Err(Stopped);
            }
            keeper.step(level, land, &ground, step + 1 == STEPS);
        }
    }
    let levels = coarser.len();
    Ok(keeper.end(levels, land))
}

/// The slopes at which the measured land is known to be stable, as tangents.
fn held(land: &Land) -> Vec<f32> {
    let grid = land.grid();
    let slope = |cell| {
        if !land.repeats && grid.is_border(cell) {
            return 0.0;
        }
        let around = grid.neighbours(cell).map(|neighbour| land.height[neighbour]);
        STEEPER * libm::hypotf(around[4] - around[3], around[6] - around[1]) / (2.0 * land.spacing as f32)
    };
    (0..grid.cells()).into_par_iter().map(slope).collect()
}

/// The averages that land keeps over squares of `2^halvings` cells along a side. Some land is interpolated from heights that
/// were measured about one square apart. A measured height is about the average of the ground around it. Since interpolation
/// passes through measured heights, the averages of interpolated land are too smooth. So for interpolated land, the result is
/// the measured heights, at the centres of the squares. Other land keeps its own averages.
fn measured(land: &Land, first: &Land, halvings: u32) -> Vec<f32> {
    if halvings == 0 {
        return first.height.clone();
    }
    let centres = at_centres(land, halvings);
    let smoother = interpolated_averages(&centres, first);
    let apart = |one: &[f32]| -> f64 {
        one.iter().zip(&first.height).map(|(one, average)| f64::from(one - average).powi(2)).sum()
    };
    if apart(&smoother) < 0.25 * apart(&centres) { centres } else { first.height.clone() }
}

/// The heights at the centres of squares of `2^halvings` cells along a side. `halvings` is at least 1.
fn at_centres(land: &Land, halvings: u32) -> Vec<f32> {
    let (side, cells) = (land.side >> halvings, 1 << halvings);
    let centre = |square: usize| {
        let [column, row] = [square % side, square / side].map(|i| i * cells + cells / 2);
        let pair =
            |row: usize| land.height[row * land.side + column - 1] + land.height[row * land.side + column];
        0.25 * (pair(row - 1) + pair(row))
    };
    (0..side * side).map(centre).collect()
}

/// The averages over squares of a surface that passes through the heights at the squares' centres. The surface consists of
/// Catmull and Rom's cubics. The weights are integrals of these cubics over a square.
fn interpolated_averages(centres: &[f32], land: &Land) -> Vec<f32> {
    const WEIGHTS: [f32; 5] = [-5.0 / 384.0, 3.0 / 32.0, 161.0 / 192.0, 3.0 / 32.0, -5.0 / 384.0];
    let side = land.side;
    let along = |at: &dyn Fn(usize) -> f32, i: usize| -> f32 {
        let places = (0..5).map(|k| within((i + k) as isize - 2, side, land.repeats));
        places.zip(WEIGHTS).map(|(place, weight)| weight * at(place)).sum()
    };
    let row = |row: usize, column: usize| along(&|column| centres[row * side + column], column);
    let rows: Vec<f32> = (0..side * side).map(|cell| row(cell / side, cell % side)).collect();
    (0..side * side).map(|cell| along(&|row| rows[row * side + cell % side], cell / side)).collect()
}

struct Keeper<'a> {
    settings: &'a Settings,
    /// The land before refinement.
    first: Land,
    state: State,
    /// The result of [`held`] on the grid of the level.
    repose: Vec<f32>,
    shape: Shape,
    /// [`Shape::outlet`] on the grid of the level.
    outlet: Vec<f32>,
}

impl Keeper<'_> {
    fn seed(&self, level: usize) -> u64 {
        combine(self.settings.seed, level as u64)
    }

    fn ground(&self, land: &Land) -> Ground {
        let mut ground = Ground::new(land, self.settings, &vec![0.0; land.side * land.side], 0.0);
        self.shape.add_basins(&mut ground.outlets, &self.outlet);
        ground
    }

    /// Drains the land before refinement.
    fn begin(&mut self) {
        let (ground, grid) = (self.ground(&self.first), self.first.grid());
        self.state.height.clone_from(&self.first.height);
        self.open(grid, &ground);
        self.state.fill(grid, &ground, combine(self.seed(0), FLOW) as u32);
        self.first.height.clone_from(&self.state.height);
    }

    /// Converts all rasters to the grid of a level.
    fn refine(&mut self, level: usize, land: &Land) -> Ground {
        let (grid, seed) = (land.grid(), self.seed(level));
        let state = &mut self.state;
        self.repose = land.doubled(&self.repose);
        self.outlet = land.doubled(&self.outlet);
        let area = land.doubled(&state.area);
        state.height = refined(&state.height, &state.area, land, seed, KEPT);
        state.sediment = vec![0.0; grid.cells()];
        let mut ground = self.ground(land);
        let patches = self.patches(land);
        let shown = (SHOWN * self.first.spacing * self.first.spacing) as f32;
        for cell in 0..grid.cells() {
            ground.slopes.repose[cell] = ground.slopes.repose[cell].max(self.repose[cell]);
            ground.erodibility[cell] *= patches[cell] / (1.0 + area[cell] / shown);
        }
        self.restore(land, &ground);
        ground
    }

    /// Factors of the erodibility for each cell.
    fn patches(&self, land: &Land) -> Vec<f32> {
        let seed = combine(self.settings.seed, PATCH);
        let texture = Texture { wavelength: 16.0 * self.first.spacing, octaves: 4, gain: 0.7, seed };
        let mut patches = texture.over(land);
        patches.par_iter_mut().for_each(|patch| *patch = libm::expf(PATCHES * (*patch - 0.5)));
        patches
    }

    fn step(&mut self, level: usize, land: &Land, ground: &Ground, is_last: bool) {
        let grid = land.grid();
        let time = PACE * land.spacing * self.settings.duration / USUAL;
        self.open(grid, ground);
        self.state.step(grid, ground, Step::new(self.settings, time, combine(self.seed(level), FLOW)));
        if !is_last {
            smooth(grid, &mut self.state.height, &ground.outlets, self.settings.creep, time);
        }
        self.restore(land, ground);
    }

    fn end(mut self, level: usize, land: &Land) -> Solution {
        let ground = self.ground(land);
        let grid = land.grid();
        self.open(grid, &ground);
        let seed = combine(self.seed(level), FLOW) as u32;
        let water = self.state.end(land, &ground, self.settings, seed);
        let sediment = vec![0.0; grid.cells()];
        let rock = bare_rock(grid, &self.state.height, &sediment);
        Solution { height: self.state.height, area: self.state.area, sediment, rock, water }
    }

    fn hold_outlets(&mut self, land: &Land, ground: &Ground) {
        let height = &mut self.state.height;
        (0..height.len())
            .filter(|&cell| ground.outlets[cell])
            .for_each(|cell| height[cell] = land.height[cell]);
    }

    /// Raises the land so that its averages are those before refinement. The missing heights are spread by repeated doubling,
    /// which converges to a quadratic B-spline (Chaikin, 1974).
    fn restore(&mut self, land: &Land, ground: &Ground) {
        for _ in 0..RESTORATIONS {
            let mut averages = self.state.height.clone();
            let mut side = land.side;
            while side > self.first.side {
                averages = halved(&averages, side);
                side /= 2;
            }
            let mut missing: Vec<f32> =
                self.first.height.iter().zip(&averages).map(|(before, now)| before - now).collect();
            while side < land.side {
                missing = doubled(&missing, side, land.repeats);
                side *= 2;
            }
            self.state.height.iter_mut().zip(&missing).for_each(|(height, missing)| *height += missing);
            self.hold_outlets(land, ground);
        }
    }

    /// Cuts the ground so that depressions drain.
    fn open(&mut self, grid: Grid, ground: &Ground) {
        let least = (OPENED * self.first.spacing) as f32;
        open_depressions(grid, &mut self.state.height, &ground.outlets, least);
    }
}
