//! Heightmaps in metres, unrounded: `height.f32`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::product::{Product, SampleFormat};
use crate::raw::{self, RawLayout};

/// `height.f32`: little-endian IEEE 754 singles in metres, row by row from the top, no header. [`raw::r32`] has the
/// other layouts.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn f32(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    raw::r32(path, grid, RawLayout::default())
}

pub(crate) struct Height32<const BIG_ENDIAN: bool>;

impl<const BIG_ENDIAN: bool> SampleFormat for Height32<BIG_ENDIAN> {
    const BYTES: usize = 4;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, metres) in out.as_chunks_mut::<4>().0.iter_mut().zip(&band.height[samples]) {
            *bytes = if BIG_ENDIAN { metres.to_be_bytes() } else { metres.to_le_bytes() };
        }
    }
}
