//! The grid that water flows on.

/// Distances to the eight neighbours of a cell, in cells, in the order of [`Grid::neighbours`].
pub(crate) const LENGTHS: [f32; 8] = {
    const DIAGONAL: f32 = std::f32::consts::SQRT_2;
    [DIAGONAL, 1.0, DIAGONAL, 1.0, 1.0, DIAGONAL, 1.0, DIAGONAL]
};

/// A square grid of cells. It repeats at its edges. If the land does not repeat, its border cells are outlets, so no water
/// crosses the edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// Cells along a side.
    pub(crate) side: usize,
    /// Length of a cell's side in metres.
    pub(crate) spacing: f64,
}

impl Grid {
    /// Number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.side * self.side
    }

    /// Whether a cell is at the edge of the grid.
    pub(crate) fn is_border(&self, cell: usize) -> bool {
        let (x, y, last) = (cell % self.side, cell / self.side, self.side - 1);
        x == 0 || y == 0 || x == last || y == last
    }

    /// Metres between the centres of two neighbours.
    pub(crate) fn distance(&self, a: usize, b: usize) -> f32 {
        let is_beside = a % self.side == b % self.side || a / self.side == b / self.side;
        self.spacing as f32 * if is_beside { 1.0 } else { LENGTHS[0] }
    }

    /// Calls `found` with the cells of each region. A region begins with a cell of `firsts` for which `joins(cell, cell)` is
    /// true. It grows over all neighbours for which `joins(cell, neighbour)` is true.
    pub(crate) fn for_each_region(
        &self,
        firsts: impl Iterator<Item = usize>,
        joins: impl Fn(usize, usize) -> bool,
        mut found: impl FnMut(&[usize]),
    ) {
        let mut seen = vec![false; self.cells()];
        let mut region = Vec::new();
        for first in firsts {
            if seen[first] || !joins(first, first) {
                continue;
            }
            region.clear();
            region.push(first);
            seen[first] = true;
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for neighbour in self.neighbours(cell) {
                    if !seen[neighbour] && joins(cell, neighbour) {
                        seen[neighbour] = true;
                        region.push(neighbour);
                    }
                }
            }
            found(&region);
        }
    }

    /// Indices of the eight neighbours, row by row. The opposite of number `k` is number `7 - k`.
    #[inline(always)]
    pub(crate) fn neighbours(&self, cell: usize) -> [usize; 8] {
        let side = self.side;
        let (x, y) = (cell % side, cell / side);
        if x.wrapping_sub(1) < side - 2 && y.wrapping_sub(1) < side - 2 {
            let (up, down) = (cell - side, cell + side);
            return [up - 1, up, up + 1, cell - 1, cell + 1, down - 1, down, down + 1];
        }
        let (west, east) = ((x + side - 1) % side, (x + 1) % side);
        let (north, south) = ((y + side - 1) % side * side, (y + 1) % side * side);
        let y = y * side;
        [north + west, north + x, north + east, y + west, y + east, south + west, south + x, south + east]
    }
}
