//! The channels of rivers on the grid, and the surface of all water.

use rayon::prelude::*;

use super::basins::NO_LAKE;
use super::{Lake, River, RiverPoint};
use crate::grid::{Grid, LENGTHS};
use crate::land::Land;

/// The least width of a river that is drawn on the grid, in units of a cell's width.
const LEAST_WIDTH: f32 = 0.5;

/// The least width of a drawn channel, in units of a cell's width. The grid cannot show the shape of a narrower channel.
const SHOWN_WIDTH: f32 = 1.6;

/// How far beyond its shores the surface of water continues under the ground, in units of a cell's width. A cubic B-spline
/// reaches two cells far.
pub const COLLAR: f32 = 3.0;

/// Where there is no water, its surface is this number of metres below the lowest ground nearby.
pub const DRY: f32 = 1.0;

/// The slope of the banks of a channel.
const BANK_SLOPE: f32 = 0.4;

/// The river at or near a cell.
#[derive(Clone, Copy, Debug)]
struct Near {
    /// The distance from the river's shore in metres; negative in the river.
    beyond: f32,
    surface: f32,
    /// The depth of the river in metres; negative outside the river.
    depth: f32,
}

const NOWHERE: Near = Near { beyond: f32::INFINITY, surface: 0.0, depth: 0.0 };

/// The rivers near each cell.
#[derive(Debug)]
pub(super) struct Channels(Vec<Near>);

impl Channels {
    /// The rivers that are wide enough to be shown.
    pub(super) fn of(land: &Land, rivers: &[River]) -> Self {
        let mut near = Vec::new();
        let spacing = land.spacing as f32;
        for river in rivers {
            for ends in river.points.windows(2) {
                if ends[0].width.max(ends[1].width) >= LEAST_WIDTH * spacing {
                    near.resize(land.grid().cells(), NOWHERE);
                    draw(land, ends, &mut near);
                }
            }
        }
        Self(near)
    }

    /// The height of the water in a channel; `None` outside channels.
    pub(super) fn water(&self, cell: usize) -> Option<f32> {
        self.0.get(cell).filter(|near| near.beyond <= 0.0).map(|near| near.surface)
    }

    /// Cuts the channels into the ground.
    pub(super) fn carve(&self, grid: Grid, lake: &[u32], outlets: &[bool], height: &mut [f32]) {
        let spacing = grid.spacing as f32;
        for (cell, (near, height)) in self.0.iter().zip(height).enumerate() {
            if lake[cell] != NO_LAKE || near.beyond > 1.5 * spacing || outlets[cell] {
                continue;
            }
            let target = if near.beyond <= 0.0 { -near.depth } else { BANK_SLOPE * near.beyond };
            *height = height.min(near.surface + target);
        }
    }

    /// Deepens the channels where rivers fall steeply, into a lake for example. Between cells, the surface is a cubic B-spline,
    /// which averages the heights around a cell. At such a place, it is lower than the river, and the bed must be below it.
    pub(super) fn deepen(&self, grid: Grid, lake: &[u32], surface: &[f32], height: &mut [f32]) {
        let weights = LENGTHS.map(|length| if length == 1.0 { 4.0 / 36.0 } else { 1.0 / 36.0 });
        for (cell, near) in self.0.iter().enumerate().filter(|(_, near)| near.beyond <= 0.0) {
            if lake[cell] == NO_LAKE {
                let around = grid.neighbours(cell).into_iter().zip(weights);
                let beside: f32 = around.map(|(neighbour, weight)| weight * surface[neighbour]).sum();
                height[cell] = height[cell].min(16.0 / 36.0 * surface[cell] + beside - near.depth);
            }
        }
    }

    /// The surface of all water. Where there is no water, the surface is below the ground.
    pub(super) fn surface(&self, grid: Grid, lake: &[u32], lakes: &[Lake], height: &[f32]) -> Vec<f32> {
        let shores = shores(grid, lake);
        let cells = (0..grid.cells()).into_par_iter().with_min_len(1 << 14);
        let surface = cells.map(|cell| {
            let near = self.0.get(cell).copied().unwrap_or(NOWHERE);
            if lake[cell] != NO_LAKE {
                return lakes[lake[cell] as usize].level;
            }
            if near.beyond <= 0.0 {
                return near.surface;
            }
            // A cell near a river and a lake belongs to the nearer of the two, because a lake is lower than a river that
            // flows into it.
            let (lake, away) = shores[cell];
            let is_by_river = near.beyond < COLLAR.min(away - 1.0) * grid.spacing as f32;
            let beside = match lake {
                _ if is_by_river => near.surface,
                NO_LAKE => f32::INFINITY,
                lake => lakes[lake as usize].level,
            };
            if beside <= height[cell] {
                return beside;
            }
            grid.neighbours(cell).into_iter().map(|neighbour| height[neighbour]).fold(height[cell], f32::min)
                - DRY
        });
        surface.collect()
    }
}

/// Marks the cells near a segment of a river.
fn draw(land: &Land, ends: &[RiverPoint], near: &mut [Near]) {
    let grid = land.grid();
    let spacing = grid.spacing as f32;
    let [a, b] = [ends[0], ends[1]];
    let half = |point: &RiverPoint| 0.5 * point.width.max(SHOWN_WIDTH * spacing);
    let reach = half(&a).max(half(&b)) + COLLAR * spacing;
    let span = |axis: usize| {
        let (low, high) = (a.position[axis].min(b.position[axis]), a.position[axis].max(b.position[axis]));
        let cell = |metres: f32| metres / spacing - 0.5;
        let (first, last) = (cell(low - reach).ceil() as isize, cell(high + reach).floor() as isize);
        if land.repeats { first..=last } else { first.max(0)..=last.min(grid.side as isize - 1) }
    };
    let within = |place: isize| place.rem_euclid(grid.side as isize) as usize;
    let (along_x, along_y) = (b.position[0] - a.position[0], b.position[1] - a.position[1]);
    let square = (along_x * along_x + along_y * along_y).max(1e-12);
    for row in span(1) {
        for column in span(0) {
            let x = (column as f32 + 0.5) * spacing - a.position[0];
            let y = (row as f32 + 0.5) * spacing - a.position[1];
            let share = ((x * along_x + y * along_y) / square).clamp(0.0, 1.0);
            let away = libm::hypotf(x - share * along_x, y - share * along_y);
            let mix = |a: f32, b: f32| a + share * (b - a);
            let half = mix(half(&a), half(&b));
            let beyond = away - half;
            let cell = &mut near[within(row) * grid.side + within(column)];
            if beyond < cell.beyond {
                // The bed is a parabola across the river.
                let depth = mix(a.depth, b.depth) * (1.0 - (away / half) * (away / half));
                *cell = Near { beyond, surface: mix(a.surface, b.surface), depth };
            }
        }
    }
}

/// For each cell, the lake that is at most [`COLLAR`] cells away, and its distance in cells. The distance is infinite if
/// there is no such lake.
fn shores(grid: Grid, lake: &[u32]) -> Vec<(u32, f32)> {
    let away = |lake: u32| if lake == NO_LAKE { f32::INFINITY } else { 0.0 };
    let mut shores: Vec<(u32, f32)> = lake.iter().map(|&lake| (lake, away(lake))).collect();
    for cells in 1..=COLLAR as usize {
        let before = shores.clone();
        shores.par_iter_mut().enumerate().with_min_len(1 << 14).for_each(|(cell, shore)| {
            if shore.0 == NO_LAKE {
                let around = grid.neighbours(cell).into_iter().map(|neighbour| before[neighbour].0);
                let lake = around.min().unwrap_or(NO_LAKE);
                *shore = (lake, if lake == NO_LAKE { f32::INFINITY } else { cells as f32 });
            }
        });
    }
    shores
}
