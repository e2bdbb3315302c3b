//! Reads numbers without a header.

use std::io::Read;

use orogen_engine::image::SampleUnit;

use super::read_error::{ReadError, check_size};
use super::{Heights, ReadOptions, Source};
use crate::raw::{ByteOrder, RawLayout, RowOrder};

/// Size and number type of a headerless file.
///
/// ```
/// use orogen_files::raw::RawLayout;
/// use orogen_files::{RawNumber, RawShape, ReadOptions, read_heights_bytes};
///
/// let raw = Some(RawShape { width: 2, height: 1, number: RawNumber::U16, layout: RawLayout::default() });
/// let heights = read_heights_bytes(&[0, 0, 255, 255], &ReadOptions { raw, ..ReadOptions::default() })?;
/// assert_eq!(heights.samples, [0.0, 1.0]);
/// # Ok::<(), orogen_files::FileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawShape {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The number type.
    pub number: RawNumber,
    /// The byte and row order.
    pub layout: RawLayout,
}

/// A number type of headerless files.
///
/// ```
/// use orogen_files::RawNumber;
///
/// assert_eq!(RawNumber::of_ending("hgt"), Some(RawNumber::I16));
/// assert_eq!(RawNumber::F32.bytes(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawNumber {
    /// 16-bit unsigned integers.
    U16,
    /// 16-bit signed integers; −32768 means "no height".
    I16,
    /// 32-bit floats (IEEE 754).
    F32,
}

impl RawNumber {
    /// The usual number type of a file extension.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "r16" | "raw" => Some(Self::U16),
            "hgt" => Some(Self::I16),
            "r32" | "f32" => Some(Self::F32),
            _ => None,
        }
    }

    /// Bytes per number.
    pub fn bytes(self) -> u64 {
        if self == Self::F32 { 4 } else { 2 }
    }
}

/// Reads a square whose side follows from the length of the file, in the usual layout of its number type: SRTM's signed
/// integers are big-endian, all other numbers little-endian.
pub(super) fn decode_square(
    source: &mut dyn Source,
    number: RawNumber,
    options: &ReadOptions,
) -> Result<Heights, ReadError> {
    let length = source.length()?;
    let side = (length / number.bytes()).isqrt();
    if side == 0 || side * side * number.bytes() != length {
        let message = format!("its {length} bytes do not form a square of {}-byte numbers", number.bytes());
        return Err(ReadError::unsupported(
            message,
            "set its width, columns = 1024, and if needed its number type, data_type = \"i16\" or \"f32\"",
        ));
    }
    let byte_order = if number == RawNumber::I16 { ByteOrder::Big } else { ByteOrder::Little };
    let layout = RawLayout { byte_order, row_order: RowOrder::TopFirst };
    decode(source, RawShape { width: side as usize, height: side as usize, number, layout }, options)
}

pub(super) fn decode(
    source: &mut dyn Source,
    shape: RawShape,
    options: &ReadOptions,
) -> Result<Heights, ReadError> {
    let RawShape { width, height, number, layout } = shape;
    let length = source.length()?;
    check_size(width as u64, height as u64, 0, 0)?;
    let expected = width as u64 * height as u64 * number.bytes();
    if expected != length || expected == 0 {
        let message = format!("it has {length} bytes, but {width} × {height} samples have {expected}");
        return Err(ReadError::unsupported(message, "check `columns`, `rows` and `data_type`"));
    }
    let unit = options.unit.unwrap_or(match number {
        RawNumber::U16 => SampleUnit::Fraction,
        RawNumber::I16 | RawNumber::F32 => SampleUnit::Metres,
    });
    let mut bytes = Vec::new();
    source.take(expected + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != expected {
        return Err(ReadError::Truncated);
    }
    let big = layout.byte_order == ByteOrder::Big;
    let mut samples: Vec<f32> = match number {
        RawNumber::F32 => {
            let value =
                |&four: &[u8; 4]| if big { f32::from_be_bytes(four) } else { f32::from_le_bytes(four) };
            bytes.as_chunks().0.iter().map(value).collect()
        }
        RawNumber::U16 | RawNumber::I16 => {
            let value = |&two: &[u8; 2]| if big { u16::from_be_bytes(two) } else { u16::from_le_bytes(two) };
            let sample = sixteen_bit(number, unit);
            bytes.as_chunks().0.iter().map(|two| sample(value(two))).collect()
        }
    };
    if layout.row_order == RowOrder::BottomFirst {
        samples = samples.rchunks_exact(width).flatten().copied().collect();
    }
    Ok(Heights { width, height, samples, unit, spacing: None, variation: 0.0, location: None })
}

/// The decoder of 16-bit numbers; a missing height is NaN.
fn sixteen_bit(number: RawNumber, unit: SampleUnit) -> impl Fn(u16) -> f32 {
    let signed = number == RawNumber::I16;
    let largest = if signed { f64::from(i16::MAX) } else { f64::from(u16::MAX) };
    let one = if unit == SampleUnit::Metres { 1.0 } else { largest };
    move |bits| match (signed, bits.cast_signed()) {
        (true, i16::MIN) => f32::NAN,
        (true, value) => (f64::from(value) / one) as f32,
        (false, _) => (f64::from(bits) / one) as f32,
    }
}
