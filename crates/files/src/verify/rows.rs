//! Reads the samples of a file as codes, row by row from the top.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::vec;

use orogen_engine::raster::Grid;

use crate::FileError;
use crate::raw::{ByteOrder, RawLayout, RowOrder};
use crate::read::open;

/// A file that is read row by row.
pub(super) trait Rows {
    /// Replaces `codes` with the codes of the next row.
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError>;

    /// Checks the rest of the file after the last row.
    fn end(&mut self) -> Result<(), FileError> {
        Ok(())
    }
}

/// Appends numbers of `each` bytes, the most significant byte first.
pub(super) fn pack(bytes: &[u8], each: usize, codes: &mut Vec<u32>) {
    let code = |sample: &[u8]| sample.iter().fold(0, |code, &byte| code << 8 | u32::from(byte));
    codes.extend(bytes.chunks_exact(each).map(code));
}

/// Heights in memory. Codes are the bits of the 32-bit floats.
pub(super) struct InMemory {
    samples: vec::IntoIter<f32>,
    columns: usize,
}

impl InMemory {
    pub(super) fn new(samples: Vec<f32>, grid: &Grid) -> Self {
        Self { samples: samples.into_iter(), columns: grid.columns }
    }
}

impl Rows for InMemory {
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError> {
        codes.clear();
        codes.extend(self.samples.by_ref().take(self.columns).map(f32::to_bits));
        Ok(())
    }
}

/// Numbers without a header. Codes are the integers, or the bits of 32-bit floats.
pub(super) struct Headerless {
    path: PathBuf,
    file: File,
    layout: RawLayout,
    /// Bytes per number.
    each: usize,
    rows: usize,
    next: usize,
    row: Vec<u8>,
}

impl Headerless {
    pub(super) fn open(path: &Path, grid: &Grid, layout: RawLayout, each: usize) -> Result<Self, FileError> {
        let file = open(path)?;
        let length = file.metadata().map_err(|error| FileError::from_io(path, &error))?.len();
        let expected = grid.columns as u128 * grid.rows as u128 * each as u128;
        if u128::from(length) != expected {
            let message = format!(
                "it has {length} bytes, but {} × {} samples have {expected}",
                grid.columns, grid.rows
            );
            return Err(FileError::new(path, message, "generate the terrain again"));
        }
        let row = vec![0; grid.columns * each];
        Ok(Self { path: path.to_owned(), file, layout, each, rows: grid.rows, next: 0, row })
    }

    fn read(&mut self) -> io::Result<()> {
        if self.layout.row_order == RowOrder::BottomFirst {
            let above = (self.rows - 1).saturating_sub(self.next);
            self.file.seek(SeekFrom::Start(above as u64 * self.row.len() as u64))?;
        }
        self.next += 1;
        self.file.read_exact(&mut self.row)
    }
}

impl Rows for Headerless {
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError> {
        self.read().map_err(|error| FileError::from_io(&self.path, &error))?;
        if self.layout.byte_order == ByteOrder::Little {
            self.row.chunks_exact_mut(self.each).for_each(<[u8]>::reverse);
        }
        codes.clear();
        pack(&self.row, self.each, codes);
        Ok(())
    }
}
