//! The position of the sun.

/// The position of the sun in the sky.
///
/// ```
/// use orogen_view::Sun;
///
/// let noon = Sun::at(12.0, 50.0, 0.0);
/// assert!((noon.elevation - 40.0).abs() < 1e-9 && (noon.azimuth - 180.0).abs() < 1e-9);
/// assert!(noon.direction()[2] > 0.6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Degrees above the horizon, −90 to 90.
    pub elevation: f64,
    /// Degrees clockwise from the top of the map, or from north on a planet.
    pub azimuth: f64,
}

impl Default for Sun {
    /// A sun in the morning.
    fn default() -> Self {
        Self { elevation: 32.0, azimuth: 120.0 }
    }
}

impl Sun {
    /// The unit vector to the sun: x to the right of the map, y down the map, z up.
    pub fn direction(&self) -> [f64; 3] {
        let (up, along) = libm::sincos(self.elevation.to_radians());
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        [east * along, -north * along, up]
    }

    /// The sun at an hour of the solar day, 0 to 24, where 12 is noon. The latitude and the declination are in degrees. On the
    /// Earth, the declination is −23.4 to 23.4, and 0 at the equinoxes.
    ///
    /// Spherical astronomy: sin(elevation) = sin φ·sin δ + cos φ·cos δ·cos H, with the latitude φ, the declination δ and the hour
    /// angle H.
    pub fn at(hour: f64, latitude: f64, declination: f64) -> Self {
        let hour_angle = (hour - 12.0) * 15.0_f64.to_radians();
        let ((sin_latitude, cos_latitude), (sin_declination, cos_declination)) =
            (libm::sincos(latitude.to_radians()), libm::sincos(declination.to_radians()));
        let (sin_hour, cos_hour) = libm::sincos(hour_angle);
        let up = sin_latitude * sin_declination + cos_latitude * cos_declination * cos_hour;
        let east = -cos_declination * sin_hour;
        let north = cos_latitude * sin_declination - sin_latitude * cos_declination * cos_hour;
        let azimuth = libm::atan2(east, north).to_degrees().rem_euclid(360.0);
        Self { elevation: libm::asin(up.clamp(-1.0, 1.0)).to_degrees(), azimuth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_goes_from_east_over_south_to_west() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        let noon = Sun::at(12.0, 50.0, 0.0);
        close(noon.elevation, 40.0);
        close(noon.azimuth, 180.0);
        let morning = Sun::at(6.0, 50.0, 0.0);
        close(morning.elevation, 0.0);
        close(morning.azimuth, 90.0);
        close(Sun::at(18.0, 50.0, 0.0).azimuth, 270.0);
        close(Sun::at(12.0, 50.0, 23.4).elevation, 63.4);
    }

    #[test]
    fn directions_match_the_map() {
        let near =
            |a: [f64; 3], b: [f64; 3]| assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?}");
        near(Sun { elevation: 0.0, azimuth: 0.0 }.direction(), [0.0, -1.0, 0.0]);
        near(Sun { elevation: 0.0, azimuth: 90.0 }.direction(), [1.0, 0.0, 0.0]);
        near(Sun { elevation: 90.0, azimuth: 77.0 }.direction(), [0.0, 0.0, 1.0]);
    }
}
