//! Headerless rasters in any byte and row order: `height.raw`, `height.r16`, `height.r32`.
//!
//! Nothing in such a file describes its layout, so every importer prescribes one. Unity reads 16 bits with the bottom row
//! first. Unreal and Terrain3D read the top row first. All are little-endian.
//!
//! ```
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::raw::{self, ByteOrder, RawLayout, RowOrder};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("height.r32");
//! let layout = RawLayout { byte_order: ByteOrder::Big, row_order: RowOrder::BottomFirst };
//! let mut product = raw::r32(&path, &Grid::square(2, 1.0), layout)?;
//! product.write(&Band { columns: 2, height: vec![1.0, 2.0, 3.0, 4.0], ..Band::default() })?;
//! let bytes = std::fs::read(product.finish()?)?;
//! assert_eq!(bytes, [3.0_f32, 4.0, 1.0, 2.0].map(f32::to_be_bytes).concat());
//! # Ok(())
//! # }
//! ```

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use orogen_engine::raster::Grid;

use crate::encode::{Encoder, Raw};
use crate::height_format::{Height16, Height32};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};
use crate::{FileError, HeightMapping};

/// Which byte of a number comes first.
///
/// ```
/// use orogen_files::raw::ByteOrder;
///
/// assert_eq!(ByteOrder::default(), ByteOrder::Little);
/// assert_eq!(ByteOrder::Big.name(), "big-endian");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant one. Import dialogs call this "PC" or "Windows".
    #[default]
    Little,
    /// The most significant one. Import dialogs call this "Mac".
    Big,
}

impl ByteOrder {
    /// `little-endian` or `big-endian`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Little => "little-endian",
            Self::Big => "big-endian",
        }
    }
}

/// Which row of a raster comes first.
///
/// ```
/// use orogen_files::raw::RowOrder;
///
/// assert_eq!(RowOrder::default(), RowOrder::TopFirst);
/// assert_eq!(RowOrder::BottomFirst.name(), "bottom-first");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOrder {
    /// The top row, in the north.
    #[default]
    TopFirst,
    /// The bottom row, in the south. Some programs call this "flipped vertically".
    BottomFirst,
}

impl RowOrder {
    /// `top-first` or `bottom-first`.
    pub fn name(self) -> &'static str {
        match self {
            Self::TopFirst => "top-first",
            Self::BottomFirst => "bottom-first",
        }
    }
}

/// The byte and row order of a headerless file. Within a row samples run from left to right.
///
/// ```
/// use orogen_files::raw::{RawLayout, RowOrder};
///
/// // As Unity reads heights.
/// let layout = RawLayout { row_order: RowOrder::BottomFirst, ..RawLayout::default() };
/// assert_eq!(layout.byte_order.name(), "little-endian");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawLayout {
    /// Order of the bytes of a number.
    pub byte_order: ByteOrder,
    /// Order of the rows.
    pub row_order: RowOrder,
}

/// Writes heights as 16-bit unsigned integers, which a [`HeightMapping`] computes.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn r16(
    path: &Path,
    grid: &Grid,
    mapping: HeightMapping,
    layout: RawLayout,
) -> Result<Box<dyn Product>, FileError> {
    match layout.byte_order {
        ByteOrder::Little => product(path, grid, Height16::<false>(mapping), layout.row_order),
        ByteOrder::Big => product(path, grid, Height16::<true>(mapping), layout.row_order),
    }
}

/// Writes heights in metres as 32-bit floats.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn r32(path: &Path, grid: &Grid, layout: RawLayout) -> Result<Box<dyn Product>, FileError> {
    match layout.byte_order {
        ByteOrder::Little => product(path, grid, Height32::<false>, layout.row_order),
        ByteOrder::Big => product(path, grid, Height32::<true>, layout.row_order),
    }
}

fn product<F: SampleFormat + 'static>(
    path: &Path,
    grid: &Grid,
    format: F,
    row_order: RowOrder,
) -> Result<Box<dyn Product>, FileError> {
    Ok(match row_order {
        RowOrder::TopFirst => {
            let encoder = Raw(PendingFile::create(path)?);
            Box::new(SampleFile::new(path.to_owned(), grid, format, encoder))
        }
        RowOrder::BottomFirst => {
            let encoder = BottomFirst::new(PendingFile::create(path)?, grid.columns * F::BYTES, grid.rows);
            Box::new(SampleFile::new(path.to_owned(), grid, format, encoder))
        }
    })
}

/// Writes each row in front of the row that arrived before it, with only one row in memory.
struct BottomFirst {
    file: PendingFile,
    row: Vec<u8>,
    row_bytes: usize,
    /// The number of rows left to write. The next row goes to the index `left − 1`.
    left: usize,
}

impl BottomFirst {
    fn new(file: PendingFile, row_bytes: usize, rows: usize) -> Self {
        Self { file, row: Vec::with_capacity(row_bytes), row_bytes, left: rows }
    }

    fn put_row(&mut self) -> io::Result<()> {
        self.left -= 1;
        self.file.seek(SeekFrom::Start(self.left as u64 * self.row_bytes as u64))?;
        self.file.write_all(&self.row)?;
        self.row.clear();
        Ok(())
    }
}

impl Encoder for BottomFirst {
    type Destination = PendingFile;

    fn put(&mut self, mut samples: &[u8]) -> io::Result<()> {
        while !samples.is_empty() {
            let taken = samples.len().min(self.row_bytes - self.row.len());
            self.row.extend_from_slice(&samples[..taken]);
            samples = &samples[taken..];
            if self.row.len() == self.row_bytes {
                self.put_row()?;
            }
        }
        Ok(())
    }

    fn finish(self) -> io::Result<PendingFile> {
        Ok(self.file)
    }
}
