//! The sphere that heights are measured from.

use super::limits::{MAX_RADIUS, MIN_RADIUS};
use super::vector::{Vector, length, scaled};
use super::{Direction, PlanetError};
use crate::patch::Patch;

/// The sphere that heights are measured from, around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    radius: f64,
}

impl Sphere {
    /// A sphere with a radius in metres.
    ///
    /// # Errors
    /// The radius is not [`MIN_RADIUS`] to [`MAX_RADIUS`].
    pub fn new(radius: f64) -> Result<Self, PlanetError> {
        let is_sound = (MIN_RADIUS..=MAX_RADIUS).contains(&radius);
        if is_sound { Ok(Self { radius }) } else { Err(PlanetError::Radius(radius)) }
    }

    /// The radius in metres.
    pub fn radius(self) -> f64 {
        self.radius
    }

    /// The point of the sphere in a direction, in metres. The recipe's function gives the height there, which is added along the
    /// direction.
    pub fn position(self, direction: Direction) -> [f64; 3] {
        scaled(direction.vector(), self.radius)
    }

    /// The point of the sphere in the direction of a vector of any length, in whole units of [`Patch`].
    pub(super) fn units(self, vector: Vector) -> [i64; 3] {
        // The unit is a power of two, so dividing by it is exact.
        let factor = self.radius / Patch::UNIT / length(vector);
        // Rounds to the nearest unit. A half is exact in numbers below 2⁵⁰, and 10⁹ m are fewer units than that. `round` alone
        // takes twice as long as this whole function.
        vector.map(|x| (x * factor + 0.5_f64.copysign(x)) as i64)
    }

    /// The positions in the directions of vectors of any length, as a patch.
    pub(crate) fn patch(self, vectors: impl Iterator<Item = Vector>) -> Patch {
        self.patch_of_units(&vectors.map(|vector| self.units(vector)).collect::<Vec<_>>())
    }

    /// A patch of positions on the sphere, in whole units.
    pub(super) fn patch_of_units(self, units: &[[i64; 3]]) -> Patch {
        Patch::of_units(units).unwrap_or_else(|_| unreachable!("radii end before positions do"))
    }
}
