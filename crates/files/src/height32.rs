//! Heightmaps in metres, unrounded: `height.f32`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::Raw;
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// `height.f32`: little-endian IEEE 754 singles in metres, row by row from the top, no header.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn f32(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    let encoder = Raw(PendingFile::create(path)?);
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, Height32, encoder)))
}

struct Height32;

impl SampleFormat for Height32 {
    const BYTES: usize = 4;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, metres) in out.as_chunks_mut::<4>().0.iter_mut().zip(&band.height[samples]) {
            *bytes = metres.to_le_bytes();
        }
    }
}
