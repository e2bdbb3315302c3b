//! Ambient occlusion: `occlusion.png`, 16-bit grey.

use std::ops::Range;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The meaning of the values.
pub const FORMULA: &str = "visible share of the sky = value / 65535; ground beyond the radius hides no sky";

/// `occlusion.png`: the share of the sky that the [horizon](orogen_engine::sky) leaves visible: 65535 where no ground rises above
/// the sample, 0 for no sky. The bands must have [`Band::sky`].
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
///
/// ```
/// use orogen_engine::raster::{Band, Grid};
/// use orogen_files::occlusion;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let mut product = occlusion::png(&folder.path().join("occlusion.png"), &Grid::square(2, 1.0))?;
/// let sky = vec![1.0, 0.9, 0.8, 0.9];
/// product.write(&Band { columns: 2, height: vec![0.0; 4], sky, ..Band::default() })?;
/// product.finish()?;
/// # Ok(())
/// # }
/// ```
pub fn png(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, Occlusion, encoder)))
}

/// Visible shares of the sky.
pub(crate) struct Occlusion;

impl SampleFormat for Occlusion {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("the visible share of the sky", &band.sky)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, share) in out.as_chunks_mut::<2>().0.iter_mut().zip(&band.sky[samples]) {
            *bytes = ((share.clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16).to_be_bytes();
        }
    }
}
