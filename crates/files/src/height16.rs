//! Heightmaps with 16 bits per sample: `height.png` and `height.r16`.

use std::path::Path;

use orogen_engine::raster::Grid;

use crate::encode::{Encoder, Png, PngKind};
use crate::height_format::Height16;
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile};
use crate::raw::{self, RawLayout};
use crate::{FileError, HeightMapping};

/// `height.png`: 16-bit grey.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, mapping: HeightMapping) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(product::<true, _>(path, grid, mapping, encoder))
}

/// `height.r16`: little-endian 16-bit values, row by row from the top, no header. [`raw::r16`] writes the other layouts.
///
/// # Errors
/// The folder is missing or cannot be written.
pub fn r16(path: &Path, grid: &Grid, mapping: HeightMapping) -> Result<Box<dyn Product>, FileError> {
    raw::r16(path, grid, mapping, RawLayout::default())
}

fn product<const BIG_ENDIAN: bool, E: Encoder + 'static>(
    path: &Path,
    grid: &Grid,
    mapping: HeightMapping,
    encoder: E,
) -> Box<dyn Product> {
    Box::new(SampleFile::new(path.to_owned(), grid, Height16::<BIG_ENDIAN>(mapping), encoder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Write};
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use orogen_engine::raster::Band;

    use crate::encode::Raw;
    use crate::pending::Destination;

    /// A disk with room for `room` bytes.
    struct SmallDisk {
        room: usize,
        path: PathBuf,
        committed: Arc<AtomicBool>,
    }

    impl Write for SmallDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.room);
            self.room -= taken;
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Destination for SmallDisk {
        fn path(&self) -> &Path {
            &self.path
        }

        fn digest(&mut self) -> io::Result<crate::Digest> {
            Ok(crate::Digest { bytes: 0, blake3: String::new() })
        }

        fn commit(self) -> io::Result<()> {
            self.committed.store(true, Ordering::Relaxed);
            Ok(())
        }
    }

    const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 40, rows: 30, spacing: 1.0 };

    fn feed(mut product: Box<dyn Product>) -> Result<PathBuf, FileError> {
        for first_row in 0..GRID.rows {
            let height = (0..40).map(|i| (i * i + 7 * first_row) as f32).collect();
            product.write(&Band { first_row, columns: GRID.columns, height, ..Band::default() })?;
        }
        product.finish()
    }

    /// Writes to disks with more and more room, and returns the least room that suffices.
    fn least_room(make: impl Fn(SmallDisk) -> Result<Box<dyn Product>, FileError>) -> usize {
        for room in 0.. {
            let committed = Arc::new(AtomicBool::new(false));
            let path = PathBuf::from("out/height");
            let disk = SmallDisk { room, path: path.clone(), committed: Arc::clone(&committed) };
            match make(disk).and_then(feed) {
                Ok(written) => {
                    assert_eq!(written, path);
                    assert!(committed.load(Ordering::Relaxed));
                    return room;
                }
                Err(error) => {
                    assert_eq!(
                        (error.path.as_path(), error.message.as_str()),
                        (path.as_path(), "the disk is full")
                    );
                    assert!(!committed.load(Ordering::Relaxed), "{room} bytes");
                }
            }
        }
        unreachable!()
    }

    fn mapping() -> HeightMapping {
        HeightMapping::new(0.0, 2_000.0).unwrap()
    }

    #[test]
    fn a_headerless_file_needs_exactly_its_bytes() {
        let make =
            |disk: SmallDisk| Ok(product::<false, _>(Path::new("out/height"), &GRID, mapping(), Raw(disk)));
        assert_eq!(least_room(make), 2 * GRID.len());
    }

    #[test]
    fn a_disk_full_at_any_byte_of_a_png_is_reported() {
        let room = least_room(|disk| {
            let encoder = Png::new(disk, &GRID, PngKind::Grey16)?;
            Ok(product::<true, _>(Path::new("out/height"), &GRID, mapping(), encoder))
        });
        assert!(room > 500, "{room}");
    }

    #[test]
    fn a_full_disk_stops_the_job_before_its_end() {
        let grid = Grid::square(600, 1.0);
        let committed = Arc::new(AtomicBool::new(false));
        let disk = SmallDisk { room: 1_000, path: PathBuf::from("out/height"), committed };
        let encoder = Png::new(disk, &grid, PngKind::Grey16).unwrap();
        let mut product = product::<true, _>(Path::new("out/height"), &grid, mapping(), encoder);
        // Heights that do not compress, so that a chunk of the file is soon full.
        let height = (0..grid.len()).map(|i| (i * i % 1_999) as f32).collect();
        let error =
            product.write(&Band { first_row: 0, columns: 600, height, ..Band::default() }).unwrap_err();
        assert_eq!(error.message, "the disk is full");
        assert_eq!(product.finish().unwrap_err().message, "only 0 of 600 rows were written");
    }
}
