//! The picture of a terrain, `preview.png`: a hillshade with elevation tint.
//!
//! The raster is averaged down as it streams by (`relief`); the picture is composed when all of it is known:
//! light (`light`, from slopes, cast shadows and hollows) falls on ground and water (`ground`, coloured by
//! a [`Palette`]), in linear light, and is encoded for a display at the very end (`colour`).

use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Encoder, Png, PngKind};
use crate::pending::{PendingFile, Whole};
use crate::product::{Product, RowCount};

mod colour;
mod compose;
mod ground;
mod levels;
mod light;
mod palette;
mod relief;

pub use palette::Palette;

use relief::Reducer;

/// Most samples on the longer side of a preview.
pub const MAX_SIDE: usize = 1024;

/// What a preview shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Colours of the ground.
    pub palette: Palette,
    /// Height of the sea's surface in metres; `None` shows all ground dry.
    pub sea_level: Option<f32>,
}

/// `preview.png`: 8-bit sRGB, at most [`MAX_SIDE`] samples on the longer side.
///
/// The bands must hold slopes. Memory is at most some 50 bytes per sample of the preview and 12 per column of
/// the grid.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, style: Style) -> Result<Box<dyn Product>, FileError> {
    let reducer = Reducer::new(grid, MAX_SIDE);
    let encoder = Png::new(PendingFile::create(path)?, &reducer.preview(), PngKind::Srgb8)?;
    Ok(Box::new(Preview { rows: RowCount::new(path.to_owned(), grid), reducer, style, encoder }))
}

struct Preview {
    rows: RowCount,
    reducer: Reducer,
    style: Style,
    encoder: Png<PendingFile>,
}

impl Product for Preview {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let planes: [(&str, &[f32]); 3] =
            [("height", &band.height), ("the slope along x", &band.dx), ("the slope along y", &band.dy)];
        self.rows.check_shape(band, &planes)?;
        for start in (0..band.height.len()).step_by(band.columns) {
            let row = start..start + band.columns;
            self.rows.check_samples(&planes, row.clone())?;
            self.reducer.add(planes.map(|(_, plane)| &plane[row.clone()]));
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<Whole, FileError> {
        let path = self.rows.complete()?;
        let picture = compose::picture(&self.reducer.finish(), self.style);
        let refused = |error| FileError::from_io(&path, &error);
        self.encoder.put(&picture).map_err(refused)?;
        self.encoder.finish().and_then(Whole::new).map_err(refused)
    }
}
