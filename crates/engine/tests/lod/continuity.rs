//! Nothing jumps: tiles that are split or merged have the shape of the tiles that replace them.

use std::collections::BTreeMap;

use orogen_engine::lod::{Morph, Quadtree, Settings};
use orogen_engine::planet::TileAddress;

use crate::world::{Hands, Random, World, dot, earth, eye, on_ground};

fn numbers(morph: &Morph) -> [f32; 9] {
    let ([a, b, c, d], [e, f, g, h]) = (morph.edges, morph.corners);
    [morph.interior, a, b, c, d, e, f, g, h]
}

/// An eye that descends, moves sideways and rises again, by one per cent of its height per frame.
#[test]
fn shapes_are_continuous() {
    let (mut splits, mut merges) = (0, 0);
    for (seed, hands) in [(1, Hands::Open), (2, Hands::Slow(4)), (3, Hands::Withholding(12))] {
        let (world, mut random) = (World::new(hands, seed), Random(seed));
        let settings = Settings { threshold: 1.5, ..Settings::default() };
        let mut tree = Quadtree::new(earth(), settings).unwrap();
        let (start, end) = (on_ground(random.direction()), random.direction().vector());
        let (mut before, mut height, mut along) = (BTreeMap::<TileAddress, [f32; 9]>::new(), 2e6, 0.0_f64);
        // The most that a vertex can move in a frame.
        let step = 1.0 / 15.0 + 1e-6;
        for frame in 0..1500 {
            height *= if frame < 700 {
                0.99
            } else if frame < 900 {
                1.0
            } else {
                1.008
            };
            along += height * 0.008;
            let at = [0, 1, 2].map(|k| start[k] + along * end[k]);
            let direction = orogen_engine::planet::Direction::new(at).unwrap();
            let ground = on_ground(direction);
            let over = dot(ground, ground).sqrt() - earth().radius() + height;
            tree.update(&eye(direction, over), f64::from(frame) / 60.0, &world);
            let after: BTreeMap<_, _> =
                tree.drawn().iter().map(|drawn| (drawn.address, numbers(&drawn.morph))).collect();
            if before.is_empty() || frame < 120 {
                before = after;
                continue;
            }
            for (address, now) in &after {
                let parent = address.parent();
                if let Some(was) = before.get(address) {
                    for (was, now) in was.iter().zip(now) {
                        assert!((was - now).abs() < step, "{address} in frame {frame}: {was} to {now}");
                    }
                } else if let Some(was) = parent.and_then(|parent| before.get(&parent)) {
                    splits += 1;
                    let is_own = was.iter().all(|&was| was < step);
                    assert!(
                        is_own && *now == [1.0; 9],
                        "{address} appears in frame {frame}: {was:?}, {now:?}"
                    );
                } else {
                    // The tile was merged, unless it comes from behind the horizon.
                    for was in address.children().unwrap().iter().filter_map(|child| before.get(child)) {
                        merges += 1;
                        let is_own = now.iter().all(|&now| now < step);
                        assert!(
                            is_own && was[0] > 1.0 - step,
                            "{address} merges in frame {frame}: {was:?}, {now:?}"
                        );
                    }
                }
            }
            before = after;
        }
    }
    assert!(splits > 300 && merges > 300, "{splits} splits, {merges} merges");
}
