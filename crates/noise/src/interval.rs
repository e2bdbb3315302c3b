//! Interval arithmetic: bounds of a function's values.

/// A closed interval. In the methods, `x` is in this interval and `y` in the other.
///
/// ```
/// use orogen_noise::Interval;
///
/// let ridge = Interval::new(-1.0, 1.0).abs().times(-1.0).shifted(1.0);
/// assert_eq!(ridge, Interval::new(0.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
}

impl Interval {
    /// From `min` to `max`.
    pub const fn new(min: f64, max: f64) -> Self {
        Self { min, max }
    }

    /// A single value.
    pub const fn point(value: f64) -> Self {
        Self { min: value, max: value }
    }

    /// The smallest interval that contains this one and `value`.
    pub fn hull(self, value: f64) -> Self {
        Self { min: self.min.min(value), max: self.max.max(value) }
    }

    /// `{x + y}`.
    pub fn plus(self, other: Self) -> Self {
        Self { min: self.min + other.min, max: self.max + other.max }
    }

    /// `{x + shift}`.
    pub fn shifted(self, shift: f64) -> Self {
        self.plus(Self::point(shift))
    }

    /// `{factor·x}`.
    pub fn times(self, factor: f64) -> Self {
        self.product(Self::point(factor))
    }

    /// `{x·y}` for independent x and y.
    pub fn product(self, other: Self) -> Self {
        let ends = [self.min * other.min, self.min * other.max, self.max * other.min, self.max * other.max];
        Self {
            min: ends.iter().copied().fold(f64::INFINITY, f64::min),
            max: ends.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// `{|x|}`.
    pub fn abs(self) -> Self {
        let (a, b) = (self.min.abs(), self.max.abs());
        let min = if self.contains(0.0) { 0.0 } else { a.min(b) };
        Self { min, max: a.max(b) }
    }

    /// The image under a non-decreasing function.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { min: rising(self.min), max: rising(self.max) }
    }

    /// Whether the interval contains `value`.
    pub fn contains(self, value: f64) -> bool {
        self.min <= value && value <= self.max
    }

    /// `max − min`.
    pub fn length(self) -> f64 {
        self.max - self.min
    }
}
