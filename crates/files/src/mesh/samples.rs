//! Collects the heights and normals of a raster from the vertices of a mesh.

use std::path::Path;

use orogen_engine::raster::Grid;

use crate::{FileError, MAX_SAMPLES};

/// Why a file is not the mesh of the grid it is read with.
pub(crate) enum ReadError {
    /// The content is wrong: the reason.
    Invalid(String),
    /// The operating system reports an error, or the file is truncated.
    Io(std::io::Error),
}

impl ReadError {
    pub(crate) fn into_file_error(self, path: &Path) -> FileError {
        match self {
            Self::Invalid(message) => FileError::new(path, message, "generate the terrain again"),
            Self::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                FileError::new(path, "it is cut short", "generate the terrain again")
            }
            Self::Io(error) => FileError::from_io(path, &error),
        }
    }
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// An error with this reason.
pub(crate) fn invalid<T>(message: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Invalid(message.into()))
}

/// Heights and normals of the vertices of a mesh, row by row from the top.
pub(crate) struct Surface {
    pub(crate) heights: Vec<f32>,
    /// Unit normals, x east, y up, z south; empty if its vertices have none.
    pub(crate) normals: Vec<[f32; 3]>,
}

/// The vertices found so far. A missing height is NaN, a missing normal is zero.
pub(crate) struct Samples {
    columns: usize,
    found: Surface,
}

/// A missing normal.
const NO_NORMAL: [f32; 3] = [0.0; 3];

impl Samples {
    /// Allocates memory for the grid, whose size comes from the caller and not from the file.
    pub(crate) fn new(path: &Path, grid: &Grid) -> Result<Self, FileError> {
        super::cell::check(path, grid)?;
        match grid.columns.checked_mul(grid.rows).filter(|&samples| samples <= MAX_SAMPLES) {
            Some(samples) => {
                let found = Surface { heights: vec![f32::NAN; samples], normals: Vec::new() };
                Ok(Self { columns: grid.columns, found })
            }
            None => {
                let message = format!("{} × {} samples are too many", grid.columns, grid.rows);
                let help = format!("generate a smaller terrain: at most {MAX_SAMPLES} samples can be read");
                Err(FileError::new(path, message, help))
            }
        }
    }

    /// Expects normals too: [`complete`](Self::complete) then fails if a sample has no normal.
    pub(crate) fn with_normals(mut self) -> Self {
        self.found.normals = vec![NO_NORMAL; self.found.heights.len()];
        self
    }

    /// Stores the height of a sample. It may be stored again with the same height; another height is an error.
    pub(crate) fn put(&mut self, column: usize, row: usize, height: f32) -> Result<(), ReadError> {
        if !height.is_finite() {
            return invalid(format!("the height is {height} at column {column}, row {row}"));
        }
        let sample = &mut self.found.heights[row * self.columns + column];
        if !sample.is_nan() && *sample != height {
            return invalid(format!("column {column}, row {row} has two heights, {sample} and {height}"));
        }
        *sample = height;
        Ok(())
    }

    /// Stores the normal of a sample. It may be stored again with the same normal; another normal is an error.
    pub(crate) fn put_normal(
        &mut self,
        column: usize,
        row: usize,
        normal: [f32; 3],
    ) -> Result<(), ReadError> {
        let sample = &mut self.found.normals[row * self.columns + column];
        if ![NO_NORMAL, normal].contains(sample) {
            return invalid(format!("column {column}, row {row} has two normals, {sample:?} and {normal:?}"));
        }
        *sample = normal;
        Ok(())
    }

    /// A row of heights.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.found.heights[row * self.columns..(row + 1) * self.columns]
    }

    /// All heights and normals; an error if one is missing.
    pub(crate) fn complete(self) -> Result<Surface, ReadError> {
        let position = |at: usize| format!("at column {}, row {}", at % self.columns, at / self.columns);
        if let Some(at) = self.found.heights.iter().position(|height| height.is_nan()) {
            return invalid(format!("there is no vertex {}", position(at)));
        }
        if let Some(at) = self.found.normals.iter().position(|&normal| normal == NO_NORMAL) {
            return invalid(format!("there is no normal {}", position(at)));
        }
        Ok(self.found)
    }
}

/// The index of the sample at `position`, if one of the `samples` is within `tolerance` of it. Both are in units of the
/// spacing, and the position is counted from the first sample.
pub(crate) fn index_at(position: f64, tolerance: f64, samples: usize) -> Result<usize, ReadError> {
    let index = position.round();
    if (position - index).abs() <= tolerance && (0.0..samples as f64).contains(&index) {
        return Ok(index as usize);
    }
    invalid(format!("a vertex is {position} spacings from the first sample, where there is no sample"))
}
