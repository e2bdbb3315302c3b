//! Impossible requests are refused, with help.

use orogen_engine::planet::{
    CubeMap, Direction, DirectionGrid, Face, FacePoint, LatLon, MAX_DOUBLINGS, PlanetError, Sphere,
    TileAddress, TileBounds, TileSamples,
};

use crate::earth;

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(outcome: Result<T, PlanetError>, help: &str) {
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains(help), "{error}");
}

#[test]
fn spheres() {
    for radius in [0.0, -1.0, 0.5, 1e30, 1.1e9, f64::NAN, f64::INFINITY] {
        assert_refused(Sphere::new(radius), "choose from 1 to 1e9 m");
    }
    assert_eq!(
        Sphere::new(1e30).unwrap_err().to_string(),
        "a planet cannot have a radius of 1e30 m: choose from 1 to 1e9 m"
    );
    assert!(Sphere::new(1.0).is_ok() && Sphere::new(1e9).is_ok());
}

#[test]
fn places() {
    for latitude in [100.0, -90.000001, f64::NAN] {
        assert_refused(
            LatLon::new(latitude, 0.0),
            "latitudes are −90 (south pole) to 90 (north pole) degrees",
        );
    }
    assert_refused(LatLon::new(0.0, f64::INFINITY), "a finite number of degrees east");
    for vector in [[0.0; 3], [f64::NAN, 1.0, 0.0], [f64::INFINITY, 1.0, 0.0]] {
        assert_refused(Direction::new(vector), "three finite numbers that are not all zero");
    }
    for [u, v] in [[1.1, 0.0], [0.0, -1.1], [f64::NAN, 0.0]] {
        assert_refused(FacePoint::new(Face::Px, u, v), "u and v are −1 to 1");
    }
}

#[test]
fn tiles() {
    let tile = TileAddress::root(Face::Px);
    assert_refused(TileSamples::new(tile, MAX_DOUBLINGS + 1, 0), "the power of two must be 0 to 12");
    assert_refused(TileSamples::new(tile, 3, 9), "at most 8 samples are allowed beyond an edge");
    assert_refused(TileSamples::new(tile, 255, 1), "the power of two must be 0 to 12");
    assert_refused(TileAddress::from_bits(u64::MAX), "use numbers from `TileAddress::bits`");
    for heights in [[1.0, 0.0], [-6_371_000.0, 0.0], [f64::NAN, 0.0], [0.0, f64::NAN], [0.0, f64::INFINITY]] {
        assert_refused(
            TileBounds::new(earth(), tile, heights),
            "both heights must be finite and above the planet's centre",
        );
    }
    assert!(TileBounds::new(earth(), tile, [5.0, 5.0]).is_ok());
}

#[test]
fn grids() {
    for columns in [0, 7, 300_000] {
        assert_refused(DirectionGrid::whole(columns), "choose an even number of columns up to 262144");
    }
    let rectangle = |edges| DirectionGrid::rectangle(edges, 10, 10);
    for edges in
        [[10.0, 0.0, 10.0, 5.0], [20.0, 0.0, 10.0, 5.0], [0.0, 5.0, 1.0, 5.0], [0.0, -180.0, 1.0, 181.0]]
    {
        assert_refused(rectangle(edges), "give south, west, north and east in degrees, south below north");
    }
    assert_refused(rectangle([0.0, 0.0, 100.0, 10.0]), "latitude 100");
    assert_refused(rectangle([-91.0, 0.0, 0.0, 10.0]), "latitude -91");
    assert_refused(rectangle([0.0, f64::NAN, 1.0, 10.0]), "a finite number of degrees east");
    assert_refused(
        DirectionGrid::rectangle([0.0, 0.0, 1.0, 1.0], 0, 10),
        "columns and rows must be 1 to 262144",
    );
    assert_refused(
        DirectionGrid::face(Face::Px, 0, CubeMap::Tangent),
        "columns and rows must be 1 to 262144",
    );
    let region = |size, side| DirectionGrid::region(LatLon::new(0.0, 0.0).unwrap(), size, side, earth());
    for size in [0.0, -5.0, f64::NAN, 1e30, 14_200_000.0] {
        assert_refused(region(size, 10), "choose a length above 0 and up to 14152804 m");
    }
    assert_refused(region(100.0, 1), "for a region at least 2");
    assert_refused(region(0.001, 4097), "take a coarser level or fewer samples");
}
