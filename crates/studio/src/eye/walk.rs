//! Walking: the eye is at the height of a person's eyes above the ground, and follows the ground.

use super::Eye;

/// Height of the eyes above the ground in metres.
pub const EYE_HEIGHT: f64 = 1.7;

/// Walking speed in metres per second. A person walks a quarter as fast, but terrain is large.
const SPEED: f64 = 6.0;

/// How many times as fast a run is.
const RUN: f64 = 10.0;

/// The longest step in metres. Ground within a step is not checked.
const STEP: f64 = 0.5;

/// The steepest climb, as rise over run. Steeper ground is a wall. Any descent is possible.
const STEEPEST: f64 = 2.0;

/// Distance to the target of a walking eye in metres.
const AHEAD: f64 = 10.0;

impl Eye {
    /// Stands on ground or water of this height in metres, below the current position.
    pub fn stand_on(&mut self, height: f64) {
        match self {
            Self::Plane(eye) => {
                let place = eye.position();
                eye.distance = AHEAD.min(eye.size);
                eye.move_to([place[0], place[1], height + EYE_HEIGHT]);
            }
            Self::Globe(eye) => {
                eye.altitude = height + EYE_HEIGHT;
                eye.free = true;
            }
        }
    }

    /// Looks level, for the start of a walk.
    pub fn look_level(&mut self) {
        match self {
            Self::Plane(eye) => {
                let place = eye.position();
                eye.elevation = 0.0;
                eye.move_to(place);
            }
            Self::Globe(eye) => eye.elevation = 0.0,
        }
    }

    /// Ends a walk: the view again orbits around a point further ahead.
    pub fn end_walk(&mut self) {
        if let Self::Plane(eye) = self {
            let place = eye.position();
            eye.distance = (0.02 * eye.size).max(AHEAD);
            eye.move_to(place);
        }
    }

    /// Moves to the point of the ground above which the eye shall be: x and y in metres or, on a planet, latitude and longitude.
    pub fn move_over(&mut self, place: [f64; 2]) {
        match self {
            Self::Plane(eye) => {
                let height = eye.position()[2];
                eye.move_to([place[0], place[1], height]);
            }
            Self::Globe(eye) => {
                (eye.latitude, eye.longitude) = (place[0].clamp(-89.5, 89.5), place[1]);
            }
        }
    }

    /// Walks to the right and forward, for this many seconds each. `surface` is the height of ground or water at a point. The
    /// walk ends before a wall, and where the surface is unknown.
    pub fn walk(&mut self, seconds: [f64; 2], runs: bool, surface: &dyn Fn([f64; 2]) -> Option<f64>) {
        let speed = if runs { SPEED * RUN } else { SPEED };
        let way = seconds.map(|seconds| speed * seconds);
        let length = way[0].hypot(way[1]);
        let count = (length / STEP).ceil().max(1.0);
        let Some(mut height) = surface(self.below()) else { return };
        self.stand_on(height);
        for _ in 0..count as u32 {
            let before = *self;
            match self {
                Self::Plane(eye) => eye.glide(way.map(|along| along / count)),
                Self::Globe(eye) => eye.glide(way.map(|along| along / count)),
            }
            match surface(self.below()) {
                Some(next) if next - height <= STEEPEST * length / count => height = next,
                _ => {
                    *self = before;
                    return;
                }
            }
            self.stand_on(height);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GlobeEye, PlaneEye};
    use super::*;

    #[test]
    fn a_walk_follows_the_ground_and_stops_at_walls() {
        let hills = |[x, _]: [f64; 2]| Some(if x > 60.0 { 40.0 } else { libm::sin(0.3 * x) });
        let mut eye = Eye::Plane(PlaneEye { azimuth: 90.0, ..PlaneEye::overview(100.0) });
        eye.move_over([5.0, 50.0]);
        for _ in 0..300 {
            eye.walk([0.0, 0.05], false, &hills);
            let [x, y, z] = eye.position();
            assert!((z - hills([x, y]).unwrap() - EYE_HEIGHT).abs() < 1e-9, "{x} {z}");
            assert!(x <= 60.0 && (y - 50.0).abs() < 1e-9, "the wall at 60 m: {x}");
        }
        assert!(eye.position()[0] > 59.0);
        eye.walk([0.0, -1.0], true, &hills);
        assert!(eye.position()[0] < 1.0, "a run backward");
    }

    #[test]
    fn a_walk_on_a_planet_is_as_long_as_on_a_plane() {
        let mut eye = Eye::Globe(GlobeEye { latitude: 50.0, ..GlobeEye::overview(5e6) });
        eye.walk([0.0, 10.0], false, &|_| Some(100.0));
        let Eye::Globe(globe) = eye else { unreachable!() };
        assert!(((globe.latitude - 50.0).to_radians() * 5e6 - 10.0 * SPEED).abs() < 0.1, "{globe:?}");
        assert_eq!(globe.altitude, 100.0 + EYE_HEIGHT);
        eye.walk([1.0, 0.0], false, &|_| None);
        assert_eq!(eye, Eye::Globe(globe), "unknown ground");
    }
}
