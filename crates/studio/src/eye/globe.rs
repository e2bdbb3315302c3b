//! Eyes over planets.

use orogen::planet::{LatLon, PlanetError};
use orogen_view::{Camera, CameraError, GlobeShot, Lens};

use super::{DEGREES, Motion};
use crate::relief::Relief;

/// Degrees that the head turns by for a pixel.
const TURN: f64 = 0.12;

/// How much nearer a step of the wheel is.
const STEP: f64 = 1.15;

/// The eye is at least so many metres above the ground.
pub(super) const LEAST: f64 = 20.0;

/// An eye over a planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobeEye {
    /// Degrees north of the place below it.
    pub latitude: f64,
    /// And east.
    pub longitude: f64,
    /// Metres above height 0.
    pub altitude: f64,
    /// Where it looks: degrees clockwise from north.
    pub azimuth: f64,
    /// And degrees above level.
    pub elevation: f64,
    /// Of the planet, in metres.
    pub radius: f64,
    /// Whether somebody has turned the head: until then it looks down from far away and more and more level near the ground.
    free: bool,
}

impl GlobeEye {
    /// From so far away that all of a planet is seen.
    pub fn whole(radius: f64) -> Self {
        let half = 0.86 * libm::tan(DEGREES.to_radians() / 2.0);
        let altitude = radius * (1.0 / libm::sin(libm::atan(half)) - 1.0);
        let altitude = altitude.min(GlobeShot::FURTHEST);
        Self { latitude: 25.0, longitude: 0.0, altitude, azimuth: 0.0, elevation: -90.0, radius, free: false }
    }

    /// The place below it.
    ///
    /// # Errors
    /// None that a hand can bring about.
    pub fn at(&self) -> Result<LatLon, PlanetError> {
        LatLon::new(self.latitude, self.longitude)
    }

    /// Where it is, from the middle of the planet: towards longitude 0, towards 90° east and towards the north, in metres.
    pub(super) fn place(&self) -> [f64; 3] {
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

    pub(super) fn shift(&mut self, motion: Motion, rows: f64, relief: Option<&Relief>) {
        match motion {
            Motion::Orbit([dx, dy]) | Motion::Pan([dx, dy]) => {
                let ground = 2.0 * libm::tan(DEGREES.to_radians() / 2.0) * self.over(relief) / rows.max(1.0);
                self.walk([-dx * ground, dy * ground]);
            }
            Motion::Look([dx, dy]) => {
                self.free = true;
                self.azimuth = (self.azimuth + dx * TURN).rem_euclid(360.0);
                self.elevation = (self.elevation - dy * TURN).clamp(-90.0, 60.0);
            }
            Motion::Zoom(steps) => {
                let over = self.over(relief) / libm::pow(STEP, steps);
                self.rise(over, relief);
            }
            Motion::Fly([right, forward, up]) => {
                let speed = 0.7 * self.over(relief);
                self.walk([right * speed, forward * speed]);
                let over = self.over(relief) * (1.0 + 0.7 * up);
                self.rise(over, relief);
            }
        }
    }

    /// Metres over the ground or the water.
    pub(super) fn over(&self, relief: Option<&Relief>) -> f64 {
        let ground =
            relief.map_or(0.0, |relief| relief.covered(relief.height_at(self.latitude, self.longitude)));
        (self.altitude - ground).max(1.0)
    }

    fn rise(&mut self, over: f64, relief: Option<&Relief>) {
        let ground = self.altitude - self.over(relief);
        let over = over.clamp(LEAST, 40.0 * self.radius);
        self.altitude = (ground + over).min(GlobeShot::FURTHEST);
        if !self.free {
            // Half-way down where the horizon is 45° below level, as pictures have it by themselves.
            let dip = libm::acos(self.radius / (self.radius + over)).to_degrees();
            self.elevation = -(6.0 + 84.0 * (dip / 45.0).min(1.0));
        }
    }

    /// Goes so many metres to the right and forward, as far above the ground as before or nearly.
    fn walk(&mut self, [right, forward]: [f64; 2]) {
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
        let mut eye = GlobeEye::whole(6.4e6);
        let seen = libm::asin(eye.radius / (eye.radius + eye.altitude)).to_degrees();
        assert!((0.7 * DEGREES / 2.0..DEGREES / 2.0).contains(&seen), "{seen}");
        eye.shift(Motion::Zoom(500.0), 500.0, None);
        assert_eq!((eye.altitude, eye.elevation.round()), (20.0, -6.0));
    }

    #[test]
    fn a_degree_of_a_great_circle_is_as_long_everywhere() {
        let at = |latitude, longitude| {
            let eye = GlobeEye { latitude, longitude, altitude: 400.0, ..GlobeEye::whole(6.4e6) };
            eye.place()
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
        let mut eye = GlobeEye { longitude: 179.9, ..GlobeEye::whole(6.4e6) };
        eye.shift(Motion::Pan([-2.0, 0.0]), 500.0, None);
        assert!((-180.0..-178.0).contains(&eye.longitude), "{}", eye.longitude);
        for _ in 0..100 {
            eye.shift(Motion::Pan([0.0, 90.0]), 500.0, None);
        }
        assert_eq!(eye.latitude, 89.5);
        assert!(eye.at().is_ok() && eye.camera().is_ok());
    }
}
