//! The expected code of a sample, and its error.

use std::ops::Range;

use orogen_engine::raster::Band;

use super::rows::pack;
use super::{Needs, Unit};
use crate::HeightMapping;
use crate::product::SampleFormat;
use crate::web::Encoding;

/// Tolerance of heights of a graphics device, as a fraction of the range of heights.
pub(super) const HEIGHT_TOLERANCE: f64 = 2e-6;

/// Tolerance in steps of an 8-bit channel that depends on slopes, for slopes that differ by a ten-thousandth.
pub(super) const CHANNEL_TOLERANCE: f64 = 2.0;

/// Tolerance in steps of a 16-bit number that depends on slopes, for slopes that differ by a ten-thousandth.
const NUMBER_TOLERANCE: f64 = 64.0;

/// The expected codes of a file, and the errors of the codes found.
pub(super) trait Measure {
    const UNIT: Unit;

    /// The largest error that the rounding of the format causes.
    fn allowed(&self) -> f64;

    /// Additional tolerance for the rounding of a device, for heights with this range.
    fn tolerance(&self, range: f64) -> f64;

    fn needs(&self) -> Needs;

    /// The planes of a band that are compared.
    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])>;

    /// Stores the expected codes of the samples of a band in `codes`.
    fn expected(&mut self, band: &Band, samples: Range<usize>, codes: &mut Vec<u32>);

    /// The error of a code; `at` is the index of the sample in the band.
    fn error(&self, band: &Band, at: usize, found: u32, expected: u32) -> f64;
}

/// How a format stores heights in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Heights {
    /// As a 32-bit float.
    Exact,
    /// In 16 bits.
    Sixteen(HeightMapping),
    /// As a colour.
    Colours(Encoding),
    /// As a 32-bit float in millimetres, with `up` millimetres per metre, for heights up to `largest` metres.
    Millimetres { up: f64, largest: f64 },
}

impl Heights {
    fn code(self, metres: f32) -> u32 {
        match self {
            Self::Exact => metres.to_bits(),
            Self::Sixteen(mapping) => mapping.to_u16(metres).into(),
            Self::Colours(encoding) => {
                let [red, green, blue] = encoding.colour(metres.into());
                u32::from_be_bytes([0, red, green, blue])
            }
            Self::Millimetres { up, .. } => {
                ((f64::from((f64::from(metres) * up) as f32) / up) as f32).to_bits()
            }
        }
    }

    fn metres(self, code: u32) -> f64 {
        match self {
            Self::Sixteen(mapping) => mapping.to_metres(code as u16),
            Self::Colours(encoding) => {
                let [_, red, green, blue] = code.to_be_bytes();
                encoding.decode([red, green, blue])
            }
            Self::Exact | Self::Millimetres { .. } => f32::from_bits(code).into(),
        }
    }
}

impl Measure for Heights {
    const UNIT: Unit = Unit::Metres;

    fn allowed(&self) -> f64 {
        match self {
            Self::Exact => 0.0,
            // Half a step, and the rounding of the formula.
            Self::Sixteen(mapping) => {
                let largest = mapping.min().abs().max(mapping.max().abs());
                0.5 * mapping.metres_per_step() + 4.0 * f64::EPSILON * largest
            }
            Self::Colours(encoding) => 0.5 * encoding.quantum(),
            // Rounded to a 32-bit float when written and when read, each time by at most 2⁻²⁴ of itself.
            Self::Millimetres { largest, .. } => largest * f64::from(f32::EPSILON),
        }
    }

    fn tolerance(&self, range: f64) -> f64 {
        HEIGHT_TOLERANCE * range
    }

    fn needs(&self) -> Needs {
        Needs::Heights
    }

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    fn expected(&mut self, band: &Band, samples: Range<usize>, codes: &mut Vec<u32>) {
        codes.clear();
        codes.extend(band.height[samples].iter().map(|&metres| self.code(metres)));
    }

    fn error(&self, band: &Band, at: usize, found: u32, _expected: u32) -> f64 {
        (self.metres(found) - f64::from(band.height[at])).abs()
    }
}

/// The pixels of any other picture. The expected pixels are those that the format writes.
pub(super) struct Encoded<F> {
    pub(super) format: F,
    pub(super) needs: Needs,
    bytes: Vec<u8>,
}

impl<F: SampleFormat> Encoded<F> {
    pub(super) fn new(format: F, needs: Needs) -> Self {
        Self { format, needs, bytes: Vec::new() }
    }
}

impl<F: SampleFormat> Measure for Encoded<F> {
    const UNIT: Unit = Unit::Steps;

    fn allowed(&self) -> f64 {
        0.0
    }

    fn tolerance(&self, _range: f64) -> f64 {
        if F::BYTES == 2 { NUMBER_TOLERANCE } else { CHANNEL_TOLERANCE }
    }

    fn needs(&self) -> Needs {
        self.needs
    }

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        self.format.planes(band)
    }

    fn expected(&mut self, band: &Band, samples: Range<usize>, codes: &mut Vec<u32>) {
        self.bytes.resize(samples.len() * F::BYTES, 0);
        self.format.encode(band, samples, &mut self.bytes);
        codes.clear();
        pack(&self.bytes, F::BYTES, codes);
    }

    fn error(&self, _band: &Band, _at: usize, found: u32, expected: u32) -> f64 {
        // Two bytes are a 16-bit number; otherwise each byte is a channel.
        if F::BYTES == 2 { found.abs_diff(expected).into() } else { channels(found, expected) }
    }
}

/// The largest difference of a channel.
pub(super) fn channels(found: u32, expected: u32) -> f64 {
    let (found, expected) = (found.to_be_bytes(), expected.to_be_bytes());
    found.iter().zip(expected).map(|(&one, other)| f64::from(one.abs_diff(other))).fold(0.0, f64::max)
}
