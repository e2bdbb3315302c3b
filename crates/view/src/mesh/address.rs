//! Addresses of tiles.

use orogen_engine::generate::tile::Request;
use orogen_engine::raster::Grid;

/// Cells along a side of a tile.
pub(crate) const CELLS: usize = 64;

/// Samples along a side of a tile.
pub(crate) const SIDE: usize = CELLS + 1;

/// A tile. Samples of level `l` are 2^l metres apart, so positions are exact in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) level: i32,
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Address {
    /// Metres between samples of a level.
    pub(crate) fn spacing_of(level: i32) -> f64 {
        libm::ldexp(1.0, level)
    }

    /// Metres between its samples.
    pub(crate) fn spacing(&self) -> f64 {
        Self::spacing_of(self.level)
    }

    /// The tile of a level that contains a point.
    pub(crate) fn at(level: i32, [x, y]: [f64; 2]) -> Self {
        let side = CELLS as f64 * Self::spacing_of(level);
        Self { level, x: (x / side).floor() as i64, y: (y / side).floor() as i64 }
    }

    /// The tile of the next coarser level that contains this one.
    pub(crate) fn parent(&self) -> Self {
        Self { level: self.level + 1, x: self.x >> 1, y: self.y >> 1 }
    }

    /// The four tiles of the next finer level.
    pub(crate) fn children(&self) -> [Self; 4] {
        let child = |x, y| Self { level: self.level - 1, x: 2 * self.x + x, y: 2 * self.y + y };
        [child(0, 0), child(1, 0), child(0, 1), child(1, 1)]
    }

    /// Column and row of its first sample in its parent.
    pub(crate) fn within_parent(&self) -> [usize; 2] {
        [self.x, self.y].map(|along| (along & 1) as usize * CELLS / 2)
    }

    /// Bounds along x and y, in metres.
    pub(crate) fn bounds(&self) -> [[f64; 2]; 2] {
        let side = CELLS as f64 * self.spacing();
        [self.x, self.y].map(|along| [along as f64 * side, (along + 1) as f64 * side])
    }

    /// The request to a generator.
    pub(crate) fn request(&self) -> Request {
        let [first_column, first_row] = [self.x, self.y].map(|along| along * CELLS as i64);
        let grid = Grid { first_column, first_row, columns: SIDE, rows: SIDE, spacing: self.spacing() };
        Request::new(grid, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_inside_their_parent() {
        for (x, y) in [(0, 0), (-1, 5), (7, -8)] {
            let tile = Address { level: -3, x, y };
            let [across, down] = tile.bounds();
            for child in tile.children() {
                assert_eq!(child.parent(), tile);
                let [left, top] = child.within_parent();
                let [[x, _], [y, _]] = child.bounds();
                assert_eq!(x, across[0] + left as f64 * tile.spacing());
                assert_eq!(y, down[0] + top as f64 * tile.spacing());
            }
            let middle = [across, down].map(|[from, to]| f64::midpoint(from, to));
            assert_eq!(Address::at(-3, middle), tile);
        }
    }
}
