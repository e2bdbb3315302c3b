//! The preview: made once more, and compared pixel by pixel.

use std::path::{Path, PathBuf};

use orogen::raster::{Band, Grid};
use tempfile::TempDir;

use super::measure::channels;
use super::open::of_materials;
use super::picture::{Picture, RGB8};
use super::rows::Rows;
use super::{Check, Findings, Needs, Unit};
use crate::delivery::Subject;
use crate::preview;
use crate::{FileError, Product};

pub(super) struct Preview {
    path: PathBuf,
    grid: Grid,
    again: Box<dyn Product>,
    needs: Needs,
    leeway: f64,
    /// Where it is made, outside the terrain's folder, which may be read only.
    _folder: TempDir,
}

impl Preview {
    pub(super) fn open(
        path: &Path,
        grid: Grid,
        subject: &Subject,
        leeway: f64,
    ) -> Result<Box<dyn Check>, FileError> {
        // Its absence is told before the work.
        Picture::open(path)?;
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|error| FileError::from_io(&std::env::temp_dir(), &error))?;
        let (style, shown) = (subject.style, subject.shown());
        let needs = shown.map_or(Needs::Slopes, of_materials);
        let again = preview::png(&folder.path().join("preview.png"), &grid, style, shown)?;
        Ok(Box::new(Self { path: path.to_owned(), grid, again, needs, leeway, _folder: folder }))
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
        self.again.write(band)
    }

    fn complete(self: Box<Self>) -> Result<Findings, FileError> {
        let Self { path, again, leeway, _folder, .. } = *self;
        let mut expected = Picture::open(&again.finish()?)?;
        let size @ [_, rows] = expected.size();
        let mut found = Picture::open(&path)?.with(size, RGB8)?;
        let mut findings = Findings::new(Unit::Steps, 0.0, leeway);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for row in 0..rows {
            found.next(&mut here)?;
            expected.next(&mut there)?;
            for (column, (&here, &there)) in here.iter().zip(&there).enumerate() {
                findings.add(channels(here, there), here != there, || [column, row]);
            }
        }
        found.end()?;
        Ok(findings)
    }
}
