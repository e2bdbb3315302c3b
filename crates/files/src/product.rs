//! Products: files that are fed band by band and appear when they are whole.

use std::ops::Range;
use std::path::PathBuf;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Encoder, vectorized};
use crate::pending::Whole;

/// A file or a set of files in the making, fed with the bands of a raster from the top row down.
///
/// Bands may have any number of rows; the bytes of the file do not depend on how the rows are cut. Until
/// it is committed the file has a temporary name in its folder; a product that is dropped before that leaves nothing
/// behind, and a file of an earlier run stays as it was.
pub trait Product: Send {
    /// Takes the next rows.
    ///
    /// # Errors
    /// A band that does not follow on the one before, a sample that is not finite, a full disk. The product
    /// is of no use after that: `complete` fails too.
    fn write(&mut self, band: &Band) -> Result<(), FileError>;

    /// Writes what is left to write; the file can then be committed.
    ///
    /// # Errors
    /// Rows are missing, or the operating system refuses.
    fn complete(self: Box<Self>) -> Result<Whole, FileError>;

    /// Completes the file, gives it its name, and returns its path.
    ///
    /// # Errors
    /// Rows are missing, or the operating system refuses.
    fn finish(self: Box<Self>) -> Result<PathBuf, FileError> {
        self.complete()?.commit()
    }
}

/// How a sample becomes bytes.
pub(crate) trait SampleFormat: Send {
    /// Bytes of a sample.
    const BYTES: usize;

    /// The planes of a band that must be there and finite, with their names for messages.
    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])>;

    /// Refuses samples that the format cannot hold; the band is the next one, and they are finite.
    fn check(&self, _rows: &RowCount, _band: &Band, _samples: Range<usize>) -> Result<(), FileError> {
        Ok(())
    }

    /// Encodes a run of samples; `out` has `BYTES` for each. Runs on vectors where it is `#[inline(always)]`.
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]);
}

/// Samples encoded at once: few enough to stay in the second-level cache, enough for what is written not to be many
/// small pieces.
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

    fn complete(self: Box<Self>) -> Result<Whole, FileError> {
        let path = self.rows.complete()?;
        let whole = self.encoder.finish().and_then(Whole::new);
        whole.map_err(|error| FileError::from_io(&path, &error))
    }
}

/// Watches that a product gets each row of its grid once, in order.
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

    /// Refuses a band that is not the next one, or whose `planes` lack samples or hold one that is not finite.
    pub(crate) fn check(&self, band: &Band, planes: &[(&str, &[f32])]) -> Result<(), FileError> {
        self.check_shape(band, planes)?;
        self.check_samples(planes, 0..band.height.len())
    }

    /// Refuses a band that is not the next one, or whose `planes` lack samples.
    pub(crate) fn check_shape(&self, band: &Band, planes: &[(&str, &[f32])]) -> Result<(), FileError> {
        let whole = band.columns == self.columns && band.height.len() == band.rows() * band.columns;
        if !whole || band.first_row != self.next || band.rows() > self.rows - self.next {
            let what = format!(
                "rows {}.. of {} samples were given where row {} of {} samples, {} rows in all, goes on",
                band.first_row, band.columns, self.next, self.columns, self.rows,
            );
            return Err(FileError::new(
                &self.path,
                what,
                "hand over whole rows, the top one first, each once",
            ));
        }
        let Some((name, plane)) = planes.iter().find(|plane| plane.1.len() != band.height.len()) else {
            return Ok(());
        };
        let what = format!("the band has {} heights but {} of {name}", band.height.len(), plane.len());
        Err(FileError::new(&self.path, what, "ask the generator for slopes"))
    }

    /// Refuses samples of a band of the right shape if one is not finite.
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
        let what = format!("{name} is {} at column {column}, row {row}", plane[at]);
        Err(FileError::new(
            &self.path,
            what,
            "look in the recipe for a division by zero or an overflow there",
        ))
    }

    pub(crate) fn advance(&mut self, band: &Band) {
        self.next += band.rows();
    }

    /// The path, if every row has come.
    pub(crate) fn complete(&self) -> Result<PathBuf, FileError> {
        if self.next == self.rows {
            return Ok(self.path.clone());
        }
        let what = format!("only {} of {} rows were written", self.next, self.rows);
        Err(FileError::new(&self.path, what, "run the job again and let it reach its end"))
    }
}

/// Without an early exit, so that it runs on vectors: NaN and the infinities have all exponent bits set.
fn all_finite(values: &[f32]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    vectorized(
        #[inline(always)]
        || values.iter().fold(true, |all, value| all & (value.to_bits() & EXPONENT != EXPONENT)),
    )
}
