//! Memory, requests and work are bounded.

use std::collections::BTreeMap;

use orogen_engine::lod::{Eye, Quadtree, Settings, samples_of};
use orogen_engine::planet::TileAddress;

use crate::surface::assert_closed;
use crate::world::{Hands, Random, World, dot, earth, eye, on_ground};

/// An eye that jumps about needs more memory than there is, and gets a coarser picture.
#[test]
fn memory_is_bounded_and_what_is_drawn_fits() {
    let (world, mut random) = (World::new(Hands::Open, 1), Random(1));
    let bytes = Settings::MIN_BYTES;
    let settings = Settings { threshold: 0.1, bytes, ..Settings::default() };
    let mut tree = Quadtree::new(earth(), settings).unwrap();
    let (mut now, mut raised) = (0.0, 0.0_f64);
    for place in 0..4 {
        let direction = random.direction();
        let ground = on_ground(direction);
        let eye = eye(direction, dot(ground, ground).sqrt() - earth().radius() + 3000.0);
        for frame in 0..150 {
            now += 0.05;
            tree.update(&eye, now, &world);
            let progress = tree.progress();
            assert!(progress.bytes <= bytes, "{} bytes in frame {frame} at place {place}", progress.bytes);
            assert!(progress.in_flight <= settings.in_flight && progress.taken <= 16);
            raised = raised.max(progress.pressure);
        }
        assert!(tree.drawn().iter().any(|drawn| drawn.address.level() > 6), "place {place}");
        assert_closed(tree.drawn(), earth());
    }
    assert!(raised > 1.0, "it had memory enough");
    // With enough memory, the threshold returns to its setting.
    let far = eye(random.direction(), 3e7);
    for _ in 0..600 {
        now += 0.05;
        tree.update(&far, now, &world);
    }
    assert_eq!((tree.progress().pressure, tree.progress().lacking), (1.0, 0));
    assert!(tree.progress().error <= settings.threshold);
}

/// A tile is not made again while it is in memory, and the coarse tiles are always in memory.
#[test]
fn what_is_remembered_is_not_asked_for_again() {
    let (world, mut random) = (World::new(Hands::Open, 2), Random(2));
    let settings = Settings { threshold: 0.05, fade: 0.0, ..Settings::default() };
    let mut tree = Quadtree::new(earth(), settings).unwrap();
    let places = [random.direction(), random.direction()].map(|direction| eye(direction, 60_000.0));
    let mut settle = |place: usize, now: f64| {
        for frame in 0..200 {
            tree.update(&places[place], now + f64::from(frame), &world);
        }
        assert_eq!(tree.progress().lacking, 0);
        assert!(tree.progress().error <= settings.threshold);
        // These tiles are finer than the tiles that are always kept.
        assert!(tree.drawn().iter().any(|drawn| drawn.address.level() > 4));
    };
    settle(0, 0.0);
    settle(1, 1000.0);
    assert!(world.made() > 500, "{}", world.made());
    // Errors that are known by now may request some more tiles. Only tiles that arrived when they were no longer needed are
    // requested again.
    settle(0, 2000.0);
    settle(1, 3000.0);
    assert!(world.repeated() < 20, "{}", world.repeated());
}

/// Requests for a place that the eye has left are cancelled, and requests in the picture come first.
#[test]
fn requests_follow_the_eye() {
    let (world, mut random) = (World::new(Hands::Open, 3), Random(3));
    let mut tree = Quadtree::new(earth(), Settings { threshold: 0.5, ..Settings::default() }).unwrap();
    let here = random.direction();
    let there = orogen_engine::planet::Direction::new(here.vector().map(|x| -x)).unwrap();
    for frame in 0..60 {
        tree.update(&eye(here, 2e7), f64::from(frame), &world);
    }
    world.set(Hands::Withholding(1));
    let mut now = 100.0;
    for direction in [here, there, here, there] {
        // Along the ground, to one side and to the other.
        let side = [direction.vector()[1], -direction.vector()[0], 0.0];
        let looks = [side, side.map(|x| -x)].map(|side| {
            let look = Eye { direction: side, cone: 0.5, ..eye(direction, 60_000.0) };
            for _ in 0..12 {
                now += 1.0;
                tree.update(&look, now, &world);
            }
            (look, world.open().into_iter().collect::<BTreeMap<_, _>>())
        });
        let [(look, one), (_, other)] = &looks;
        let mut seen = 0;
        for (tile, priority) in one {
            let middle = tile.middle().direction().vector();
            assert!(dot(middle, direction.vector()) > 0.5, "{tile} is far from the eye");
            let to = [0, 1, 2].map(|k| middle[k] * 6.371e6 - look.position[k]);
            let angle = (dot(to, side) / (dot(to, to) * dot(side, side)).sqrt()).acos();
            if angle < look.cone {
                seen += usize::from(other.get(tile).is_some_and(|other| other < priority));
                assert!(other.get(tile).is_none_or(|other| other <= priority), "{tile} is seen");
            }
        }
        assert!(seen > 0 && one.len() > 4, "{seen} of {}", one.len());
    }
    tree.cancel(&world);
    assert!(world.open().is_empty());
}

/// If a tile cannot be made, its parent stays in its place, the fault is reported, and the tile is not requested again.
#[test]
fn a_tile_that_cannot_be_made_is_asked_for_once() {
    // Over the tile's middle, and over the middles of its sides, where neighbours wait for it in vain.
    for side in [None, Some(32), Some(64 * 65 + 32), Some(32 * 65), Some(32 * 65 + 64)] {
        let (world, mut random) = (World::new(Hands::Open, 4), Random(4));
        let mut tree = Quadtree::new(earth(), Settings::default()).unwrap();
        let middle = random.direction();
        let tile = TileAddress::containing(middle, 3).unwrap();
        let direction = side.map_or(middle, |sample: usize| samples_of(tile).directions()[sample]);
        world.refuse(tile);
        for frame in 0..200 {
            tree.update(&eye(direction, 50_000.0), f64::from(frame), &world);
        }
        assert!(tree.fault().is_some_and(|fault| fault.to_string().contains("refused")));
        assert!(tree.drawn().iter().any(|drawn| Some(drawn.address) == tile.parent()));
        assert_eq!((tree.progress().lacking, world.open().len()), (0, 0), "{side:?}");
        let made = world.made();
        tree.update(&eye(direction, 50_000.0), 201.0, &world);
        assert_eq!(world.made(), made);
    }
}

/// Errors of settings name the setting.
#[test]
fn settings_are_checked() {
    let wrong = [
        (Settings { threshold: 0.0, ..Settings::default() }, "threshold"),
        (Settings { threshold: f64::NAN, ..Settings::default() }, "threshold"),
        (Settings { finest: 29, ..Settings::default() }, "finest"),
        (Settings { bytes: 1 << 20, ..Settings::default() }, "bytes"),
        (Settings { in_flight: 0, ..Settings::default() }, "in_flight"),
        (Settings { fade: -1.0, ..Settings::default() }, "fade"),
    ];
    for (settings, name) in wrong {
        let error = Quadtree::new(earth(), settings).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains("give"), "{error}");
    }
}
