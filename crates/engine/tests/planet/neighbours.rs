//! The tiles around a tile.

use std::collections::BTreeSet;

use orogen_engine::planet::{Face, TileAddress, TileSamples};

/// Neighbours are the tiles that share the position of a corner, to the bit, among all tiles of a level.
#[test]
fn neighbours_share_places() {
    for level in 0..=3 {
        let side = 1 << level;
        let tiles: Vec<_> = Face::ALL
            .into_iter()
            .flat_map(|face| (0..side * side).map(move |k| TileAddress::new(face, level, k % side, k / side)))
            .map(Result::unwrap)
            .collect();
        let corners = |tile: TileAddress| {
            let at = TileSamples::new(tile, 0, 0).unwrap().directions();
            // Clockwise, in the order of corners.
            [0, 1, 3, 2].map(|k: usize| at[k].vector().map(f64::to_bits))
        };
        for &tile in &tiles {
            let (own, found) = (corners(tile), tile.neighbours());
            for k in 0..4 {
                let expected: BTreeSet<_> = tiles
                    .iter()
                    .filter(|&&other| other != tile && corners(other).contains(&own[k]))
                    .collect();
                let at = [(k + 3) % 4, k, 4 + k].map(|slot| found[slot]);
                let named: BTreeSet<_> = at.iter().flatten().collect();
                assert_eq!(named, expected, "{tile}, corner {k}");
            }
            for k in 0..4 {
                let beside = corners(found[k].unwrap());
                assert!([k, (k + 1) % 4].iter().all(|&end| beside.contains(&own[end])), "{tile}, edge {k}");
            }
        }
    }
}
