//! Numbers without a header.

use std::io::Read;

use orogen::image::SampleUnit;

use super::flaw::{Flaw, refuse_size};
use super::{Heights, ReadOptions, Source};
use crate::raw::{ByteOrder, RawLayout, RowOrder};

/// What a headerless file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawShape {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The kind of number.
    pub number: RawNumber,
    /// The order of bytes and rows.
    pub layout: RawLayout,
}

/// A kind of number in headerless files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawNumber {
    /// 16 bits, unsigned.
    U16,
    /// 16 bits, signed; −32768 stands where no height is known.
    I16,
    /// IEEE 754 singles.
    F32,
}

impl RawNumber {
    /// What the ending of a file's name says.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "r16" | "raw" => Some(Self::U16),
            "hgt" => Some(Self::I16),
            "r32" | "f32" => Some(Self::F32),
            _ => None,
        }
    }

    /// Bytes of one.
    pub fn bytes(self) -> u64 {
        if self == Self::F32 { 4 } else { 2 }
    }
}

/// Reads a square whose side follows from the length of the file, in the layout that is common for its kind of number:
/// SRTM's signed ones are big-endian.
pub(super) fn decode_square(
    mut source: impl Source,
    number: RawNumber,
    options: &ReadOptions,
) -> Result<Heights, Flaw> {
    let length = source.length()?;
    let side = (length / number.bytes()).isqrt();
    if side == 0 || side * side * number.bytes() != length {
        let what = format!("its {length} bytes are no square of {}-byte numbers", number.bytes());
        return Err(Flaw::unread(
            what,
            "say how wide it is, columns = 1024, and what it holds if not these, numbers = \"i16\" or \"f32\"",
        ));
    }
    let byte_order = if number == RawNumber::I16 { ByteOrder::Big } else { ByteOrder::Little };
    let layout = RawLayout { byte_order, row_order: RowOrder::TopFirst };
    decode(source, RawShape { width: side as usize, height: side as usize, number, layout }, options)
}

pub(super) fn decode(
    mut source: impl Source,
    shape: RawShape,
    options: &ReadOptions,
) -> Result<Heights, Flaw> {
    let RawShape { width, height, number, layout } = shape;
    let length = source.length()?;
    refuse_size(width as u64, height as u64, 0, 0)?;
    let expected = width as u64 * height as u64 * number.bytes();
    if expected != length || expected == 0 {
        let what = format!("it has {length} bytes, where {width} × {height} samples have {expected}");
        return Err(Flaw::unread(what, "check `columns`, `rows` and `numbers`"));
    }
    let unit = options.unit.unwrap_or(match number {
        RawNumber::U16 => SampleUnit::Fraction,
        RawNumber::I16 | RawNumber::F32 => SampleUnit::Metres,
    });
    let mut bytes = Vec::new();
    source.take(expected + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != expected {
        return Err(Flaw::CutShort);
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
    Ok(Heights { width, height, samples, unit, spacing: None, location: None })
}

/// What 16 bits stand for: NaN where no height is known.
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
