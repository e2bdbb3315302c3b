//! Pictures as the engine sees them: numbers on a grid. The caller reads the files.

use std::path::Path;
use std::sync::Arc;

/// A grey picture, or a raster of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The samples, row by row from the top: fractions, where black is 0 and white is 1, or metres.
    pub samples: Arc<[f32]>,
    /// The unit of the samples: fractions or metres.
    pub unit: SampleUnit,
    /// The size of a pixel, according to the file.
    pub pixel: PixelSize,
}

/// The size of a pixel, along a row and along a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PixelSize {
    /// The file does not say.
    #[default]
    Unknown,
    /// Metres.
    Metres([f64; 2]),
    /// Metres that vary over the picture, because its projection does not keep lengths.
    Varying {
        /// The size of a pixel in the picture's middle.
        middle: [f64; 2],
        /// The largest relative difference from that size.
        variation: f64,
    },
    /// Degrees of longitude and latitude, which are not lengths.
    Degrees {
        /// The size of a pixel in degrees.
        size: [f64; 2],
        /// Longitude and latitude of the picture's centre.
        middle: [f64; 2],
    },
}

impl Image {
    /// Words that differ if the pictures do.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let samples = self.samples.iter().map(|sample| u64::from(sample.to_bits()));
        [self.width as u64].into_iter().chain(self.pixel.words()).chain(samples)
    }
}

impl PixelSize {
    /// Words that differ if the sizes do.
    fn words(self) -> [u64; 3] {
        let (kind, [x, y]) = match self {
            Self::Unknown => (0, [0.0; 2]),
            Self::Metres(size) => (1, size),
            Self::Varying { middle, .. } => (2, middle),
            Self::Degrees { size, .. } => (3, size),
        };
        [kind, x.to_bits(), y.to_bits()]
    }
}

/// The unit of a picture's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SampleUnit {
    /// The numbers as the file gives them. In a file of heights they are metres.
    Metres,
    /// Fractions of the largest number that the file's integer type can represent: black is 0 and white is 1.
    Fraction,
}

/// How to read the numbers of a picture file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The unit of the numbers; by default, the kind of file decides.
    pub unit: Option<SampleUnit>,
    /// The value that samples without data get. If it is `None`, a file with such samples is an error.
    pub fill: Option<f32>,
    /// A number that marks samples without data, in addition to the number that the file itself gives.
    pub nodata: Option<f32>,
    /// The contents of the file, if it has no header.
    pub shape: Option<Headerless>,
}

/// The contents of a file without a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headerless {
    /// Samples in a row; by default, the number follows from the file's length.
    pub columns: Option<usize>,
    /// Rows; by default, the number follows from the file's length.
    pub rows: Option<usize>,
    /// The type of the numbers; by default, it follows from the file's extension.
    pub number: Option<HeaderlessNumber>,
    /// Whether the most significant byte comes first; by default only in `.hgt`.
    pub big_endian: Option<bool>,
}

/// The type of the numbers in a file without a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderlessNumber {
    /// 16 bits, unsigned.
    U16,
    /// 16 bits, signed.
    I16,
    /// IEEE 754 numbers of single precision.
    F32,
}

/// Reads the pictures that nodes ask for.
///
/// Callers implement [`Images`](crate::terrain::Images); this trait is the part of `Images` that nodes need.
pub trait Pictures {
    /// The picture at `path`, with finite samples.
    ///
    /// # Errors
    /// An error is a pair: a message and its help.
    fn picture(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)>;
}

/// Reads no files: every path is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;
