//! Reads the stored samples of a PNG row by row.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use png::{BitDepth, ColorType};

use super::rows::{Rows, pack};
use crate::FileError;
use crate::read::open;

/// The pixel format of a PNG.
pub(super) type Pixels = (ColorType, BitDepth);

pub(super) const GREY16: Pixels = (ColorType::Grayscale, BitDepth::Sixteen);
pub(super) const GREY8: Pixels = (ColorType::Grayscale, BitDepth::Eight);
pub(super) const RGB8: Pixels = (ColorType::Rgb, BitDepth::Eight);
pub(super) const RGBA8: Pixels = (ColorType::Rgba, BitDepth::Eight);

/// The rows of a PNG. The first channel is the most significant byte of a code.
pub(super) struct Picture {
    path: PathBuf,
    reader: png::Reader<BufReader<File>>,
    each: usize,
}

impl Picture {
    pub(super) fn open(path: &Path) -> Result<Self, FileError> {
        let file = BufReader::with_capacity(1 << 16, open(path)?);
        let mut decoder = png::Decoder::new_with_limits(file, png::Limits { bytes: 1 << 24 });
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let reader = decoder.read_info().map_err(|error| read_error(path, error))?;
        let each = reader.info().bytes_per_pixel();
        Ok(Self { path: path.to_owned(), reader, each })
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> [usize; 2] {
        let info = self.reader.info();
        [info.width as usize, info.height as usize]
    }

    pub(super) fn pixels(&self) -> Pixels {
        let info = self.reader.info();
        (info.color_type, info.bit_depth)
    }

    /// Checks size and pixel format.
    pub(super) fn check(self, size: [usize; 2], pixels: Pixels) -> Result<Self, FileError> {
        let invalid = |message| Err(FileError::new(&self.path, message, "generate the terrain again"));
        let info = self.reader.info();
        if self.size() != size {
            let ([width, height], [columns, rows]) = (self.size(), size);
            return invalid(format!("it has {width} × {height} pixels, not {columns} × {rows}"));
        }
        if self.pixels() != pixels || info.trns.is_some() || info.interlaced {
            let (colour, depth) = pixels;
            return invalid(format!("it is not a plain picture in {colour:?}, {} bits", depth as u8));
        }
        Ok(self)
    }
}

impl Rows for Picture {
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError> {
        codes.clear();
        let row = self.reader.next_row().map_err(|error| read_error(&self.path, error))?;
        if let Some(row) = row {
            pack(row.data(), self.each, codes);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), FileError> {
        self.reader.finish().map_err(|error| read_error(&self.path, error))
    }
}

fn read_error(path: &Path, error: png::DecodingError) -> FileError {
    let message = match error {
        png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            "it is cut short".to_owned()
        }
        png::DecodingError::IoError(error) => return FileError::from_io(path, &error),
        error => format!("it is broken: {error}"),
    };
    FileError::new(path, message, "generate the terrain again")
}
