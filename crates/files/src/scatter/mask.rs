//! The density of a kind as a picture, `scatter_NAME.png`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::raster::{Band, Grid};
use orogen_engine::scatter::Scatter;
use rayon::prelude::*;

use super::required;
use crate::encode::{Encoder, Png, PngKind};
use crate::pending::{PendingFile, PendingOutput};
use crate::{FileError, Product};

/// Rows whose densities are computed at once.
const ROWS: usize = 64;

/// The density of a kind at the samples of a grid, 8-bit grey: 255 where it is densest.
///
/// # Errors
/// The recipe has no such kind, or the folder is missing or cannot be written.
pub fn png(
    path: &Path,
    grid: &Grid,
    scatter: Option<&Arc<Scatter>>,
    kind: usize,
) -> Result<Box<dyn Product>, FileError> {
    let scatter = Arc::clone(required(path, scatter)?);
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey8)?;
    Ok(Box::new(Mask { path: path.to_owned(), encoder, grid: *grid, scatter, kind }))
}

struct Mask {
    path: PathBuf,
    encoder: Png<PendingFile>,
    grid: Grid,
    scatter: Arc<Scatter>,
    kind: usize,
}

impl Mask {
    /// A row of the picture.
    fn row(&self, row: usize) -> Vec<u8> {
        let positions: Vec<_> =
            (0..self.grid.columns).map(|column| [self.grid.x(column), self.grid.y(row)]).collect();
        let densities = self.scatter.density(self.kind, &positions);
        densities.into_iter().map(|density| (255.0 * density).round() as u8).collect()
    }
}

impl Product for Mask {
    fn write(&mut self, _band: &Band) -> Result<(), FileError> {
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.path.clone();
        let error = |error| FileError::from_io(&path, &error);
        for first in (0..self.grid.rows).step_by(ROWS) {
            let last = self.grid.rows.min(first + ROWS);
            let rows: Vec<_> = (first..last).into_par_iter().map(|row| self.row(row)).collect();
            rows.iter().try_for_each(|row| self.encoder.put(row)).map_err(error)?;
        }
        self.encoder.finish().and_then(PendingOutput::new).map_err(error)
    }
}
