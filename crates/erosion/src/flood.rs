//! Fills depressions with water. Computes the surface of the water, and the order of cells in which it flows.

use crate::grid::{Grid, LENGTHS};
use crate::ground::Slopes;
use crate::queue::RadixQueue;

/// The unit in metres of heights for routing water. Heights are whole numbers of this unit. They are exact in `f32` up to 16
/// km, and comparing them needs no rounding.
pub(crate) const QUANTUM: f32 = 1.0 / 1024.0;

/// How much the surface of a filled depression rises from a cell to the next cell upstream, in units of [`QUANTUM`] for each
/// cell of distance.
const RISE: f32 = 2.0;

/// The least integer that is not below the rise between diagonal neighbours.
pub(crate) const MAX_RISE: u32 = 3;

/// The factor by which slopes may exceed the angle of repose here. Sliding in the directions of eight neighbours makes
/// facets, so the remaining sliding is left to [`State::step`](crate::step::State::step).
const SLACK: f32 = 1.1;

/// The surface of water that fills all depressions, and the order of the cells from the lowest to the highest.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    /// The surface in units of [`QUANTUM`]. Every cell except outlets has a lower neighbour.
    pub(crate) level: Vec<i32>,
    /// All cells. Each comes after the cell that it flows to.
    pub(crate) order: Vec<u32>,
}

/// The greatest heights in units of [`QUANTUM`]: a thousand kilometres. This leaves room for the rise along the longest path.
const HIGHEST: f32 = (1 << 30) as f32;

/// The height in units of [`QUANTUM`].
pub(crate) fn quantised(height: f32) -> i32 {
    (height * (1.0 / QUANTUM)).round_ties_even().clamp(-HIGHEST, HIGHEST) as i32
}

impl Flood {
    /// Floods a grid from its outlets: priority-flood (Barnes, Lehman and Mulla, 2014).
    pub(crate) fn run(&mut self, grid: Grid, height: &[f32], outlets: &[bool], slopes: Option<&Slopes>) {
        const DRY: i32 = i32::MAX;
        let Self { level, order } = self;
        level.clear();
        level.resize(grid.cells(), DRY);
        order.clear();
        order.reserve(grid.cells());
        let key = |level: i32| (level as u32) ^ (1 << 31);
        let mut queue = RadixQueue::default();
        for (cell, _) in outlets.iter().enumerate().filter(|&(_, &outlet)| outlet) {
            level[cell] = quantised(height[cell]);
            queue.push(key(level[cell]), cell as u32);
        }
        let rises = LENGTHS.map(|length| (RISE * length) as i32);
        let drops = LENGTHS.map(|length| SLACK * length * grid.spacing as f32 / QUANTUM);
        while let Some((_, cell)) = queue.pop() {
            order.push(cell);
            let here = level[cell as usize];
            for (step, neighbour) in grid.neighbours(cell as usize).into_iter().enumerate() {
                if level[neighbour] == DRY {
                    let ground = quantised(height[neighbour]);
                    let held = match slopes {
                        Some(slopes) => {
                            let reach = slopes.repose[neighbour] * drops[step];
                            ground.min(slopes.held(neighbour, here, reach, 1.0 / QUANTUM))
                        }
                        None => ground,
                    };
                    let surface = held.max(here + rises[step]);
                    level[neighbour] = surface;
                    queue.push(key(surface), neighbour as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flood, quantised};
    use crate::grid::Grid;
    use crate::ground::Slopes;

    fn rough(side: usize) -> Vec<f32> {
        (0..side * side).map(|cell| ((cell * 7919 + cell / 5 * 104_729) % 1009) as f32 * 0.3).collect()
    }

    fn border(grid: Grid) -> Vec<bool> {
        (0..grid.cells()).map(|cell| grid.is_border(cell)).collect()
    }

    #[test]
    fn absurd_heights_flow_too() {
        let grid = Grid { side: 8, spacing: 10.0 };
        let height: Vec<f32> = (0..64).map(|cell| if cell % 3 == 0 { 1e30 } else { -1e30 }).collect();
        let mut flood = Flood::default();
        flood.run(grid, &height, &border(grid), None);
        assert!(flood.order.len() == 64 && flood.level.iter().all(|level| level.abs() < 1 << 30 | 1 << 8));
    }

    /// The surface of the water at a cell is the lowest height at which water can flow from there to an outlet. Each path to
    /// an outlet has a highest point, and this height is the smallest of them. The test computes it by relaxation until
    /// nothing changes. The height that `Flood` adds so that water flows is at most the rise along the whole path.
    #[test]
    fn depressions_are_filled_to_their_outlets() {
        let grid = Grid { side: 24, spacing: 10.0 };
        let (height, outlets) = (rough(24), border(grid));
        let mut flood = Flood::default();
        flood.run(grid, &height, &outlets, None);
        let ground: Vec<i32> = height.iter().map(|&height| quantised(height)).collect();
        let mut oracle: Vec<i32> =
            (0..grid.cells()).map(|cell| if outlets[cell] { ground[cell] } else { i32::MAX }).collect();
        loop {
            let mut changed = false;
            for cell in (0..grid.cells()).filter(|&cell| !outlets[cell]) {
                let lowest =
                    grid.neighbours(cell).into_iter().map(|neighbour| oracle[neighbour]).min().unwrap();
                let surface = lowest.max(ground[cell]);
                changed |= surface < oracle[cell];
                oracle[cell] = surface.min(oracle[cell]);
            }
            if !changed {
                break;
            }
        }
        let most = 3 * grid.cells() as i32;
        assert!(flood.level.iter().zip(&oracle).all(|(level, oracle)| (0..most).contains(&(level - oracle))));
        assert!(flood.level.iter().zip(&oracle).any(|(level, oracle)| level == oracle));
        assert!(
            oracle.iter().zip(&ground).any(|(oracle, ground)| oracle > ground),
            "the ground has depressions"
        );
    }

    #[test]
    fn every_cell_comes_after_a_lower_neighbour() {
        let grid = Grid { side: 40, spacing: 10.0 };
        let mut flood = Flood::default();
        flood.run(grid, &rough(40), &border(grid), None);
        let mut place = vec![usize::MAX; grid.cells()];
        flood.order.iter().enumerate().for_each(|(index, &cell)| place[cell as usize] = index);
        for cell in (0..grid.cells()).filter(|&cell| !grid.is_border(cell)) {
            let lower = |&neighbour: &usize| flood.level[neighbour] < flood.level[cell];
            let below: Vec<_> = grid.neighbours(cell).into_iter().filter(lower).collect();
            assert!(!below.is_empty() && below.into_iter().all(|neighbour| place[neighbour] < place[cell]));
        }
    }

    #[test]
    fn slopes_slide() {
        let grid = Grid { side: 32, spacing: 10.0 };
        let mut height = vec![0.0; grid.cells()];
        height[16 * 32 + 16] = 500.0;
        let slopes = Slopes { repose: vec![1.0; grid.cells()], layers: None };
        let mut flood = Flood::default();
        flood.run(grid, &height, &border(grid), Some(&slopes));
        let top = flood.level[16 * 32 + 16] as f32 / 1024.0;
        assert!((10.0..12.0).contains(&top), "{top} m above its neighbours, at 45° and some slack");
    }
}
