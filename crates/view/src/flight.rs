//! Camera flights through keyframes.

use glam::DVec3;

use crate::spline::Spline;
use crate::{Camera, CameraError, Lens};

/// The pose of a camera at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// Time in seconds.
    pub time: f64,
    /// Position in metres: x, y, height.
    pub eye: [f64; 3],
    /// The point that the camera looks at, in metres.
    pub target: [f64; 3],
    /// The vertical angle of view, in degrees.
    pub degrees: f64,
}

/// The flight of a camera through keyframes.
///
/// The camera passes each keyframe at the keyframe's time, and the camera's speed is continuous. A straight flight never turns
/// back between keyframes. Between two successive keyframes with the same pose, the camera rests.
///
/// ```
/// use orogen_view::{Flight, Keyframe};
///
/// let keyframe = |time, x| Keyframe { time, eye: [x, 0.0, 50.0], target: [x, 900.0, 0.0], degrees: 40.0 };
/// let flight = Flight::new(&[keyframe(0.0, 0.0), keyframe(2.0, 300.0), keyframe(3.0, 700.0)])?;
/// assert_eq!(flight.seconds(), 3.0);
/// assert_eq!(flight.camera(2.0)?.eye(), [300.0, 0.0, 50.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    spline: Spline<3>,
}

/// Why a flight is invalid. Messages call a keyframe a key, as the files of flights do, and count keys from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FlightError {
    /// There are fewer than two keyframes.
    #[error("a flight needs at least two keys, but this one has {0}")]
    TooFew(usize),
    /// The time of a keyframe is not a number, or not later than the time of the keyframe before.
    #[error("the time of key {} is {time} s: it must be later than the time of the previous key", keyframe + 1)]
    Time {
        /// Index of the keyframe, from 0.
        keyframe: usize,
        /// The time of the keyframe.
        time: f64,
    },
    /// The camera of a keyframe is invalid.
    #[error("key {}: {why}", keyframe + 1)]
    Camera {
        /// Index of the keyframe, from 0.
        keyframe: usize,
        /// The reason.
        why: CameraError,
    },
    /// A keyframe of a flight over a planet is invalid.
    #[error("key {}: {why}", keyframe + 1)]
    Planet {
        /// Index of the keyframe, from 0.
        keyframe: usize,
        /// The reason.
        why: String,
    },
}

impl Flight {
    /// A flight through at least two keyframes, in the order of their times.
    ///
    /// # Errors
    /// [`FlightError`] for too few keyframes, times that do not increase, or an invalid camera at a keyframe.
    pub fn new(keyframes: &[Keyframe]) -> Result<Self, FlightError> {
        check_times(keyframes.iter().map(|keyframe| keyframe.time))?;
        for (at, keyframe) in keyframes.iter().enumerate() {
            camera(state(keyframe)).map_err(|why| FlightError::Camera { keyframe: at, why })?;
        }
        let spline = Spline::new(
            keyframes.iter().map(|keyframe| keyframe.time).collect(),
            keyframes.iter().map(state).collect(),
        );
        Ok(Self { spline })
    }

    /// Time of the first keyframe, in seconds.
    pub fn begin(&self) -> f64 {
        self.spline.begin()
    }

    /// Duration, in seconds.
    pub fn seconds(&self) -> f64 {
        self.spline.seconds()
    }

    /// The camera at a time. Before the first keyframe, it is the camera of the first keyframe; after the last, it is the
    /// camera of the last.
    ///
    /// # Errors
    /// [`CameraError`] if the eye meets its target.
    pub fn camera(&self, time: f64) -> Result<Camera, CameraError> {
        camera(self.spline.at(time))
    }
}

/// Rejects too few times, or times that do not increase.
pub(crate) fn check_times(times: impl ExactSizeIterator<Item = f64>) -> Result<(), FlightError> {
    if times.len() < 2 {
        return Err(FlightError::TooFew(times.len()));
    }
    let mut before = f64::NEG_INFINITY;
    for (keyframe, time) in times.enumerate() {
        if !(time.is_finite() && time > before) {
            return Err(FlightError::Time { keyframe, time });
        }
        before = time;
    }
    Ok(())
}

/// Eye, target and, along x, the angle of view.
fn state(keyframe: &Keyframe) -> [DVec3; 3] {
    [keyframe.eye.into(), keyframe.target.into(), DVec3::new(keyframe.degrees, 0.0, 0.0)]
}

fn camera([eye, target, degrees]: [DVec3; 3]) -> Result<Camera, CameraError> {
    Camera::new(eye.into(), target.into(), Lens::Perspective { degrees: degrees.x })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyframe(time: f64, eye: [f64; 3]) -> Keyframe {
        Keyframe { time, eye, target: [eye[0], eye[1] + 500.0, 0.0], degrees: 40.0 }
    }

    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn it_passes_each_key_at_its_time() {
        let positions = [[0.0, 0.0, 10.0], [300.0, -20.0, 80.0], [310.0, 500.0, 20.0], [-70.0, 400.0, 30.0]];
        let keyframes: Vec<_> =
            [0.5, 1.0, 4.0, 4.5].into_iter().zip(positions).map(|(t, p)| keyframe(t, p)).collect();
        let flight = Flight::new(&keyframes).unwrap();
        for keyframe in &keyframes {
            let camera = flight.camera(keyframe.time).unwrap();
            let expected =
                Camera::new(keyframe.eye, keyframe.target, Lens::Perspective { degrees: 40.0 }).unwrap();
            assert!(
                near(camera.eye(), keyframe.eye) && near(camera.forward(), expected.forward()),
                "{keyframe:?}"
            );
        }
        assert!(near(flight.camera(-9.0).unwrap().eye(), positions[0]));
        assert!(near(flight.camera(99.0).unwrap().eye(), positions[3]));
    }

    /// Speeds on both sides of a keyframe are equal.
    #[test]
    fn speed_never_jumps() {
        let flight = Flight::new(&[
            keyframe(0.0, [0.0; 3]),
            keyframe(1.0, [100.0, 0.0, 10.0]),
            keyframe(3.0, [150.0, 200.0, 0.0]),
            keyframe(3.5, [0.0, 220.0, 0.0]),
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

    /// The camera does not overshoot at a repeated keyframe, nor where slow motion follows fast motion.
    #[test]
    fn it_does_not_overshoot() {
        let positions = [(0.0, 0.0), (1.0, 1000.0), (2.0, 1000.0), (3.0, 1010.0), (4.0, 3000.0)];
        let flight = Flight::new(&positions.map(|(t, x)| keyframe(t, [x, 0.0, 0.0]))).unwrap();
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
    fn invalid_flights_are_rejected() {
        assert_eq!(Flight::new(&[keyframe(0.0, [0.0; 3])]), Err(FlightError::TooFew(1)));
        let twice = Flight::new(&[keyframe(1.0, [0.0; 3]), keyframe(1.0, [9.0; 3])]);
        assert_eq!(twice, Err(FlightError::Time { keyframe: 1, time: 1.0 }));
        let still = Keyframe { target: [0.0; 3], ..keyframe(2.0, [0.0; 3]) };
        let nowhere = Flight::new(&[keyframe(0.0, [0.0; 3]), still]).unwrap_err();
        assert_eq!(nowhere, FlightError::Camera { keyframe: 1, why: CameraError::NoDirection });
    }
}
