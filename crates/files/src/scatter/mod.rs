//! Scattered trees, rocks and other things as files for programs.
//!
//! The products of this module take bands like any other product, and ignore them: points come from the recipe.

mod glb;
mod mask;
mod numbers;
mod placeholder;
mod rotation;
mod table;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::scatter::Scatter;

use crate::pending::{PendingFile, PendingOutput};
use crate::{FileError, HeightMapping, Product};

pub use mask::png as mask;

/// What 8-bit values of a density mean.
pub(crate) const DENSITY_FORMULA: &str = "density = value / 255, relative to the kind's greatest density";

/// The most points of one file: about an hour of work.
const MAX_POINTS: f64 = 5e8;

/// A file with the points of all kinds of a recipe.
///
/// ```
/// use orogen_files::scatter::PointFormat;
///
/// assert_eq!(PointFormat::Unity.stem(), "scatter_unity");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointFormat {
    /// A table in metres.
    Csv,
    /// Binary glTF with instances of placeholders: the extension `EXT_mesh_gpu_instancing`.
    Glb,
    /// JSON with numbers for Unity's `TreeInstance`.
    Unity,
    /// A table for Unreal's data tables.
    Unreal,
    /// JSON with transforms for Terrain3D in Godot.
    Godot,
}

impl PointFormat {
    /// The usual name of the file, without the extension.
    pub fn stem(self) -> &'static str {
        match self {
            Self::Csv | Self::Glb => "scatter",
            Self::Unity => "scatter_unity",
            Self::Unreal => "scatter_unreal",
            Self::Godot => "scatter_godot",
        }
    }

    /// The extension of the file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv | Self::Unreal => "csv",
            Self::Glb => "glb",
            Self::Unity | Self::Godot => "json",
        }
    }

    /// The name of the format in `terrain.json`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Glb => "glb",
            Self::Unity => "unity-json",
            Self::Unreal => "unreal-csv",
            Self::Godot => "godot-json",
        }
    }
}

/// The part of the plane from the first sample of a grid to the last.
pub(crate) fn part(grid: &Grid) -> Rectangle {
    let max = [grid.x(grid.columns - 1), grid.y(grid.rows - 1)];
    Rectangle { min: [grid.x(0), grid.y(0)], max }
}

/// A file with the points between the samples of a grid. `mapping` gives the lowest and the highest height for Unity.
///
/// While points arrive, a few tiles of them are in memory.
///
/// # Errors
/// The recipe scatters nothing or too many points, or the folder is missing or cannot be written.
pub fn points(
    path: &Path,
    grid: &Grid,
    scatter: Option<&Arc<Scatter>>,
    mapping: HeightMapping,
    format: PointFormat,
) -> Result<Box<dyn Product>, FileError> {
    let scatter = Arc::clone(required(path, scatter)?);
    let part = part(grid);
    let most: f64 = (0..scatter.kinds().len()).map(|kind| scatter.most_points(kind, &part)).sum();
    if most > MAX_POINTS {
        let message = format!("up to {:.0} million points do not fit into one file", most / 1e6);
        let help = "generate a smaller region, increase the `spacing` of the densest kind, or write its density as a mask";
        return Err(FileError::new(path, message, help));
    }
    let file = PendingFile::create(path)?;
    Ok(Box::new(Points { path: path.to_owned(), file, part, scatter, mapping, format }))
}

fn required<'a>(path: &Path, scatter: Option<&'a Arc<Scatter>>) -> Result<&'a Arc<Scatter>, FileError> {
    scatter.filter(|scatter| !scatter.kinds().is_empty()).ok_or_else(|| {
        let help = "add [[scatter]] to it, with name = \"pine\" and spacing = 6.0";
        FileError::new(path, "the recipe scatters nothing", help)
    })
}

struct Points {
    path: PathBuf,
    file: PendingFile,
    part: Rectangle,
    scatter: Arc<Scatter>,
    mapping: HeightMapping,
    format: PointFormat,
}

impl Product for Points {
    fn write(&mut self, _band: &Band) -> Result<(), FileError> {
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let Self { path, file, part, scatter, mapping, format } = *self;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        let written = match format {
            PointFormat::Glb => glb::write(&path, &mut out, &scatter, &part)?,
            PointFormat::Csv => table::csv(&mut out, &scatter, &part),
            PointFormat::Unity => table::unity(&mut out, &scatter, &part, mapping),
            PointFormat::Unreal => table::unreal(&mut out, &scatter, &part),
            PointFormat::Godot => table::godot(&mut out, &scatter, &part),
        };
        let output = written.and_then(|()| out.flush()).and_then(|()| {
            let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            PendingOutput::new(file)
        });
        output.map_err(|error| FileError::from_io(&path, &error))
    }
}
