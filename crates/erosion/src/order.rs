//! An order for sweeps over cells that stays in the processor's cache.
//!
//! A flood reaches cells in the order of their levels. Cells of the same level lie anywhere on the grid, so a sweep in this
//! order waits for memory at almost every cell. A sweep needs much less: of two neighbours, the lower one comes first. Such an
//! order can go through the grid tile by tile, and return to a tile when the ground around it is done.

use std::collections::VecDeque;

use rayon::prelude::*;

use crate::grid::Grid;

/// Cells along a side of a tile. A sweep keeps about 40 bytes of each cell at hand, so a tile fits into a cache of 256 KiB.
const TILE: usize = 64;

/// Puts the cells into such an order. Of two neighbours on the same level, the one with the smaller index comes first.
pub(crate) fn tile_by_tile(grid: Grid, level: &[i32], order: &mut Vec<u32>) {
    let is_before = |a: usize, b: usize| (level[a], a) < (level[b], b);
    // How many neighbours have to come before a cell.
    let waits_for = |cell| grid.neighbours(cell).into_iter().filter(|&other| is_before(other, cell)).count();
    let mut waits: Vec<u8> =
        (0..grid.cells()).into_par_iter().with_min_len(1 << 14).map(|cell| waits_for(cell) as u8).collect();
    let mut tiles = Tiles::of(grid);
    for cell in (0..grid.cells()).filter(|&cell| waits[cell] == 0) {
        tiles.push(cell);
    }
    order.clear();
    order.reserve(grid.cells());
    while let Some(tile) = tiles.queue.pop_front() {
        let mut ready = std::mem::take(&mut tiles.ready[tile]);
        while let Some(cell) = ready.pop() {
            order.push(cell);
            let cell = cell as usize;
            for other in grid.neighbours(cell) {
                if is_before(cell, other) {
                    waits[other] -= 1;
                    if waits[other] == 0 {
                        if tiles.tile(other) == tile { ready.push(other as u32) } else { tiles.push(other) }
                    }
                }
            }
        }
        // Keeps the memory of the list.
        tiles.ready[tile] = ready;
    }
}

/// The cells of each tile that wait for no other cell.
struct Tiles {
    /// Cells along a side of the grid.
    side: usize,
    /// Tiles along a side of the grid.
    across: usize,
    ready: Vec<Vec<u32>>,
    /// The tiles that have such cells, except the tile at work.
    queue: VecDeque<usize>,
}

impl Tiles {
    fn of(grid: Grid) -> Self {
        let across = grid.side.div_ceil(TILE);
        Self { side: grid.side, across, ready: vec![Vec::new(); across * across], queue: VecDeque::new() }
    }

    #[inline(always)]
    fn tile(&self, cell: usize) -> usize {
        cell / self.side / TILE * self.across + cell % self.side / TILE
    }

    fn push(&mut self, cell: usize) {
        let tile = self.tile(cell);
        if self.ready[tile].is_empty() {
            self.queue.push_back(tile);
        }
        self.ready[tile].push(cell as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::tile_by_tile;
    use crate::grid::Grid;

    /// On grids of several tiles, with many cells of the same level.
    #[test]
    fn of_two_neighbours_the_lower_one_comes_first() {
        for side in [9, 64, 150] {
            let grid = Grid { side, spacing: 10.0 };
            let level: Vec<i32> = (0..grid.cells()).map(|cell| (cell * 7919 % 1009 % 40) as i32).collect();
            let mut order = Vec::new();
            tile_by_tile(grid, &level, &mut order);
            let mut place = vec![usize::MAX; grid.cells()];
            order.iter().enumerate().for_each(|(index, &cell)| place[cell as usize] = index);
            assert!(order.len() == grid.cells() && !place.contains(&usize::MAX), "each cell comes once");
            for cell in 0..grid.cells() {
                for other in grid.neighbours(cell) {
                    assert_eq!(place[cell] < place[other], (level[cell], cell) < (level[other], other));
                }
            }
        }
    }
}
