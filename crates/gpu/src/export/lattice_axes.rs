//! The axes of lattices as words, for `positions.wgsl`.

use orogen_engine::program::Axis;

use super::ExportError;

/// Fractional bits of a rate. A rate has 63 bits and a sign.
///
/// So rates are exact to 2^-45 cells per metre. At a distance of 10 km from the origin, positions are exact to 2^-31 of a
/// cell. This is half of the rounding error on the processor. Lattices may have up to 2^19 cells per metre.
const FRACTION: i32 = 44;

/// The words of an axis, as two vectors: the position of the origin, and the rates along z, x and y.
pub(super) fn words(axis: &Axis) -> Result<[u32; 8], ExportError> {
    let [x, y, z] = axis.per_metre.map(rate);
    let ([x1, x0], [y1, y0], [z1, z0]) = (x?, y?, z?);
    let [cell, fraction] = axis.origin;
    Ok([cell, fraction, z1, z0, x1, x0, y1, y0])
}

/// A rate as sign and magnitude, high word first.
fn rate(cells: f64) -> Result<[u32; 2], ExportError> {
    let magnitude = (cells.abs() * f64::from(FRACTION).exp2()).round();
    if magnitude >= 9_223_372_036_854_775_808.0 {
        return Err(ExportError::TooFine(1.0 / cells.abs()));
    }
    let magnitude = magnitude as u64 | u64::from(cells.is_sign_negative()) << 63;
    Ok([(magnitude >> 32) as u32, magnitude as u32])
}
