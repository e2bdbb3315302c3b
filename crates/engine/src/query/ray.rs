//! Rays, checked once so that casting them cannot fail.

use std::fmt;

use crate::interval::Interval;

/// A straight line from a point, of finite length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: [f64; 3],
    direction: [f64; 3],
    reach: f64,
}

impl Ray {
    /// A ray from `origin` along `direction`, a vector of any length. The ray is `reach` metres long. Over a plane the third
    /// coordinate is up; around a planet it points to the north pole.
    ///
    /// # Errors
    /// A coordinate or the reach is invalid.
    pub fn new(origin: [f64; 3], direction: [f64; 3], reach: f64) -> Result<Self, RayError> {
        if !origin.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(RayError::Origin(origin));
        }
        let largest = direction.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        let is_one = largest > 0.0 && direction.iter().all(|part| part.is_finite());
        // The parts are divided first, because squares of very long or short directions would be infinite or 0.
        let parts = direction.map(|part| part / largest);
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        if !is_one {
            return Err(RayError::Direction(direction));
        }
        if !(reach.is_finite() && reach >= 0.0) {
            return Err(RayError::Reach(reach));
        }
        Ok(Self { origin, direction: parts.map(|part| part / length), reach })
    }

    /// The origin of the ray, in metres.
    pub fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// The direction of the ray, of length 1.
    pub fn direction(&self) -> [f64; 3] {
        self.direction
    }

    /// The length of the ray in metres.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The point of the ray's line `distance` metres from the origin.
    pub fn at(&self, distance: f64) -> [f64; 3] {
        std::array::from_fn(|axis| self.origin[axis] + distance * self.direction[axis])
    }

    /// The range of distances at which the ray's height is in an interval, if there is one.
    pub(super) fn within(&self, heights: Interval) -> Option<[f64; 2]> {
        let (from, up) = (self.origin[2], self.direction[2]);
        if up == 0.0 {
            return heights.contains(from).then_some([0.0, self.reach]);
        }
        let [one, other] = [heights.min, heights.max].map(|height| (height - from) / up);
        let (begin, end) = (one.min(other).max(0.0), one.max(other).min(self.reach));
        (begin <= end).then_some([begin, end])
    }
}

/// Why a ray is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayError {
    /// A coordinate of the origin is not finite.
    Origin([f64; 3]),
    /// All parts of the direction are 0, or one is not finite.
    Direction([f64; 3]),
    /// The reach is negative or not finite.
    Reach(f64),
}

impl fmt::Display for RayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RayError::Origin(origin) => {
                write!(f, "a ray cannot begin at {origin:?}: give finite coordinates")
            }
            RayError::Direction(direction) => {
                write!(f, "{direction:?} is not a direction: give finite components that are not all 0")
            }
            RayError::Reach(reach) => {
                write!(f, "a ray cannot be {reach} m long: give a finite length, 0 or more")
            }
        }
    }
}

impl std::error::Error for RayError {}
