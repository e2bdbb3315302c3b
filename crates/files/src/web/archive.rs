//! Tiles in one PMTiles archive.
//!
//! The `pmtiles` crate writes each tile as it arrives. It writes the header last, into the space at the start of the file.
//! It can read archives only with an asynchronous runtime, so `read_archive` contains another reader.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;

use pmtiles::{PmTilesStreamWriter, PmTilesWriter, PmtError, TileCoord, TileType};

use super::Tileset;
use super::layout::Tile;
use super::pyramid::Store;
use super::tilejson::TileJson;
use crate::FileError;
use crate::pending::{Destination, PendingFile, PendingOutput};

pub(super) struct Archive {
    file: PendingFile,
    writer: PmTilesStreamWriter<File>,
}

impl Archive {
    pub(super) fn create(path: &Path, tileset: &Tileset) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(path, &error);
        let mut file = PendingFile::create(path)?;
        let handle = file.handle().map_err(file_error)?;
        Ok(Self { file, writer: writer(handle, tileset).map_err(file_error)? })
    }
}

impl Store for Archive {
    fn put(&mut self, tile: Tile, png: &[u8]) -> io::Result<()> {
        put(&mut self.writer, tile, png)
    }

    fn complete(self) -> Result<PendingOutput, FileError> {
        let finished = self.writer.finalize().map_err(io_error);
        let path = self.file.path().to_owned();
        finished
            .and_then(|_| PendingOutput::new(self.file))
            .map_err(|error| FileError::from_io(&path, &error))
    }
}

fn writer<W: Write + Seek>(destination: W, tileset: &Tileset) -> io::Result<PmTilesStreamWriter<W>> {
    let layout = &tileset.layout;
    let ([west, south, east, north], [longitude, latitude]) = (layout.bounds(), layout.center());
    let (min_zoom, max_zoom) = layout.zooms().into_inner();
    let writer = PmTilesWriter::new(TileType::Png)
        .min_zoom(min_zoom)
        .max_zoom(max_zoom)
        .bounds(west, south, east, north)
        .center(longitude, latitude)
        .center_zoom(layout.whole_zoom())
        .metadata(TileJson::new(tileset, &[]).text()?);
    writer.create(destination).map_err(io_error)
}

fn put<W: Write + Seek>(writer: &mut PmTilesStreamWriter<W>, tile: Tile, png: &[u8]) -> io::Result<()> {
    let address = TileCoord::new(tile.zoom, tile.x, tile.y);
    address.and_then(|address| writer.add_tile(address, png)).map_err(io_error)
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
            let mut writer = writer(SmallDisk(Cursor::new(Vec::new()), room), &tileset)?;
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
