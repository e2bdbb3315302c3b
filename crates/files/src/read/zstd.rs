//! TIFFs compressed with ZSTD. The `tiff` crate decodes them only with a library in C, so the decoder sees a file without
//! compression: each chunk is unpacked here, and takes the place of its packed bytes.

use std::io::{self, Read, Seek, SeekFrom};

use ruzstd::decoding::StreamingDecoder;

use super::Source;
use super::read_error::ReadError;
use super::tiff_header::Compression;

/// The number of ZSTD in TIFF, from libtiff.
const ZSTD: u64 = 50_000;

/// The largest factor by which ZSTD expands data. A block has at most 2¹⁷ bytes, and takes four if it repeats one byte.
const EXPANSION: u64 = (1 << 17) / 4;

/// The bytes of a TIFF as the decoder sees them.
pub(super) struct Unpacked<'a> {
    source: &'a mut dyn Source,
    position: u64,
    /// The number of the compression, if the file is compressed with ZSTD.
    method: Option<Patch>,
    chunk: Option<Patch>,
}

/// Bytes that replace those of the file.
struct Patch {
    at: u64,
    bytes: Vec<u8>,
}

impl<'a> Unpacked<'a> {
    /// Takes a source at its start.
    pub(super) fn new(source: &'a mut dyn Source, compression: &Compression) -> Self {
        let none = 1_u16;
        let none = if compression.big_endian { none.to_be_bytes() } else { none.to_le_bytes() };
        let packed = compression.method == ZSTD;
        let method = packed.then(|| Patch { at: compression.at, bytes: none.to_vec() });
        Self { source, position: 0, method, chunk: None }
    }

    /// The largest factor by which this file's compression expands data, if it is ZSTD.
    pub(super) fn expansion(&self) -> Option<u64> {
        self.method.is_some().then_some(EXPANSION)
    }

    /// Unpacks the chunk of `length` bytes at `at`, of which the decoder needs `needed` bytes. Does nothing unless the file is
    /// compressed with ZSTD.
    pub(super) fn unpack(&mut self, at: u64, length: u64, needed: usize) -> Result<(), ReadError> {
        if self.method.is_none() {
            return Ok(());
        }
        self.chunk = None;
        self.seek(SeekFrom::Start(at))?;
        let damaged = |error: &dyn std::error::Error| ReadError::Damaged(format!("ZSTD: {error}"));
        let packed = (&mut *self.source).take(length);
        let mut decoder = StreamingDecoder::new(packed).map_err(|error| damaged(&error))?;
        let mut bytes = vec![0; needed];
        decoder.read_exact(&mut bytes).map_err(|error| damaged(&error))?;
        self.chunk = Some(Patch { at, bytes });
        Ok(())
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut most = buffer.len();
        for patch in [&self.chunk, &self.method].into_iter().flatten() {
            let Some(inside) = self.position.checked_sub(patch.at) else {
                most = most.min(usize::try_from(patch.at - self.position).unwrap_or(usize::MAX));
                continue;
            };
            let Some(mut rest) = patch.bytes.get(inside as usize..).filter(|rest| !rest.is_empty()) else {
                continue;
            };
            let count = rest.read(buffer)?;
            self.position = self.source.seek(SeekFrom::Start(self.position + count as u64))?;
            return Ok(count);
        }
        let count = self.source.read(&mut buffer[..most])?;
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for Unpacked<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.source.seek(to)?;
        Ok(self.position)
    }
}
