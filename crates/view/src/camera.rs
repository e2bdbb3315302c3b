//! Where a picture is taken from.

use glam::DVec3;

/// Where a picture is taken from, and of what.
///
/// Places are metres along the recipe's axes: x to the right of the map, y down the map, and height up.
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

/// How a camera sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// As an eye does.
    Perspective {
        /// The angle from the bottom to the top of the picture, 0.01 to 170.
        degrees: f64,
    },
    /// As maps do: what is far is as large as what is near.
    Parallel {
        /// What the picture shows from its bottom to its top, 1 mm to 10¹⁰ m.
        metres: f64,
    },
}

/// Why there can be no such camera.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CameraError {
    /// A number is none, or too large.
    #[error("the camera's {what} is {value}: it has to be a number of at most 10^9 m")]
    Place {
        /// Of what.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// It looks nowhere.
    #[error("the camera is where it looks at: eye and target have to be at least a millimetre apart")]
    Nowhere,
    /// The angle of view cannot be.
    #[error("the angle of view is {0} degrees: it has to be from 0.01 to 170")]
    Angle(f64),
    /// The width of view cannot be.
    #[error("the picture is to show {0} m: it has to be from 0.001 to 10000000000")]
    Metres(f64),
}

impl Camera {
    /// A camera at `eye` that has `target` in the middle of its picture, and what is up, up.
    ///
    /// # Errors
    /// [`CameraError`]: a coordinate that is no number or beyond 10⁹ m, an eye at its target, a lens out of its range.
    pub fn new(eye: [f64; 3], target: [f64; 3], lens: Lens) -> Result<Self, CameraError> {
        for (what, place) in [("eye", eye), ("target", target)] {
            if let Some(&value) = place.iter().find(|value| value.is_nan() || value.abs() > 1e9) {
                return Err(CameraError::Place { what, value });
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
        let way = target - eye;
        if way.length() < 1e-3 {
            return Err(CameraError::Nowhere);
        }
        let forward = way.normalize();
        // The axes are left-handed, as y is down the map. Straight down, the map's top is the picture's.
        let across = DVec3::Z.cross(forward);
        let right = if across.length() < 1e-6 { DVec3::X } else { across.normalize() };
        Ok(Self { eye, right, up: forward.cross(right), forward, lens })
    }

    /// Where it is.
    pub fn eye(&self) -> [f64; 3] {
        self.eye.to_array()
    }

    /// Where it looks, of length 1.
    pub fn forward(&self) -> [f64; 3] {
        self.forward.to_array()
    }

    /// What is right in the picture, of length 1.
    pub fn right(&self) -> [f64; 3] {
        self.right.to_array()
    }

    /// What is up in the picture, of length 1.
    pub fn up(&self) -> [f64; 3] {
        self.up.to_array()
    }

    /// How it sees.
    pub fn lens(&self) -> Lens {
        self.lens
    }

    /// Half the height of the picture: at a depth of one metre, or at any if rays are parallel.
    pub(crate) fn half_height(&self) -> f64 {
        match self.lens {
            Lens::Perspective { degrees } => libm::tan(degrees.to_radians() / 2.0),
            Lens::Parallel { metres } => metres / 2.0,
        }
    }

    /// Inward normals of the planes that bound a picture of so many columns and rows, and how far from the eye they pass.
    pub(crate) fn sides(&self, size: [u32; 2]) -> [(DVec3, f64); 4] {
        let half_height = self.half_height();
        let half_width = half_height * f64::from(size[0]) / f64::from(size[1]);
        // A pixel more on every side, for samples beside the middle of pixels.
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

    /// Metres that a pixel covers at a depth, in a picture of so many rows.
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
        assert_eq!(Camera::new([1.0; 3], [1.0; 3], LENS), Err(CameraError::Nowhere));
        for degrees in [0.0, -3.0, 180.0, f64::NAN] {
            let error = Camera::new([0.0; 3], [1.0; 3], Lens::Perspective { degrees }).unwrap_err();
            assert!(matches!(error, CameraError::Angle(_)), "{error}");
        }
        let error = Camera::new([0.0; 3], [1.0; 3], Lens::Parallel { metres: 0.0 }).unwrap_err();
        assert_eq!(error, CameraError::Metres(0.0));
    }
}
