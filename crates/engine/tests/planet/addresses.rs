//! Addresses of tiles.

use std::collections::BTreeSet;

use orogen_engine::planet::{Across, Direction, Edge, Face, FacePoint, TileAddress};
use proptest::prelude::*;

use crate::{Random, length, minus};

fn all(level: u8) -> impl Iterator<Item = TileAddress> {
    let side = 1_u32 << level;
    let places = move |face: Face| (0..side * side).map(move |k| (face, k % side, k / side));
    Face::ALL
        .into_iter()
        .flat_map(places)
        .map(move |(face, x, y)| TileAddress::new(face, level, x, y).unwrap())
}

fn tile() -> impl Strategy<Value = TileAddress> {
    (0..6_usize, 0..=TileAddress::MAX_LEVEL, any::<u32>(), any::<u32>()).prop_map(|(face, level, x, y)| {
        let side = 1 << level;
        TileAddress::new(Face::ALL[face], level, x % side, y % side).unwrap()
    })
}

proptest! {
    #[test]
    fn roundtrips(tile in tile()) {
        let again = TileAddress::new(tile.face(), tile.level(), tile.x(), tile.y());
        prop_assert_eq!(again, Ok(tile));
        prop_assert_eq!(TileAddress::from_bits(tile.bits()), Ok(tile));
        prop_assert_eq!(tile.to_string().parse(), Ok(tile));
        prop_assert_eq!(format!("{}/{}/{}/{}", tile.face(), tile.level(), tile.x(), tile.y()), tile.to_string());
    }

    /// Other bits are not an address.
    #[test]
    fn from_any_bits(bits in any::<u64>(), level in 0..32_u64) {
        let bits = bits & ((1 << 59) - 1) | level << 59;
        let (face, place) = (bits >> 56 & 7, bits & ((1 << 56) - 1));
        let exists = level <= 28 && face < 6 && u128::from(place) < 1 << (2 * level);
        prop_assert_eq!(TileAddress::from_bits(bits).is_ok(), exists);
        let inside = bits & !((1 << 56) - 1) | place & ((1_u64 << (2 * level.min(28))) - 1);
        if level <= 28 && face < 6 {
            prop_assert_eq!(TileAddress::from_bits(inside).unwrap().bits(), inside);
        }
    }

    /// Children cover their parent, each with half of its range along both axes. Their addresses are consecutive and greater than
    /// the address of their parent.
    #[test]
    fn family(tile in tile()) {
        let Some(children) = tile.children() else {
            prop_assert_eq!(tile.level(), TileAddress::MAX_LEVEL);
            return Ok(());
        };
        let [u, v] = tile.range().map(|[least, most]| [least, (least + most) / 2.0, most]);
        for (k, child) in children.into_iter().enumerate() {
            let (i, j) = (k % 2, k / 2);
            prop_assert_eq!(child.range(), [[u[i], u[i + 1]], [v[j], v[j + 1]]]);
            prop_assert_eq!((child.face(), child.parent()), (tile.face(), Some(tile)));
            prop_assert_eq!(child.bits(), children[0].bits() + k as u64);
            prop_assert!(child > tile);
        }
        let middle = tile.middle();
        prop_assert_eq!((middle.face(), middle.u(), middle.v()), (tile.face(), u[1], v[1]));
    }

    /// A direction in a tile is also in its parent, and in no other tile of its level.
    #[test]
    fn containing(x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in -1.0..1.0_f64) {
        let direction = Direction::new([x, y, z + 1e-9]).unwrap();
        let place = FacePoint::of(direction);
        let mut last: Option<TileAddress> = None;
        for level in 0..=TileAddress::MAX_LEVEL {
            let tile = TileAddress::containing(direction, level).unwrap();
            prop_assert_eq!((tile.face(), tile.parent()), (place.face(), last));
            let [u, v] = tile.range().map(|[least, most]| least - 1e-15..=most + 1e-15);
            prop_assert!(u.contains(&place.u()) && v.contains(&place.v()), "{} {:?}", tile, place);
            last = Some(tile);
        }
    }
}

/// The middle of a tile is in this tile, and its upper left corner is in a tile that has this corner. Exact points on the lines
/// between tiles are in the tile to the right and below.
#[test]
fn what_lies_on_a_line_is_in_the_tile_right_and_below() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let level = 1 + random.below(24) as u8;
        let tile = random.tile(level);
        let holder = |point: FacePoint| TileAddress::containing(point.direction(), level).unwrap();
        assert_eq!(holder(tile.middle()), tile);
        // The place of a direction on the plane is a rounded quotient, so it may be slightly to the left or above.
        let upper_left = tile.corners()[0];
        let near = holder(upper_left);
        let is_at = |corner: &FacePoint| {
            length(minus(corner.direction().vector(), upper_left.direction().vector())) < 1e-15
        };
        assert!(near.corners().iter().any(is_at), "{tile} {near}");
    }
    // Exact places are exact: the middle of a face is the corner of four tiles.
    let middle = Direction::new([1.0, 0.0, 0.0]).unwrap();
    assert_eq!(TileAddress::containing(middle, 3).unwrap().to_string(), "px/3/4/4");
    // The far end of a face is in its last tile.
    let corner = Direction::new([1.0, 1.0, -1.0]).unwrap();
    assert_eq!(TileAddress::containing(corner, 3).unwrap().to_string(), "px/3/7/7");
}

/// Every edge of every tile on levels 0 to 5, against the tiles that have the same two corners.
#[test]
fn neighbours_share_two_corners() {
    let key = |point: FacePoint| point.direction().vector().map(f64::to_bits);
    // Corners of an edge in the order of growing u or v.
    let ends = |tile: TileAddress, edge: Edge| {
        let [a, b, c, d] = tile.corners().map(key);
        match edge {
            Edge::Top => [a, b],
            Edge::Right => [b, c],
            Edge::Bottom => [d, c],
            Edge::Left => [a, d],
        }
    };
    for level in 0..=5 {
        for tile in all(level) {
            let mut neighbours = BTreeSet::new();
            for edge in Edge::ALL {
                let over: Across<TileAddress> = tile.across(edge);
                let [from, to] = ends(over.neighbour, over.edge);
                assert_eq!(
                    ends(tile, edge),
                    if over.reversed { [to, from] } else { [from, to] },
                    "{tile} {edge:?}"
                );
                let back = over.neighbour.across(over.edge);
                assert_eq!((back.neighbour, back.edge, back.reversed), (tile, edge, over.reversed));
                neighbours.insert(over.neighbour);
            }
            assert!(neighbours.len() == 4 && !neighbours.contains(&tile));
        }
    }
}

/// The tiles of a level on one face have consecutive numbers, and coarser levels come before.
#[test]
fn order() {
    let numbers: Vec<u64> =
        (0..=4).flat_map(all).map(TileAddress::bits).collect::<BTreeSet<_>>().into_iter().collect();
    assert_eq!(numbers.len(), 6 * (1 + 4 + 16 + 64 + 256));
    let tiles: Vec<_> = numbers.iter().map(|&bits| TileAddress::from_bits(bits).unwrap()).collect();
    assert!(tiles.is_sorted_by_key(|tile| (tile.level(), tile.face())));
    for run in tiles.chunk_by(|a, b| (a.level(), a.face()) == (b.level(), b.face())) {
        let first = run[0].bits();
        assert!(run.iter().zip(first..).all(|(tile, bits)| tile.bits() == bits));
    }
    assert_eq!(TileAddress::root(Face::Nz).to_string(), "nz/0/0/0");
    assert_eq!(TileAddress::root(Face::Nz).parent(), None);
}

#[test]
fn texts() {
    assert_eq!("px/7/12/90".parse(), TileAddress::new(Face::Px, 7, 12, 90));
    for (text, help) in [
        ("px/7/12", "write face/level/x/y"),
        ("px/7/12/90/1", "write face/level/x/y"),
        ("px/7/12/-1", "write face/level/x/y"),
        ("px/7/+12/1", "write face/level/x/y"),
        ("px/7//1", "write face/level/x/y"),
        ("", "write face/level/x/y"),
        ("xp/7/12/90", "faces are px, nx, py, ny, pz and nz"),
        ("px/29/0/0", "levels are 0 to 28"),
        ("px/7/128/0", "there is no tile 128, 0 on level 7: there, x and y are 0 to 127"),
        ("px/7/0/99999999999", "there is no tile 0, 99999999999 on level 7"),
        ("px/7/0/99999999999999999999", "write face/level/x/y"),
    ] {
        let error = text.parse::<TileAddress>().unwrap_err().to_string();
        assert!(error.contains(help), "{text}: {error}");
    }
    assert!(TileAddress::new(Face::Px, 29, 0, 0).is_err() && TileAddress::new(Face::Px, 0, 1, 0).is_err());
    assert!(TileAddress::containing(Direction::new([1.0; 3]).unwrap(), 29).is_err());
}
