//! Points, against the engine's queries.

use orogen::engine::query::{HeightQuery, PlanetQuery};
use orogen::{Direction, ErrorKind, LatLon, NoImages, POINT_DETAIL};

use super::{plane, planet};

#[test]
fn points_of_planes_are_those_of_the_query() {
    let terrain = plane();
    let query = HeightQuery::new(terrain.recipe(), &NoImages, POINT_DETAIL).unwrap();
    let places = [[0.0, 0.0], [120.5, 3999.75], [-7e6, 0.125], [1e12, 1.0]];
    let all = terrain.at_all(&places).unwrap();
    for (place, sample) in places.into_iter().zip(all) {
        assert_eq!(terrain.at(place).unwrap(), query.sample(place[0], place[1]));
        assert_eq!(sample, query.sample(place[0], place[1]));
    }
}

#[test]
fn points_of_planets_are_those_of_the_query() {
    let terrain = planet();
    let query = PlanetQuery::new(terrain.recipe(), &NoImages, POINT_DETAIL).unwrap();
    for place in [[46.5, 8.0], [90.0, 0.0], [-17.0, 180.0]] {
        let place = LatLon::new(place[0], place[1]).unwrap();
        assert_eq!(terrain.at(place).unwrap(), query.sample(place.direction()));
        assert_eq!(terrain.at(place.direction()).unwrap(), query.sample(place.direction()));
    }
}

#[test]
fn gradients_are_slopes_of_the_heights() {
    let terrain = plane();
    let step = 1e-3;
    let [at, east, south] = [[700.0, 900.0], [700.0 + step, 900.0], [700.0, 900.0 + step]]
        .map(|place| terrain.at(place).unwrap());
    for (axis, next) in [east, south].into_iter().enumerate() {
        assert!(((next.height - at.height) / step - at.gradient[axis]).abs() < 1e-2);
    }
}

#[test]
fn rasters_do_not_change_points() {
    let terrain = plane();
    let before = terrain.at([1000.0, 1000.0]).unwrap();
    terrain.heights(terrain.grid(16).unwrap()).unwrap();
    assert_eq!(terrain.at([1000.0, 1000.0]).unwrap(), before);
}

#[test]
fn positions_of_the_other_domain_are_refused() {
    let up = Direction::new([0.0, 0.0, 1.0]).unwrap();
    let error = plane().at(up).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Domain);
    assert!(error.to_string().contains("only a planet") && error.help().contains("[x, y]"), "{error}");

    let error = planet().at([1.0, 2.0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Domain);
    assert!(error.help().contains("LatLon"), "{error}");
    assert!(plane().planet_query(1.0).is_err() && planet().height_query(1.0).is_err());
}

#[test]
fn positions_that_are_not_finite_are_refused() {
    for place in [[f64::NAN, 0.0], [0.0, f64::INFINITY]] {
        let error = plane().at(place).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument);
        assert!(error.to_string().ends_with("help: give two finite numbers of metres"), "{error}");
    }
    assert!(plane().at([1e300, -1e300]).is_ok());
    assert!(plane().height_query(-1.0).is_err() && plane().prepared(f64::NAN).is_err());
}
