//! The picture of a terrain, a hillshade with elevation tint: `preview.png`, or a [`picture`](picture()) of any size.
//!
//! The raster is averaged down while its bands arrive (`downsample`). When it is complete, the picture is composed in
//! linear light (`compose`): light from slopes, cast shadows (`shadow`) and hollows (`light`) falls on ground (`ground`,
//! coloured by a [`Palette`]) and water. The last step encodes the picture as sRGB (`tone`).

use std::ops::Range;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::MAX_MATERIALS;
use orogen_engine::water::WaterSurface;

use crate::encode::{Encoder, Png, PngKind};
use crate::pending::{PendingFile, PendingOutput};
use crate::product::{Product, RowCount};
use crate::{FileError, materials, picture};

mod compose;
mod downsample;
mod ground;
mod ground_colours;
mod levels;
mod light;
mod overview;
mod shadow;
mod sun;
mod tint;
mod tone;

pub use ground_colours::GroundColours;
pub use orogen_engine::recipe::Palette;
pub use overview::Overview;
pub use sun::Sun;
pub use tint::Tint;

use downsample::{Downsampler, Further};

/// Maximum number of samples on the longer side of a preview.
pub const MAX_SIDE: usize = 1024;

/// The look of a preview.
///
/// ```
/// use orogen_files::preview::{Palette, Style};
///
/// let style = Style { palette: Palette::Island, sea_level: Some(0.0), water: None, is_planet: false };
/// assert_eq!(style.palette.name(), "island");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Colours of the ground.
    pub palette: Palette,
    /// Height of the sea's surface in metres; `None` for no sea.
    pub sea_level: Option<f32>,
    /// Rivers and lakes, if the bands have them.
    pub water: Option<WaterSurface>,
    /// Whether the terrain is a planet. If so, its seas show shelves and no surf.
    pub is_planet: bool,
}

/// `preview.png`: 8-bit sRGB, at most [`MAX_SIDE`] samples on the longer side.
///
/// With a covering, the ground has the colours of the covering's materials instead of the palette's. The bands must have slopes
/// and, with a covering, the planes that the weights of its materials depend on. Memory is at most about 60 bytes per sample of
/// the preview and 28 per column of the grid.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(
    path: &Path,
    grid: &Grid,
    style: Style,
    covering: Option<&Covering>,
) -> Result<Box<dyn Product>, FileError> {
    let samples = Samples::new(grid, MAX_SIDE, style, covering);
    let encoder = Png::new(PendingFile::create(path)?, &samples.downsampler.preview(), PngKind::Srgb8)?;
    Ok(Box::new(Preview { rows: RowCount::new(path.to_owned(), grid), samples, encoder }))
}

/// The preview of rows in memory, with a pixel for every sample, under any sun. The PNG names the program, as other
/// [pictures](crate::picture) do. The band must have all rows of the grid, and the planes that [`png()`] needs.
///
/// ```
/// use orogen_engine::raster::{Band, Grid};
/// use orogen_files::preview::{self, Palette, Style, Sun};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("plain.png");
/// let style = Style { palette: Palette::Grey, sea_level: None, water: None, is_planet: false };
/// let level = vec![0.0; 6];
/// let band = Band { columns: 3, height: level.clone(), dx: level.clone(), dy: level, ..Band::default() };
/// let grid = Grid { rows: 2, ..Grid::square(3, 10.0) };
/// preview::picture(&path, &grid, &band, style, None, Sun::new(30.0, 180.0))?.commit()?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A sample is not finite, rows are missing, or the folder is missing or cannot be written.
pub fn picture(
    path: &Path,
    grid: &Grid,
    band: &Band,
    style: Style,
    covering: Option<&Covering>,
    sun: Sun,
) -> Result<PendingOutput, FileError> {
    let mut rows = RowCount::new(path.to_owned(), grid);
    let mut samples = Samples::new(grid, usize::MAX, style, covering);
    samples.check(&rows, band)?;
    samples.add(band);
    rows.advance(band);
    rows.complete()?;
    picture::png(path, [grid.columns as u32, grid.rows as u32], &samples.picture(sun))
}

struct Preview {
    rows: RowCount,
    samples: Samples,
    encoder: Png<PendingFile>,
}

/// The samples of the picture, while their rows arrive.
struct Samples {
    downsampler: Downsampler,
    style: Style,
    covering: Option<Covering>,
}

impl Samples {
    fn new(grid: &Grid, max_side: usize, style: Style, covering: Option<&Covering>) -> Self {
        let further = Further { colours: covering.is_some(), wet: style.water.is_some() };
        Self { downsampler: Downsampler::new(grid, max_side, further), style, covering: covering.cloned() }
    }

    fn check(&self, rows: &RowCount, band: &Band) -> Result<(), FileError> {
        let planes: [(&str, &[f32]); 3] =
            [("height", &band.height), ("the slope along x", &band.dx), ("the slope along y", &band.dy)];
        rows.check_shape(band, &planes)?;
        if let Some(covering) = &self.covering {
            rows.check_shape(band, &materials::planes(covering, band))?;
        }
        rows.check_samples(&planes, 0..band.height.len())
    }

    fn add(&mut self, band: &Band) {
        for start in (0..band.height.len()).step_by(band.columns) {
            let row = start..start + band.columns;
            let colours = self.covering.iter().flat_map(|covering| colours(covering, band, row.clone()));
            let is_wet = |water: WaterSurface| move |at| f32::from(u8::from(water.depth(band, at) > 0.0));
            let wet = self.style.water.map(|water| row.clone().map(is_wet(water)).collect());
            let further: Vec<Vec<f32>> = colours.chain(wet).collect();
            let all = [&band.height, &band.dx, &band.dy].into_iter().map(|plane| &plane[row.clone()]);
            self.downsampler.add(&all.chain(further.iter().map(Vec::as_slice)).collect::<Vec<_>>());
        }
    }

    /// The pixels, sRGB.
    fn picture(self, sun: Sun) -> Vec<u8> {
        compose::picture(&self.downsampler.finish(), self.style, sun)
    }
}

impl Product for Preview {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.samples.check(&self.rows, band)?;
        self.samples.add(band);
        self.rows.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.complete()?;
        let picture = self.samples.picture(Sun::default());
        let file_error = |error| FileError::from_io(&path, &error);
        self.encoder.put(&picture).map_err(file_error)?;
        self.encoder.finish().and_then(PendingOutput::new).map_err(file_error)
    }
}

/// The linear light that the materials reflect at these samples, as three planes.
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
