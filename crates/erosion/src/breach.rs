//! Drains depressions through cuts.

use crate::flood::{Flood, QUANTUM};
use crate::grid::Grid;

/// A place where the water is shallower than this number of metres is not a depression. [`Flood`] adds about this depth so
/// that water flows.
const FILM: f32 = 0.01;

/// Drains depressions by breaching (Lindsay, 2016): cuts an outlet through the ground around a depression if this moves less
/// ground than filling the depression. Depressions that are less than `least` metres deep everywhere are not changed.
pub(crate) fn open_depressions(grid: Grid, height: &mut [f32], outlets: &[bool], least: f32) {
    let mut flood = Flood::default();
    flood.run(grid, height, outlets, None);
    let depth = |cell: usize| flood.level[cell] as f32 * QUANTUM - height[cell];
    let mut is_cut = vec![true; grid.cells()];
    grid.for_each_region(
        0..grid.cells(),
        |_, cell| depth(cell) >= FILM,
        |basin| {
            let deepest =
                basin.iter().copied().fold(basin[0], |a, b| if depth(b) > depth(a) { b } else { a });
            let fill = || basin.iter().map(|&cell| depth(cell)).sum::<f32>();
            let open = depth(deepest) >= least && cut(grid, &flood, height, outlets, deepest) < fill();
            basin.iter().for_each(|&cell| is_cut[cell] = open);
        },
    );
    // Visits each cell after all cells that flow to it. So every cell on a path ends up below the cells upstream.
    for &cell in flood.order.iter().rev() {
        let cell = cell as usize;
        if outlets[cell] || !is_cut[cell] {
            continue;
        }
        let receiver = receiver(grid, &flood, height, cell);
        if !outlets[receiver] {
            height[receiver] = height[receiver].min(height[cell] - QUANTUM);
        }
    }
}

/// The neighbour with the lowest bed, among the neighbours with lower water. So cuts follow the beds of depressions.
fn receiver(grid: Grid, flood: &Flood, height: &[f32], cell: usize) -> usize {
    let lower = |neighbour: &usize| flood.level[*neighbour] < flood.level[cell];
    let lower = grid.neighbours(cell).into_iter().filter(lower);
    lower.reduce(|a, b| if height[b] < height[a] { b } else { a }).unwrap_or(cell)
}

/// How much ground a cut from a cell must remove: the height above the cell, in metres, summed along the water's path. The
/// path ends at an outlet or at a lower cell.
fn cut(grid: Grid, flood: &Flood, height: &[f32], outlets: &[bool], cell: usize) -> f32 {
    let (bottom, mut sum, mut at) = (height[cell], 0.0, cell);
    loop {
        at = receiver(grid, flood, height, at);
        if outlets[at] || height[at] < bottom {
            return sum;
        }
        sum += height[at] - bottom;
    }
}

#[cfg(test)]
mod tests {
    use super::open_depressions;
    use crate::flood::{Flood, QUANTUM};
    use crate::grid::Grid;

    /// A valley that falls to the west, with a wall of the height `wall` across it and a pit of the depth `pit` in it.
    fn heights(grid: Grid, wall: f32, pit: f32) -> Vec<f32> {
        let height = |cell: usize| {
            let (x, y) = (cell % grid.side, cell / grid.side);
            let bump = if x == 8 { wall } else { 0.0 };
            0.2 * x as f32 + 0.5 * y.abs_diff(12) as f32 + bump
                - if cell == 12 * grid.side + 20 { pit } else { 0.0 }
        };
        (0..grid.cells()).map(height).collect()
    }

    fn border(grid: Grid) -> Vec<bool> {
        (0..grid.cells()).map(|cell| grid.is_border(cell)).collect()
    }

    /// The greatest depth of water that has filled all depressions.
    fn deepest(grid: Grid, height: &[f32]) -> f32 {
        let mut flood = Flood::default();
        flood.run(grid, height, &border(grid), None);
        flood
            .level
            .iter()
            .zip(height)
            .map(|(&level, height)| level as f32 * QUANTUM - height)
            .fold(0.0, f32::max)
    }

    fn opened(grid: Grid, before: &[f32]) -> Vec<f32> {
        let mut height = before.to_vec();
        open_depressions(grid, &mut height, &border(grid), 0.1);
        height
    }

    #[test]
    fn a_dam_is_cut_and_a_pit_is_left() {
        let grid = Grid { side: 24, spacing: 10.0 };
        let dammed = heights(grid, 2.5, 0.0);
        let height = opened(grid, &dammed);
        assert!(deepest(grid, &dammed) > 2.0 && deepest(grid, &height) < 0.1);
        let lowered = (0..grid.cells()).filter(|&cell| height[cell] < dammed[cell] - 0.1).count();
        assert!((1..4).contains(&lowered), "{lowered} cells are lower");
        // Filling a pit of one cell moves less ground than a trench to it.
        let pitted = heights(grid, 0.0, 3.0);
        assert!(
            opened(grid, &pitted).iter().zip(&pitted).all(|(after, before)| (after - before).abs() < 0.01)
        );
    }
}
