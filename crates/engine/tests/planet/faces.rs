//! Faces and the tangent map.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, PI, SQRT_2};

use orogen_engine::planet::{Direction, Edge, Face, FacePoint, LatLon};
use proptest::prelude::*;

use crate::{cross, length, minus};

fn direction(face: Face, u: f64, v: f64) -> [f64; 3] {
    FacePoint::new(face, u, v).unwrap().direction().vector()
}

/// Face, latitude and longitude of its middle, and of the middles of its right and its lower edge.
const LAYOUT: [(Face, [[f64; 2]; 3]); 6] = [
    (Face::Px, [[0.0, 0.0], [0.0, 45.0], [-45.0, 0.0]]),
    (Face::Nx, [[0.0, -180.0], [0.0, -135.0], [-45.0, -180.0]]),
    (Face::Py, [[0.0, 90.0], [0.0, 135.0], [-45.0, 90.0]]),
    (Face::Ny, [[0.0, -90.0], [0.0, -45.0], [-45.0, -90.0]]),
    (Face::Pz, [[90.0, 0.0], [45.0, 90.0], [45.0, 0.0]]),
    (Face::Nz, [[-90.0, 0.0], [-45.0, 90.0], [-45.0, -180.0]]),
];

#[test]
fn layout_on_the_map() {
    for (face, [middle, right, bottom]) in LAYOUT {
        for (u, v, [latitude, longitude]) in [(0.0, 0.0, middle), (1.0, 0.0, right), (0.0, 1.0, bottom)] {
            let place = LatLon::new(latitude, longitude).unwrap().direction().vector();
            assert!(length(minus(direction(face, u, v), place)) < 1e-15, "{face} {u} {v}");
        }
        // Right and down, seen from outside.
        let [axis, right, down] = face.axes();
        assert_eq!(cross(down, right), axis);
        assert_eq!(face.name().parse(), Ok(face));
    }
    assert!("xp".parse::<Face>().is_err());
}

/// Walks along all 24 edges of faces, and checks that each point is on the neighbour where it should be.
#[test]
fn edges_of_the_cube() {
    let on = |edge: Edge, along: f64| match edge {
        Edge::Top => [along, -1.0],
        Edge::Right => [1.0, along],
        Edge::Bottom => [along, 1.0],
        Edge::Left => [-1.0, along],
    };
    for face in Face::ALL {
        for edge in Edge::ALL {
            let over = face.over(edge);
            assert_ne!(over.neighbour, face);
            let back = over.neighbour.over(over.edge);
            assert_eq!((back.neighbour, back.edge, back.reversed), (face, edge, over.reversed));
            for step in 0..=16 {
                let along = f64::from(step) / 8.0 - 1.0;
                let ([u, v], there) = (on(edge, along), if over.reversed { -along } else { along });
                let [its_u, its_v] = on(over.edge, there);
                assert_eq!(
                    direction(face, u, v),
                    direction(over.neighbour, its_u, its_v),
                    "{face} {edge:?} {along}"
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn face_point_roundtrip(face in 0..6_usize, u in -1.0..=1.0_f64, v in -1.0..=1.0_f64) {
        let point = FacePoint::new(Face::ALL[face], u, v).unwrap();
        let back = FacePoint::of(point.direction());
        prop_assert!(back.direction().angle(point.direction()) < 1e-15);
        if u.abs().max(v.abs()) < 1.0 - 1e-12 {
            prop_assert_eq!(back.face(), point.face());
            prop_assert!((back.u() - u).abs() < 1e-15 && (back.v() - v).abs() < 1e-15, "{:?}", back);
        }
        // The formula, with the platform's tangent.
        let [axis, right, down] = point.face().axes();
        let (s, t) = ((FRAC_PI_4 * u).tan(), (FRAC_PI_4 * v).tan());
        let formula = Direction::new([0, 1, 2].map(|k| axis[k] + s * right[k] + t * down[k])).unwrap();
        prop_assert!(formula.angle(point.direction()) < 1e-15);
    }

    #[test]
    fn every_direction_has_a_face(x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in -1.0..1.0_f64) {
        let direction = Direction::new([x, y, z + 1e-9]).unwrap();
        prop_assert!(FacePoint::of(direction).direction().angle(direction) < 1e-15);
    }

    #[test]
    fn derivatives_are_differences(face in 0..6_usize, u in -0.99..0.99_f64, v in -0.99..0.99_f64) {
        let face = Face::ALL[face];
        let step = 1e-5;
        let along = |du: f64, dv: f64| {
            let ends = [1.0, -1.0].map(|sign| direction(face, u + sign * du, v + sign * dv));
            minus(ends[0], ends[1]).map(|x| x / (2.0 * step))
        };
        let [by_u, by_v] = FacePoint::new(face, u, v).unwrap().derivatives();
        prop_assert!(length(minus(by_u, along(step, 0.0))) < 1e-9);
        prop_assert!(length(minus(by_v, along(0.0, step))) < 1e-9);
        let [long_u, long_v] = [by_u, by_v].map(|tangent| length(tangent) / FRAC_PI_4);
        let range = FRAC_1_SQRT_2 - 1e-12..1.0 + 1e-12;
        prop_assert!(range.contains(&long_u) && range.contains(&long_v));
    }
}

/// The areas on the sphere of equal squares in u and v agree with the stated formula, and the largest is √2 times the smallest.
/// Each area is computed as that of two triangles.
#[test]
fn distortion() {
    let count = 128;
    let corner = |k: i32| f64::from(k) * 2.0 / f64::from(count) - 1.0;
    let (mut range, mut whole) = ([f64::INFINITY, 0.0_f64], 0.0);
    for (i, j) in (0..count).flat_map(|j| (0..count).map(move |i| (i, j))) {
        let [a, b, c, d] =
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| direction(Face::Ny, corner(i + x), corner(j + y)));
        let triangle = |a, b, c| length(cross(minus(b, a), minus(c, a))) / 2.0;
        let area = (triangle(a, b, c) + triangle(b, c, d)) * f64::from(count * count) / 4.0;
        let [s, t] = [i, j].map(|k| (FRAC_PI_4 * (corner(k) + 1.0 / f64::from(count))).tan().powi(2));
        let stated = FRAC_PI_4 * FRAC_PI_4 * (1.0 + s) * (1.0 + t) / (1.0 + s + t).powf(1.5);
        assert!((area / stated - 1.0).abs() < 2e-4, "{i} {j}");
        range = [range[0].min(area), range[1].max(area)];
        whole += area / f64::from(count * count);
    }
    assert!((range[1] / range[0] / SQRT_2 - 1.0).abs() < 0.01, "{range:?}");
    // All six faces, each with the area 4 in u and v, together have the area of the sphere, except for the error of triangles.
    assert!((24.0 * whole / (4.0 * PI) - 1.0).abs() < 2e-4, "{whole}");
}
