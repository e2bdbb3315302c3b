//! Checks the sizes in a TIFF header before the decoder allocates memory for them.

use std::io::SeekFrom;

use super::read_error::{ReadError, check_size};
use super::{MAX_SIDE, Source};

/// The compression of a TIFF.
pub(super) struct Compression {
    /// Its number in TIFF; 1 is no compression.
    pub(super) method: u64,
    /// The offset of this number in the file.
    pub(super) at: u64,
    /// Whether the most significant byte of a number comes first.
    pub(super) big_endian: bool,
}

/// Checks the sizes of the image and its tiles in the first directory, and finds the compression. The decoder reports missing
/// sizes.
pub(super) fn check(source: &mut dyn Source, bytes: u64) -> Result<Compression, ReadError> {
    let mut header = TiffHeader::read(source)?;
    let mut compression = Compression { method: 1, at: 0, big_endian: header.big_endian };
    let [mut width, mut height, mut tile_width, mut tile_height] = [1; 4];
    let entries = header.entries(source)?.min(bytes);
    for _ in 0..entries {
        let (tag, value) = header.entry(source)?;
        match tag {
            256 => width = value,
            257 => height = value,
            259 => {
                let field = if header.big { 8 } else { 4 };
                (compression.method, compression.at) = (value, source.stream_position()? - field);
            }
            322 => tile_width = value,
            323 => tile_height = value,
            _ => {}
        }
    }
    source.rewind()?;
    check_size(width, height, 0, 0)?;
    if tile_width.max(tile_height) > MAX_SIDE as u64 {
        return Err(ReadError::Damaged(format!("its tiles have {tile_width} × {tile_height} samples")));
    }
    Ok(compression)
}

struct TiffHeader {
    big_endian: bool,
    big: bool,
}

impl TiffHeader {
    fn read(source: &mut dyn Source) -> Result<Self, ReadError> {
        let mut start = [0; 4];
        source.read_exact(&mut start)?;
        Ok(Self { big_endian: start[0] == b'M', big: start.contains(&0x2b) })
    }

    /// Seeks to the first directory and reads the number of its entries.
    fn entries(&mut self, source: &mut dyn Source) -> Result<u64, ReadError> {
        if self.big {
            self.number::<4>(source)?;
        }
        let at = self.offset(source)?;
        source.seek(SeekFrom::Start(at))?;
        if self.big { self.number::<8>(source) } else { self.number::<2>(source) }
    }

    /// Tag and value of an entry. The value is 1 unless it is a single integer.
    fn entry(&self, source: &mut dyn Source) -> Result<(u64, u64), ReadError> {
        let (tag, kind) = (self.number::<2>(source)?, self.number::<2>(source)?);
        let count = self.offset(source)?;
        let mut field = [0; 8];
        let width = if self.big { 8 } else { 4 };
        source.read_exact(&mut field[..width])?;
        let value = match (kind, count) {
            (3, 1) => self.value(&field[..2]),
            (4, 1) => self.value(&field[..4]),
            (16, 1) => self.value(&field[..width]),
            _ => 1,
        };
        Ok((tag, value))
    }

    fn offset(&self, source: &mut dyn Source) -> Result<u64, ReadError> {
        if self.big { self.number::<8>(source) } else { self.number::<4>(source) }
    }

    fn number<const N: usize>(&self, source: &mut dyn Source) -> Result<u64, ReadError> {
        let mut bytes = [0; N];
        source.read_exact(&mut bytes)?;
        Ok(self.value(&bytes))
    }

    fn value(&self, bytes: &[u8]) -> u64 {
        let digit = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
        if self.big_endian { bytes.iter().fold(0, digit) } else { bytes.iter().rev().fold(0, digit) }
    }
}
