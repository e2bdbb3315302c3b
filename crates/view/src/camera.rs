//! Cameras: position, direction and lens.

use glam::DVec3;

/// The position, direction and lens of a camera.
///
/// Coordinates are metres along the recipe's axes: x to the right of the map, y down the map, and height up.
///
/// ```
/// use orogen_view::{Camera, Lens};
///
/// // From 500 m over the map's left edge, looking right and down.
/// let camera = Camera::new([0.0, 4000.0, 500.0], [4000.0, 4000.0, 0.0], Lens::Perspective { degrees: 40.0 })?;
/// assert_eq!(camera.eye(), [0.0, 4000.0, 500.0]);
/// assert!(camera.forward()[0] > 0.9 && camera.forward()[2] < 0.0);
/// # Ok::<(), orogen_view::CameraError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    lens: Lens,
}

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Perspective projection.
    Perspective {
        /// The vertical angle of view in degrees, 0.01 to 170.
        degrees: f64,
    },
    /// Parallel (orthographic) projection: objects have the same size at every distance.
    Parallel {
        /// The height of the view in metres, 0.001 to 10¹⁰.
        metres: f64,
    },
}

/// Why a camera is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CameraError {
    /// A coordinate is not a number or too large.
    #[error("the camera's {what} is {value}: each coordinate must be a number within ±10^9 m")]
    Coordinate {
        /// Which point: `eye` or `target`.
        what: &'static str,
        /// The coordinate.
        value: f64,
    },
    /// Eye and target coincide.
    #[error("the camera's eye is at its target: eye and target must be at least 1 mm apart")]
    NoDirection,
    /// The angle of view is out of range.
    #[error("the angle of view is {0} degrees: it must be from 0.01 to 170")]
    Angle(f64),
    /// The height of a parallel view is out of range.
    #[error("the parallel view is {0} m high: the height must be from 0.001 to 10000000000 m")]
    Metres(f64),
}

impl Camera {
    /// A camera at `eye` that looks at `target`. The vertical direction is up in the picture. If the camera looks straight
    /// down, the top of the map is up in the picture.
    ///
    /// # Errors
    /// [`CameraError`] if a coordinate is not a number or beyond 10⁹ m, if the eye is at the target, or if the lens is out of
    /// range.
    pub fn new(eye: [f64; 3], target: [f64; 3], lens: Lens) -> Result<Self, CameraError> {
        for (what, position) in [("eye", eye), ("target", target)] {
            if let Some(&value) = position.iter().find(|value| value.is_nan() || value.abs() > 1e9) {
                return Err(CameraError::Coordinate { what, value });
            }
        }
        match lens {
            Lens::Perspective { degrees } if !(0.01..=170.0).contains(&degrees) => {
                return Err(CameraError::Angle(degrees));
            }
            Lens::Parallel { metres } if !(1e-3..=1e10).contains(&metres) => {
                return Err(CameraError::Metres(metres));
            }
            _ => {}
        }
        let (eye, target) = (DVec3::from(eye), DVec3::from(target));
        let offset = target - eye;
        if offset.length() < 1e-3 {
            return Err(CameraError::NoDirection);
        }
        let forward = offset.normalize();
        // The axes are left-handed, since y points down the map. If the camera looks straight down, the top of the map is up
        // in the picture.
        let across = DVec3::Z.cross(forward);
        let right = if across.length() < 1e-6 { DVec3::X } else { across.normalize() };
        Ok(Self { eye, right, up: forward.cross(right), forward, lens })
    }

    /// The position of the eye, in metres.
    pub fn eye(&self) -> [f64; 3] {
        self.eye.to_array()
    }

    /// The viewing direction, of length 1.
    pub fn forward(&self) -> [f64; 3] {
        self.forward.to_array()
    }

    /// The direction to the right in the picture, of length 1.
    pub fn right(&self) -> [f64; 3] {
        self.right.to_array()
    }

    /// The direction up in the picture, of length 1.
    pub fn up(&self) -> [f64; 3] {
        self.up.to_array()
    }

    /// The projection.
    pub fn lens(&self) -> Lens {
        self.lens
    }

    /// Half the height of the view in metres: at a depth of 1 m, or at every depth with parallel rays.
    pub(crate) fn half_height(&self) -> f64 {
        match self.lens {
            Lens::Perspective { degrees } => libm::tan(degrees.to_radians() / 2.0),
            Lens::Parallel { metres } => metres / 2.0,
        }
    }

    /// The four side planes of the view frustum for a picture of this size: inward normals, and distances
    /// from the eye.
    pub(crate) fn sides(&self, size: [u32; 2]) -> [(DVec3, f64); 4] {
        let half_height = self.half_height();
        let half_width = half_height * f64::from(size[0]) / f64::from(size[1]);
        // One pixel of slack on every side, since jittered samples are not at the pixels' centres.
        let slack = 1.0 + 2.0 / f64::from(size[0].min(size[1]));
        let side = |axis: DVec3, half: f64| {
            if self.is_parallel() {
                (axis, -half * slack)
            } else {
                ((self.forward * half * slack + axis).normalize(), 0.0)
            }
        };
        [
            side(self.right, half_width),
            side(-self.right, half_width),
            side(self.up, half_height),
            side(-self.up, half_height),
        ]
    }

    /// Whether rays are parallel.
    pub(crate) fn is_parallel(&self) -> bool {
        matches!(self.lens, Lens::Parallel { .. })
    }

    /// The size of a pixel in metres at a depth, in a picture with `rows` rows.
    pub(crate) fn pixel(&self, rows: u32, depth: f64) -> f64 {
        let height = 2.0 * self.half_height() / f64::from(rows);
        if self.is_parallel() { height } else { height * depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENS: Lens = Lens::Perspective { degrees: 50.0 };

    #[test]
    fn north_is_up_and_east_is_right() {
        let camera = Camera::new([10.0, 10.0, 5.0], [10.0, 0.0, 5.0], LENS).unwrap();
        assert_eq!((camera.right(), camera.up()), ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
        let down = Camera::new([10.0, 10.0, 5.0], [10.0, 10.0, 0.0], LENS).unwrap();
        assert_eq!((down.right(), down.up()), ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
    }

    #[test]
    fn impossible_cameras_are_refused() {
        let nan = Camera::new([f64::NAN, 0.0, 0.0], [1.0; 3], LENS).unwrap_err();
        assert!(nan.to_string().starts_with("the camera's eye is NaN"), "{nan}");
        assert_eq!(Camera::new([1.0; 3], [1.0; 3], LENS), Err(CameraError::NoDirection));
        for degrees in [0.0, -3.0, 180.0, f64::NAN] {
            let error = Camera::new([0.0; 3], [1.0; 3], Lens::Perspective { degrees }).unwrap_err();
            assert!(matches!(error, CameraError::Angle(_)), "{error}");
        }
        let error = Camera::new([0.0; 3], [1.0; 3], Lens::Parallel { metres: 0.0 }).unwrap_err();
        assert_eq!(error, CameraError::Metres(0.0));
    }
}
