//! Lengths on the ground in Web Mercator (EPSG:3857). A metre of the map is less than a metre on the ground, except at the equator.

use crate::wgs84::{ECCENTRICITY_SQUARED, SEMI_MAJOR_AXIS};

/// The EPSG code.
pub(super) const CODE: u16 = 3857;

/// Metres on the ground for a metre of the map, to the east and to the north.
///
/// The projection treats the latitude φ on the ellipsoid as one on a sphere: `y = a · ln tan(π/4 + φ/2)`, so `cos φ = 1 /
/// cosh(y/a)` and `dφ/dy = cos φ / a`. On the ellipsoid, a radian of latitude is `M = N (1 − e²) / (1 − e² sin² φ)`, and one of
/// longitude is `N cos φ` with `N = a / √(1 − e² sin² φ)`.
pub(super) fn ground(northing: f64) -> [f64; 2] {
    let (cos, sin) = (1.0 / libm::cosh(northing / SEMI_MAJOR_AXIS), libm::tanh(northing / SEMI_MAJOR_AXIS));
    let flattened = 1.0 - ECCENTRICITY_SQUARED * sin * sin;
    let east = cos / flattened.sqrt();
    [east, east * (1.0 - ECCENTRICITY_SQUARED) / flattened]
}

/// [`ground`] in the middle between two northings, and its largest relative difference from there.
pub(super) fn ground_between(south: f64, north: f64) -> ([f64; 2], f64) {
    let middle = ground(0.5 * (south + north));
    // The lengths grow towards the equator, where they are largest if the raster crosses it.
    let equator = 0.0_f64.clamp(south, north);
    let ratios = [south, equator, north].map(|northing| ground(northing)[1] / middle[1]);
    (middle, ratios.into_iter().map(|ratio| (ratio - 1.0).abs()).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_has_its_length_on_wgs84() {
        let northing = |latitude: f64| {
            SEMI_MAJOR_AXIS * (0.5 * latitude.to_radians() + std::f64::consts::FRAC_PI_4).tan().ln()
        };
        // Lengths of a degree of latitude and of longitude in metres, published by the US National Geospatial-Intelligence Agency.
        for (latitude, along_meridian, along_parallel) in
            [(0.0, 110_574.3, 111_319.5), (45.0, 111_131.8, 78_846.8), (60.0, 111_412.3, 55_800.0)]
        {
            let [south, north] = [latitude - 0.5, latitude + 0.5].map(northing);
            let [east, up] = ground(northing(latitude));
            let degree = SEMI_MAJOR_AXIS.to_radians() * east;
            assert!((degree / along_parallel - 1.0).abs() < 1e-5, "{latitude}: {degree}");
            // The factor is constant over a degree only to the first order.
            let degree = (north - south) * up;
            assert!((degree / along_meridian - 1.0).abs() < 1e-4, "{latitude}: {degree}");
        }
    }

    #[test]
    fn lengths_vary_with_the_latitude() {
        let (middle, variation) = ground_between(-2e6, 2e6);
        assert!((middle[0] - 1.0).abs() < 1e-12);
        assert!((variation - (1.0 - ground(2e6)[1] / middle[1])).abs() < 1e-12 && variation > 0.04);
        assert!(ground_between(5.8e6, 5.81e6).1 < 1.5e-3);
    }
}
