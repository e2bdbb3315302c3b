//! Heightmaps of 16 bits a sample: `height.png` and `height.r16`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Encoder, Png, PngKind, Raw};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The largest 16-bit value, as the number of steps between the ends of a mapping.
const STEPS: f64 = 65_535.0;

/// How heights in metres are mapped to 16 bits: `min` becomes 0 and `max` becomes 65535, evenly between.
///
/// Heights outside the range are clamped to its ends. A range of no extent (a flat terrain) maps every height
/// to 0, and 0 back to that height.
///
/// ```
/// use orogen_files::HeightMapping;
///
/// let mapping = HeightMapping::new(-500.0, 3_000.0).unwrap();
/// assert_eq!(mapping.to_u16(-500.0), 0);
/// assert_eq!(mapping.to_u16(1_250.0), 32_768);
/// assert!((mapping.to_metres(32_768) - 1_250.0).abs() <= 0.5 * mapping.metres_per_step());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightMapping {
    min: f64,
    max: f64,
}

impl HeightMapping {
    /// The mapping of `min..=max` metres; `None` unless both are finite, so is their difference, and `min <= max`.
    pub fn new(min: f64, max: f64) -> Option<Self> {
        (min <= max && (max - min).is_finite()).then_some(Self { min, max })
    }

    /// Metres at 0.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// Metres at 65535.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Metres between neighbouring 16-bit values.
    pub fn metres_per_step(&self) -> f64 {
        (self.max - self.min) / STEPS
    }

    /// The nearest 16-bit value (a tie goes up); heights outside the range go to its ends, NaN to 0.
    ///
    /// In f64, so that the rounding is right to the last step whatever the range.
    #[inline]
    pub fn to_u16(&self, metres: f32) -> u16 {
        self.quantize(self.steps_per_metre(), metres)
    }

    /// The height in metres that a 16-bit value stands for.
    #[inline]
    pub fn to_metres(&self, value: u16) -> f64 {
        self.min + (self.max - self.min) * (f64::from(value) / STEPS)
    }

    fn steps_per_metre(&self) -> f64 {
        let range = self.max - self.min;
        if range > 0.0 { (STEPS / range).min(f64::MAX) } else { 0.0 }
    }

    /// After the clamp the truncation of `x + ½` is the rounding of `x`, and needs no call into a maths library.
    #[inline(always)]
    fn quantize(&self, steps_per_metre: f64, metres: f32) -> u16 {
        let steps = (f64::from(metres) - self.min) * steps_per_metre;
        (steps.max(0.0).min(STEPS) + 0.5) as i32 as u16
    }
}

/// `height.png`: 16-bit grey.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, mapping: HeightMapping) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(product::<true, _>(path, grid, mapping, encoder))
}

/// `height.r16`: little-endian 16-bit values, row by row from the top, no header.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn r16(path: &Path, grid: &Grid, mapping: HeightMapping) -> Result<Box<dyn Product>, FileError> {
    Ok(product::<false, _>(path, grid, mapping, Raw(PendingFile::create(path)?)))
}

fn product<const BIG_ENDIAN: bool, E: Encoder + 'static>(
    path: &Path,
    grid: &Grid,
    mapping: HeightMapping,
    encoder: E,
) -> Box<dyn Product> {
    Box::new(SampleFile::new(path.to_owned(), grid, Height16::<BIG_ENDIAN>(mapping), encoder))
}

struct Height16<const BIG_ENDIAN: bool>(HeightMapping);

impl<const BIG_ENDIAN: bool> SampleFormat for Height16<BIG_ENDIAN> {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let steps_per_metre = self.0.steps_per_metre();
        for (bytes, &metres) in out.as_chunks_mut::<2>().0.iter_mut().zip(&band.height[samples]) {
            let value = self.0.quantize(steps_per_metre, metres);
            *bytes = if BIG_ENDIAN { value.to_be_bytes() } else { value.to_le_bytes() };
        }
    }
}
