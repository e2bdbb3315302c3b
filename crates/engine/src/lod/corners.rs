//! The corners of a tile and its parent.

use crate::planet::TileAddress;

/// The two edges, by their places among the [neighbours](TileAddress::neighbours), that meet in corner `k`, and what lies over the corner.
pub(super) fn at_corner(k: usize) -> [usize; 3] {
    [(k + 3) % 4, k, 4 + k]
}

/// Which corner of its parent the `k`th child has: children are ordered in rows, corners go round.
pub(super) fn corner_of_child(k: usize) -> usize {
    [0, 1, 3, 2][k]
}

/// Whether odd vertices on a tile's edges move to the even one after them: on an edge of the cube, which is parallel to an
/// axis of space, both faces have them move against that axis.
pub(super) fn backwards(tile: TileAddress) -> [bool; 4] {
    let [_, right, down] = tile.face().axes().map(|axis| axis.iter().sum::<f64>() < 0.0);
    let last = (1_u32 << tile.level()) - 1;
    [right && tile.y() == 0, down && tile.x() == last, right && tile.y() == last, down && tile.x() == 0]
}
