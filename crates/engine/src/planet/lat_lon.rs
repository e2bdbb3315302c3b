//! Positions by latitude and longitude.

use super::{Direction, PlanetError};

/// A place by latitude and longitude, in degrees north and east. The planet is a sphere: geocentric and geodetic latitude are
/// the same.
///
/// # Example
/// ```
/// use orogen_engine::planet::LatLon;
///
/// // The date line is a place as any other, and at a pole longitudes meet.
/// assert_eq!(LatLon::new(-17.0, 180.0)?, LatLon::new(-17.0, -180.0)?);
/// assert_eq!(LatLon::new(90.0, 123.0)?.direction().vector(), [0.0, 0.0, 1.0]);
///
/// let error = LatLon::new(100.0, 0.0).unwrap_err().to_string();
/// assert!(error.starts_with("latitude 100 is out of range: latitudes are −90 (south pole) to 90"));
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatLon {
    latitude: f64,
    longitude: f64,
}

impl LatLon {
    /// Latitude is −90 to 90. Longitude may be any finite number; whole turns are removed.
    ///
    /// # Errors
    /// The latitude is out of range, or the longitude is not finite.
    pub fn new(latitude: f64, longitude: f64) -> Result<Self, PlanetError> {
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(PlanetError::Latitude(latitude));
        }
        if !longitude.is_finite() {
            return Err(PlanetError::Longitude(longitude));
        }
        Ok(Self { latitude: latitude + 0.0, longitude: within_a_turn(longitude) })
    }

    /// The latitude and longitude of a direction. At a pole, the longitude is 0.
    pub fn of(direction: Direction) -> Self {
        let [x, y, z] = direction.vector();
        let latitude = libm::atan2(z, (x * x + y * y).sqrt()).to_degrees();
        let longitude = libm::atan2(y, x).to_degrees();
        Self { latitude: latitude.clamp(-90.0, 90.0), longitude: within_a_turn(longitude) }
    }

    /// Degrees north, −90 to 90.
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Degrees east, from −180 up to but not including 180.
    pub fn longitude(self) -> f64 {
        self.longitude
    }

    /// The direction from the planet's centre.
    pub fn direction(self) -> Direction {
        let ([sin_lat, cos_lat], [sin_lon, cos_lon]) =
            (sin_cos_degrees(self.latitude), sin_cos_degrees(self.longitude));
        Direction::along([cos_lat * cos_lon, cos_lat * sin_lon, sin_lat])
    }

    /// Unit vectors to the east and to the south, at right angles. At a pole, the longitude chooses the meridian: at the north
    /// pole, south is down that meridian.
    pub fn east_south(self) -> [[f64; 3]; 2] {
        let ([sin_lat, cos_lat], [sin_lon, cos_lon]) =
            (sin_cos_degrees(self.latitude), sin_cos_degrees(self.longitude));
        [[-sin_lon, cos_lon, 0.0], [sin_lat * cos_lon, sin_lat * sin_lon, -cos_lat]]
    }
}

/// A longitude without whole turns. The remainder of floating-point numbers is exact.
fn within_a_turn(longitude: f64) -> f64 {
    let rest = longitude % 360.0;
    let turned = match rest {
        rest if rest >= 180.0 => rest - 360.0,
        rest if rest < -180.0 => rest + 360.0,
        rest => rest,
    };
    turned + 0.0
}

/// Sine and cosine of an angle of at most a turn. Quarter turns are removed in degrees, where they are whole numbers, so sine
/// and cosine are exact at a pole and on the date line.
pub(super) fn sin_cos_degrees(degrees: f64) -> [f64; 2] {
    let quarters = (degrees / 90.0).round();
    let rest = (degrees - 90.0 * quarters).to_radians();
    let (sin, cos) = (libm::sin(rest), libm::cos(rest));
    match (quarters as i64).rem_euclid(4) {
        0 => [sin, cos],
        1 => [cos, -sin],
        2 => [-sin, -cos],
        _ => [-cos, sin],
    }
}
