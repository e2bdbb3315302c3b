//! Normals and slopes, against differences of the surface.

use orogen_engine::planet::{Direction, Face, FacePoint, Sphere};
use proptest::prelude::*;

use crate::{cross, dot, length, minus, unit};

const RADIUS: f64 = 1000.0;

/// A function in space, and its gradient: waves, a fifth of the radius high, so that the height matters.
fn height(p: [f64; 3]) -> (f64, [f64; 3]) {
    let waves = [([3.0, 1.0, -2.0], 120.0), ([-1.0, 4.0, 2.0], 80.0), ([5.0, -2.0, 3.0], 40.0)];
    let mut sum = (30.0, [0.0; 3]);
    for (wave, high) in waves {
        let wave = wave.map(|k| k / RADIUS);
        let phase: f64 = dot(wave, p);
        sum.0 += high * phase.sin();
        sum.1 = [0, 1, 2].map(|k| sum.1[k] + high * phase.cos() * wave[k]);
    }
    sum
}

fn sphere() -> Sphere {
    Sphere::new(RADIUS).unwrap()
}

fn ground(direction: Direction) -> [f64; 3] {
    let (height, _) = height(sphere().position(direction));
    direction.vector().map(|x| x * (RADIUS + height))
}

proptest! {
    #[test]
    fn against_differences(face in 0..6_usize, u in -0.99..0.99_f64, v in -0.99..0.99_f64) {
        let at = |u: f64, v: f64| FacePoint::new(Face::ALL[face], u, v).unwrap().direction();
        let step = 1e-5;
        let (right, left, below, above) = (at(u + step, v), at(u - step, v), at(u, v + step), at(u, v - step));
        let point = FacePoint::new(Face::ALL[face], u, v).unwrap();
        let (high, gradient) = height(sphere().position(point.direction()));

        let across = minus(ground(right), ground(left));
        let down = minus(ground(below), ground(above));
        let normal = sphere().normal(point.direction(), high, gradient);
        prop_assert!(length(minus(unit(cross(down, across)), normal)) < 1e-7);
        prop_assert!((length(normal) - 1.0).abs() < 1e-15);

        let rise = |to: Direction, from: Direction| {
            let heights = [to, from].map(|direction| height(sphere().position(direction)).0);
            (heights[0] - heights[1]) / (RADIUS * to.angle(from))
        };
        let slopes = point.slopes(gradient);
        prop_assert!((slopes[0] - rise(right, left)).abs() < 1e-7);
        prop_assert!((slopes[1] - rise(below, above)).abs() < 1e-7);
    }
}

/// The normal of level ground points up at any height, and so does that of ground whose function changes only along the radius.
#[test]
fn level_ground() {
    let up = Direction::new([1.0, 2.0, -2.0]).unwrap();
    let outwards = up.vector().map(|x| x * 7.0);
    for (height, gradient) in [(0.0, [0.0; 3]), (-900.0, [0.0; 3]), (500.0, outwards)] {
        assert!(length(minus(sphere().normal(up, height, gradient), up.vector())) < 1e-15);
    }
}
