//! A mesh file that is written row by row.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::pending::{PendingFile, PendingOutput};
use crate::product::{Product, RowCount};

/// Bytes written to the disk at once.
const BUFFER: usize = 1 << 18;

/// The file of a mesh, with a write buffer.
pub(crate) type Output = BufWriter<PendingFile>;

pub(crate) fn output(file: PendingFile) -> Output {
    BufWriter::with_capacity(BUFFER, file)
}

/// Flushes the buffer and returns the pending file.
pub(crate) fn flushed(output: Output) -> io::Result<PendingFile> {
    output.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A row of samples; `dx` and `dy` are empty if slopes are not needed.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) index: usize,
    pub(crate) height: &'a [f32],
    pub(crate) dx: &'a [f32],
    pub(crate) dy: &'a [f32],
}

/// Encodes rows into a file.
pub(crate) trait Rows: Send {
    /// Whether rows must have slopes.
    const SLOPES: bool;

    /// Takes the next band, before its rows; all its heights and slopes are finite.
    fn band(&mut self, _band: &Band) -> Result<(), FileError> {
        Ok(())
    }

    /// Takes the next row; all its values are finite.
    fn row(&mut self, row: Row<'_>) -> Result<(), FileError>;

    /// Called once, after the last row.
    fn finish(self) -> Result<PendingFile, FileError>;
}

/// A product that is encoded row by row.
pub(crate) struct MeshFile<R> {
    count: RowCount,
    rows: R,
}

impl<R: Rows> MeshFile<R> {
    pub(crate) fn new(path: PathBuf, grid: &Grid, rows: R) -> Self {
        Self { count: RowCount::new(path, grid), rows }
    }
}

impl<R: Rows> Product for MeshFile<R> {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let planes =
            [("height", &*band.height), ("the slope along x", &*band.dx), ("the slope along y", &*band.dy)];
        self.count.check(band, &planes[..if R::SLOPES { 3 } else { 1 }])?;
        self.rows.band(band)?;
        for (k, height) in band.height.chunks_exact(band.columns).enumerate() {
            let samples = k * band.columns..(k + 1) * band.columns;
            let [dx, dy] = match R::SLOPES {
                true => [&band.dx[samples.clone()], &band.dy[samples]],
                false => [&[][..]; 2],
            };
            self.rows.row(Row { index: band.first_row + k, height, dx, dy })?;
        }
        self.count.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.count.complete()?;
        PendingOutput::new(self.rows.finish()?).map_err(|error| FileError::from_io(&path, &error))
    }
}

/// The largest slope: it looks like a vertical wall, and its square does not overflow.
const STEEPEST: f64 = 1e6;

/// The unit normal of the ground with x east, y up and z south: for `y = h(x, z)` it is (−∂h/∂x, 1, −∂h/∂z).
#[inline]
pub(crate) fn normal(dx: f32, dy: f32) -> [f64; 3] {
    let [dx, dy] = [dx, dy].map(|slope| f64::from(slope).clamp(-STEEPEST, STEEPEST));
    let scale = 1.0 / (1.0 + dx * dx + dy * dy).sqrt();
    [-dx * scale, scale, -dy * scale]
}
