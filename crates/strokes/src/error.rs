//! Errors of strokes.

use orogen_engine::recipe::RecipeError;
use thiserror::Error;

/// Why a stroke is invalid.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::error::StrokeError;
///
/// let brush = Brush { inner: 1.5, ..Brush::new(Tool::Erase, 100.0) };
/// assert!(matches!(brush.check(), Err(StrokeError::Range { what: "inner", .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StrokeError {
    /// A number is out of range.
    #[error("{what} is {value}: it must be from {least} to {most}")]
    Range {
        /// Name of the number.
        what: &'static str,
        /// The value of the number.
        value: f64,
        /// Smallest valid value.
        least: f64,
        /// Largest valid value.
        most: f64,
    },
    /// A text is too long.
    #[error("{what} has {bytes} bytes: at most {most} are allowed")]
    Text {
        /// Name of the text.
        what: &'static str,
        /// Length of the text in bytes.
        bytes: usize,
        /// Largest valid length in bytes.
        most: usize,
    },
    /// The stroke has too few or too many points.
    #[error("the stroke has {0} points: it must have from 1 to {max}", max = crate::limits::MAX_POINTS)]
    Points(usize),
    /// The coordinates of a point are invalid.
    #[error("point {index} of the stroke is ({}, {}): {help}", position[0], position[1])]
    Position {
        /// Index of the point, counted from 0.
        index: usize,
        /// Coordinates of the point.
        position: [f64; 2],
        /// A description of valid coordinates.
        help: &'static str,
    },
    /// The stroke has more than [`MAX_DABS`](crate::stroke::MAX_DABS) dabs.
    #[error("the stroke has more than {max} dabs: use a larger brush or spacing, or a shorter stroke",
        max = crate::limits::MAX_DABS)]
    TooLong,
    /// The brush is too large for the planet.
    #[error(
        "the brush's radius of {radius} m is too large for a planet with a radius of {planet} m: use at most half of it"
    )]
    TooWide {
        /// The brush's radius in metres.
        radius: f64,
        /// The planet's radius in metres.
        planet: f64,
    },
}

/// Why strokes cannot be applied to a terrain.
///
/// # Example
/// ```
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::error::ApplyError;
/// use orogen_strokes::prepared_strokes::PreparedStrokes;
/// use orogen_strokes::stroke::Stroke;
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"flat\" }\n[fields.flat]\ntype = \"constant\"";
/// let recipe = Recipe::parse(Source::new("flat.toml", text), orogen_engine::nodes::registry())?;
/// let mut strokes = PreparedStrokes::new(Arc::new(Terrain::new(&recipe, &NoImages, 10.0)?), 10.0);
/// let no_points = Stroke { brush: Brush::new(Tool::Erase, 100.0), points: Vec::new() };
/// assert!(matches!(strokes.push(&no_points, &NoImages), Err(ApplyError::Stroke(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ApplyError {
    /// The stroke is invalid.
    #[error(transparent)]
    Stroke(#[from] StrokeError),
    /// The recipe of a field brush is invalid.
    #[error("the brush's recipe: {0}")]
    Recipe(#[from] RecipeError),
    /// The recipe of a field brush has the wrong kind of domain, repeats, or has strokes itself.
    #[error("the brush's recipe {0}")]
    Field(&'static str),
    /// The picture of a stamp cannot be loaded.
    #[error("{message}; {help}")]
    Image {
        /// The error.
        message: String,
        /// How to fix it.
        help: String,
    },
    /// The query does not fit the terrain, for example a grid on a planet, or directions on a plane.
    #[error("{0}")]
    Ground(&'static str),
    /// The grid is too large, together with the samples around it that blurs read.
    #[error(
        "{samples} samples are needed at once, but at most {most} are allowed: request fewer rows, or a wider spacing"
    )]
    TooLarge {
        /// Number of samples.
        samples: usize,
        /// Largest allowed number.
        most: usize,
    },
}
