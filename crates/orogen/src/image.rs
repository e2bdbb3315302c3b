//! Pictures as the engine sees them: numbers on a grid. Reading files is the business of whoever gives them.

use std::path::Path;
use std::sync::Arc;

/// A grey picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row from the top; black is 0 and white 1.
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

/// Where the engine gets pictures from.
pub trait Images {
    /// The picture at `path`, or why it cannot be had and the mend.
    ///
    /// # Errors
    /// Message and mend.
    fn load(&self, path: &Path) -> Result<Arc<Image>, (String, String)>;
}

/// No pictures at all: every path is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;

impl Images for NoImages {
    fn load(&self, path: &Path) -> Result<Arc<Image>, (String, String)> {
        let message = format!("the picture {} cannot be read here", path.display());
        Err((message, "this program was not given a way to read pictures".to_owned()))
    }
}
