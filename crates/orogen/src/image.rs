//! Pictures as the engine sees them: numbers on a grid. Reading files is the business of whoever gives them.

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
    pub samples: Vec<f32>,
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
}

/// Where the engine gets pictures from.
pub trait Images {
    /// The picture at `path` with finite samples, or why it cannot be had and the mend.
    ///
    /// # Errors
    /// Message and mend.
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)>;
}

/// No pictures at all: every path is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;

impl Images for NoImages {
    fn load(&self, path: &Path, _reading: Reading) -> Result<Arc<Image>, (String, String)> {
        let message = format!("the picture {} cannot be read here", path.display());
        Err((message, "this program was not given a way to read pictures".to_owned()))
    }
}
