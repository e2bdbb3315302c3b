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
    /// Which of the two they are.
    pub unit: SampleUnit,
    /// How large its file says that a pixel is.
    pub pixel: PixelSize,
}

/// How large a pixel is, along a row and along a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PixelSize {
    /// Nobody says.
    #[default]
    Unknown,
    /// Metres.
    Metres([f64; 2]),
    /// Degrees of longitude and latitude, which are no lengths.
    Degrees {
        /// Of a pixel.
        size: [f64; 2],
        /// Longitude and latitude of the middle of the picture.
        middle: [f64; 2],
    },
}

/// What the samples of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SampleUnit {
    /// Numbers as the file holds them: metres, if it holds heights.
    Metres,
    /// Fractions of the largest number of the file's kind: black is 0 and white 1.
    Fraction,
}

/// How the numbers of a picture file are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// What they are; what the kind of file says if left out.
    pub unit: Option<SampleUnit>,
    /// What stands where the file has no height; such a file is an error if left out.
    pub fill: Option<f32>,
    /// The number that stands where no height is known, besides what the file itself says.
    pub nodata: Option<f32>,
    /// That the file has no header, and what it holds.
    pub shape: Option<Headerless>,
}

/// What a file without a header holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headerless {
    /// Samples in a row; what the file's length says if left out.
    pub columns: Option<usize>,
    /// Rows; what the file's length says if left out.
    pub rows: Option<usize>,
    /// The kind of number; what the ending of the file's name says if left out.
    pub number: Option<HeaderlessNumber>,
    /// Whether the most significant byte comes first; little-endian if left out, but `.hgt` big-endian.
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
    /// Message and help.
    fn picture(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)>;
}

/// Reads no files: every path is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;
