//! A PNG as its samples stand in it, row by row.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use png::{BitDepth, ColorType};

use super::rows::{Rows, pack};
use crate::FileError;
use crate::read::open;

/// What the pixels of a PNG are.
pub(super) type Pixels = (ColorType, BitDepth);

pub(super) const GREY16: Pixels = (ColorType::Grayscale, BitDepth::Sixteen);
pub(super) const GREY8: Pixels = (ColorType::Grayscale, BitDepth::Eight);
pub(super) const RGB8: Pixels = (ColorType::Rgb, BitDepth::Eight);
pub(super) const RGBA8: Pixels = (ColorType::Rgba, BitDepth::Eight);

/// Codes have the first channel in the most significant byte.
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
        let reader = decoder.read_info().map_err(|error| flaw(path, error))?;
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

    /// The picture, if it has this size and pixels of this kind.
    pub(super) fn with(self, size: [usize; 2], pixels: Pixels) -> Result<Self, FileError> {
        let refused = |what| Err(FileError::new(&self.path, what, "generate the terrain anew"));
        let info = self.reader.info();
        if self.size() != size {
            let ([width, height], [columns, rows]) = (self.size(), size);
            return refused(format!("it has {width} × {height} pixels, not {columns} × {rows}"));
        }
        if self.pixels() != pixels || info.trns.is_some() || info.interlaced {
            let (colour, depth) = pixels;
            return refused(format!("it is not a plain picture of {colour:?}, {} bits", depth as u8));
        }
        Ok(self)
    }
}

impl Rows for Picture {
    fn next(&mut self, codes: &mut Vec<u32>) -> Result<(), FileError> {
        codes.clear();
        let row = self.reader.next_row().map_err(|error| flaw(&self.path, error))?;
        if let Some(row) = row {
            pack(row.data(), self.each, codes);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), FileError> {
        self.reader.finish().map_err(|error| flaw(&self.path, error))
    }
}

fn flaw(path: &Path, error: png::DecodingError) -> FileError {
    let what = match error {
        png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            "it is cut short".to_owned()
        }
        png::DecodingError::IoError(error) => return FileError::from_io(path, &error),
        error => format!("it is broken: {error}"),
    };
    FileError::new(path, what, "generate the terrain anew")
}
