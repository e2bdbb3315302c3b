//! Bounding volumes contain their tiles, and little more.

use orogen_engine::planet::{Direction, FacePoint, Sphere, TileAddress, TileBounds};

use crate::{Random, dot, earth, length, minus};

/// Places of a tile, edges included, in rows: `count` + 1 per side.
pub(crate) fn directions(tile: TileAddress, count: u32) -> Vec<Direction> {
    let at = |[least, most]: [f64; 2], k: u32| least + (most - least) * f64::from(k) / f64::from(count);
    let [u, v] = tile.range();
    let places = (0..=count).flat_map(|j| (0..=count).map(move |i| (i, j)));
    places.map(|(i, j)| FacePoint::new(tile.face(), at(u, i), at(v, j)).unwrap().direction()).collect()
}

/// Tiles of all levels, with heights as they may be there, on planets and on a pebble.
pub(crate) fn cases(count: u32) -> impl Iterator<Item = (Sphere, TileAddress, [f64; 2])> {
    let mut random = Random(6);
    (0..count).map(move |k| {
        let sphere = if k % 4 == 0 { Sphere::new(1000.0).unwrap() } else { earth() };
        let most = if k % 4 == 0 { 15 } else { 25 };
        let tile = random.tile((k % most) as u8);
        let reach = sphere.radius() * [0.0, 1e-6, 1e-3, 0.5][random.below(4) as usize];
        let least = random.between(-reach, reach);
        (sphere, tile, [least, random.between(least, reach)])
    })
}

#[test]
fn everything_is_inside() {
    for (sphere, tile, heights) in cases(1500) {
        let bounds = TileBounds::new(sphere, tile, heights).unwrap();
        let (ball, block) = (bounds.bounding_sphere(), bounds.oriented_box());
        for direction in directions(tile, 16) {
            assert!(direction.angle(bounds.middle()) <= bounds.angle(), "{tile}");
            for height in [heights[0], (heights[0] + heights[1]) / 2.0, heights[1]] {
                let place = direction.vector().map(|x| x * (sphere.radius() + height));
                assert!(length(minus(place, ball.centre)) <= ball.radius, "{tile} {heights:?}");
                let offset = minus(place, block.centre);
                for k in 0..3 {
                    assert!(dot(offset, block.axes[k]).abs() <= block.half[k], "{tile} {heights:?} {k}");
                }
            }
        }
    }
}

/// The tile touches every face of the box, and the surfaces of sphere and cone, except for the slack.
#[test]
fn nothing_is_larger_than_it_has_to_be() {
    for (sphere, tile, heights) in cases(1500) {
        let bounds = TileBounds::new(sphere, tile, heights).unwrap();
        let (ball, block) = (bounds.bounding_sphere(), bounds.oriented_box());
        let slack = 4.0 * orogen_engine::patch::Patch::UNIT + 1e-13 * sphere.radius();
        // Middles of edges are among the places, where the box is widest.
        let directions = directions(tile, 16);
        let places = directions.iter().flat_map(|direction| {
            heights.map(|height| direction.vector().map(|x| x * (sphere.radius() + height)))
        });
        let (mut reach, mut sides) = (0.0_f64, [0.0_f64; 6]);
        for place in places {
            reach = reach.max(length(minus(place, ball.centre)));
            for k in 0..6 {
                let part = dot(minus(place, block.centre), block.axes[k / 2]);
                sides[k] = sides[k].max(if k % 2 == 0 { part } else { -part });
            }
        }
        assert!(ball.radius - reach <= slack, "{tile} {heights:?} {ball:?} {reach}");
        // Places above the tile's middle and a corner give the least size of a sphere around any other centre.
        let up = bounds.middle().vector();
        let off = |direction: &Direction| direction.angle(bounds.middle());
        let corner = directions.iter().max_by(|a, b| off(a).total_cmp(&off(b))).unwrap();
        let middle_and_corner = [up, corner.vector()];
        let farthest_from = |centre: [f64; 3]| {
            let ends = middle_and_corner
                .iter()
                .flat_map(|d| heights.map(|height| d.map(|x| x * (sphere.radius() + height))));
            ends.map(|place| length(minus(place, centre))).fold(0.0, f64::max)
        };
        for shift in [-1.0, -0.3, -0.01, 0.01, 0.3, 1.0] {
            let centre = [0, 1, 2].map(|k| ball.centre[k] + shift * ball.radius * up[k]);
            assert!(farthest_from(centre) >= ball.radius - 2.0 * slack, "{tile} {heights:?} {shift}");
        }
        // Between the places, edges bulge a little further: by an eighth of the step's square on level 0.
        let bulge = 0.005 * sides[0].max(sides[2]);
        for k in 0..6 {
            assert!(
                block.half[k / 2] - sides[k] <= slack + bulge,
                "{tile} {heights:?} {k} {block:?} {sides:?}"
            );
        }
        let angle = off(corner);
        assert!(bounds.angle() - angle <= 2.0 * slack / (sphere.radius() + heights[0]), "{tile}");
    }
}

/// The axes are a frame: right, nearly down, up.
#[test]
fn axes_of_the_box() {
    for (sphere, tile, heights) in cases(50) {
        let bounds = TileBounds::new(sphere, tile, heights).unwrap();
        let axes = bounds.oriented_box().axes;
        for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)] {
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((dot(axes[i], axes[j]) - expected).abs() < 1e-15);
        }
        let [along_u, along_v] = tile.middle().derivatives();
        assert!(dot(axes[0], along_u) > 0.0 && dot(axes[1], along_v) > 0.0);
        assert_eq!(axes[2], bounds.middle().vector());
    }
}

/// No place in the tile is nearer than the distance. The nearest of many places is farther by at most the gap between places.
#[test]
fn distances() {
    let mut random = Random(7);
    for (sphere, tile, heights) in cases(2000) {
        let bounds = TileBounds::new(sphere, tile, heights).unwrap();
        let radii = heights.map(|height| sphere.radius() + height);
        let size = bounds.angle() * radii[1];
        // Eyes nearby, far away, and inside.
        let near = random.direction().vector().map(|x| x * size * [0.3, 3.0, 30.0][random.below(3) as usize]);
        let centre = bounds.middle().vector().map(|x| x * radii[random.below(2) as usize]);
        let eye = match random.below(4) {
            0 => random.direction().vector().map(|x| x * sphere.radius() * 3.0),
            _ => [0, 1, 2].map(|k| centre[k] + near[k]),
        };
        let distance = bounds.distance(eye);
        let (layers, count) = (16, 32);
        let mut least = f64::INFINITY;
        for direction in directions(tile, count) {
            for layer in 0..=layers {
                let radius = radii[0] + (radii[1] - radii[0]) * f64::from(layer) / f64::from(layers);
                least = least.min(length(minus(direction.vector().map(|x| x * radius), eye)));
            }
        }
        assert!(distance <= least, "{tile} {heights:?} {eye:?}: {distance} {least}");
        // The point of the tile that is nearest to the eye is within half a step of one of these places.
        let gap = 2.0 * size / f64::from(count) + (radii[1] - radii[0]) / f64::from(layers);
        assert!(distance >= least - gap - 1e-5, "{tile} {heights:?} {eye:?}: {distance} {least} {gap}");
    }
}

/// The distance is 0 for an eye in the ground, the height above the ground for an eye over it, and the radius of the lowest
/// ground for an eye in the centre.
#[test]
fn distances_that_are_known() {
    let tile: TileAddress = "ny/5/3/30".parse().unwrap();
    let bounds = TileBounds::new(earth(), tile, [-100.0, 200.0]).unwrap();
    let above = |height: f64| bounds.middle().vector().map(|x| x * (earth().radius() + height));
    assert_eq!(bounds.distance(above(0.0)), 0.0);
    assert!((bounds.distance(above(1200.0)) - 1000.0).abs() < 1e-5);
    assert!((bounds.distance(above(-150.0)) - 50.0).abs() < 1e-5);
    assert!((bounds.distance([0.0; 3]) - (earth().radius() - 100.0)).abs() < 1e-5);
}
