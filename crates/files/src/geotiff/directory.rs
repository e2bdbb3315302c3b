//! TIFF directories: tagged fields, in the classic form with 32-bit offsets or in the BigTIFF form with 64-bit offsets.
//!
//! TIFF 6.0 (Adobe, 1992), section 2, and the BigTIFF design. Little-endian throughout.

use std::io::{Seek, Write};

use tiff::TiffResult;
use tiff::encoder::{DirectoryEncoder, TiffKind};
use tiff::tags::Tag;

/// The types of values that georeferences have.
const ASCII: u16 = 2;
const SHORT: u16 = 3;
const DOUBLE: u16 = 12;

/// A field of a directory: its tag, the type of its values, and the values.
#[derive(Clone, Debug)]
pub(super) struct Field {
    tag: u16,
    kind: u16,
    count: u64,
    bytes: Vec<u8>,
}

impl Field {
    pub(super) fn short(tag: u16, values: &[u16]) -> Self {
        Self::new(tag, SHORT, values.len(), values.iter().flat_map(|value| value.to_le_bytes()))
    }

    pub(super) fn long(tag: u16, values: impl ExactSizeIterator<Item = u32>) -> Self {
        Self::new(tag, 4, values.len(), values.flat_map(u32::to_le_bytes))
    }

    pub(super) fn double(tag: u16, values: &[f64]) -> Self {
        Self::new(tag, DOUBLE, values.len(), values.iter().flat_map(|value| value.to_le_bytes()))
    }

    pub(super) fn ascii(tag: u16, text: &str) -> Self {
        Self::new(tag, ASCII, text.len() + 1, text.bytes().chain([0]))
    }

    /// Offsets in the file, 32 or 64 bits. In the classic form they must fit into 32.
    pub(super) fn offsets(tag: u16, form: Form, values: impl ExactSizeIterator<Item = u64>) -> Self {
        let (kind, width) = if form == Form::Big { (16, 8) } else { (4, 4) };
        Self::new(
            tag,
            kind,
            values.len(),
            values.flat_map(|value| value.to_le_bytes().into_iter().take(width)),
        )
    }

    /// Writes the field to a directory of the crate `tiff`.
    pub(super) fn write<W: Write + Seek, K: TiffKind>(
        &self,
        directory: &mut DirectoryEncoder<'_, W, K>,
    ) -> TiffResult<()> {
        let tag = Tag::Unknown(self.tag);
        match self.kind {
            SHORT => {
                let (values, _) = self.bytes.as_chunks();
                let values: Vec<_> = values.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
                directory.write_tag(tag, &values[..])
            }
            DOUBLE => {
                let (values, _) = self.bytes.as_chunks();
                let values: Vec<_> = values.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
                directory.write_tag(tag, &values[..])
            }
            ASCII => {
                let text = self.bytes.strip_suffix(&[0]).unwrap_or(&self.bytes);
                directory.write_tag(tag, &*String::from_utf8_lossy(text))
            }
            kind => unreachable!("georeferences have no fields of the type {kind}"),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn new(tag: u16, kind: u16, count: usize, bytes: impl Iterator<Item = u8>) -> Self {
        Self { tag, kind, count: count as u64, bytes: bytes.collect() }
    }
}

/// The two forms of a TIFF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Classic,
    Big,
}

impl Form {
    /// The number of bytes of the count of fields, and the number of bytes of an offset.
    fn widths(self) -> (usize, usize) {
        if self == Self::Big { (8, 8) } else { (2, 4) }
    }

    /// The first bytes of the file; the first directory follows.
    pub(super) fn header(self) -> Vec<u8> {
        match self {
            Self::Classic => b"II\x2a\0\x08\0\0\0".to_vec(),
            Self::Big => b"II\x2b\0\x08\0\0\0\x10\0\0\0\0\0\0\0".to_vec(),
        }
    }

    /// The length in bytes of a directory together with the values of its fields.
    pub(super) fn length(self, fields: &[Field]) -> u64 {
        self.directory(fields, 0, false).len() as u64
    }

    /// A directory at the offset `at`. The values that do not fit into its entries follow it. If `followed`, the next
    /// directory begins after these values, and the offset of that directory is written.
    pub(super) fn directory(self, fields: &[Field], at: u64, followed: bool) -> Vec<u8> {
        let (count, offset) = self.widths();
        let entries = count + fields.len() * (4 + 2 * offset) + offset;
        let mut bytes = (fields.len() as u64).to_le_bytes()[..count].to_vec();
        let mut values = Vec::new();
        for field in fields {
            bytes.extend(field.tag.to_le_bytes());
            bytes.extend(field.kind.to_le_bytes());
            bytes.extend(&field.count.to_le_bytes()[..offset]);
            if field.bytes.len() <= offset {
                bytes.extend(&field.bytes);
                bytes.resize(bytes.len() + offset - field.bytes.len(), 0);
            } else {
                bytes.extend(&(at + (entries + values.len()) as u64).to_le_bytes()[..offset]);
                values.extend(&field.bytes);
                pad(&mut values);
            }
        }
        let mut next = at + (entries + values.len()) as u64;
        if !followed {
            next = 0;
        }
        bytes.extend(&next.to_le_bytes()[..offset]);
        bytes.extend(values);
        bytes
    }
}

/// Pads to an even offset, at which values must begin.
fn pad(values: &mut Vec<u8>) {
    if values.len() % 2 == 1 {
        values.push(0);
    }
}
