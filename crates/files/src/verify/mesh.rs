//! Compares a mesh: its heights like those of any file, and the normals of its vertices.

use std::path::Path;
use std::vec;

use orogen_engine::raster::{Band, Grid};

use super::{Check, Findings, Needs, Unit};
use crate::FileError;
use crate::mesh::normal;
use crate::product::RowCount;

pub(super) struct Mesh {
    count: RowCount,
    heights: Box<dyn Check>,
    normals: vec::IntoIter<[f32; 3]>,
    findings: Findings,
}

impl Mesh {
    /// A check of a mesh. `heights` checks the heights. Normals may be off by the `rounding` of the format plus `tolerance`.
    pub(super) fn boxed(
        path: &Path,
        heights: Box<dyn Check>,
        normals: Vec<[f32; 3]>,
        rounding: f64,
        tolerance: f64,
    ) -> Box<dyn Check> {
        let count = RowCount::new(path.to_owned(), &heights.grid());
        let findings = Findings::new(Unit::Length, rounding, tolerance);
        Box::new(Self { count, heights, normals: normals.into_iter(), findings })
    }
}

/// The largest difference of a component from the exact normal of the ground.
fn error(found: [f32; 3], dx: f32, dy: f32) -> f64 {
    let pairs = found.into_iter().zip(normal(dx, dy));
    pairs.map(|(found, exact)| (f64::from(found) - exact).abs()).fold(0.0, f64::max)
}

impl Check for Mesh {
    fn grid(&self) -> Grid {
        self.heights.grid()
    }

    fn needs(&self) -> Needs {
        Needs::Slopes
    }

    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.count.check(band, &[("the slope along x", &band.dx), ("the slope along y", &band.dy)])?;
        self.heights.write(band)?;
        for (at, (&dx, &dy)) in band.dx.iter().zip(&band.dy).enumerate() {
            // There are as many normals as heights, and the check of the heights has just found enough heights.
            let Some(found) = self.normals.next() else { break };
            let error = error(found, dx, dy);
            let is_wrong = self.findings.exceeds(error);
            self.findings.add(error, is_wrong, || [at % band.columns, band.first_row + at / band.columns]);
        }
        self.count.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<Findings, FileError> {
        self.count.complete()?;
        Ok(Findings { normals: Some(Box::new(self.findings)), ..self.heights.complete()? })
    }
}
