//! Lakes: basins that glaciers have dug into valley floors, and the water in these basins.

use orogen_noise::hash::{combine, split_mix};

use super::shores::rings;
use super::tree::{NONE, Tree, steepest};
use super::{Lake, centre};
use crate::flood::{Flood, MAX_RISE, QUANTUM};
use crate::grid::Grid;
use crate::land::{Land, Settings};
use crate::texture::Texture;

/// Marks a cell without a lake.
pub(super) const NO_LAKE: u32 = u32::MAX;

/// A basin that is shallower than this, in metres, is filled. So is a basin with fewer cells than the next constant.
const LEAST_DEPTH: f32 = 1.5;
const LEAST_CELLS: usize = 12;

/// Shallower water than this, in metres, is not part of a lake.
const LEAST_WATER: f32 = 0.05;

/// The drainage area of the smallest valley that gets a lake, in square metres.
const LEAST_AREA: f32 = 1.5e6;

/// The mean distance along a river between two lakes, in metres, if all valleys have lakes.
const APART: f32 = 2500.0;

/// Ratio of the greatest depth of a basin to half the width of the valley floor.
const DEPTH: f32 = 0.2;

/// The basin ends where the valley has risen by more than this, as a ratio to half the width of the valley floor.
const CUT: f32 = 0.1;

/// The steepest slope of shores.
const SHORE: f32 = 0.8;

/// The greatest and the least length of a basin, as ratios to half the width of the valley floor.
const LENGTH: [f32; 2] = [16.0, 2.5];

/// The shores of a basin bend. These constants are the standard deviation of the bends in metres, its limit as a share of
/// half the width of the valley floor, and the wavelength of the bends in metres. The bends are so small compared with the
/// wavelength that neighbouring places stay neighbours.
const BEND: f32 = 35.0;
const BEND_SHARE: f32 = 0.5;
const BEND_LENGTH: f64 = 700.0;

/// Ratios to a basin's depth: how deep the basin is dug into ground at the level of the lake, and the height above that level
/// from which on ground is not dug. So hills stay as promontories and islands.
const TAKEN: f32 = 1.4;
const SPARED: f32 = 0.8;

/// A place on the middle line of a basin.
struct Place {
    cell: usize,
    /// The level of the lake.
    level: f32,
    /// The depth below the level of the lake.
    depth: f32,
    /// Half the width of the water.
    width: f32,
    /// The standard deviation of the bends of its shores, in metres.
    bend: f32,
}

/// Digs basins into valley floors, as glaciers do where their beds are soft or narrow. Downstream, a basin ends at a sill,
/// where the lake flows out. Basins are where a river falls little. `settings.lakes` sets how many there are.
pub(crate) fn overdeepen(
    land: &Land,
    outlets: &[bool],
    settings: &Settings,
    tree: &Tree,
    order: &[u32],
    height: &mut [f32],
) {
    let grid = land.grid();
    let seed = combine(settings.seed, 700);
    let mut since = vec![0.0_f32; grid.cells()];
    let mut is_head = vec![false; grid.cells()];
    let mut places = Vec::new();
    let gap = |cell: usize| {
        let random = (split_mix(combine(seed, cell as u64)) >> 40) as f32 / (1 << 24) as f32;
        APART * (0.3 + 1.4 * random) / settings.lakes as f32
    };
    // The distance to the next lake. It is passed upstream from cell to cell of a river.
    let mut wanted = vec![0.0_f32; grid.cells()];
    for &cell in order {
        let cell = cell as usize;
        if tree.area[cell] < LEAST_AREA || outlets[cell] {
            continue;
        }
        let below = tree.receiver[cell] as usize;
        if is_head[cell] {
            (since[cell], wanted[cell]) = (0.0, gap(cell));
            continue;
        }
        if wanted[below] == 0.0 {
            wanted[below] = gap(below);
        }
        let is_main = tree.donor[below] as usize == cell;
        let way = grid.distance(cell, below);
        (since[cell], wanted[cell]) =
            if is_main { (since[below] + way, wanted[below]) } else { (way, gap(cell)) };
        // The last basin is too close downstream, or the cell is part of it.
        if since[cell] < wanted[cell] {
            continue;
        }
        if let Some(basin) = basin(grid, settings, tree, cell, height) {
            // No basin begins at the cells along this basin. The distance to the next lake is measured from its head.
            since[cell] = f32::NEG_INFINITY;
            is_head[basin.last().map_or(cell, |place| place.cell)] = true;
            places.extend(basin);
        }
    }
    dig(land, outlets, &places, seed, height);
}

/// The basin above a sill, if the river falls little enough there.
fn basin(grid: Grid, settings: &Settings, tree: &Tree, sill: usize, height: &[f32]) -> Option<Vec<Place>> {
    let exponent = settings.concavity as f32;
    let floor = |cell: usize| settings.floor as f32 * libm::powf(tree.area[cell] * 1e-6, exponent);
    let (level, widest) = (height[sill], floor(sill));
    let mut way = vec![(sill, 0.0_f32)];
    loop {
        let &(cell, along) = way.last()?;
        let above = tree.donor[cell];
        if above == NONE {
            break;
        }
        let above = above as usize;
        let along = along + grid.distance(cell, above);
        let is_far = along > LENGTH[0] * widest || height[above] - level > CUT * widest;
        if is_far || tree.area[above] < 0.4 * tree.area[sill] {
            break;
        }
        way.push((above, along));
    }
    let length = way.last()?.1;
    if length < LENGTH[1] * widest || way.len() < 6 {
        return None;
    }
    let depth = DEPTH * widest * (length / (LENGTH[0] * widest)).sqrt();
    let place = |(cell, along): (usize, f32)| {
        let share = along / length;
        // Depth and width are zero at both ends.
        let swell = (4.0 * share * (1.0 - share)).max(0.0).sqrt();
        let depth = depth * swell * swell;
        Place { cell, level, depth, width: 0.9 * floor(cell) * swell, bend: BEND.min(BEND_SHARE * widest) }
    };
    Some(way.into_iter().map(place).collect())
}

/// Lowers the ground around the places of basins to the beds of the basins. Beds rise as parabolas to both shores.
fn dig(land: &Land, outlets: &[bool], places: &[Place], seed: u64, height: &mut [f32]) {
    if places.is_empty() {
        return;
    }
    let bend = |axis| {
        Texture { wavelength: BEND_LENGTH, octaves: 3, gain: 0.45, seed: combine(seed, axis) }.over(land)
    };
    let (bends, before) = ([bend(0), bend(1)], height.to_vec());
    let grid = land.grid();
    let spacing = grid.spacing as f32;
    let side = grid.side as isize;
    for place in places {
        let reach = ((1.5 * place.width + 4.0 * place.bend) / spacing) as isize + 2;
        let (x, y) = ((place.cell % grid.side) as isize, (place.cell / grid.side) as isize);
        let span = |middle: isize| match land.repeats {
            true => middle - reach..=middle + reach,
            false => (middle - reach).max(1)..=(middle + reach).min(side - 2),
        };
        for row in span(y) {
            for column in span(x) {
                let cell = (row.rem_euclid(side) * side + column.rem_euclid(side)) as usize;
                if outlets[cell] {
                    continue;
                }
                let [x, y] = [(column - x) as f32, (row - y) as f32].map(|cells| cells * spacing);
                let away = libm::hypotf(x + place.bend * bends[0][cell], y + place.bend * bends[1][cell]);
                height[cell] = height[cell].min(place.bed(away, before[cell]));
            }
        }
    }
}

impl Place {
    /// The height of the bed at a distance of `away` metres from this place, where the ground was at the height `ground`.
    fn bed(&self, away: f32, ground: f32) -> f32 {
        let share = away / self.width.max(1.0);
        let bed = self.level + (self.depth * (share * share - 1.0)).max(SHORE * (away - self.width));
        let above = ((ground - self.level) / (SPARED * self.depth).max(0.01)).clamp(0.0, 1.0);
        let fade = 1.0 - above * above;
        bed.max(ground - TAKEN * self.depth * fade * fade)
    }
}

/// The lakes of a flood.
#[derive(Debug)]
pub(super) struct Basins {
    /// The index of the lake at each cell, or [`NO_LAKE`].
    pub(super) lake: Vec<u32>,
    pub(super) lakes: Vec<Lake>,
}

impl Basins {
    /// Finds the depressions that are lakes. Fills the others.
    pub(super) fn of(grid: Grid, flood: &Flood, outlets: &[bool], height: &mut [f32]) -> Self {
        let level = |cell: usize| flood.level[cell] as f32 * QUANTUM;
        let mut lake = vec![NO_LAKE; grid.cells()];
        let mut lakes: Vec<Lake> = Vec::new();
        let joins = |cell: usize, neighbour: usize| {
            // In a basin, the flood rises only slightly from each cell to the next. If it rises more, the neighbour belongs
            // to a higher basin.
            let rise = flood.level[neighbour].abs_diff(flood.level[cell]);
            level(neighbour) - height[neighbour] >= LEAST_WATER && rise <= MAX_RISE
        };
        let firsts = flood.order.iter().map(|&cell| cell as usize);
        grid.for_each_region(firsts, joins, |basin| {
            let index = lakes.len() as u32;
            basin.iter().for_each(|&cell| lake[cell] = index);
            let below = |cell: usize| steepest(grid, flood, outlets, cell);
            let bars = bars(&flood.level, &lake, basin, below, |cell| joins(cell, cell));
            bars.iter().for_each(|&cell| lake[cell] = index);
            let basin = &[basin, &bars].concat();
            // The flood rises a little with the distance from its outlet, so water can leave the lake over several cells
            // whose levels differ by millimetres. The lake gets the highest of these levels, so no river that leaves the lake
            // begins above its surface.
            let ways = basin.iter().map(|&cell| below(cell)).filter(|&cell| lake[cell] != index);
            let outlet = ways.max_by_key(|&cell| (flood.level[cell], cell)).unwrap_or(basin[0]);
            let top = level(outlet);
            let lower = |a: usize, b: usize| if (height[b], b) < (height[a], a) { b } else { a };
            let deepest = basin.iter().copied().fold(basin[0], lower);
            let depth = top - height[deepest];
            if depth < LEAST_DEPTH || basin.len() < LEAST_CELLS {
                basin.iter().for_each(|&cell| lake[cell] = NO_LAKE);
                return;
            }
            let bed = |cell: usize| height[cell].min(top - LEAST_WATER);
            lakes.push(Lake {
                level: top,
                depth,
                area: basin.len() as f32 * (grid.spacing * grid.spacing) as f32,
                position: centre(grid, deepest),
                outlet: centre(grid, outlet),
                shores: rings(grid, basin, |cell| match lake[cell] == index {
                    true => top - bed(cell),
                    false => (top - height[cell]).min(0.0),
                }),
            });
        });
        for (cell, height) in height.iter_mut().enumerate() {
            *height = match lake[cell] {
                NO_LAKE => level(cell),
                // The surface of the flood rises a little with the distance from the outlet.
                lake => height.min(lakes[lake as usize].level - LEAST_WATER),
            };
        }
        Self { lake, lakes }
    }
}

/// The cells that water crosses on its way from a basin back into the same basin: bars in a lake. `below` is the cell that a
/// cell drains to, and `is_deep` tells whether a cell belongs to some basin.
fn bars(
    level: &[i32],
    lake: &[u32],
    basin: &[usize],
    below: impl Fn(usize) -> usize,
    is_deep: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let (index, lowest) = (lake[basin[0]], level[basin[0]]);
    let mut bars = Vec::new();
    for &cell in basin {
        let mut way = Vec::new();
        let mut next = below(cell);
        while lake[next] == NO_LAKE && level[next] > lowest && !is_deep(next) {
            way.push(next);
            let last = next;
            next = below(last);
            // An outlet.
            if next == last {
                break;
            }
        }
        if lake[next] == index {
            bars.append(&mut way);
        }
    }
    bars.sort_unstable();
    bars.dedup();
    bars
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Water leaves a basin of cells 1 to 3 over cell 4 and comes back, and leaves it over cell 0 to an outlet.
    #[test]
    fn bars_lie_between_parts_of_a_basin() {
        let level = [12, 11, 15, 10, 14, 20];
        let below = [0, 0, 4, 1, 3, 5];
        let lake = [NO_LAKE, 7, 7, 7, NO_LAKE, NO_LAKE];
        let found = |deep: Option<usize>| {
            bars(&level, &lake, &[3, 1, 2], |cell| below[cell], |cell| Some(cell) == deep)
        };
        assert_eq!(found(None), [4]);
        // Another basin is no bar.
        assert_eq!(found(Some(4)), [0; 0]);
    }

    proptest! {
        /// A basin lowers the ground, least where the ground is highest. Hills at the shore do not change.
        #[test]
        fn basins_keep_hills(away in 0.0_f32..300.0, above in -20.0_f32..60.0, depth in 0.5_f32..20.0) {
            let place = Place { cell: 0, level: 500.0, depth, width: 80.0, bend: 0.0 };
            let ground = 500.0 + above;
            let bed = place.bed(away, ground);
            prop_assert!(bed.min(ground) >= ground - TAKEN * depth - 1e-3);
            prop_assert!(above < SPARED * depth || bed >= ground);
            prop_assert!(away < 80.0 || bed >= 500.0);
            let deepest = place.bed(0.0, 500.0);
            prop_assert!((deepest - (500.0 - depth)).abs() < 1e-3);
        }
    }
}
