//! The terrain as its recipe gives it, in bands.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen::covering::Covering;
use orogen::level::Level;
use orogen::raster::{Band, Grid};
use orogen::recipe::Recipe;
use orogen::terrain::Terrain;
use orogen_files::delivery::Subject;
use orogen_files::verify::{self, Check, Findings, Needs};
use orogen_files::{FileError, FileInfo, TerrainInfo};

use crate::failure::Failure;
use crate::generate;
use crate::images::PictureFiles;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

pub(super) struct Ground<'a> {
    pub(super) info: &'a TerrainInfo,
    folder: PathBuf,
    pub(super) terrain: Terrain,
    subject: Arc<Subject>,
    interrupt: &'a Interrupt,
    show_progress: bool,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        info: &'a TerrainInfo,
        folder: &Path,
        recipe: &Recipe,
        interrupt: &'a Interrupt,
        show_progress: bool,
    ) -> Result<Self, Failure> {
        let terrain = Terrain::with_materials(recipe, &PictureFiles::default(), info.metres_per_sample)?;
        let interval = terrain.interval();
        let mapping = generate::sixteen_bit(interval.min, interval.max)?;
        let subject = generate::subject(&terrain, recipe, mapping, Covering::new(&recipe.materials));
        Ok(Self { info, folder: folder.to_owned(), terrain, subject, interrupt, show_progress })
    }

    pub(super) fn path(&self, file: &FileInfo) -> PathBuf {
        self.folder.join(&file.name)
    }

    /// Compares a file with bands made for it; nothing is found where this version does not know what it holds.
    pub(super) fn compare(&self, file: &FileInfo) -> Result<Result<Option<Findings>, FileError>, Failure> {
        let opened = verify::open(&self.folder, self.info, file, &self.subject);
        let mut check = match opened {
            Ok(Some(check)) => check,
            Ok(None) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        };
        match self.feed(&file.name, &mut *check)? {
            Ok(()) => Ok(check.complete().map(Some)),
            Err(error) => Ok(Err(error)),
        }
    }

    fn feed(&self, name: &str, check: &mut dyn Check) -> Result<Result<(), FileError>, Failure> {
        let mut fed = Ok(());
        self.each_band(name.to_owned(), check.grid(), check.needs(), |band| {
            fed = check.write(band);
            fed.is_ok()
        })?;
        Ok(fed)
    }

    /// Makes the bands of a grid one after another, as long as they are wanted; a bar says for `what`.
    pub(super) fn each_band(
        &self,
        what: impl Into<Cow<'static, str>>,
        grid: Grid,
        needs: Needs,
        mut action: impl FnMut(&Band) -> bool,
    ) -> Result<(), Failure> {
        let progress = Progress::new(what, grid.len() as u64, self.show_progress);
        let rows = self.terrain.rows(Level::best(), grid);
        let rows = if needs == Needs::Curvature { rows.with_curvature() } else { rows };
        let most = generate::rows_of_bands(&grid);
        let mut band = Band::default();
        for first in (0..grid.rows).step_by(most) {
            self.interrupt.check()?;
            rows.make(first, most.min(grid.rows - first), needs != Needs::Heights, &mut band);
            if !action(&band) {
                break;
            }
            progress.advance(band.height.len());
        }
        Ok(())
    }
}
