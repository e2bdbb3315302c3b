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
    /// Row by row from the top; fractions with black 0 and white 1, or metres.
    pub samples: Arc<[f32]>,
    /// Whether the samples are fractions or metres.
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
    /// Degrees of longitude and latitude, which are not lengths.
    Degrees {
        /// The size of a pixel.
        size: [f64; 2],
        /// Longitude and latitude of the picture's centre.
        middle: [f64; 2],
    },
}

/// The unit of a picture's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SampleUnit {
    /// Numbers as the file has them: metres, if it holds heights.
    Metres,
    /// Fractions of the largest number of the file's kind: black is 0 and white 1.
    Fraction,
}

/// How to read the numbers of a picture file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The unit of the numbers; by default, the kind of file decides.
    pub unit: Option<SampleUnit>,
    /// The value of samples without data. Without it, a file with such samples is an error.
    pub fill: Option<f32>,
    /// A number that marks samples without data, besides the file's own.
    pub nodata: Option<f32>,
    /// The contents of a file without a header.
    pub shape: Option<Headerless>,
}

/// The contents of a file without a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headerless {
    /// Samples in a row; by default from the file's length.
    pub columns: Option<usize>,
    /// Rows; by default from the file's length.
    pub rows: Option<usize>,
    /// The kind of number; by default from the file's extension.
    pub number: Option<HeaderlessNumber>,
    /// Whether the most significant byte comes first; by default only in `.hgt`.
    pub big_endian: Option<bool>,
}

/// A kind of number in a file without a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderlessNumber {
    /// 16 bits, unsigned.
    U16,
    /// 16 bits, signed.
    I16,
    /// IEEE 754 singles.
    F32,
}

/// Reads the pictures that nodes ask for.
///
/// Callers implement [`Images`](crate::terrain::Images); this trait is the part of it that nodes need.
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
