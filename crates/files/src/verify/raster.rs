//! Compares a file with one sample per sample of the grid.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use super::measure::Measure;
use super::rows::Rows;
use super::{Check, Findings, Needs};
use crate::FileError;
use crate::product::RowCount;

pub(super) struct Raster<R, M> {
    grid: Grid,
    count: RowCount,
    rows: R,
    measure: M,
    is_tile: bool,
    findings: Findings,
    /// The codes of a row in the file.
    found: Vec<u32>,
    /// The expected codes of that row.
    expected: Vec<u32>,
}

impl<R: Rows + 'static, M: Measure + 'static> Raster<R, M> {
    /// `range` is the range of the heights, if a graphics device computed them.
    pub(super) fn boxed(
        path: &Path,
        grid: Grid,
        is_tile: bool,
        range: Option<f64>,
        rows: R,
        measure: M,
    ) -> Box<dyn Check> {
        let tolerance = range.map_or(0.0, |range| measure.tolerance(range));
        let findings = Findings::new(M::UNIT, measure.allowed(), tolerance);
        let count = RowCount::new(path.to_owned(), &grid);
        let (found, expected) = (Vec::new(), Vec::new());
        Box::new(Self { grid, count, rows, measure, is_tile, findings, found, expected })
    }
}

impl<R: Rows, M: Measure> Check for Raster<R, M> {
    fn grid(&self) -> Grid {
        self.grid
    }

    fn needs(&self) -> Needs {
        self.measure.needs()
    }

    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.count.check(band, &self.measure.planes(band))?;
        for row in 0..band.rows() {
            self.rows.next(&mut self.found)?;
            if self.found.len() != band.columns {
                return Err(FileError::new(
                    &self.count.path,
                    "it is cut short",
                    "generate the terrain again",
                ));
            }
            let first = row * band.columns;
            self.measure.expected(band, first..first + band.columns, &mut self.expected);
            for (column, (&found, &expected)) in self.found.iter().zip(&self.expected).enumerate() {
                let error = self.measure.error(band, first + column, found, expected);
                self.findings.add(error, found != expected, || [column, band.first_row + row]);
            }
            if self.is_tile {
                self.findings.edges.add(&self.found);
            }
        }
        self.count.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<Findings, FileError> {
        self.count.complete()?;
        self.rows.end()?;
        Ok(self.findings)
    }
}
