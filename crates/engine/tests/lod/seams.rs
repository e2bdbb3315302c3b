//! There are no gaps, wherever the eye is and whatever tiles are missing.

use std::collections::{BTreeMap, BTreeSet};

use orogen_engine::lod::{Quadtree, Settings};
use orogen_engine::planet::{Edge, TileAddress, TileSamples};

use crate::surface::{assert_closed, assert_covered};
use crate::world::{Hands, Random, World, earth, eye, lowest, on_ground};

fn settings() -> Settings {
    Settings { threshold: 1.5, ..Settings::default() }
}

/// An eye that moves from place to place, high and low, while tiles arrive at any time.
fn roam(hands: [Hands; 3], seed: u64) {
    let (world, mut random) = (World::new(Hands::Open, seed), Random(seed));
    let mut tree = Quadtree::new(earth(), settings()).unwrap();
    let (mut now, mut closed, mut levels) = (0.0, 0, [false; 29]);
    for place in 0..9 {
        world.set(hands[place % 3]);
        let (start, end) = (random.direction(), random.direction());
        let heights = [random.between(2.0, 17.0), random.between(2.0, 17.0)].map(f64::exp);
        let frames = 90;
        for frame in 0..frames {
            let along = f64::from(frame) / f64::from(frames);
            // A little way off, so that levels around the eye change.
            let at = on_ground(start);
            let to = on_ground(end);
            let height = heights[0] * (heights[1] / heights[0]).powf(along);
            let near: [f64; 3] = std::array::from_fn(|k| at[k] + along * height * to[k] / 6e6);
            let direction = orogen_engine::planet::Direction::new(near).unwrap();
            let ground = (0..3).map(|k| near[k] * near[k]).sum::<f64>().sqrt() - earth().radius();
            let eye = eye(direction, ground + height);
            now += 1.0 / 30.0;
            tree.update(&eye, now, &world);
            if tree.drawn().is_empty() {
                assert!(place == 0 && frame < 40, "nothing is drawn in frame {frame}");
                continue;
            }
            assert_covered(tree.drawn(), earth(), eye.position, 60, &mut random, lowest(), on_ground);
            tree.drawn().iter().for_each(|drawn| levels[usize::from(drawn.address.level())] = true);
            if frame % 30 == 13 {
                assert_closed(tree.drawn(), earth());
                closed += 1;
            }
        }
    }
    let finest = levels.iter().rposition(|&seen| seen).unwrap();
    assert!(closed >= 25 && finest >= 7, "{closed} looked at, finest {finest}");
}

#[test]
fn surfaces_are_closed_when_tiles_come_at_once() {
    roam([Hands::Open; 3], 1);
}

#[test]
fn surfaces_are_closed_when_tiles_come_late() {
    roam([Hands::Slow(9), Hands::Slow(2), Hands::Slow(40)], 2);
}

#[test]
fn surfaces_are_closed_when_tiles_never_come() {
    roam([Hands::Withholding(23), Hands::Open, Hands::Withholding(5)], 3);
}

/// At the corners of the cube only three tiles meet, and along its edges faces may count in opposite directions.
#[test]
fn corners_and_edges_of_the_cube_are_closed() {
    let places = [
        [1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0],
        [1.0, 1.0, 0.1],
        [-1.0, 0.2, 1.0],
        [0.3, -1.0, -1.0],
        [-0.1, 1.0, -1.0],
    ];
    for (seed, place) in (0..).zip(places) {
        let (world, mut random) = (World::new(Hands::Slow(3), seed), Random(seed));
        let mut tree = Quadtree::new(earth(), settings()).unwrap();
        let direction = orogen_engine::planet::Direction::new(place).unwrap();
        let ground = on_ground(direction);
        let ground = (0..3).map(|k| ground[k] * ground[k]).sum::<f64>().sqrt() - earth().radius();
        for frame in 0..240 {
            let height = 3e7_f64 * 0.95_f64.powi(frame);
            let eye = eye(direction, ground + height);
            tree.update(&eye, f64::from(frame) / 20.0, &world);
            if frame > 60 && frame % 30 == 0 {
                assert_closed(tree.drawn(), earth());
                assert_covered(tree.drawn(), earth(), eye.position, 200, &mut random, lowest(), on_ground);
            }
        }
        let faces: BTreeSet<_> = tree
            .drawn()
            .iter()
            .filter(|drawn| drawn.address.level() > 8)
            .map(|drawn| drawn.address.face())
            .collect();
        assert!(faces.len() >= 2, "{faces:?} at {place:?}");
    }
}

/// The tiles of the same level that share the position of a corner with a tile, to the bit, including the tiles over its edges.
fn around(tile: TileAddress) -> Vec<TileAddress> {
    let corners = |tile: TileAddress| {
        let directions = TileSamples::new(tile, 0, 0).unwrap().directions();
        directions.into_iter().map(|at| at.vector().map(f64::to_bits)).collect::<Vec<_>>()
    };
    let own = corners(tile);
    let beside = |tile: TileAddress| Edge::ALL.map(|edge| tile.across(edge).neighbour);
    let two_steps: BTreeSet<_> =
        beside(tile).into_iter().flat_map(|over| beside(over).into_iter().chain([over])).collect();
    let meets =
        |other: &TileAddress| *other != tile && corners(*other).iter().any(|corner| own.contains(corner));
    two_steps.into_iter().filter(meets).collect()
}

/// Levels around a vertex differ by at most one: no tile shares an edge or a corner with a tile that is two levels coarser. This
/// is also true next to tiles that never arrive.
#[test]
fn trees_are_balanced() {
    let mut known = BTreeMap::new();
    for (hands, seed) in [(Hands::Slow(3), 4), (Hands::Slow(12), 5), (Hands::Withholding(12), 6)] {
        let (world, mut random) = (World::new(hands, seed), Random(seed));
        let mut tree = Quadtree::new(earth(), Settings { fade: 0.0, ..settings() }).unwrap();
        for place in 0..3 {
            let direction = random.direction();
            for frame in 0..100 {
                let eye = eye(direction, 60_000.0 + 3e6 * 0.9_f64.powi(frame));
                tree.update(&eye, f64::from(100 * place + frame), &world);
                assert_balanced(&tree, &mut known);
            }
        }
    }
}

/// Asserts that the tree is balanced around each tile that is drawn. `known` keeps the tiles around each, so that they are
/// computed once.
fn assert_balanced(tree: &Quadtree, known: &mut BTreeMap<TileAddress, Vec<TileAddress>>) {
    let addresses: BTreeSet<_> = tree.drawn().iter().map(|drawn| drawn.address).collect();
    for &tile in &addresses {
        let around = known.entry(tile).or_insert_with(|| around(tile));
        // A tile at a corner of the cube has seven neighbours; other tiles have eight.
        assert!((7 - usize::from(tile.level() == 0) * 3..=8).contains(&around.len()), "{tile}: {around:?}");
        for over in around {
            let mut coarse = over.parent().and_then(|over| over.parent());
            while let Some(at) = coarse {
                assert!(!addresses.contains(&at), "{tile} lies around a corner or an edge from {at}");
                coarse = at.parent();
            }
        }
    }
}
