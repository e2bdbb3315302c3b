//! The heights to inspect, from a recipe or a file.

use std::path::{Path, PathBuf};

use orogen_engine::image::SampleUnit;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;
use orogen_files::verify::{Series, series};
use orogen_files::{FileInfo, PlanetMap, ReadOptions, TerrainInfo, read_heights};

use crate::failure::{self, Failure};
use crate::printable::printable;
use crate::recipe::Choices;
use crate::solving;
use crate::{inputs, output, presets, printable, recipe};

/// The height formats of `generate`, the most precise first.
const FORMATS: [&str; 10] =
    ["f32", "exr32", "tiff32", "obj", "r16", "png16", "terrarium", "mapbox", "glb", "stl"];

/// Extensions of height files.
const ENDINGS: [&str; 15] = [
    "png", "jpg", "jpeg", "tif", "tiff", "exr", "asc", "hgt", "r16", "raw", "f32", "r32", "glb", "obj", "stl",
];
/// Extensions of height files with a header.
const WITH_HEADER: &[&str] = &["png", "jpg", "jpeg", "tif", "tiff", "exr", "asc", "hgt"];

/// Heights on a grid.
pub(crate) struct HeightField {
    /// The name in titles.
    pub(crate) name: String,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Row by row from the top, in metres, or from 0 to 1 if the scale is unknown.
    pub(crate) heights: Vec<f32>,
    pub(crate) scale: Option<Scale>,
}

/// Properties of heights in metres.
pub(crate) struct Scale {
    /// Metres between neighbouring samples.
    pub(crate) spacing: f64,
    /// Slopes in metres per metre.
    pub(crate) slopes: Vec<f32>,
    /// Whether the slopes are exact, not from finite differences.
    pub(crate) exact: bool,
}

impl HeightField {
    /// Generates or reads the target: a preset, a folder or file of `generate`, another height file, or a recipe file. Refuses
    /// a recipe that reads one of the outputs.
    pub(crate) fn load(
        target: &Path,
        size: usize,
        choices: &Choices,
        outputs: &[PathBuf],
    ) -> Result<Self, Failure> {
        if recipe::is_stdin(target) || target.to_str().and_then(presets::find).is_some() {
            return Self::of_recipe(target, size, choices, outputs);
        }
        if target.is_dir() {
            let description = target.join(output::DESCRIPTION);
            if !description.exists() {
                let message = format!("the folder {} contains no terrain.json", target.display());
                let help = "give a recipe, a height file, or a folder that `orogen generate` wrote";
                return Err(Failure::usage(message, help));
            }
            return Self::of_description(&description);
        }
        match ending(target).as_str() {
            "json" => Self::of_description(target),
            ending if ENDINGS.contains(&ending) => Self::of_height_file(target),
            _ if matches!(target.try_exists(), Ok(false)) => Err(absent(target)),
            _ => Self::of_recipe(target, size, choices, outputs),
        }
    }

    fn of_recipe(
        target: &Path,
        size: usize,
        choices: &Choices,
        outputs: &[PathBuf],
    ) -> Result<Self, Failure> {
        let recipe = recipe::load(target, choices)?;
        inputs::refuse(target, &recipe, outputs)?;
        if recipe.domain.sphere().is_some() {
            return Err(not_flat("the recipe is a planet, but statistics need a plane".to_owned()));
        }
        let grid = Grid::over(recipe.domain.size, size, recipe.domain.tile);
        let terrain = Terrain::new(&recipe, &solving::files(true), grid.spacing)?;
        failure::warn(terrain.warnings());
        let mut band = Band::default();
        let rows = terrain.rows(Level::best(), grid).map_err(|error| not_flat(error.to_string()))?;
        rows.make(0, size, true, &mut band);
        let slopes = band.dx.iter().zip(&band.dy).map(|(dx, dy)| (dx * dx + dy * dy).sqrt()).collect();
        let name = printable(if recipe.name.is_empty() { &recipe.source.name } else { &recipe.name });
        Ok(Self {
            name,
            columns: size,
            rows: size,
            heights: band.height,
            scale: Some(Scale { spacing: grid.spacing, slopes, exact: true }),
        })
    }

    fn of_description(path: &Path) -> Result<Self, Failure> {
        let info = TerrainInfo::read(path).map_err(Failure::input)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let Some(series) = most_precise(&info, folder) else {
            let message = format!("the height files of {} are missing", path.display());
            return Err(Failure::usage(
                message,
                "put these files into the folder of terrain.json, or generate the terrain again",
            ));
        };
        let heights = info.read_series(&series, folder).map_err(Failure::input)?;
        Self::of_described(&info, &info.grid(), path, heights)
    }

    /// Heights of a terrain or of one of its tiles. Of planet maps, only regions are accepted: on the others, the spacing
    /// varies and samples stand for areas of different sizes.
    fn of_described(
        info: &TerrainInfo,
        grid: &Grid,
        path: &Path,
        heights: Vec<f32>,
    ) -> Result<Self, Failure> {
        let map = info.planet.as_ref().map(|planet| &planet.map);
        if map.is_some_and(|map| !matches!(map, PlanetMap::Region { .. })) {
            return Err(not_flat(format!(
                "{} is a map of a planet, but statistics need a plane",
                path.display()
            )));
        }
        let name = if info.recipe.is_empty() { printable::path(path) } else { printable(&info.recipe) };
        let scale = Some(Scale::of(&heights, grid.columns, grid.spacing));
        Ok(Self { name, columns: grid.columns, rows: grid.rows, heights, scale })
    }

    fn of_height_file(path: &Path) -> Result<Self, Failure> {
        let beside = path.with_file_name(output::DESCRIPTION);
        if beside.exists() {
            let info = TerrainInfo::read(&beside).map_err(Failure::input)?;
            let file = info.files.iter().find(|file| path.ends_with(&file.name));
            if let Some(field) = file.and_then(|file| file.field.as_ref()) {
                let message = format!("{} contains the field `{field}`, not heights", path.display());
                return Err(Failure::usage(message, "inspect a file of heights, the folder or the recipe"));
            }
            if let Some(file) = file {
                let heights = info.read_heights(file, path).map_err(Failure::input)?;
                return Self::of_described(&info, &info.grid_of(file), path, heights);
            }
        }
        if path.exists() && !WITH_HEADER.contains(&&*ending(path)) {
            let message =
                format!("{} has no header, and no terrain.json beside it describes it", path.display());
            return Err(Failure::usage(
                message,
                "put the terrain.json that was written with the file into the same folder",
            ));
        }
        // Samples without a height are counted, not refused.
        let options = ReadOptions { fill: Some(f32::NAN), ..ReadOptions::default() };
        let map = read_heights(path, &options).map_err(Failure::input)?;
        // In Web Mercator the spacings differ by up to 0.7 %, because the Earth is flattened.
        let square = |[x, y]: &[f64; 2]| (x / y - 1.0).abs() < 0.01;
        let spacing = map.spacing.filter(|spacing| square(spacing) && map.unit == SampleUnit::Metres);
        let scale =
            spacing.map(|[x, y]| 0.5 * (x + y)).map(|metres| Scale::of(&map.samples, map.width, metres));
        let name = printable::path(path);
        Ok(Self { name, columns: map.width, rows: map.height, heights: map.samples, scale })
    }
}

/// Reports that there is no preset, file or folder of this name.
fn absent(target: &Path) -> Failure {
    let stem = target.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let help = format!(
        "{}give a recipe, a preset (`orogen presets` lists them), a folder that `orogen generate` wrote, its terrain.json, \
         or a height file (.png, .tif, .exr, .r16 …)",
        presets::suggestion(stem)
    );
    Failure::usage(format!("there is no preset, file or folder `{}`", target.display()), help)
}

/// Refuses a whole planet.
fn not_flat(message: String) -> Failure {
    let help =
        "generate and inspect a part of the planet: orogen generate RECIPE -o DIR --region 46.5,8.0,20km";
    Failure::usage(message, help)
}

impl Scale {
    /// The scale of heights with finite differences as slopes.
    fn of(heights: &[f32], columns: usize, spacing: f64) -> Self {
        Self { spacing, slopes: differences(heights, columns, spacing), exact: false }
    }
}

/// The extension of a path in lower case.
fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// The most precise height file of a terrain whose tiles all exist.
fn most_precise<'a>(info: &'a TerrainInfo, folder: &Path) -> Option<Series<'a>> {
    let exists = |series: &Series<'_>| {
        series.missing == 0 && series.files.iter().all(|file| folder.join(&file.name).exists())
    };
    let rank = |file: &FileInfo| FORMATS.iter().position(|&format| format == file.format);
    let of_heights = |file: &FileInfo| ["height", "mesh"].contains(&&*file.kind);
    let ranked = series(info).into_iter().filter(|series| of_heights(series.files[0]) && exists(series));
    ranked
        .filter_map(|series| Some((rank(series.files[0])?, series)))
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, series)| series)
}

/// Slopes from central differences of heights, for every sample with four neighbours.
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
