//! The terrain as its recipe gives it, in bands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen::covering::Covering;
use orogen::level::Level;
use orogen::raster::{Band, Grid};
use orogen::recipe::Recipe;
use orogen::terrain::Terrain;
use orogen_files::delivery::Subject;
use orogen_files::preview::{Palette, Style};
use orogen_files::verify::{self, Check, Findings, Needs};
use orogen_files::{FileError, FileInfo, TerrainInfo};

use crate::failure::Failure;
use crate::generate;
use crate::images::PictureFiles;
use crate::interrupt::Interrupt;

/// Rows of a band, and its most samples.
const ROWS: usize = 64;
const SAMPLES: usize = 1 << 21;

pub(super) struct Ground<'a> {
    pub(super) info: &'a TerrainInfo,
    folder: PathBuf,
    recipe: &'a Recipe,
    pictures: PictureFiles,
    pub(super) terrain: Arc<Terrain>,
    subject: Subject,
    interrupt: &'a Interrupt,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        info: &'a TerrainInfo,
        folder: &Path,
        recipe: &'a Recipe,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        let pictures = PictureFiles::default();
        let terrain = Arc::new(Terrain::with_materials(recipe, &pictures, info.metres_per_sample)?);
        let interval = terrain.interval();
        let palette = Palette::from_name(recipe.view.palette).unwrap_or_default();
        let sea_level = terrain.sea_level().map(|metres| metres as f32);
        let subject = Subject {
            mapping: generate::sixteen_bit(interval.min, interval.max)?,
            interval,
            style: Style { palette, sea_level },
            covering: Covering::new(&recipe.materials),
        };
        Ok(Self { info, folder: folder.to_owned(), recipe, pictures, terrain, subject, interrupt })
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
        match self.feed(&mut *check)? {
            Ok(()) => Ok(check.complete().map(Some)),
            Err(error) => Ok(Err(error)),
        }
    }

    fn feed(&self, check: &mut dyn Check) -> Result<Result<(), FileError>, Failure> {
        let mut fed = Ok(());
        self.each_band(check.grid(), check.needs(), |band| {
            fed = check.write(band);
            fed.is_ok()
        })?;
        Ok(fed)
    }

    /// Makes the bands of a grid one after another, as long as they are wanted.
    pub(super) fn each_band(
        &self,
        grid: Grid,
        needs: Needs,
        mut action: impl FnMut(&Band) -> bool,
    ) -> Result<(), Failure> {
        let terrain = self.terrain_for(grid.spacing)?;
        let rows = terrain.rows(Level::best(), grid);
        let rows = if needs == Needs::Curvature { rows.with_curvature() } else { rows };
        let most = (SAMPLES / grid.columns).clamp(1, ROWS);
        let mut band = Band::default();
        for first in (0..grid.rows).step_by(most) {
            self.interrupt.check()?;
            rows.make(first, most.min(grid.rows - first), needs != Needs::Heights, &mut band);
            if !action(&band) {
                break;
            }
        }
        Ok(())
    }

    /// Tiles for web maps have a spacing of their own, and how fine a terrain is follows from it.
    fn terrain_for(&self, spacing: f64) -> Result<Arc<Terrain>, Failure> {
        if spacing == self.info.metres_per_sample {
            return Ok(Arc::clone(&self.terrain));
        }
        Ok(Arc::new(Terrain::new(self.recipe, &self.pictures, spacing)?))
    }
}
