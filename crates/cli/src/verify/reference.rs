//! The reference for the comparison: the terrain computed from its recipe, in bands.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen::Files;
use orogen_engine::covering::Covering;
use orogen_engine::level::Level;
use orogen_engine::planet::{DirectionGrid, Face};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::sky::SkyView;
use orogen_engine::terrain::Terrain;
use orogen_engine::water::WaterSurface;
use orogen_files::delivery::FormatContext;
use orogen_files::verify::{self, Check, Findings, Needs};
use orogen_files::web::{LevelTerrains, Surroundings, Tiles};
use orogen_files::{FileError, FileInfo, PlanetMap, TerrainInfo};

use crate::failure::Failure;
use crate::generate;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::solving;

/// Computes rows into a band, given the first row and their number.
type MakeRows<'a> = Box<dyn Fn(usize, usize, &mut Band) + 'a>;

/// The samples to compute.
struct Samples {
    grid: Grid,
    /// The directions of the samples, for planets.
    map: Option<DirectionGrid>,
    /// The horizons, for the visible share of the sky.
    sky: Option<SkyView>,
}

/// Computes the expected samples of a terrain.
pub(super) struct Reference<'a> {
    pub(super) info: &'a TerrainInfo,
    folder: PathBuf,
    pub(super) terrain: Terrain,
    context: Arc<FormatContext>,
    interrupt: &'a Interrupt,
    show_progress: bool,
}

impl<'a> Reference<'a> {
    pub(super) fn new(
        info: &'a TerrainInfo,
        folder: &Path,
        recipe: &Recipe,
        interrupt: &'a Interrupt,
        show_progress: bool,
    ) -> Result<Self, Failure> {
        refuse_other_domain(info, recipe)?;
        let names: Vec<&str> = info.files.iter().filter_map(|file| file.field.as_deref()).collect();
        let edited = |(message, help)| Failure::job(format!("terrain.json: {message}"), help);
        let recipe = &recipe.clone().exporting(&names).map_err(edited)?;
        let files = solving::files(true);
        let terrain = Terrain::with_materials(recipe, &files, info.metres_per_sample)?;
        let lines = Arc::new(orogen_engine::terrain::water(recipe, &files)?);
        let water = generate::WaterOf { surface: WaterSurface::of(recipe), lines };
        let interval = terrain.interval();
        let mapping = generate::sixteen_bit(interval.min, interval.max)?;
        let context = generate::format_context(
            &terrain,
            recipe,
            mapping,
            Covering::new(&recipe.materials),
            water,
            None,
            surroundings(info, folder, recipe, &files)?,
        );
        Ok(Self { info, folder: folder.to_owned(), terrain, context, interrupt, show_progress })
    }

    pub(super) fn path(&self, file: &FileInfo) -> PathBuf {
        self.folder.join(&file.name)
    }

    /// The directions of the samples of a file, or of the whole terrain, for planets.
    fn map(&self, grid: &Grid, file: Option<&FileInfo>) -> Option<DirectionGrid> {
        let planet = self.info.planet.as_ref()?;
        let face = file.and_then(|file| file.face.as_deref()?.parse().ok());
        let map = planet.grid([self.info.width, self.info.height], face).ok()?;
        let (column, row) = (grid.first_column as usize, grid.first_row as usize);
        Some(map.crop(column..column + grid.columns, row..row + grid.rows))
    }

    /// Compares a file with its expected samples. `None` if this version does not know the kind of file.
    pub(super) fn compare(&self, file: &FileInfo) -> Result<Result<Option<Findings>, FileError>, Failure> {
        let opened = verify::open(&self.folder, self.info, file, &self.context);
        let mut check = match opened {
            Ok(Some(check)) => check,
            Ok(None) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        };
        match self.feed(file, &mut *check)? {
            Ok(()) => Ok(check.complete().map(Some)),
            Err(error) => Ok(Err(error)),
        }
    }

    fn feed(&self, file: &FileInfo, check: &mut dyn Check) -> Result<Result<(), FileError>, Failure> {
        let mut fed = Ok(());
        let grid = check.grid();
        let sky = file.radius.and_then(|radius| SkyView::new(radius, grid.spacing));
        let samples = Samples { grid, map: self.map(&grid, Some(file)), sky };
        self.bands(file.name.clone(), samples, check.needs(), |band| {
            fed = check.write(band);
            fed.is_ok()
        })?;
        Ok(fed)
    }

    /// Calls `action` for all bands of the terrain.
    pub(super) fn each_band(
        &self,
        what: &'static str,
        needs: Needs,
        mut action: impl FnMut(&Band),
    ) -> Result<(), Failure> {
        let grid = self.info.grid();
        let faces = match self.info.planet.as_ref().map(|planet| &planet.map) {
            Some(PlanetMap::Cube { .. }) => Face::ALL.map(Some).to_vec(),
            _ => vec![None],
        };
        for face in faces {
            let map = self
                .info
                .planet
                .as_ref()
                .and_then(|planet| planet.grid([grid.columns, grid.rows], face).ok());
            self.bands(what, Samples { grid, map, sky: None }, needs, |band| {
                action(band);
                true
            })?;
        }
        Ok(())
    }

    /// Computes bands until `action` returns false. `what` names the work in the progress bar.
    fn bands(
        &self,
        what: impl Into<Cow<'static, str>>,
        Samples { grid, map, sky }: Samples,
        needs: Needs,
        mut action: impl FnMut(&Band) -> bool,
    ) -> Result<(), Failure> {
        let progress = Progress::new(what, grid.len() as u64, self.show_progress);
        let curvature = needs == Needs::Curvature;
        let make: MakeRows<'_> = match map {
            Some(map) => {
                let rows = self.terrain.map(Level::best(), map);
                let rows = rows.unwrap_or_else(|_| unreachable!("only planets have maps"));
                let rows = if curvature { rows.with_curvature() } else { rows };
                Box::new(move |first, count, band| rows.make(first, count, needs != Needs::Heights, band))
            }
            None => {
                let rows = self.terrain.rows(Level::best(), grid);
                let rows = rows.unwrap_or_else(|_| unreachable!("planets have maps"));
                let rows = if curvature { rows.with_curvature() } else { rows };
                Box::new(move |first, count, band| rows.make(first, count, needs != Needs::Heights, band))
            }
        };
        let sky = sky.and_then(|view| self.terrain.sky(Level::best(), grid, view).ok());
        let most = generate::rows_of_bands(&grid);
        let mut band = Band::default();
        for first in (0..grid.rows).step_by(most) {
            self.interrupt.check()?;
            let rows = most.min(grid.rows - first);
            make(first, rows, &mut band);
            if let Some(sky) = &sky {
                sky.make(first, rows, &mut band);
            }
            if !action(&band) {
                break;
            }
            progress.advance(band.height.len());
        }
        Ok(())
    }
}

/// The ground around the tiles for web maps. `None` if there are no such tiles, or if they cannot be read or contain other samples:
/// then their own check says why.
fn surroundings(
    info: &TerrainInfo,
    folder: &Path,
    recipe: &Recipe,
    files: &Files,
) -> Result<Option<Arc<dyn Surroundings>>, Failure> {
    let are_tiles = |file: &&FileInfo| file.format.ends_with("-xyz") || file.format.ends_with("-pmtiles");
    let Some(file) = info.files.iter().find(are_tiles) else { return Ok(None) };
    let tiles = Tiles::open(&folder.join(&file.name)).ok();
    let layout = tiles.map(|tiles| tiles.tileset().layout.clone());
    let Some(layout) = layout.filter(|layout| layout.grid() == info.grid()) else { return Ok(None) };
    let terrain = |spacing| Terrain::new(recipe, files, spacing);
    Ok(Some(Arc::new(LevelTerrains::new(recipe, &layout, terrain)?)))
}

/// Refuses a description whose planet is not that of the recipe.
fn refuse_other_domain(info: &TerrainInfo, recipe: &Recipe) -> Result<(), Failure> {
    let radius = recipe.domain.sphere().map(|sphere| sphere.radius());
    if info.planet.as_ref().map(|planet| planet.radius) == radius {
        return Ok(());
    }
    let message = "the planet in terrain.json does not match its recipe";
    Err(Failure::job(message, "`planet` or `radius` was edited: generate the terrain again"))
}
