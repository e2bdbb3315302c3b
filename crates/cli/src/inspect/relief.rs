//! The heights to be looked at, wherever they come from.

use std::path::Path;

use orogen::level::Level;
use orogen::raster::{Band, Grid};
use orogen::terrain::Terrain;
use orogen_files::{FileInfo, TerrainInfo, read_heightmap};

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::{presets, recipe};

/// Heights on a grid.
pub(crate) struct Relief {
    /// What a title calls it.
    pub(crate) name: String,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Row by row from the top: metres, or 0 to 1 where the scale is not known.
    pub(crate) heights: Vec<f32>,
    pub(crate) scale: Option<Scale>,
}

/// What is known where heights are in metres.
pub(crate) struct Scale {
    /// Metres between neighbouring samples.
    pub(crate) spacing: f64,
    /// Steepness of the ground where it is known, metres per metre.
    pub(crate) slopes: Vec<f32>,
    /// Whether the slopes are the terrain's own, not differences of heights.
    pub(crate) exact: bool,
}

impl Relief {
    /// Makes or reads what is named: a preset, a folder or file that was generated, a heightmap, or a recipe file.
    pub(crate) fn load(target: &Path, size: usize) -> Result<Self, Failure> {
        if target.to_str().and_then(presets::find).is_some() {
            return Self::of_recipe(target, size);
        }
        if target.is_dir() {
            let description = target.join("terrain.json");
            if !description.exists() {
                let message = format!("the folder {} holds no terrain.json", target.display());
                return Err(Failure::of_use(
                    message,
                    "name a recipe, a height file or a folder of `generate`",
                ));
            }
            return Self::of_description(&description);
        }
        let ending = target.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "json" => Self::of_description(target),
            "png" | "r16" | "f32" => Self::of_height_file(target),
            _ => Self::of_recipe(target, size),
        }
    }

    fn of_recipe(target: &Path, size: usize) -> Result<Self, Failure> {
        let recipe = recipe::load(target, None)?;
        let grid = Grid::over(recipe.domain.size, size, recipe.domain.tile);
        let terrain = Terrain::new(&recipe, &PictureFiles::default(), grid.spacing)?;
        failure::warn(terrain.warnings());
        let mut band = Band::default();
        terrain.rows(Level::best(), grid).make(0, size, true, &mut band);
        let slopes = band.dx.iter().zip(&band.dy).map(|(dx, dy)| (dx * dx + dy * dy).sqrt()).collect();
        let name = if recipe.name.is_empty() { recipe.source.name.clone() } else { recipe.name };
        Ok(Self {
            name,
            columns: size,
            rows: size,
            heights: band.height,
            scale: Some(Scale { spacing: grid.spacing, slopes, exact: true }),
        })
    }

    fn of_description(path: &Path) -> Result<Self, Failure> {
        let info = TerrainInfo::read(path).map_err(|error| Failure::of_input(&error))?;
        // The most precise of its files that is still there.
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = ["f32", "r16", "png16"].into_iter().find_map(|format| {
            info.files.iter().find(|file| file.format == format && folder.join(&file.name).exists())
        });
        let Some(file) = file else {
            let message = format!("none of the height files of {} is there", path.display());
            return Err(Failure::of_use(
                message,
                "keep them in the same folder, or generate the terrain anew",
            ));
        };
        Self::of_described(&info, file, &folder.join(&file.name))
    }

    fn of_described(info: &TerrainInfo, file: &FileInfo, path: &Path) -> Result<Self, Failure> {
        let heights = info.read_heights(file, path).map_err(|error| Failure::of_input(&error))?;
        let spacing = info.metres_per_sample;
        let slopes = differences(&heights, info.width, spacing);
        let name = if info.recipe.is_empty() { path.display().to_string() } else { info.recipe.clone() };
        let scale = Some(Scale { spacing, slopes, exact: false });
        Ok(Self { name, columns: info.width, rows: info.height, heights, scale })
    }

    fn of_height_file(path: &Path) -> Result<Self, Failure> {
        let beside = path.with_file_name("terrain.json");
        if beside.exists() {
            let info = TerrainInfo::read(&beside).map_err(|error| Failure::of_input(&error))?;
            let file = info.files.iter().find(|file| path.ends_with(&file.name));
            if let Some(file) = file {
                return Self::of_described(&info, file, path);
            }
        }
        if path.exists() && path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
            let message =
                format!("{} has no header, and no terrain.json beside it describes it", path.display());
            return Err(Failure::of_use(
                message,
                "keep the terrain.json that was written with it in its folder",
            ));
        }
        let map = read_heightmap(path).map_err(|error| Failure::of_input(&error))?;
        let name = path.display().to_string();
        Ok(Self { name, columns: map.width, rows: map.height, heights: map.samples, scale: None })
    }
}

/// Steepness from central differences of heights, for every sample that has four neighbours.
fn differences(heights: &[f32], columns: usize, spacing: f64) -> Vec<f32> {
    let rows = heights.len() / columns.max(1);
    let over = 0.5 / spacing as f32;
    let inner = (1..rows.saturating_sub(1))
        .flat_map(|row| (1..columns.saturating_sub(1)).map(move |i| row * columns + i));
    inner
        .map(|at| {
            let dx = (heights[at + 1] - heights[at - 1]) * over;
            let dy = (heights[at + columns] - heights[at - columns]) * over;
            (dx * dx + dy * dy).sqrt()
        })
        .collect()
}
