//! The tree of flow if each cell drains to a single other cell.

use rayon::prelude::*;

use crate::flood::Flood;
use crate::grid::{Grid, LENGTHS};

/// Marks a cell to which no cell drains.
pub(crate) const NONE: u32 = u32::MAX;

/// The steepest way down from each cell.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The cell that each cell drains to. Outlets drain to themselves.
    pub(crate) receiver: Vec<u32>,
    /// The drainage area of each cell in square metres of average rain. It grows downstream.
    pub(crate) area: Vec<f32>,
    /// For each cell, the neighbour with the largest area among those that drain to it, or [`NONE`].
    pub(crate) donor: Vec<u32>,
}

impl Tree {
    /// The tree of a flood's surface.
    pub(crate) fn of(grid: Grid, flood: &Flood, outlets: &[bool], rain: &[f32]) -> Self {
        let cells = (0..grid.cells()).into_par_iter().with_min_len(1 << 14);
        let receiver: Vec<u32> = cells.map(|cell| steepest(grid, flood, outlets, cell) as u32).collect();
        let mut area = rain.to_vec();
        let mut donor = vec![NONE; grid.cells()];
        for &cell in flood.order.iter().rev() {
            let below = receiver[cell as usize];
            if below == cell {
                continue;
            }
            let (own, below) = (area[cell as usize], below as usize);
            area[below] += own;
            if donor[below] == NONE || own > area[donor[below] as usize] {
                donor[below] = cell;
            }
        }
        Self { receiver, area, donor }
    }
}

/// The neighbour on the steepest way down the surface of a flood. For an outlet, it is the cell itself.
pub(super) fn steepest(grid: Grid, flood: &Flood, outlets: &[bool], cell: usize) -> usize {
    if outlets[cell] {
        return cell;
    }
    let here = flood.level[cell];
    let ways = grid.neighbours(cell).into_iter().zip(LENGTHS);
    let slopes = ways.map(|(neighbour, length)| ((here - flood.level[neighbour]) as f32 / length, neighbour));
    slopes.fold((0.0, cell), |best, way| if way.0 > best.0 { way } else { best }).1
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::flood::Flood;
    use crate::grid::Grid;

    /// All rain leaves at outlets. Areas equal those of an oracle that follows the flow down from each cell.
    #[test]
    fn areas_are_those_of_walks() {
        let grid = Grid { side: 30, spacing: 20.0 };
        let height: Vec<f32> = (0..grid.cells()).map(|cell| (cell * 7919 % 1009) as f32).collect();
        let outlets: Vec<bool> = (0..grid.cells()).map(|cell| grid.is_border(cell)).collect();
        let mut flood = Flood::default();
        flood.run(grid, &height, &outlets, None);
        let tree = Tree::of(grid, &flood, &outlets, &vec![1.0; grid.cells()]);
        let mut oracle = vec![0.0; grid.cells()];
        for first in 0..grid.cells() {
            let mut cell = first;
            oracle[cell] += 1.0;
            while !outlets[cell] {
                cell = tree.receiver[cell] as usize;
                oracle[cell] += 1.0;
            }
        }
        assert_eq!(tree.area, oracle);
        for (cell, &donor) in tree.donor.iter().enumerate().filter(|(_, donor)| **donor != super::NONE) {
            assert_eq!(tree.receiver[donor as usize] as usize, cell);
        }
    }
}
