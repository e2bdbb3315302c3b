//! What can be wrong with strokes.

use orogen::planet::PlanetError;
use orogen::recipe::RecipeError;
use thiserror::Error;

/// Why a stroke is none.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StrokeError {
    /// A number is out of its range.
    #[error("{what} is {value}: it has to be from {least} to {most}")]
    Range {
        /// Which.
        what: &'static str,
        /// What it is.
        value: f64,
        /// The least it may be.
        least: f64,
        /// The most.
        most: f64,
    },
    /// A text is too long.
    #[error("{what} has {bytes} bytes: at most {most} are taken")]
    Text {
        /// Which.
        what: &'static str,
        /// How long it is.
        bytes: usize,
        /// The most it may have.
        most: usize,
    },
    /// Too few or too many points.
    #[error("a stroke of {0} points: it has to have from 1 to {max}", max = crate::limits::MAX_POINTS)]
    Points(usize),
    /// Point number `index`, counted from 0, is nowhere.
    #[error("point {index} of the stroke is ({}, {}): {help}", place[0], place[1])]
    Place {
        /// Which.
        index: usize,
        /// What it says.
        place: [f64; 2],
        /// What it should.
        help: &'static str,
    },
    /// The stroke is too long for its brush.
    #[error("the stroke would have more than {max} dabs: make the brush or its spacing larger, or the stroke shorter",
        max = crate::limits::MAX_DABS)]
    TooLong,
    /// The brush is larger than the planet.
    #[error(
        "a brush of {radius} m on a planet of {planet} m: its radius has to be at most half the planet's"
    )]
    TooWide {
        /// The brush's radius in metres.
        radius: f64,
        /// The planet's.
        planet: f64,
    },
}

/// Why strokes cannot be laid on a terrain, or the ground not be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SculptError {
    /// The stroke is none.
    #[error(transparent)]
    Stroke(#[from] StrokeError),
    /// The recipe of a field brush is unsound.
    #[error("the brush's recipe: {0}")]
    Recipe(#[from] RecipeError),
    /// The recipe of a field brush has other coordinates than the terrain, or repeats.
    #[error("the brush's recipe {0}")]
    Field(&'static str),
    /// The picture of a stamp cannot be had.
    #[error("{message}; {help}")]
    Image {
        /// What is wrong.
        message: String,
        /// The mend.
        help: String,
    },
    /// A grid of a planet, or directions of a plane.
    #[error("{0}")]
    Ground(&'static str),
    /// The grid is too large, or what smoothing looks at around it.
    #[error(
        "{samples} samples are needed at once, at most {most}: ask for fewer rows at a time, or a wider spacing"
    )]
    TooLarge {
        /// How many.
        samples: usize,
        /// The most.
        most: usize,
    },
    /// A place is none of the planet's.
    #[error(transparent)]
    Planet(#[from] PlanetError),
}
