//! Heightmaps of 16 bits a sample: `height.png` and `height.r16`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Encoder, Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};
use crate::raw::{self, RawLayout};

/// The largest 16-bit value, as the number of steps between the ends of a mapping.
const STEPS: f64 = 65_535.0;

/// How heights in metres are mapped to 16 bits: `min` becomes 0 and `max` becomes 65535, evenly between.
///
/// Heights outside the range are clamped to its ends. A range of no extent (a flat terrain) maps every height
/// to 0, and 0 back to that height.
///
/// ```
/// use orogen_files::HeightMapping;
///
/// let mapping = HeightMapping::new(-500.0, 3_000.0).unwrap();
/// assert_eq!(mapping.to_u16(-500.0), 0);
/// assert_eq!(mapping.to_u16(1_250.0), 32_768);
/// assert!((mapping.to_metres(32_768) - 1_250.0).abs() <= 0.5 * mapping.metres_per_step());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightMapping {
    min: f64,
    max: f64,
}

impl HeightMapping {
    /// The mapping of `min..=max` metres; `None` unless both are finite, so is their difference, and `min <= max`.
    pub fn new(min: f64, max: f64) -> Option<Self> {
        (min <= max && (max - min).is_finite()).then_some(Self { min, max })
    }

    /// Metres at 0.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// Metres at 65535.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Metres between neighbouring 16-bit values.
    pub fn metres_per_step(&self) -> f64 {
        (self.max - self.min) / STEPS
    }

    /// The nearest 16-bit value (a tie goes to the even one); heights outside the range go to its ends, NaN to 0.
    ///
    /// In f64, so that the rounding is right to the last step whatever the range.
    #[inline]
    pub fn to_u16(&self, metres: f32) -> u16 {
        self.quantize(self.steps_per_metre(), metres)
    }

    /// The height in metres that a 16-bit value stands for.
    #[inline]
    pub fn to_metres(&self, value: u16) -> f64 {
        self.min + (self.max - self.min) * (f64::from(value) / STEPS)
    }

    fn steps_per_metre(&self) -> f64 {
        let range = self.max - self.min;
        if range > 0.0 { (STEPS / range).min(f64::MAX) } else { 0.0 }
    }

    /// Added to 2⁵² a number loses its fraction to the rounding of the sum, and its integer stands in the lowest
    /// bits: on vectors of any instruction set, where a cast that saturates is not.
    #[inline(always)]
    fn quantize(&self, steps_per_metre: f64, metres: f32) -> u16 {
        const TWO_52: f64 = 4_503_599_627_370_496.0;
        let steps = (f64::from(metres) - self.min) * steps_per_metre;
        (steps.clamp(0.0, STEPS) + TWO_52).to_bits() as u16
    }
}

/// `height.png`: 16-bit grey.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, mapping: HeightMapping) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(product::<true, _>(path, grid, mapping, encoder))
}

/// `height.r16`: little-endian 16-bit values, row by row from the top, no header. [`raw::r16`] has the other layouts.
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

pub(crate) struct Height16<const BIG_ENDIAN: bool>(pub(crate) HeightMapping);

impl<const BIG_ENDIAN: bool> SampleFormat for Height16<BIG_ENDIAN> {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let steps_per_metre = self.0.steps_per_metre();
        for (bytes, &metres) in out.as_chunks_mut::<2>().0.iter_mut().zip(&band.height[samples]) {
            let value = self.0.quantize(steps_per_metre, metres);
            *bytes = if BIG_ENDIAN { value.to_be_bytes() } else { value.to_le_bytes() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Write};
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::encode::Raw;
    use crate::pending::Destination;

    /// A disk with room for so many bytes.
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

    /// Writes to disks of growing room until one suffices, and returns how much that one had.
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
                        (error.path.as_path(), error.what.as_str()),
                        (path.as_path(), "the disk is full")
                    );
                    assert!(!committed.load(Ordering::Relaxed), "{room} bytes");
                }
            }
        }
        unreachable!()
    }

    fn mapping() -> HeightMapping {
        HeightMapping { min: 0.0, max: 2_000.0 }
    }

    #[test]
    fn a_headerless_file_needs_its_very_bytes() {
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
        assert_eq!(error.what, "the disk is full");
        assert_eq!(product.finish().unwrap_err().what, "only 0 of 600 rows were written");
    }
}
