//! The picture of a terrain, `preview.png`: a hillshade with elevation tint.
//!
//! The raster is averaged down as it streams by (`relief`); the picture is composed when all of it is known:
//! light (`light`, from slopes, cast shadows and hollows) falls on ground and water (`ground`, coloured by
//! a [`Palette`]), in linear light, and is encoded for a display at the very end (`colour`).

use std::ops::Range;
use std::path::Path;

use orogen::covering::Covering;
use orogen::raster::{Band, Grid};
use orogen::recipe::MAX_MATERIALS;

use crate::encode::{Encoder, Png, PngKind};
use crate::pending::{PendingFile, Whole};
use crate::product::{Product, RowCount};
use crate::{FileError, materials};

mod colour;
mod compose;
mod ground;
mod levels;
mod light;
mod palette;
mod relief;

pub(crate) use colour::srgb;
pub(crate) use ground::Sea as Water;
pub use palette::Palette;

use relief::{COLOURED, Reducer, SHAPES};

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
/// The bands must hold slopes, and with a covering what its weights are made from: the ground then has the colours of these
/// materials in place of the palette's. Memory is at most some 60 bytes per sample of the preview and 24 per column of the
/// grid.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(
    path: &Path,
    grid: &Grid,
    style: Style,
    covering: Option<&Covering>,
) -> Result<Box<dyn Product>, FileError> {
    let planes = if covering.is_some() { COLOURED } else { SHAPES };
    let reducer = Reducer::new(grid, MAX_SIDE, planes);
    let encoder = Png::new(PendingFile::create(path)?, &reducer.preview(), PngKind::Srgb8)?;
    let rows = RowCount::new(path.to_owned(), grid);
    Ok(Box::new(Preview { rows, reducer, style, covering: covering.cloned(), encoder }))
}

struct Preview {
    rows: RowCount,
    reducer: Reducer,
    style: Style,
    covering: Option<Covering>,
    encoder: Png<PendingFile>,
}

impl Product for Preview {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let planes: [(&str, &[f32]); 3] =
            [("height", &band.height), ("the slope along x", &band.dx), ("the slope along y", &band.dy)];
        self.rows.check_shape(band, &planes)?;
        if let Some(covering) = &self.covering {
            self.rows.check_shape(band, &materials::planes(covering, band))?;
        }
        for start in (0..band.height.len()).step_by(band.columns) {
            let row = start..start + band.columns;
            self.rows.check_samples(&planes, row.clone())?;
            let shapes = planes.map(|(_, plane)| &plane[row.clone()]);
            match &self.covering {
                None => self.reducer.add(&shapes),
                Some(covering) => {
                    let [red, green, blue] = colours(covering, band, row.clone());
                    let [height, dx, dy] = shapes;
                    self.reducer.add(&[height, dx, dy, &red, &green, &blue]);
                }
            }
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

/// The light that the materials send up at some samples.
fn colours(covering: &Covering, band: &Band, samples: Range<usize>) -> [Vec<f32>; 3] {
    let mut planes = [(); 3].map(|()| Vec::with_capacity(samples.len()));
    let mut weights = [0.0; MAX_MATERIALS];
    let weights = &mut weights[..covering.materials().len()];
    for at in samples {
        covering.weights(band, at, weights);
        for (plane, light) in planes.iter_mut().zip(covering.light(weights)) {
            plane.push(light);
        }
    }
    planes
}
