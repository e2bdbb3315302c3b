//! Tiles reported as beyond the horizon cannot be seen, and others can.

use orogen_engine::patch::Patch;
use orogen_engine::planet::{Direction, Face, Sphere, TileAddress, TileBounds};

use crate::bounds::{cases, directions};
use crate::{Random, dot, length, minus, unit};

/// Whether a sphere around the origin is between two places, from the point nearest to the origin on the line between them.
fn blocks(radius: f64, eye: [f64; 3], place: [f64; 3]) -> bool {
    let ray = minus(place, eye);
    let along = (-dot(eye, ray) / dot(ray, ray)).clamp(0.0, 1.0);
    length([0, 1, 2].map(|k| eye[k] + along * ray[k])) < radius
}

#[test]
fn against_rays() {
    let mut random = Random(8);
    let (mut hidden, mut seen) = (0, 0);
    for (sphere, tile, heights) in cases(6000) {
        let bounds = TileBounds::new(sphere, tile, heights).unwrap();
        let radius = sphere.radius();
        let lowest = heights[0] - radius * random.between(0.0, 1e-3);
        let ground = radius + lowest;
        // The eye is about as far away as the tile can just be seen, at a height from a few centimetres to an orbit.
        let high = radius + heights[1] + radius * 10_f64.powf(random.between(-6.0, 1.0));
        let horizon = (ground / high).acos() + (ground / (radius + heights[1])).acos();
        let turn = random.between(0.9, 1.1) * (horizon + random.between(-1.0, 1.0) * bounds.angle());
        let (up, side) = (bounds.middle().vector(), random.direction().vector());
        let level = unit(minus(side, up.map(|x| x * dot(side, up))));
        let eye = [0, 1, 2].map(|k| high * (turn.cos() * up[k] + turn.sin() * level[k]));

        let is_beyond = bounds.is_beyond_horizon(eye, lowest);
        let tops = directions(tile, 24);
        let top = |direction: &Direction| direction.vector().map(|x| x * (radius + heights[1]));
        let in_sight = |ground: f64| tops.iter().filter(|place| !blocks(ground, eye, top(place))).count();
        if is_beyond {
            hidden += 1;
            assert_eq!(in_sight(ground), 0, "{tile} {heights:?} {lowest} {eye:?}");
        } else if in_sight(ground) > 0 {
            seen += 1;
        } else {
            // None of these places is visible. A place between them may be nearer, by up to half a step from the nearest of
            // them, and there the ground must be visible. Where eye and ground are level, rounding may lift the ground.
            let step = bounds.angle() / 12.0 + (4.0 * Patch::UNIT / ground).sqrt();
            let nearest =
                |a: &&Direction, b: &&Direction| dot(a.vector(), eye).total_cmp(&dot(b.vector(), eye));
            let nearest = tops.iter().max_by(nearest).unwrap();
            let up = unit(eye);
            let step = step.min(nearest.angle(Direction::new(up).unwrap()));
            let across = unit(minus(nearest.vector(), up.map(|x| x * dot(nearest.vector(), up))));
            let nearer = [0, 1, 2].map(|k| high * (step.cos() * up[k] + step.sin() * across[k]));
            assert!(
                !blocks(ground, nearer, top(nearest)),
                "{tile} {heights:?} {lowest} {eye:?} is hidden, but not said to be"
            );
        }
    }
    assert!(hidden > 1500 && seen > 1500, "{hidden} {seen}");
}

/// The horizon on a planet with a radius of one kilometre: an eye at √2 radii sees an eighth of a turn.
#[test]
fn a_known_horizon() {
    let sphere = Sphere::new(1000.0).unwrap();
    let bounds = |level: u8, x: u32| {
        let tile = TileAddress::new(Face::Py, level, x, 1 << (level - 1)).unwrap();
        TileBounds::new(sphere, tile, [0.0, 0.0]).unwrap()
    };
    // `py` begins 45° east of the eye.
    let eye = [1000.0 * std::f64::consts::SQRT_2, 0.0, 0.0];
    assert!(!bounds(10, 0).is_beyond_horizon(eye, 0.0));
    assert!(bounds(10, 1).is_beyond_horizon(eye, 0.0));
    // Lower ground hides less.
    assert!(!bounds(10, 1).is_beyond_horizon(eye, -10.0));
    assert!(!bounds(10, 1).is_beyond_horizon([-990.0, 0.0, 0.0], 0.0));
    assert!(!bounds(10, 1).is_beyond_horizon([0.0; 3], -10.0));
    assert!(!bounds(10, 1).is_beyond_horizon([f64::NAN; 3], 0.0));
}
