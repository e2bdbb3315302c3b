//! Heights of a raster gathered from the vertices of a mesh.

use std::path::Path;

use orogen::raster::Grid;

use crate::{FileError, MAX_SAMPLES};

/// Why a file does not hold the mesh of the grid it is read with.
pub(crate) enum Flaw {
    /// What is wrong with it.
    Wrong(String),
    /// The operating system refuses; the end of a file that comes too early is a refusal too.
    Unreadable(std::io::Error),
}

impl Flaw {
    pub(crate) fn of(self, path: &Path) -> FileError {
        match self {
            Self::Wrong(what) => FileError::new(path, what, "generate the terrain anew"),
            Self::Unreadable(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                FileError::new(path, "it is cut short", "generate the terrain anew")
            }
            Self::Unreadable(error) => FileError::from_io(path, &error),
        }
    }
}

impl From<std::io::Error> for Flaw {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// A flaw in words.
pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw::Wrong(what.into()))
}

/// The heights found so far; NaN stands where none was.
pub(crate) struct Samples {
    columns: usize,
    heights: Vec<f32>,
}

impl Samples {
    /// Takes memory for the samples of the grid, which are the caller's word and not the file's.
    pub(crate) fn new(path: &Path, grid: &Grid) -> Result<Self, FileError> {
        super::cell::check(path, grid)?;
        match grid.columns.checked_mul(grid.rows).filter(|&samples| samples <= MAX_SAMPLES) {
            Some(samples) => Ok(Self { columns: grid.columns, heights: vec![f32::NAN; samples] }),
            None => {
                let what = format!("{} × {} samples are too many", grid.columns, grid.rows);
                let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
                Err(FileError::new(path, what, mend))
            }
        }
    }

    /// Notes the height of a sample, which may be named more than once, but not with another height.
    pub(crate) fn put(&mut self, column: usize, row: usize, height: f32) -> Result<(), Flaw> {
        if !height.is_finite() {
            return wrong(format!("the height is {height} at column {column}, row {row}"));
        }
        let sample = &mut self.heights[row * self.columns + column];
        if !sample.is_nan() && *sample != height {
            return wrong(format!("column {column}, row {row} has two heights, {sample} and {height}"));
        }
        *sample = height;
        Ok(())
    }

    /// The row of heights, which must all be known.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.heights[row * self.columns..(row + 1) * self.columns]
    }

    /// All heights, row by row from the top, if none is missing.
    pub(crate) fn complete(self) -> Result<Vec<f32>, Flaw> {
        match self.heights.iter().position(|height| height.is_nan()) {
            Some(at) => {
                wrong(format!("no vertex lies at column {}, row {}", at % self.columns, at / self.columns))
            }
            None => Ok(self.heights),
        }
    }
}

/// The index among `samples` of the one that lies at `place`, which may be off by `slack`; both in units of the
/// spacing, from the first sample on.
pub(crate) fn index_at(place: f64, slack: f64, samples: usize) -> Result<usize, Flaw> {
    let index = place.round();
    if (place - index).abs() <= slack && (0.0..samples as f64).contains(&index) {
        return Ok(index as usize);
    }
    wrong(format!("a vertex lies at {place} spacings from the first sample, where there is none"))
}
