//! Directions from the planet's centre.

use super::PlanetError;
use super::vector::{Vector, difference, length, sum, unit};

/// A direction from the planet's centre: a vector of length 1, except for rounding.
///
/// The north pole is at `+z`, longitude 0 at `+x` and longitude 90° E at `+y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction(Vector);

impl Direction {
    /// The direction of a vector of any length.
    ///
    /// # Errors
    /// The vector has no length, or a coordinate is not finite.
    pub fn new(vector: [f64; 3]) -> Result<Self, PlanetError> {
        let largest = vector.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if !(vector.iter().all(|x| x.is_finite()) && largest > 0.0) {
            return Err(PlanetError::NoDirection(vector));
        }
        // The largest coordinate is scaled to 1 first, so that the squares neither overflow nor underflow.
        Ok(Self::along(vector.map(|x| x / largest)))
    }

    /// The direction of a vector that is neither tiny nor huge.
    pub(super) fn along(vector: Vector) -> Self {
        // No zero is negative, so equal directions have equal bits.
        Self(unit(vector).map(|x| x + 0.0))
    }

    /// The direction as a vector.
    pub fn vector(self) -> [f64; 3] {
        self.0
    }

    /// The angle to another direction in radians, 0 to π, accurate to 10⁻¹⁵ even if it is small.
    ///
    /// The angle is computed from the lengths of the difference and the sum (Kahan 2006), because the inverse cosine is
    /// inaccurate near 0 and π.
    pub fn angle(self, other: Self) -> f64 {
        2.0 * libm::atan2(length(difference(self.0, other.0)), length(sum(self.0, other.0)))
    }
}
