//! The axes of lattices as words, for `places.wgsl`.

use orogen::program::Axis;

use super::ExportError;

/// Bits after the point of a rate, which has 63 in all and a sign.
///
/// So rates are known to 2^-45 cells a metre, and 10 km away places to 2^-31 of a cell, half of what the processor rounds
/// them to; and lattices may have 2^19 cells a metre.
const FRACTION: i32 = 44;

/// The words of an axis, two vectors: the place of the origin, the rates along z, x and y.
pub(super) fn words(axis: &Axis) -> Result<[u32; 8], ExportError> {
    let [x, y, z] = axis.per_metre.map(rate);
    let ([x1, x0], [y1, y0], [z1, z0]) = (x?, y?, z?);
    let [cell, fraction] = axis.origin;
    Ok([cell, fraction, z1, z0, x1, x0, y1, y0])
}

/// A rate as sign and magnitude, the higher word first.
fn rate(cells: f64) -> Result<[u32; 2], ExportError> {
    let magnitude = (cells.abs() * f64::from(FRACTION).exp2()).round();
    if magnitude >= 9_223_372_036_854_775_808.0 {
        return Err(ExportError::TooFine(1.0 / cells.abs()));
    }
    let magnitude = magnitude as u64 | u64::from(cells.is_sign_negative()) << 63;
    Ok([(magnitude >> 32) as u32, magnitude as u32])
}
