//! The corners of a tile and its parent.

use crate::planet::TileAddress;

/// Indices among the [neighbours](TileAddress::neighbours): the two edges that meet in corner `k`, and the tile over the
/// corner.
pub(super) fn at_corner(k: usize) -> [usize; 3] {
    [(k + 3) % 4, k, 4 + k]
}

/// Which corner of its parent the `k`th child has: children are ordered in rows, corners go round.
pub(super) fn corner_of_child(k: usize) -> usize {
    [0, 1, 3, 2][k]
}

/// Whether odd vertices on each of a tile's edges move to the even vertex after them. An edge of the cube is parallel to an
/// axis of space, and on both faces its vertices must move against that axis.
pub(super) fn backwards(tile: TileAddress) -> [bool; 4] {
    let [_, right, down] = tile.face().axes().map(|axis| axis.iter().sum::<f64>() < 0.0);
    let last = (1_u32 << tile.level()) - 1;
    [right && tile.y() == 0, down && tile.x() == last, right && tile.y() == last, down && tile.x() == 0]
}
