//! Heights and normals of a raster, gathered from the vertices of a mesh.

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

/// What the vertices of a mesh hold, row by row from the top.
pub(crate) struct Surface {
    pub(crate) heights: Vec<f32>,
    /// Unit normals, x east, y up, z south, in steps of the format; none where it has none for vertices.
    pub(crate) normals: Vec<[i16; 3]>,
}

/// What was found so far: a NaN stands where no height was, and a normal of no length where no normal was.
pub(crate) struct Samples {
    columns: usize,
    found: Surface,
}

/// Where no normal was found.
const NONE: [i16; 3] = [0; 3];

impl Samples {
    /// Takes memory for the samples of the grid, which are the caller's word and not the file's.
    pub(crate) fn new(path: &Path, grid: &Grid) -> Result<Self, FileError> {
        super::cell::check(path, grid)?;
        match grid.columns.checked_mul(grid.rows).filter(|&samples| samples <= MAX_SAMPLES) {
            Some(samples) => {
                let found = Surface { heights: vec![f32::NAN; samples], normals: Vec::new() };
                Ok(Self { columns: grid.columns, found })
            }
            None => {
                let what = format!("{} × {} samples are too many", grid.columns, grid.rows);
                let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
                Err(FileError::new(path, what, mend))
            }
        }
    }

    /// With room for normals, of which none may then be missing.
    pub(crate) fn with_normals(mut self) -> Self {
        self.found.normals = vec![NONE; self.found.heights.len()];
        self
    }

    /// Notes the height of a sample, which may be named more than once, but not with another height.
    pub(crate) fn put(&mut self, column: usize, row: usize, height: f32) -> Result<(), Flaw> {
        if !height.is_finite() {
            return wrong(format!("the height is {height} at column {column}, row {row}"));
        }
        let sample = &mut self.found.heights[row * self.columns + column];
        if !sample.is_nan() && *sample != height {
            return wrong(format!("column {column}, row {row} has two heights, {sample} and {height}"));
        }
        *sample = height;
        Ok(())
    }

    /// Notes the normal of a sample, which may be named more than once, but not with another normal.
    pub(crate) fn put_normal(&mut self, column: usize, row: usize, normal: [i16; 3]) -> Result<(), Flaw> {
        let sample = &mut self.found.normals[row * self.columns + column];
        if ![NONE, normal].contains(sample) {
            return wrong(format!("column {column}, row {row} has two normals, {sample:?} and {normal:?}"));
        }
        *sample = normal;
        Ok(())
    }

    /// The row of heights, which must all be known.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.found.heights[row * self.columns..(row + 1) * self.columns]
    }

    /// All that was found, if nothing is missing.
    pub(crate) fn complete(self) -> Result<Surface, Flaw> {
        let place = |at: usize| format!("at column {}, row {}", at % self.columns, at / self.columns);
        if let Some(at) = self.found.heights.iter().position(|height| height.is_nan()) {
            return wrong(format!("no vertex lies {}", place(at)));
        }
        if let Some(at) = self.found.normals.iter().position(|&normal| normal == NONE) {
            return wrong(format!("there is no normal {}", place(at)));
        }
        Ok(self.found)
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
