//! Viewpoints over planes.

use orogen_view::{Camera, CameraError, Lens};

use super::{DEGREES, Motion};
use crate::height_field::HeightField;

/// Degrees of rotation per pixel.
const DEGREES_PER_PIXEL: f64 = 0.25;

/// Zoom factor per step of the wheel.
const ZOOM_FACTOR: f64 = 1.12;

/// Minimum height above the ground in metres.
pub(super) const MIN_CLEARANCE: f64 = 2.0;

/// A viewpoint over a plane, and its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneEye {
    /// The target, in the centre of the picture. Its position is in metres to the right, down the map, and up.
    pub target: [f64; 3],
    /// Viewing direction: degrees clockwise from the top of the map.
    pub azimuth: f64,
    /// Viewing direction: degrees above the horizontal.
    pub elevation: f64,
    /// Distance to the target in metres.
    pub distance: f64,
    /// Side length of the domain in metres. It sets the speed and the maximum distance.
    pub size: f64,
}

impl PlaneEye {
    /// A view of a whole domain with sides of `size` metres, seen from the lower edge of the map.
    pub fn overview(size: f64) -> Self {
        Self {
            target: [0.5 * size, 0.55 * size, 0.0],
            azimuth: 325.0,
            elevation: -24.0,
            distance: 1.15 * size,
            size,
        }
    }

    /// The position of the viewpoint, in metres to the right, down the map, and up.
    pub fn position(&self) -> [f64; 3] {
        let forward = self.forward();
        std::array::from_fn(|k| self.target[k] - self.distance * forward[k])
    }

    /// Metres above the ground or water, as far as these are known.
    pub(super) fn above(&self, height_field: Option<&HeightField>) -> f64 {
        let [x, y, z] = self.position();
        let ground = height_field.map(|height_field| {
            height_field.covered(height_field.height(x, y).unwrap_or(height_field.range[0].into()))
        });
        (z - ground.unwrap_or(0.0)).max(0.0)
    }

    fn forward(&self) -> [f64; 3] {
        let (up, along) = libm::sincos(self.elevation.to_radians());
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        [east * along, -north * along, up]
    }

    fn right(&self) -> [f64; 3] {
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        [north, east, 0.0]
    }

    pub(super) fn camera(&self) -> Result<Camera, CameraError> {
        Camera::new(self.position(), self.target, Lens::Perspective { degrees: DEGREES })
    }

    pub(super) fn shift(&mut self, motion: Motion, rows: f64, height_field: Option<&HeightField>) {
        match motion {
            Motion::Orbit([dx, dy]) => self.turn(dx * DEGREES_PER_PIXEL, -dy * DEGREES_PER_PIXEL),
            Motion::Look([dx, dy]) => {
                let place = self.position();
                self.turn(dx * 0.5 * DEGREES_PER_PIXEL, -dy * 0.5 * DEGREES_PER_PIXEL);
                self.move_to(place);
            }
            Motion::Pan([dx, dy]) => {
                let metres = 2.0 * libm::tan(DEGREES.to_radians() / 2.0) * self.distance / rows.max(1.0);
                let (right, forward) = (self.right(), self.level());
                for k in 0..2 {
                    self.target[k] += metres * (dy * forward[k] * 1.4 - dx * right[k]);
                }
            }
            Motion::Zoom(steps) => {
                let most = 20.0 * self.size;
                self.distance =
                    (self.distance / libm::pow(ZOOM_FACTOR, steps)).clamp(1.0_f64.min(most), most);
            }
            Motion::ZoomTo(steps, anchor) => {
                self.zoom_to(libm::pow(ZOOM_FACTOR, steps), anchor, height_field);
            }
            Motion::Walk(..) => {}
            Motion::Fly([right, forward, up]) => self.fly([right, forward, up], height_field),
        }
        let far = 30.0 * self.size;
        self.target = self.target.map(|along| along.clamp(-far, far));
        self.keep_above(height_field);
    }

    fn turn(&mut self, azimuth: f64, elevation: f64) {
        self.azimuth = (self.azimuth + azimuth).rem_euclid(360.0);
        self.elevation = (self.elevation + elevation).clamp(-89.0, 45.0);
    }

    /// Moves to a position, with the same direction and distance to the target.
    pub(super) fn move_to(&mut self, place: [f64; 3]) {
        let forward = self.forward();
        self.target = std::array::from_fn(|k| place[k] + self.distance * forward[k]);
    }

    /// Moves by metres to the right and forward, at the same height.
    pub(super) fn glide(&mut self, [right, forward]: [f64; 2]) {
        let (across, along) = (self.right(), self.level());
        for k in 0..2 {
            self.target[k] += right * across[k] + forward * along[k];
        }
    }

    /// Forward, projected on the map.
    fn level(&self) -> [f64; 3] {
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        [east, -north, 0.0]
    }

    /// The speed grows with the height above the ground: a quarter of the domain per second for the view of the whole domain.
    fn fly(&mut self, [right, forward, up]: [f64; 3], height_field: Option<&HeightField>) {
        let place = self.position();
        let ground =
            height_field.and_then(|height_field| height_field.height(place[0], place[1])).unwrap_or(0.0);
        let speed = (0.8 * (place[2] - ground)).clamp(0.002 * self.size, 0.25 * self.size);
        let (across, along) = (self.right(), self.forward());
        for k in 0..3 {
            self.target[k] += speed * (right * across[k] + forward * along[k]);
        }
        self.target[2] += speed * up;
    }

    /// Lifts the eye at least `by` metres above this height.
    pub(super) fn keep_over(&mut self, height: f64, by: f64) {
        self.target[2] += (height + by - self.position()[2]).max(0.0);
    }

    pub(super) fn keep_above(&mut self, height_field: Option<&HeightField>) {
        let [x, y, _] = self.position();
        let Some(height_field) = height_field else { return };
        // The height field is coarse: details between samples are about as high as neighbouring samples differ.
        let around = [[0.0, 0.0], [0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]].map(|[dx, dy]| {
            let step = height_field.detail();
            height_field.height(x + dx * step, y + dy * step).unwrap_or(f64::NEG_INFINITY)
        });
        let least = height_field.covered(around.into_iter().fold(f64::NEG_INFINITY, f64::max));
        self.keep_over(least, MIN_CLEARANCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: f64 = 500.0;

    fn close(one: [f64; 3], other: [f64; 3]) {
        assert!(one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-6), "{one:?} {other:?}");
    }

    #[test]
    fn orbits_keep_what_is_looked_at_and_looks_keep_where_one_is() {
        let start = PlaneEye::overview(1000.0);
        let mut eye = start;
        eye.shift(Motion::Orbit([100.0, 20.0]), ROWS, None);
        close(eye.target, start.target);
        assert!(eye.azimuth != start.azimuth && eye.elevation < start.elevation);
        let mut eye = start;
        eye.shift(Motion::Look([100.0, 20.0]), ROWS, None);
        close(eye.position(), start.position());
    }

    #[test]
    fn the_camera_is_where_the_eye_is() {
        let eye = PlaneEye::overview(1000.0);
        let camera = eye.camera().unwrap();
        close(camera.eye(), eye.position());
        close(camera.forward(), eye.forward());
        close(camera.right(), eye.right());
    }

    #[test]
    fn a_pull_to_the_right_brings_what_is_on_the_left() {
        let start = PlaneEye { azimuth: 0.0, ..PlaneEye::overview(1000.0) };
        let mut eye = start;
        eye.shift(Motion::Pan([50.0, 0.0]), ROWS, None);
        assert!(eye.target[0] < start.target[0] && eye.target[1] == start.target[1]);
        eye.shift(Motion::Pan([0.0, 50.0]), ROWS, None);
        assert!(eye.target[1] < start.target[1], "what is far comes near");
    }

    #[test]
    fn a_wheel_goes_near_and_back() {
        let start = PlaneEye::overview(1000.0);
        let mut eye = start;
        eye.shift(Motion::Zoom(500.0), ROWS, None);
        assert_eq!(eye.distance, 1.0);
        eye.shift(Motion::Zoom(-1000.0), ROWS, None);
        assert_eq!(eye.distance, 20_000.0);
    }
}
