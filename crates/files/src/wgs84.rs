//! The ellipsoid WGS 84.

/// Semi-major axis in metres.
pub const SEMI_MAJOR_AXIS: f64 = 6_378_137.0;

/// Flattening.
pub const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// The square of the eccentricity: f · (2 − f), with `f` the flattening.
pub const ECCENTRICITY_SQUARED: f64 = 0.006_694_379_990_141_316;
