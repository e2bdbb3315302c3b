//! What a sample of a file should be, and how far off it is.

use std::ops::Range;

use orogen::raster::Band;

use super::rows::pack;
use super::{Needs, Unit};
use crate::HeightMapping;
use crate::product::SampleFormat;
use crate::web::Encoding;

/// How far heights of a device are from those of the processor at most, as a part of the range of heights.
pub(super) const HEIGHT_LEEWAY: f64 = 2e-6;

/// How many steps a colour of 8 bits is off that slopes a ten-thousandth apart give, and what is made of them.
pub(super) const CHANNEL_LEEWAY: f64 = 2.0;

/// The same of a number of 16 bits.
const NUMBER_LEEWAY: f64 = 64.0;

pub(super) trait Measure {
    const UNIT: Unit;

    /// The largest error that the format makes necessary.
    fn allowed(&self) -> f64;

    /// How much more than that the rounding of a device explains, of terrain whose heights have this range.
    fn leeway(&self, range: f64) -> f64;

    fn needs(&self) -> Needs;

    /// The planes of a band that are looked at.
    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])>;

    /// Puts the codes that samples of a band should have into `codes`.
    fn expected(&mut self, band: &Band, samples: Range<usize>, codes: &mut Vec<u32>);

    /// How far off a code is; `at` is the sample's place in the band.
    fn error(&self, band: &Band, at: usize, found: u32, expected: u32) -> f64;
}

/// How a format stores a height in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Heights {
    /// As a single.
    Exact,
    /// In 16 bits.
    Sixteen(HeightMapping),
    /// As a colour.
    Colours(Encoding),
    /// As the nearest multiple of a power of two.
    Quanta(f64),
    /// As a single in millimetres, of which there are `up` in a metre, for heights of `largest` metres at most.
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
            // The sum makes −0 a 0, as do the sums of those who read it.
            Self::Quanta(quantum) => {
                (((f64::from(metres) / quantum).round() * quantum) as f32 + 0.0).to_bits()
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
            Self::Exact | Self::Quanta(_) | Self::Millimetres { .. } => f32::from_bits(code).into(),
        }
    }
}

impl Measure for Heights {
    const UNIT: Unit = Unit::Metres;

    fn allowed(&self) -> f64 {
        match self {
            Self::Exact => 0.0,
            // And the rounding of the formula.
            Self::Sixteen(mapping) => {
                let largest = mapping.min().abs().max(mapping.max().abs());
                0.5 * mapping.metres_per_step() + 4.0 * f64::EPSILON * largest
            }
            Self::Colours(encoding) => 0.5 * encoding.quantum(),
            Self::Quanta(quantum) => 0.5 * quantum,
            // Rounded to a single on the way out and on the way in, each time by 2⁻²⁴ of itself at most.
            Self::Millimetres { largest, .. } => largest * f64::from(f32::EPSILON),
        }
    }

    fn leeway(&self, range: f64) -> f64 {
        HEIGHT_LEEWAY * range
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

/// What the pixels of a picture of anything else should be: those that are written.
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

    fn leeway(&self, _range: f64) -> f64 {
        if F::BYTES == 2 { NUMBER_LEEWAY } else { CHANNEL_LEEWAY }
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
        // Two bytes are a number of 16 bits; else each is a channel.
        if F::BYTES == 2 { found.abs_diff(expected).into() } else { channels(found, expected) }
    }
}

/// The difference of the channel that differs most.
pub(super) fn channels(found: u32, expected: u32) -> f64 {
    let (found, expected) = (found.to_be_bytes(), expected.to_be_bytes());
    found.iter().zip(expected).map(|(&one, other)| f64::from(one.abs_diff(other))).fold(0.0, f64::max)
}
