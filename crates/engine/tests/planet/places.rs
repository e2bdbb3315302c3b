//! Directions, latitudes and longitudes.

use orogen_engine::planet::{Direction, LatLon};
use proptest::prelude::*;

use crate::{dot, length, minus};

proptest! {
    /// The conversion to a direction and back, and the textbook formula.
    #[test]
    fn lat_lon_roundtrip(latitude in -90.0..=90.0_f64, longitude in -180.0..180.0_f64) {
        let place = LatLon::new(latitude, longitude).unwrap();
        let (phi, lambda) = (latitude.to_radians(), longitude.to_radians());
        let textbook = [phi.cos() * lambda.cos(), phi.cos() * lambda.sin(), phi.sin()];
        prop_assert!(length(minus(place.direction().vector(), textbook)) < 1e-15);

        let back = LatLon::of(place.direction());
        prop_assert!((back.latitude() - latitude).abs() < 1e-6, "{back:?}");
        let turned = (back.longitude() - longitude).abs();
        prop_assert!(turned.min(360.0 - turned) * phi.cos() < 1e-13, "{back:?}");
        prop_assert!(back.direction().angle(place.direction()) < 1e-15);
    }

    /// The length of a vector does not change its direction, however large or small it is.
    #[test]
    fn directions_have_no_length(x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in 0.1..1.0_f64, power in -300..300) {
        let direction = Direction::new([x, y, z]).unwrap();
        let scaled = Direction::new([x, y, z].map(|c| c * 10_f64.powi(power))).unwrap();
        prop_assert!((length(direction.vector()) - 1.0).abs() < 4e-16);
        prop_assert!(direction.angle(scaled) < 1e-15);
    }

    /// East and south are at right angles to up and to each other, and agree with finite differences.
    #[test]
    fn east_and_south(latitude in -89.0..89.0_f64, longitude in -179.0..179.0_f64) {
        let place = LatLon::new(latitude, longitude).unwrap();
        let at = |north: f64, east: f64| LatLon::new(latitude + north, longitude + east).unwrap().direction().vector();
        let step = 1e-4_f64;
        let per_radian = 1.0 / (2.0 * step.to_radians());
        let cos = latitude.to_radians().cos();
        let east = minus(at(0.0, step), at(0.0, -step)).map(|x| x * per_radian / cos);
        let south = minus(at(-step, 0.0), at(step, 0.0)).map(|x| x * per_radian);
        let [its_east, its_south] = place.east_south();
        prop_assert!(length(minus(its_east, east)) < 1e-8 / cos);
        prop_assert!(length(minus(its_south, south)) < 1e-8);
        prop_assert!(dot(its_east, its_south).abs() < 1e-15);
    }
}

/// The axes, the poles and the date line are exact.
#[test]
fn axes_are_exact() {
    let at = |latitude, longitude| LatLon::new(latitude, longitude).unwrap();
    for (place, vector) in [
        (at(0.0, 0.0), [1.0, 0.0, 0.0]),
        (at(0.0, 90.0), [0.0, 1.0, 0.0]),
        (at(0.0, 180.0), [-1.0, 0.0, 0.0]),
        (at(0.0, -90.0), [0.0, -1.0, 0.0]),
        (at(0.0, 270.0), [0.0, -1.0, 0.0]),
        (at(90.0, 77.0), [0.0, 0.0, 1.0]),
        (at(-90.0, -33.0), [0.0, 0.0, -1.0]),
    ] {
        assert_eq!(place.direction().vector(), vector);
        let back = LatLon::of(Direction::new(vector).unwrap());
        assert_eq!(back.latitude(), place.latitude());
        if back.latitude().abs() < 90.0 {
            assert_eq!(back.longitude(), place.longitude());
        } else {
            assert_eq!(back.longitude(), 0.0);
        }
    }
    // Signs of zeros do not matter.
    assert_eq!(LatLon::of(Direction::new([-1.0, -0.0, -0.0]).unwrap()), at(0.0, 180.0));
    assert_eq!(
        LatLon::of(Direction::new([-0.0, -0.0, 1.0]).unwrap()).longitude().to_bits(),
        0.0_f64.to_bits()
    );
}

/// Longitudes wrap at −180, without any loss of precision beyond that of the number itself.
#[test]
fn longitudes_wrap() {
    let longitude = |degrees: f64| LatLon::new(0.0, degrees).unwrap().longitude();
    let cases =
        [(180.0, -180.0), (-180.0, -180.0), (190.0, -170.0), (-190.0, 170.0), (540.0, -180.0), (720.5, 0.5)];
    for (degrees, wrapped) in cases {
        assert_eq!(longitude(degrees), wrapped, "{degrees}");
    }
    assert_eq!(longitude(1e-20), 1e-20);
    assert!((-180.0..180.0).contains(&longitude(1e300)));
}

/// Angles are accurate where cosines would not be.
#[test]
fn angles() {
    let towards = |x: f64, y: f64| Direction::new([x, y, 0.0]).unwrap();
    assert!((towards(1.0, 0.0).angle(towards(1.0, 1e-12)) / 1e-12 - 1.0).abs() < 1e-12);
    assert!((towards(1.0, 0.0).angle(towards(-1.0, 1e-12)) - std::f64::consts::PI).abs() < 2e-12);
    assert!((towards(1.0, 0.0).angle(towards(0.0, 1.0)) - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
}
