//! Compares a preview pixel by pixel with a new one.

use std::path::{Path, PathBuf};

use orogen_engine::raster::{Band, Grid};
use tempfile::TempDir;

use super::measure::channels;
use super::open::needs_of;
use super::picture::{Picture, RGB8};
use super::rows::Rows;
use super::{Check, Findings, Needs, Unit};
use crate::delivery::FormatContext;
use crate::preview;
use crate::{FileError, Product};

pub(super) struct Preview {
    path: PathBuf,
    grid: Grid,
    expected: Box<dyn Product>,
    needs: Needs,
    tolerance: f64,
    /// The folder of the new preview. Not the terrain's folder, which may be read-only.
    _folder: TempDir,
}

impl Preview {
    pub(super) fn open(
        path: &Path,
        grid: Grid,
        context: &FormatContext,
        tolerance: f64,
    ) -> Result<Box<dyn Check>, FileError> {
        // Report a missing preview before the work.
        Picture::open(path)?;
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|error| FileError::from_io(&std::env::temp_dir(), &error))?;
        let (style, shown) = (context.style, context.shown());
        let needs = shown.map_or(Needs::Slopes, needs_of);
        let expected = preview::png(&folder.path().join("preview.png"), &grid, style, shown)?;
        Ok(Box::new(Self { path: path.to_owned(), grid, expected, needs, tolerance, _folder: folder }))
    }
}

impl Check for Preview {
    fn grid(&self) -> Grid {
        self.grid
    }

    fn needs(&self) -> Needs {
        self.needs
    }

    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.expected.write(band)
    }

    fn complete(self: Box<Self>) -> Result<Findings, FileError> {
        let Self { path, expected, tolerance, _folder, .. } = *self;
        let mut expected = Picture::open(&expected.finish()?)?;
        let size @ [_, rows] = expected.size();
        let mut found = Picture::open(&path)?.check(size, RGB8)?;
        let mut findings = Findings::new(Unit::Steps, 0.0, tolerance);
        let (mut found_row, mut expected_row) = (Vec::new(), Vec::new());
        for row in 0..rows {
            found.next(&mut found_row)?;
            expected.next(&mut expected_row)?;
            for (column, (&found, &expected)) in found_row.iter().zip(&expected_row).enumerate() {
                findings.add(channels(found, expected), found != expected, || [column, row]);
            }
        }
        found.end()?;
        Ok(findings)
    }
}
