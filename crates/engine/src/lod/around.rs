//! The neighbours of a tile.

use crate::planet::{Edge, TileAddress};

/// The tiles of the same level around a tile: over its edges (top, right, bottom, left), then over its corners, clockwise
/// from the upper left. Over a corner of the cube there is none: only three tiles meet there.
///
/// Corner `k` is where edge `k` begins, clockwise, and where the edge before it ends. Faces are all seen from outside, so
/// the next tile runs along a common edge the other way: where the edge begins here it ends there, and the next edge over
/// there is the one to cross to go on around the corner.
pub(super) fn around(tile: TileAddress) -> [Option<TileAddress>; 8] {
    let beside = Edge::ALL.map(|edge| tile.across(edge));
    let over_corner = |k: usize| {
        let entered = Edge::ALL.iter().position(|&edge| edge == beside[k].edge).unwrap_or_default();
        let diagonal = beside[k].neighbour.across(Edge::ALL[(entered + 1) % 4]).neighbour;
        (diagonal != beside[(k + 3) % 4].neighbour).then_some(diagonal)
    };
    std::array::from_fn(|k| if k < 4 { Some(beside[k].neighbour) } else { over_corner(k - 4) })
}

/// The two edges, by their places in [`around`], that meet in corner `k`, and what lies over the corner.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::planet::{Face, TileSamples};

    /// Those that share a corner's place, to the bit, by looking at all tiles of a level.
    #[test]
    fn neighbours_share_places() {
        for level in 0..=3 {
            let side = 1 << level;
            let tiles: Vec<_> = Face::ALL
                .into_iter()
                .flat_map(|face| {
                    (0..side * side).map(move |k| TileAddress::new(face, level, k % side, k / side))
                })
                .map(Result::unwrap)
                .collect();
            let corners = |tile: TileAddress| {
                let at = TileSamples::new(tile, 0, 0).unwrap().directions();
                // Clockwise, as corners go.
                [0, 1, 3, 2].map(|k: usize| at[k].vector().map(f64::to_bits))
            };
            for &tile in &tiles {
                let (own, found) = (corners(tile), around(tile));
                for k in 0..4 {
                    let expected: BTreeSet<_> = tiles
                        .iter()
                        .filter(|&&other| other != tile && corners(other).contains(&own[k]))
                        .collect();
                    let at = at_corner(k).map(|slot| found[slot]);
                    let named: BTreeSet<_> = at.iter().flatten().collect();
                    assert_eq!(named, expected, "{tile}, corner {k}");
                }
                for k in 0..4 {
                    let beside = corners(found[k].unwrap());
                    assert!(
                        [k, (k + 1) % 4].iter().all(|&end| beside.contains(&own[end])),
                        "{tile}, edge {k}"
                    );
                }
            }
        }
    }
}
