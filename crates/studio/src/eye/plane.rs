//! Eyes over flat ground.

use orogen_view::{Camera, CameraError, Lens};

use super::{DEGREES, Motion};
use crate::relief::Relief;

/// Degrees that the camera turns by for a pixel.
const TURN: f64 = 0.25;

/// How much nearer a step of the wheel is.
const STEP: f64 = 1.12;

/// The eye is at least so many metres above the ground.
pub(super) const LEAST: f64 = 2.0;

/// An eye over flat ground, and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneEye {
    /// What is in the middle of the picture: metres to the right, down the map and up.
    pub target: [f64; 3],
    /// Where it looks: degrees clockwise from the top of the map.
    pub azimuth: f64,
    /// And degrees above level.
    pub elevation: f64,
    /// Metres to the target.
    pub distance: f64,
    /// Metres along a side of the domain: how far it goes in a second, and how far away it can be, follow from that.
    pub size: f64,
}

impl PlaneEye {
    /// A view of a domain of so many metres from its lower edge.
    pub fn whole(size: f64) -> Self {
        Self {
            target: [0.5 * size, 0.55 * size, 0.0],
            azimuth: 325.0,
            elevation: -24.0,
            distance: 1.15 * size,
            size,
        }
    }

    /// Where it is.
    pub fn place(&self) -> [f64; 3] {
        let forward = self.forward();
        std::array::from_fn(|k| self.target[k] - self.distance * forward[k])
    }

    /// Metres that it is above the ground or the water, as far as these are known.
    pub(super) fn above(&self, relief: Option<&Relief>) -> f64 {
        let [x, y, z] = self.place();
        let ground =
            relief.map(|relief| relief.covered(relief.height(x, y).unwrap_or(relief.range[0].into())));
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
        Camera::new(self.place(), self.target, Lens::Perspective { degrees: DEGREES })
    }

    pub(super) fn shift(&mut self, motion: Motion, rows: f64, relief: Option<&Relief>) {
        match motion {
            Motion::Orbit([dx, dy]) => self.turn(dx * TURN, -dy * TURN),
            Motion::Look([dx, dy]) => {
                let place = self.place();
                self.turn(dx * 0.5 * TURN, -dy * 0.5 * TURN);
                self.stand(place);
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
                self.distance = (self.distance / libm::pow(STEP, steps)).clamp(1.0_f64.min(most), most);
            }
            Motion::Fly([right, forward, up]) => self.fly([right, forward, up], relief),
        }
        let far = 30.0 * self.size;
        self.target = self.target.map(|along| along.clamp(-far, far));
        self.keep_above(relief);
    }

    fn turn(&mut self, azimuth: f64, elevation: f64) {
        self.azimuth = (self.azimuth + azimuth).rem_euclid(360.0);
        self.elevation = (self.elevation + elevation).clamp(-89.0, 45.0);
    }

    /// Keeps direction and distance, from another place.
    fn stand(&mut self, place: [f64; 3]) {
        let forward = self.forward();
        self.target = std::array::from_fn(|k| place[k] + self.distance * forward[k]);
    }

    /// Forward on the map.
    fn level(&self) -> [f64; 3] {
        let (east, north) = libm::sincos(self.azimuth.to_radians());
        [east, -north, 0.0]
    }

    /// The higher over the ground, the faster: a quarter of the domain in a second over the whole of it.
    fn fly(&mut self, [right, forward, up]: [f64; 3], relief: Option<&Relief>) {
        let place = self.place();
        let ground = relief.and_then(|relief| relief.height(place[0], place[1])).unwrap_or(0.0);
        let speed = (0.8 * (place[2] - ground)).clamp(0.002 * self.size, 0.25 * self.size);
        let (across, along) = (self.right(), self.forward());
        for k in 0..3 {
            self.target[k] += speed * (right * across[k] + forward * along[k]);
        }
        self.target[2] += speed * up;
    }

    /// Lifts it where it is not so many metres above ground of a height.
    pub(super) fn keep_over(&mut self, height: f64, by: f64) {
        self.target[2] += (height + by - self.place()[2]).max(0.0);
    }

    pub(super) fn keep_above(&mut self, relief: Option<&Relief>) {
        let [x, y, _] = self.place();
        let Some(relief) = relief else { return };
        // The raster is coarse: what stands between its samples is about as high as these differ.
        let around = [[0.0, 0.0], [0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]].map(|[dx, dy]| {
            let step = relief.detail();
            relief.height(x + dx * step, y + dy * step).unwrap_or(f64::NEG_INFINITY)
        });
        let least = relief.covered(around.into_iter().fold(f64::NEG_INFINITY, f64::max));
        self.keep_over(least, LEAST);
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
        let start = PlaneEye::whole(1000.0);
        let mut eye = start;
        eye.shift(Motion::Orbit([100.0, 20.0]), ROWS, None);
        close(eye.target, start.target);
        assert!(eye.azimuth != start.azimuth && eye.elevation < start.elevation);
        let mut eye = start;
        eye.shift(Motion::Look([100.0, 20.0]), ROWS, None);
        close(eye.place(), start.place());
    }

    #[test]
    fn the_camera_is_where_the_eye_is() {
        let eye = PlaneEye::whole(1000.0);
        let camera = eye.camera().unwrap();
        close(camera.eye(), eye.place());
        close(camera.forward(), eye.forward());
        close(camera.right(), eye.right());
    }

    #[test]
    fn a_pull_to_the_right_brings_what_is_on_the_left() {
        let start = PlaneEye { azimuth: 0.0, ..PlaneEye::whole(1000.0) };
        let mut eye = start;
        eye.shift(Motion::Pan([50.0, 0.0]), ROWS, None);
        assert!(eye.target[0] < start.target[0] && eye.target[1] == start.target[1]);
        eye.shift(Motion::Pan([0.0, 50.0]), ROWS, None);
        assert!(eye.target[1] < start.target[1], "what is far comes near");
    }

    #[test]
    fn a_wheel_goes_near_and_back() {
        let start = PlaneEye::whole(1000.0);
        let mut eye = start;
        eye.shift(Motion::Zoom(500.0), ROWS, None);
        assert_eq!(eye.distance, 1.0);
        eye.shift(Motion::Zoom(-1000.0), ROWS, None);
        assert_eq!(eye.distance, 20_000.0);
    }
}
