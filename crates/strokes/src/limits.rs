//! The largest values that strokes may have.

/// Maximum number of points of a stroke.
pub const MAX_POINTS: usize = 100_000;

/// Maximum number of dabs of a stroke.
pub const MAX_DABS: usize = 200_000;

/// The largest length or height of a brush, and the largest coordinate of a plane, in metres.
pub(crate) const MAX_METRES: f64 = 1e9;

/// The longest recipe or picture name in a brush, in bytes.
pub(crate) const MAX_TEXT: usize = 65_536;
