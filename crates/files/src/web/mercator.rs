//! The square of the spherical Mercator projection (EPSG:3857) that web maps show.
//!
//! Positions are fractions of the square's side, from its north-western corner.
//!
//! ```
//! use orogen_files::web::mercator;
//!
//! assert_eq!([mercator::east(0.0), mercator::south(0.0)], [0.5, 0.5]);
//! assert!((mercator::latitude(mercator::south(46.5)) - 46.5).abs() < 1e-12);
//! assert!(mercator::south(mercator::MAX_LATITUDE).abs() < 1e-15);
//! ```

use std::f64::consts::PI;

use crate::wgs84::SEMI_MAJOR_AXIS;

/// The latitude in degrees, north and south, at which the square ends.
pub const MAX_LATITUDE: f64 = 85.051_128_779_806_59;

/// The circumference of the map's sphere in metres.
pub const CIRCUMFERENCE: f64 = 2.0 * PI * SEMI_MAJOR_AXIS;

/// The fraction of the map's width that is west of a longitude in degrees.
pub fn east(longitude: f64) -> f64 {
    longitude / 360.0 + 0.5
}

/// The fraction of the map's height that is north of a latitude in degrees. The ordinate of the Mercator projection is the integral
/// of 1/cos φ, which is asinh(tan φ).
pub fn south(latitude: f64) -> f64 {
    0.5 - libm::asinh(libm::tan(latitude.to_radians())) / (2.0 * PI)
}

/// The longitude in degrees with this fraction of the map's width west of it.
pub fn longitude(east: f64) -> f64 {
    (east - 0.5) * 360.0
}

/// The latitude in degrees with this fraction of the map's height north of it.
pub fn latitude(south: f64) -> f64 {
    libm::atan(libm::sinh((0.5 - south) * 2.0 * PI)).to_degrees()
}
