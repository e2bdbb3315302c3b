//! A file with a sample for each of the grid's.

use std::path::Path;

use orogen::raster::{Band, Grid};

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
    /// The codes of a row: those of the file, and those there should be.
    found: Vec<u32>,
    expected: Vec<u32>,
}

impl<R: Rows + 'static, M: Measure + 'static> Raster<R, M> {
    /// `range` is that of the heights, if a device made them.
    pub(super) fn boxed(
        path: &Path,
        grid: Grid,
        is_tile: bool,
        range: Option<f64>,
        rows: R,
        measure: M,
    ) -> Box<dyn Check> {
        let leeway = range.map_or(0.0, |range| measure.leeway(range));
        let findings = Findings::new(M::UNIT, measure.allowed(), leeway);
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
                return Err(FileError::new(&self.count.path, "it is cut short", "generate the terrain anew"));
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
