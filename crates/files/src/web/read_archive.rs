//! Reads PMTiles archives of version 3 without trusting them: <https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md>.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::GzDecoder;
use pmtiles::{TileCoord, TileId};

use super::Tileset;
use super::layout::Tile;
use super::tilejson::{self, TileJson};
use crate::FileError;
use crate::read::open;

const HEADER: usize = 127;

/// A value of the header's `internal_compression` and `tile_compression`.
const UNCOMPRESSED: u8 = 1;
/// A value of the header's `internal_compression`.
const GZIP: u8 = 2;
/// A value of the header's `tile_type`.
const PNG: u8 = 2;

/// Maximum nesting of directories; writers use one level.
const DEPTH: usize = 3;

/// Maximum number of bytes of the four numbers of an entry.
const ENTRY: u64 = 40;

/// A part of the file: its start and length in bytes.
type Section = [u64; 2];

/// A run of consecutive tiles with the same content.
struct Entry {
    first_tile: u64,
    tiles: u64,
    offset: u64,
    length: u64,
}

pub(super) struct ArchiveReader {
    file: File,
    data: Section,
    /// Sorted by their first tile.
    entries: Vec<Entry>,
}

/// Why an archive is invalid.
type Reason = String;

impl ArchiveReader {
    pub(super) fn open(path: &Path) -> Result<(Self, Tileset), FileError> {
        Self::of(open(path)?).map_err(|reason| {
            let message = format!("it is not an archive of tiles that orogen wrote: {reason}");
            FileError::new(path, message, "generate the terrain again")
        })
    }

    fn of(mut file: File) -> Result<(Self, Tileset), Reason> {
        let header = Header::read(&mut file)?;
        let tileset = TileJson::parse(&header.text(&mut file, header.metadata, tilejson::MAX_BYTES)?)?;
        let most = tileset.layout.addresses().count();
        // In the worst case, each entry is in a separate directory. Each directory takes at least a byte, so the scan ends.
        let mut scan = DirectoryScan { most, bytes_left: 2 * ENTRY * (most as u64 + 1), entries: Vec::new() };
        header.scan(&mut file, header.root, DEPTH, &mut scan)?;
        let entries = scan.entries;
        let sorted = entries.is_sorted_by(|a: &Entry, b| a.first_tile + a.tiles <= b.first_tile);
        if !sorted {
            return Err("its directory is out of order".to_owned());
        }
        Ok((Self { file, data: header.data, entries }, tileset))
    }

    pub(super) fn has(&self, tile: Tile) -> bool {
        self.entry(tile).is_some()
    }

    /// The position of a tile's bytes in the tile data.
    fn entry(&self, tile: Tile) -> Option<Section> {
        let id = TileId::from(TileCoord::new(tile.zoom, tile.x, tile.y).ok()?).value();
        let after = self.entries.partition_point(|entry| entry.first_tile <= id);
        let entry = self.entries[..after].last().filter(|entry| id - entry.first_tile < entry.tiles)?;
        Some([entry.offset, entry.length])
    }

    /// Reads a tile of at most `most` bytes.
    pub(super) fn read(&mut self, tile: Tile, most: u64) -> Result<Vec<u8>, Reason> {
        let entry = self.entry(tile).ok_or_else(|| "it is missing".to_owned())?;
        if entry[1] > most {
            return Err(format!("it has more than the maximum of {most} bytes"));
        }
        read(&mut self.file, within(self.data, entry)?)
    }
}

struct Header {
    root: Section,
    metadata: Section,
    leaves: Section,
    data: Section,
    compression: u8,
}

impl Header {
    fn read(file: &mut File) -> Result<Self, Reason> {
        let whole = [0, file.metadata().map_err(|error| error.to_string())?.len()];
        let bytes = read(file, within(whole, [0, HEADER as u64])?)?;
        if !bytes.starts_with(b"PMTiles\x03") {
            return Err("it does not begin like PMTiles of version 3".to_owned());
        }
        let section = |at: usize| {
            let number =
                |at: usize| bytes[at..at + 8].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            within(whole, [number(at), number(at + 8)])
        };
        let header = Self {
            root: section(8)?,
            metadata: section(24)?,
            leaves: section(40)?,
            data: section(56)?,
            compression: bytes[97],
        };
        if ![UNCOMPRESSED, GZIP].contains(&header.compression) || bytes[98..100] != [UNCOMPRESSED, PNG] {
            return Err("its tiles are not PNG, or its compression is not supported".to_owned());
        }
        Ok(header)
    }

    /// Reads and unpacks a section of at most `most` bytes.
    fn text(&self, file: &mut File, section: Section, most: u64) -> Result<Vec<u8>, Reason> {
        if section[1] > most {
            return Err("a section is larger than its maximum".to_owned());
        }
        let packed = read(file, section)?;
        if self.compression == UNCOMPRESSED {
            return Ok(packed);
        }
        let mut text = Vec::new();
        let unpacked = GzDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut text);
        unpacked.map_err(|error| error.to_string())?;
        if text.len() as u64 > most {
            return Err("a section is larger than its maximum".to_owned());
        }
        Ok(text)
    }

    /// Collects the entries of a directory and of the directories inside it.
    fn scan(
        &self,
        file: &mut File,
        section: Section,
        depth: usize,
        scan: &mut DirectoryScan,
    ) -> Result<(), Reason> {
        let text = self.text(file, section, scan.bytes_left)?;
        scan.bytes_left -= text.len() as u64;
        for entry in parse(&text, scan.most).ok_or_else(|| "its directory is broken".to_owned())? {
            if entry.tiles > 0 {
                scan.entries.push(entry);
            } else if depth > 0 {
                self.scan(file, within(self.leaves, [entry.offset, entry.length])?, depth - 1, scan)?;
            } else {
                return Err("its directories are nested too deeply".to_owned());
            }
            if scan.entries.len() > scan.most {
                return Err("it has more tiles than its layout".to_owned());
            }
        }
        Ok(())
    }
}

/// The entries collected so far, and the limits for the rest.
struct DirectoryScan {
    /// The expected number of tiles, which is the maximum number of entries.
    most: usize,
    bytes_left: u64,
    entries: Vec<Entry>,
}

/// Parses a directory: the number of entries, then all first tiles (as differences), run lengths, lengths and offsets. An
/// offset of 0 means directly after the entry before; other offsets are stored plus one. `None` if the directory is invalid
/// or has more than `most` entries.
fn parse(mut text: &[u8], most: usize) -> Option<Vec<Entry>> {
    let count =
        usize::try_from(number(&mut text)?).ok().filter(|&count| count <= most.min(text.len() / 4))?;
    let mut column = || (0..count).map(|_| number(&mut text)).collect::<Option<Vec<_>>>();
    let (steps, tiles, lengths, offsets) = (column()?, column()?, column()?, column()?);
    let (mut tile, mut after) = (0_u64, None);
    let mut entries = Vec::with_capacity(count);
    for at in 0..count {
        tile = tile.checked_add(steps[at])?;
        let offset = offsets[at].checked_sub(1).or(after)?;
        after = Some(offset.checked_add(lengths[at])?);
        tile.checked_add(tiles[at])?;
        entries.push(Entry { first_tile: tile, tiles: tiles[at], offset, length: lengths[at] });
    }
    Some(entries)
}

/// The next number: seven bits per byte, the lowest first; the highest bit of the last byte is 0.
fn number(text: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = text.split_first()?;
        *text = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A part of a section, relative to its start; an error if it is not inside.
fn within([start, length]: Section, [offset, part]: Section) -> Result<Section, Reason> {
    match offset.checked_add(part) {
        Some(end) if end <= length => Ok([start + offset, part]),
        _ => Err("it is cut short".to_owned()),
    }
}

fn read(file: &mut File, [start, length]: Section) -> Result<Vec<u8>, Reason> {
    let read = |file: &mut File| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read(file).map_err(|error| error.to_string())?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err("it is cut short".to_owned()) }
}
