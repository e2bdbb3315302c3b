//! Tiles in one PMTiles archive.
//!
//! The `pmtiles` crate writes each tile as it arrives. It writes the header last, into the space at the start of the file.
//! It can read archives only with an asynchronous runtime, so `read_archive` contains another reader.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;

use pmtiles::{Compression, PmTilesStreamWriter, PmTilesWriter, PmtError, TileCoord, TileId, TileType};

use super::Tileset;
use super::layout::Tile;
use super::pyramid::Store;
use super::tilejson::TileJson;
use crate::FileError;
use crate::pending::{Destination, PendingFile, PendingOutput};

/// The format of the tiles in a [`TileArchive`].
///
/// ```
/// use orogen_files::web::TileFormat;
///
/// assert!(TileFormat::Vector.is_compressed() && !TileFormat::Png.is_compressed());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileFormat {
    /// PNG.
    Png,
    /// Mapbox Vector Tiles, compressed with gzip.
    Vector,
    /// Another format, compressed with gzip.
    Other,
}

impl TileFormat {
    /// Whether the tiles are compressed with gzip. Pictures are compressed already.
    pub fn is_compressed(self) -> bool {
        self != Self::Png
    }
}

/// What the header of a [`TileArchive`] says.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveHeader {
    /// The format of the tiles.
    pub format: TileFormat,
    /// The first and the last zoom level.
    pub zooms: [u8; 2],
    /// West, south, east and north in degrees.
    pub bounds: [f64; 4],
    /// Longitude, latitude and zoom level of the first view.
    pub center: (f64, f64, u8),
    /// TileJSON without the addresses of tiles.
    pub metadata: String,
}

/// A PMTiles archive of version 3 that is being written. It gets its name when it is [complete](Self::complete) and committed.
///
/// ```
/// use orogen_files::web::{ArchiveHeader, Tile, TileArchive, TileFormat};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("numbers.pmtiles");
/// let bounds = [-180.0, -85.0, 180.0, 85.0];
/// let metadata = "{}".to_owned();
/// let header = ArchiveHeader { format: TileFormat::Other, zooms: [0, 0], bounds, center: (0.0, 0.0, 0), metadata };
/// let mut archive = TileArchive::create(&path, header)?;
/// archive.put(Tile { zoom: 0, x: 0, y: 0 }, b"a tile as gzip")?;
/// archive.complete()?.commit()?;
/// assert!(std::fs::read(&path)?.starts_with(b"PMTiles"));
/// # Ok(())
/// # }
/// ```
pub struct TileArchive {
    file: PendingFile,
    writer: PmTilesStreamWriter<File>,
}

impl TileArchive {
    /// Opens a temporary file beside `path`.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn create(path: &Path, header: ArchiveHeader) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(path, &error);
        let mut file = PendingFile::create(path)?;
        let handle = file.handle().map_err(file_error)?;
        Ok(Self { file, writer: writer(handle, header).map_err(file_error)? })
    }

    /// The place of a tile in archives whose tiles are near one another if they are near on the map (`clustered`): its number
    /// along the Hilbert curves of all levels. `None` if there is no such tile.
    pub fn place(tile: Tile) -> Option<u64> {
        Some(TileId::from(TileCoord::new(tile.zoom, tile.x, tile.y).ok()?).value())
    }

    /// Adds a tile. Its bytes are compressed as the format says.
    ///
    /// # Errors
    /// The disk is full, or there is no such tile.
    pub fn put(&mut self, tile: Tile, bytes: &[u8]) -> Result<(), FileError> {
        put(&mut self.writer, tile, bytes).map_err(|error| FileError::from_io(self.file.path(), &error))
    }

    /// Writes the directories and the header.
    ///
    /// # Errors
    /// The disk is full.
    pub fn complete(self) -> Result<PendingOutput, FileError> {
        let finished = self.writer.finalize().map_err(io_error);
        let path = self.file.path().to_owned();
        finished
            .and_then(|_| PendingOutput::new(self.file))
            .map_err(|error| FileError::from_io(&path, &error))
    }
}

/// An archive for the tiles of a pyramid.
pub(super) fn of_tileset(path: &Path, tileset: &Tileset) -> Result<TileArchive, FileError> {
    let header = header(tileset).map_err(|error| FileError::from_io(path, &error))?;
    TileArchive::create(path, header)
}

impl Store for TileArchive {
    fn put(&mut self, tile: Tile, png: &[u8]) -> io::Result<()> {
        put(&mut self.writer, tile, png)
    }

    fn complete(self) -> Result<PendingOutput, FileError> {
        Self::complete(self)
    }
}

fn header(tileset: &Tileset) -> io::Result<ArchiveHeader> {
    let layout = &tileset.layout;
    let [longitude, latitude] = layout.center();
    let (min_zoom, max_zoom) = layout.zooms().into_inner();
    Ok(ArchiveHeader {
        format: TileFormat::Png,
        zooms: [min_zoom, max_zoom],
        bounds: layout.bounds(),
        center: (longitude, latitude, layout.whole_zoom()),
        metadata: TileJson::new(tileset, &[]).text()?,
    })
}

fn writer<W: Write + Seek>(destination: W, header: ArchiveHeader) -> io::Result<PmTilesStreamWriter<W>> {
    let ArchiveHeader { format, zooms, bounds: [west, south, east, north], center, metadata } = header;
    let (kind, compression) = match format {
        TileFormat::Png => (TileType::Png, Compression::None),
        TileFormat::Vector => (TileType::Mvt, Compression::Gzip),
        TileFormat::Other => (TileType::Unknown, Compression::Gzip),
    };
    let writer = PmTilesWriter::new(kind)
        .precompressed(compression)
        .min_zoom(zooms[0])
        .max_zoom(zooms[1])
        .bounds(west, south, east, north)
        .center(center.0, center.1)
        .center_zoom(center.2)
        .metadata(metadata);
    writer.create(destination).map_err(io_error)
}

fn put<W: Write + Seek>(writer: &mut PmTilesStreamWriter<W>, tile: Tile, bytes: &[u8]) -> io::Result<()> {
    let address = TileCoord::new(tile.zoom, tile.x, tile.y);
    address.and_then(|address| writer.add_tile(address, bytes)).map_err(io_error)
}

fn io_error(error: PmtError) -> io::Error {
    match error {
        PmtError::Reading(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::{Encoding, GeoAnchor, Layout};
    use std::io::{Cursor, SeekFrom};

    /// A disk with room for this many bytes.
    struct SmallDisk(Cursor<Vec<u8>>, usize);

    impl Write for SmallDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.1.saturating_sub(self.0.position() as usize));
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { self.0.write(&bytes[..taken]) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for SmallDisk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_disk_full_at_any_byte_is_reported() {
        let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 9_000.0, 9_000.0], 40.0, 256).unwrap();
        let tileset = Tileset { name: String::new(), encoding: Encoding::Mapbox, layout };
        // The tiles, and half as much again.
        let end = tileset.layout.addresses().count() * 14_000;
        let write = |room: usize| {
            let mut writer = writer(SmallDisk(Cursor::new(Vec::new()), room), header(&tileset)?)?;
            for (number, tile) in tileset.layout.addresses().enumerate() {
                put(&mut writer, tile, &[number as u8; 9_000])?;
            }
            writer.finalize().map_err(io_error)
        };
        let rooms = (0..end).step_by(end / 240).map(|room| (room, write(room)));
        let (enough, lacking): (Vec<_>, Vec<_>) = rooms.partition(|(_, written)| written.is_ok());
        let is_full = |error: &io::Error| error.kind() == io::ErrorKind::StorageFull;
        assert!(lacking.iter().all(|(_, written)| written.as_ref().is_err_and(is_full)));
        assert!(lacking.len() > 50 && enough.len() > 50, "{} {}", lacking.len(), enough.len());
        assert!(lacking.iter().all(|(room, _)| *room < enough[0].0));
    }
}
