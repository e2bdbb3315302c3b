//! The corners of a tile and its parent.

use crate::planet::TileAddress;

/// The indices, among the [neighbours](TileAddress::neighbours), of the three tiles around corner `k`: the tiles across the two
/// edges that meet there, and the tile across the corner.
pub(super) fn at_corner(k: usize) -> [usize; 3] {
    [(k + 3) % 4, k, 4 + k]
}

/// The number of the parent's corner that is also a corner of child `k`. Children are numbered row by row, corners clockwise.
pub(super) fn corner_of_child(k: usize) -> usize {
    [0, 1, 3, 2][k]
}

/// For each edge of a tile, whether odd vertices move to the even vertex after them instead of the one before. An edge of the
/// cube is parallel to a coordinate axis of space. On both faces, its vertices must move in the negative direction of that
/// axis.
pub(super) fn backwards(tile: TileAddress) -> [bool; 4] {
    let [_, right, down] = tile.face().axes().map(|axis| axis.iter().sum::<f64>() < 0.0);
    let last = (1_u32 << tile.level()) - 1;
    [right && tile.y() == 0, down && tile.x() == last, right && tile.y() == last, down && tile.x() == 0]
}
