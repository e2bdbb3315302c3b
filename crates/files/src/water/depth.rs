//! The depth of rivers and lakes, `water.png`.

use std::ops::Range;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_engine::water::WaterSurface;

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The meaning of the values.
pub const FORMULA: &str = "metres of water = value / 100; 0 on dry ground";

/// `water.png`: centimetres of water over the ground, 16-bit grey; 0 on dry ground, at most 655.35 m. The bands must have the
/// plane of the water's field.
///
/// # Errors
/// The recipe has no water, the folder is missing or cannot be written, or the grid is empty.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::water;
///
/// # let folder = tempfile::tempdir()?;
/// let error = water::depth(&folder.path().join("water.png"), &Grid::square(2, 1.0), None).err();
/// assert!(error.is_some_and(|error| error.to_string().contains("no rivers or lakes")));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn depth(path: &Path, grid: &Grid, water: Option<WaterSurface>) -> Result<Box<dyn Product>, FileError> {
    let water = required(path, water)?;
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, Depth(water), encoder)))
}

/// The water, or an error if there is none.
pub(super) fn required(path: &Path, water: Option<WaterSurface>) -> Result<WaterSurface, FileError> {
    water.ok_or_else(|| {
        let help = "add [water] with field = \"land.water\" to the recipe, if its field `land` is eroded";
        FileError::new(path, "the recipe has no rivers or lakes", help)
    })
}

/// Centimetres of water.
pub(crate) struct Depth(pub(crate) WaterSurface);

impl SampleFormat for Depth {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        let surface = band.others.get(self.0.plane()).map_or(&[][..], Vec::as_slice);
        vec![("the height", &band.height), ("the surface of water", surface)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, at) in out.as_chunks_mut::<2>().0.iter_mut().zip(samples) {
            *bytes = ((self.0.depth(band, at) * 100.0).clamp(0.0, 65_535.0) as u16).to_be_bytes();
        }
    }
}
