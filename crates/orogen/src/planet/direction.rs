//! Directions from the planet's centre.

use super::PlanetError;
use super::vector::{Vector, difference, length, sum, unit};

/// A direction from the planet's centre: a vector of length 1, but for rounding.
///
/// The north pole is at `+z`, longitude 0 at `+x` and longitude 90° E at `+y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction(Vector);

impl Direction {
    /// The direction of a vector of any length.
    ///
    /// # Errors
    /// If it has no length, or a coordinate is not finite.
    pub fn new(vector: [f64; 3]) -> Result<Self, PlanetError> {
        let largest = vector.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if !(vector.iter().all(|x| x.is_finite()) && largest > 0.0) {
            return Err(PlanetError::NoDirection(vector));
        }
        // Squares of what is brought to 1 first neither overflow nor vanish.
        Ok(Self::along(vector.map(|x| x / largest)))
    }

    /// The direction of a vector that is known to be neither tiny nor huge.
    pub(super) fn along(vector: Vector) -> Self {
        // No zero is negative, so that equal directions are equal bits.
        Self(unit(vector).map(|x| x + 0.0))
    }

    /// As a vector.
    pub fn vector(self) -> [f64; 3] {
        self.0
    }

    /// The angle to another direction in radians, 0 to π: to 10⁻¹⁵ however small it is.
    ///
    /// From the lengths of difference and sum (Kahan 2006): the inverse cosine is blind at 0 and at π.
    pub fn angle(self, other: Self) -> f64 {
        2.0 * libm::atan2(length(difference(self.0, other.0)), length(sum(self.0, other.0)))
    }
}
