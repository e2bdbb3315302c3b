//! Products: files that take bands of rows and appear when they are complete.

use std::ops::Range;
use std::path::PathBuf;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::Encoder;
use crate::pending::PendingOutput;
use crate::simd::vectorized;

/// A file or a set of files that is being written. It takes the bands of a raster from the top row down.
///
/// Bands may have any number of rows; the bytes of the file do not depend on that number. Until it is committed, the file
/// has a temporary name in its folder. A product that is dropped before its commit leaves nothing behind, and a file of an
/// earlier run stays as it was.
///
/// ```
/// use orogen_engine::raster::{Band, Grid};
/// use orogen_files::height32;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("height.f32");
/// let mut product = height32::f32(&path, &Grid::square(2, 10.0))?;
/// product.write(&Band { columns: 2, height: vec![1.0, 2.0], ..Band::default() })?;
/// product.write(&Band { first_row: 1, columns: 2, height: vec![3.0, 4.0], ..Band::default() })?;
/// assert_eq!(product.finish()?, path);
/// # Ok(())
/// # }
/// ```
pub trait Product: Send {
    /// Takes the next rows.
    ///
    /// # Errors
    /// The band does not follow the one before, a sample is not finite or does not fit the format, or the disk is full. After an
    /// error, drop the product.
    fn write(&mut self, band: &Band) -> Result<(), FileError>;

    /// Writes the rest of the file, which can then be committed.
    ///
    /// # Errors
    /// Rows are missing, or the operating system reports an error.
    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError>;

    /// Completes the file, gives it its name, and returns its path.
    ///
    /// # Errors
    /// Rows are missing, or the operating system reports an error.
    fn finish(self: Box<Self>) -> Result<PathBuf, FileError> {
        self.complete()?.commit()
    }
}

/// How a sample becomes bytes.
pub(crate) trait SampleFormat: Send {
    /// Bytes of a sample.
    const BYTES: usize;

    /// The planes of a band that must be present and finite, with their names for messages.
    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])>;

    /// Returns an error for samples that the format cannot hold. The caller has checked that the samples are finite and
    /// that the band is the next one.
    fn check(&self, _rows: &RowCount, _band: &Band, _samples: Range<usize>) -> Result<(), FileError> {
        Ok(())
    }

    /// Encodes a run of samples; `out` has `BYTES` for each. An implementation uses SIMD if it is `#[inline(always)]`.
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]);
}

/// Samples encoded at once: few enough for the second-level cache, enough to avoid many small writes.
const RUN: usize = 1 << 15;

/// A product whose samples are encoded one by one, in order.
pub(crate) struct SampleFile<F, E> {
    rows: RowCount,
    format: F,
    encoder: E,
    buffer: Vec<u8>,
}

impl<F: SampleFormat, E> SampleFile<F, E> {
    pub(crate) fn new(path: PathBuf, grid: &Grid, format: F, encoder: E) -> Self {
        Self { rows: RowCount::new(path, grid), format, encoder, buffer: vec![0; RUN * F::BYTES] }
    }
}

impl<F, E: Encoder> SampleFile<F, E> {
    /// The complete file, not yet committed.
    pub(crate) fn finish(self) -> Result<E::Destination, FileError> {
        let path = self.rows.complete()?;
        self.encoder.finish().map_err(|error| FileError::from_io(&path, &error))
    }
}

impl<F: SampleFormat, E: Encoder> Product for SampleFile<F, E> {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let planes = self.format.planes(band);
        self.rows.check_shape(band, &planes)?;
        for start in (0..band.height.len()).step_by(RUN) {
            let samples = start..band.height.len().min(start + RUN);
            let bytes = &mut self.buffer[..samples.len() * F::BYTES];
            self.rows.check_samples(&planes, samples.clone())?;
            self.format.check(&self.rows, band, samples.clone())?;
            vectorized(
                #[inline(always)]
                || self.format.encode(band, samples, bytes),
            );
            self.encoder.put(bytes).map_err(|error| FileError::from_io(&self.rows.path, &error))?;
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.path.clone();
        PendingOutput::new(SampleFile::finish(*self)?).map_err(|error| FileError::from_io(&path, &error))
    }
}

/// Checks that a product gets each row of its grid once, in order.
pub(crate) struct RowCount {
    pub(crate) path: PathBuf,
    columns: usize,
    rows: usize,
    next: usize,
}

impl RowCount {
    pub(crate) fn new(path: PathBuf, grid: &Grid) -> Self {
        Self { path, columns: grid.columns, rows: grid.rows, next: 0 }
    }

    /// Returns an error if the band is not the next one, or its `planes` lack samples or have one that is not finite.
    pub(crate) fn check(&self, band: &Band, planes: &[(&str, &[f32])]) -> Result<(), FileError> {
        self.check_shape(band, planes)?;
        self.check_samples(planes, 0..band.height.len())
    }

    /// Returns an error if the band is not the next one, or its `planes` lack samples.
    pub(crate) fn check_shape(&self, band: &Band, planes: &[(&str, &[f32])]) -> Result<(), FileError> {
        let complete = band.columns == self.columns && band.height.len() == band.rows() * band.columns;
        if !complete || band.first_row != self.next || band.rows() > self.rows - self.next {
            let message = format!(
                "the band starts at row {} with {} samples a row; expected row {} of {} samples, {} rows in all",
                band.first_row, band.columns, self.next, self.columns, self.rows,
            );
            return Err(FileError::new(
                &self.path,
                message,
                "pass complete rows from the top down, each once",
            ));
        }
        let Some((name, plane)) = planes.iter().find(|plane| plane.1.len() != band.height.len()) else {
            return Ok(());
        };
        let message =
            format!("the band has {} heights but {} samples of {name}", band.height.len(), plane.len());
        Err(FileError::new(&self.path, message, "ask the generator for slopes"))
    }

    /// Returns an error if a sample is not finite. The caller has checked the shape of the band.
    pub(crate) fn check_samples(
        &self,
        planes: &[(&str, &[f32])],
        samples: Range<usize>,
    ) -> Result<(), FileError> {
        let broken = |plane: &&(&str, &[f32])| !all_finite(&plane.1[samples.clone()]);
        let Some((name, plane)) = planes.iter().find(broken) else {
            return Ok(());
        };
        let at = plane.iter().position(|value| !value.is_finite()).unwrap_or_default();
        let (column, row) = (at % self.columns, self.next + at / self.columns);
        let message = format!("{name} is {} at column {column}, row {row}", plane[at]);
        Err(FileError::new(&self.path, message, "look in the recipe for a division by zero or an overflow"))
    }

    pub(crate) fn advance(&mut self, band: &Band) {
        self.next += band.rows();
    }

    /// The path, if every row has arrived.
    pub(crate) fn complete(&self) -> Result<PathBuf, FileError> {
        if self.next == self.rows {
            return Ok(self.path.clone());
        }
        let message = format!("only {} of {} rows were written", self.next, self.rows);
        Err(FileError::new(&self.path, message, "run the job again to its end"))
    }
}

/// Whether all values are finite. The loop has no early exit, so that it uses SIMD. NaN and the infinities have all
/// exponent bits set.
fn all_finite(values: &[f32]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    vectorized(
        #[inline(always)]
        || values.iter().fold(true, |all, value| all & (value.to_bits() & EXPONENT != EXPONENT)),
    )
}
