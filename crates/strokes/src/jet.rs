//! A height with its gradient, and the operations on both.

use crate::vector::plus_scaled;

/// A number with its gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jet<const D: usize> {
    pub(crate) value: f64,
    pub(crate) slope: [f64; D],
}

impl<const D: usize> Jet<D> {
    #[inline]
    pub(crate) fn constant(value: f64) -> Self {
        Self { value, slope: [0.0; D] }
    }

    #[inline]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { value: self.value + other.value, slope: plus_scaled(&self.slope, 1.0, &other.slope) }
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self { value: self.value - other.value, slope: plus_scaled(&self.slope, -1.0, &other.slope) }
    }

    #[inline]
    pub(crate) fn times(&self, other: &Self) -> Self {
        let slope =
            std::array::from_fn(|axis| self.slope[axis] * other.value + self.value * other.slope[axis]);
        Self { value: self.value * other.value, slope }
    }

    #[inline]
    pub(crate) fn scaled(&self, by: f64) -> Self {
        Self { value: self.value * by, slope: self.slope.map(|x| x * by) }
    }
}

/// The precision that fields are evaluated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// Single precision, as in rasters.
    Single,
    /// Double precision, the reference.
    Double,
}
