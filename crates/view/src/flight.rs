//! A camera that moves: through keys, smoothly, in time.

use glam::DVec3;

use crate::{Camera, CameraError, Lens};

/// Where a camera is at a time, and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Seconds from the beginning.
    pub time: f64,
    /// Where it is, in metres: x, y, height.
    pub eye: [f64; 3],
    /// What is in the middle of its picture, in metres.
    pub target: [f64; 3],
    /// The angle from the bottom to the top of its picture, in degrees.
    pub degrees: f64,
}

/// The flight of a camera through its keys.
///
/// Between two keys it goes along a cubic whose speed at either is that of Catmull and Rom for keys at uneven times:
/// the mean of the speeds before and after, the shorter time counting more. So it is at each key at its time, and its
/// speed never jumps. That speed is no more than three times the slower of the two: a straight flight then never turns
/// back between its keys (F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", 1980), and where a
/// key is repeated the camera stands still.
///
/// ```
/// use orogen_view::{Flight, Key};
///
/// let key = |time, x| Key { time, eye: [x, 0.0, 50.0], target: [x, 900.0, 0.0], degrees: 40.0 };
/// let flight = Flight::new(vec![key(0.0, 0.0), key(2.0, 300.0), key(3.0, 700.0)])?;
/// assert_eq!(flight.seconds(), 3.0);
/// assert_eq!(flight.camera(2.0)?.eye(), [300.0, 0.0, 50.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    keys: Vec<Key>,
    /// Metres, and degrees, a second at each key.
    speeds: Vec<State>,
}

/// Why there is no such flight. Keys are counted from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FlightError {
    /// One key is a place, not a flight.
    #[error("a flight has at least two keys, and there are {0}")]
    TooFew(usize),
    /// A time is no number or not later than the one before.
    #[error("the time of key {key} is {time} s: it has to be later than that of the key before")]
    Time {
        /// Which.
        key: usize,
        /// Its time.
        time: f64,
    },
    /// There can be no such camera.
    #[error("key {key}: {why}")]
    Camera {
        /// Which.
        key: usize,
        /// Why.
        why: CameraError,
    },
}

/// What of a key is interpolated; each of the three for itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    eye: DVec3,
    target: DVec3,
    /// Along x.
    degrees: DVec3,
}

impl State {
    fn of(key: &Key) -> Self {
        Self { eye: key.eye.into(), target: key.target.into(), degrees: DVec3::new(key.degrees, 0.0, 0.0) }
    }

    /// Joins several, part by part.
    fn join<const N: usize>(all: [Self; N], how: impl Fn([DVec3; N]) -> DVec3) -> Self {
        Self {
            eye: how(all.map(|state| state.eye)),
            target: how(all.map(|state| state.target)),
            degrees: how(all.map(|state| state.degrees)),
        }
    }
}

impl Flight {
    /// A flight through at least two keys, in the order of their times.
    ///
    /// # Errors
    /// [`FlightError`]: too few keys, times that do not grow, a key that no camera can have.
    pub fn new(keys: Vec<Key>) -> Result<Self, FlightError> {
        if keys.len() < 2 {
            return Err(FlightError::TooFew(keys.len()));
        }
        let mut before = f64::NEG_INFINITY;
        for (at, key) in keys.iter().enumerate() {
            if !(key.time.is_finite() && key.time > before) {
                return Err(FlightError::Time { key: at, time: key.time });
            }
            before = key.time;
            camera(&State::of(key)).map_err(|why| FlightError::Camera { key: at, why })?;
        }
        let speeds = speeds(&keys);
        Ok(Self { keys, speeds })
    }

    /// When it begins.
    pub fn begin(&self) -> f64 {
        self.keys[0].time
    }

    /// How long it is.
    pub fn seconds(&self) -> f64 {
        self.keys[self.keys.len() - 1].time - self.begin()
    }

    /// The camera at a time; before the first key that of the first, after the last that of the last.
    ///
    /// # Errors
    /// The eye meets what it looks at.
    pub fn camera(&self, time: f64) -> Result<Camera, CameraError> {
        let time = time.clamp(self.begin(), self.begin() + self.seconds());
        let next = self.keys.partition_point(|key| key.time <= time).clamp(1, self.keys.len() - 1);
        let (one, other) = (&self.keys[next - 1], &self.keys[next]);
        let length = other.time - one.time;
        let t = (time - one.time) / length;
        let all = [State::of(one), State::of(other), self.speeds[next - 1], self.speeds[next]];
        // Hermite's cubic.
        camera(&State::join(all, |[from, to, leaving, arriving]| {
            let bend = t * (1.0 - t) * length;
            from + (to - from) * (t * t * (3.0 - 2.0 * t)) + leaving * (bend * (1.0 - t))
                - arriving * (bend * t)
        }))
    }
}

fn camera(state: &State) -> Result<Camera, CameraError> {
    Camera::new(state.eye.into(), state.target.into(), Lens::Perspective { degrees: state.degrees.x })
}

fn speeds(keys: &[Key]) -> Vec<State> {
    let times: Vec<f64> = keys.windows(2).map(|pair| pair[1].time - pair[0].time).collect();
    let between: Vec<State> = keys
        .windows(2)
        .zip(&times)
        .map(|(pair, time)| State::join([State::of(&pair[0]), State::of(&pair[1])], |[a, b]| (b - a) / *time))
        .collect();
    let at = |key: usize| {
        if key == 0 || key == times.len() {
            return between[key.min(times.len() - 1)];
        }
        let (before, after) = (times[key - 1], times[key]);
        State::join([between[key - 1], between[key]], |[arriving, leaving]| {
            // Where it turns straight back it stands.
            if arriving.dot(leaving) <= -0.999 * arriving.length() * leaving.length() {
                return DVec3::ZERO;
            }
            let mean = (arriving * after + leaving * before) / (before + after);
            mean.clamp_length_max(3.0 * arriving.length().min(leaving.length()))
        })
    };
    (0..keys.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(time: f64, eye: [f64; 3]) -> Key {
        Key { time, eye, target: [eye[0], eye[1] + 500.0, 0.0], degrees: 40.0 }
    }

    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn it_is_at_each_key_at_its_time() {
        let places = [[0.0, 0.0, 10.0], [300.0, -20.0, 80.0], [310.0, 500.0, 20.0], [-70.0, 400.0, 30.0]];
        let keys: Vec<_> = [0.5, 1.0, 4.0, 4.5].into_iter().zip(places).map(|(t, p)| key(t, p)).collect();
        let flight = Flight::new(keys.clone()).unwrap();
        for key in &keys {
            let camera = flight.camera(key.time).unwrap();
            let expected = Camera::new(key.eye, key.target, Lens::Perspective { degrees: 40.0 }).unwrap();
            assert!(near(camera.eye(), key.eye) && near(camera.forward(), expected.forward()), "{key:?}");
        }
        assert!(near(flight.camera(-9.0).unwrap().eye(), places[0]));
        assert!(near(flight.camera(99.0).unwrap().eye(), places[3]));
    }

    /// Speeds to either side of a key are the same: no jerk is seen.
    #[test]
    fn speed_never_jumps() {
        let flight = Flight::new(vec![
            key(0.0, [0.0; 3]),
            key(1.0, [100.0, 0.0, 10.0]),
            key(3.0, [150.0, 200.0, 0.0]),
            key(3.5, [0.0, 220.0, 0.0]),
        ])
        .unwrap();
        let speed = |from: f64, to: f64| {
            let [a, b] = [from, to].map(|t| DVec3::from(flight.camera(t).unwrap().eye()));
            (b - a) / (to - from)
        };
        for time in [1.0, 3.0] {
            let (before, after) = (speed(time - 1e-6, time), speed(time, time + 1e-6));
            assert!((before - after).length() < 0.01 && before.length() > 20.0, "{before} {after}");
        }
    }

    /// Neither where a key is repeated nor where a slow stretch follows a fast one does it fly past and come back.
    #[test]
    fn it_does_not_overshoot() {
        let places = [(0.0, 0.0), (1.0, 1000.0), (2.0, 1000.0), (3.0, 1010.0), (4.0, 3000.0)];
        let flight = Flight::new(places.map(|(t, x)| key(t, [x, 0.0, 0.0])).to_vec()).unwrap();
        let mut last = -1e-9;
        for step in 0..=400 {
            let time = f64::from(step) / 100.0;
            let x = flight.camera(time).unwrap().eye()[0];
            assert!(x >= last - 1e-9, "{time}: {x} after {last}");
            assert!(!(1.0..=2.0).contains(&time) || (x - 1000.0).abs() < 1e-9, "{time}: {x}");
            last = x;
        }
    }

    #[test]
    fn what_is_no_flight_is_refused() {
        assert_eq!(Flight::new(vec![key(0.0, [0.0; 3])]), Err(FlightError::TooFew(1)));
        let twice = Flight::new(vec![key(1.0, [0.0; 3]), key(1.0, [9.0; 3])]);
        assert_eq!(twice, Err(FlightError::Time { key: 1, time: 1.0 }));
        let still = Key { target: [0.0; 3], ..key(2.0, [0.0; 3]) };
        let nowhere = Flight::new(vec![key(0.0, [0.0; 3]), still]).unwrap_err();
        assert_eq!(nowhere, FlightError::Camera { key: 1, why: CameraError::Nowhere });
    }
}
