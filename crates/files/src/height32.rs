//! Heightmaps in metres, unrounded: `height.f32`.

use std::path::Path;

use orogen_engine::raster::Grid;

use crate::FileError;
use crate::product::Product;
use crate::raw::{self, RawLayout};

/// `height.f32`: little-endian 32-bit floats in metres, row by row from the top, no header. [`raw::r32`] writes the other
/// layouts.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn f32(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    raw::r32(path, grid, RawLayout::default())
}
