//! Viewpoints over planets.

use orogen_engine::planet::{LatLon, PlanetError};
use orogen_view::{Camera, CameraError, GlobeShot, Lens};

use super::{DEGREES, Motion};
use crate::height_field::HeightField;

/// Degrees of rotation per pixel.
const DEGREES_PER_PIXEL: f64 = 0.12;

/// Zoom factor per step of the wheel.
const ZOOM_FACTOR: f64 = 1.15;

/// Minimum height above the ground in metres.
pub(super) const MIN_CLEARANCE: f64 = 20.0;

/// A viewpoint over a planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobeEye {
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Metres above height 0.
    pub altitude: f64,
    /// Viewing direction: degrees clockwise from north.
    pub azimuth: f64,
    /// Viewing direction: degrees above the horizontal.
    pub elevation: f64,
    /// Radius of the planet in metres.
    pub radius: f64,
    /// Whether the user has rotated the view. Until then, it points straight down from far away, and becomes more horizontal
    /// near the ground.
    pub(super) free: bool,
}

impl GlobeEye {
    /// A view of the whole planet.
    pub fn overview(radius: f64) -> Self {
        let half = 0.86 * libm::tan(DEGREES.to_radians() / 2.0);
        let altitude = radius * (1.0 / libm::sin(libm::atan(half)) - 1.0);
        let altitude = altitude.min(GlobeShot::MAX_ALTITUDE);
        Self { latitude: 25.0, longitude: 0.0, altitude, azimuth: 0.0, elevation: -90.0, radius, free: false }
    }

    /// The point below the viewpoint.
    ///
    /// # Errors
    /// The latitude or the longitude is out of range. Viewpoints that the user can reach are never out of range.
    pub fn at(&self) -> Result<LatLon, PlanetError> {
        LatLon::new(self.latitude, self.longitude)
    }

    /// Position in metres from the centre of the planet: towards longitude 0, 90° east, and north.
    pub(super) fn position(&self) -> [f64; 3] {
        let (up, out) = libm::sincos(self.latitude.to_radians());
        let (east, ahead) = libm::sincos(self.longitude.to_radians());
        [out * ahead, out * east, up].map(|along| (self.radius + self.altitude) * along)
    }

    pub(super) fn camera(&self) -> Result<Camera, CameraError> {
        // Straight down has no azimuth.
        let (up, along) = libm::sincos(self.elevation.clamp(-89.999, 89.999).to_radians());
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        let far = (0.01 * self.altitude.abs()).max(1000.0);
        let target = [east * along * far, -north * along * far, self.altitude + up * far];
        Camera::new([0.0, 0.0, self.altitude], target, Lens::Perspective { degrees: DEGREES })
    }

    pub(super) fn shift(&mut self, motion: Motion, rows: f64, height_field: Option<&HeightField>) {
        match motion {
            Motion::Orbit([dx, dy]) | Motion::Pan([dx, dy]) => {
                let ground =
                    2.0 * libm::tan(DEGREES.to_radians() / 2.0) * self.over(height_field) / rows.max(1.0);
                self.glide([-dx * ground, dy * ground]);
            }
            Motion::Look([dx, dy]) => {
                self.free = true;
                self.azimuth = (self.azimuth + dx * DEGREES_PER_PIXEL).rem_euclid(360.0);
                self.elevation = (self.elevation - dy * DEGREES_PER_PIXEL).clamp(-90.0, 60.0);
            }
            Motion::Zoom(steps) => {
                let over = self.over(height_field) / libm::pow(ZOOM_FACTOR, steps);
                self.rise(over, height_field);
            }
            Motion::ZoomTo(steps, anchor) => {
                self.zoom_to(libm::pow(ZOOM_FACTOR, steps), anchor, height_field);
            }
            Motion::Walk(..) => {}
            Motion::Fly([right, forward, up]) => {
                let speed = 0.7 * self.over(height_field);
                self.glide([right * speed, forward * speed]);
                let over = self.over(height_field) * (1.0 + 0.7 * up);
                self.rise(over, height_field);
            }
        }
    }

    /// Metres above the ground or water.
    pub(super) fn over(&self, height_field: Option<&HeightField>) -> f64 {
        let ground = height_field.map_or(0.0, |height_field| {
            height_field.covered(height_field.height_at(self.latitude, self.longitude))
        });
        (self.altitude - ground).max(1.0)
    }

    pub(super) fn rise(&mut self, over: f64, height_field: Option<&HeightField>) {
        let ground = self.altitude - self.over(height_field);
        let over = over.clamp(MIN_CLEARANCE, 40.0 * self.radius);
        self.altitude = (ground + over).min(GlobeShot::MAX_ALTITUDE);
        if !self.free {
            // On the ground, the view points 6° below the horizontal. Where the horizon is 45° below the horizontal, the view
            // points straight down, like the default shot of a planet.
            let dip = libm::acos(self.radius / (self.radius + over)).to_degrees();
            self.elevation = -(6.0 + 84.0 * (dip / 45.0).min(1.0));
        }
    }

    /// Moves by metres to the right and forward, at about the same altitude.
    pub(super) fn glide(&mut self, [right, forward]: [f64; 2]) {
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        let degrees = |metres: f64| (metres / self.radius).to_degrees().clamp(-20.0, 20.0);
        let to_north = degrees(forward * north - right * east);
        let to_east =
            degrees(forward * east + right * north) / libm::cos(self.latitude.to_radians()).max(0.05);
        self.latitude = (self.latitude + to_north).clamp(-89.5, 89.5);
        self.longitude = (self.longitude + to_east + 180.0).rem_euclid(360.0) - 180.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_planet_fits_and_the_wheel_goes_down_to_the_ground() {
        let mut eye = GlobeEye::overview(6.4e6);
        let seen = libm::asin(eye.radius / (eye.radius + eye.altitude)).to_degrees();
        assert!((0.7 * DEGREES / 2.0..DEGREES / 2.0).contains(&seen), "{seen}");
        eye.shift(Motion::Zoom(500.0), 500.0, None);
        assert_eq!((eye.altitude, eye.elevation.round()), (20.0, -6.0));
    }

    #[test]
    fn a_degree_of_a_great_circle_is_as_long_everywhere() {
        let at = |latitude, longitude| {
            let eye = GlobeEye { latitude, longitude, altitude: 400.0, ..GlobeEye::overview(6.4e6) };
            eye.position()
        };
        let apart =
            |one: [f64; 3], other: [f64; 3]| (0..3).map(|k| (one[k] - other[k]).powi(2)).sum::<f64>().sqrt();
        let chord = 2.0 * 6_400_400.0 * libm::sin(0.5_f64.to_radians());
        for (one, other) in
            [((0.0, 179.5), (0.0, -179.5)), ((50.0, 30.0), (51.0, 30.0)), ((89.5, 0.0), (89.5, 180.0))]
        {
            let apart = apart(at(one.0, one.1), at(other.0, other.1));
            assert!((apart - chord).abs() < 1e-3, "{apart} {chord}");
        }
    }

    #[test]
    fn longitudes_go_around_and_latitudes_end() {
        let mut eye = GlobeEye { longitude: 179.9, ..GlobeEye::overview(6.4e6) };
        eye.shift(Motion::Pan([-2.0, 0.0]), 500.0, None);
        assert!((-180.0..-178.0).contains(&eye.longitude), "{}", eye.longitude);
        for _ in 0..100 {
            eye.shift(Motion::Pan([0.0, 90.0]), 500.0, None);
        }
        assert_eq!(eye.latitude, 89.5);
        assert!(eye.at().is_ok() && eye.camera().is_ok());
    }
}
