//! Target programs: the files, sizes and names that each program imports, and the numbers to enter in its import dialog.
//!
//! Before the grid is chosen, a [`Target`] gives the [sizes](Target::accepted_sizes) that it accepts. For a grid it gives the
//! [files](Target::delivery) and the [mapping of 16 bits](Target::mapping). After generating it gives the [values to
//! enter](Target::import_settings). Nothing here accesses a disk.
//!
//! ```
//! use orogen_engine::raster::Grid;
//! use orogen_files::targets::{GeneratedTerrain, Request, Target, Unreal};
//!
//! let target = Unreal { raw: false };
//! let grid = Grid::square(1009, 2.0);
//! let request = Request {
//!     name: "alps",
//!     grid: &grid,
//!     tiling: None,
//!     materials: &[],
//!     has_water: false,
//!     has_scatter: false,
//! };
//! let delivery = target.delivery(&request)?;
//! assert_eq!(delivery.outputs[0].stem, "alps");
//! let mapping = target.mapping([100.0, 612.0], grid.spacing, None)?.unwrap();
//! let terrain = GeneratedTerrain { grid: &grid, tiling: None, mapping, sea_level: None };
//! let settings = target.import_settings(&terrain);
//! let scale = settings.iter().find(|setting| setting.label == "Z scale").unwrap();
//! // At a scale of 100, Unreal's 65536 steps span 512 m.
//! assert!((scale.value.as_f64().unwrap() - 100.0).abs() < 0.01);
//! # Ok::<(), orogen_files::Problem>(())
//! ```

mod accepted_sizes;
mod blender;
mod gis;
mod godot;
mod hterrain;
mod names;
mod unity;
mod unreal;
mod web;
mod worldpainter;

use orogen_engine::digits::rounded;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::Material;
use serde_json::Value;

pub use accepted_sizes::{AcceptedSizes, nearest};
pub use blender::Blender;
pub use gis::Gis;
pub use godot::Godot;
pub use hterrain::Hterrain;
pub use names::file_name;
pub use unity::Unity;
pub use unreal::Unreal;
pub use web::Web;
pub use worldpainter::Worldpainter;

use crate::delivery::{Delivery, Format, Output};
use crate::{HeightMapping, Problem, Tiling};

/// The terrain for which [`Target::delivery`] lists the files.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::targets::{Request, Target, Unity};
///
/// let grid = Grid::square(513, 2.0);
/// let request = Request {
///     name: "hills",
///     grid: &grid,
///     tiling: None,
///     materials: &[],
///     has_water: false,
///     has_scatter: false,
/// };
/// let delivery = Unity.delivery(&request)?;
/// assert_eq!((&*delivery.outputs[0].stem, delivery.outputs[0].extension), ("hills", "raw"));
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Base name of the files, as [`file_name`] makes it.
    pub name: &'a str,
    /// The grid of the complete terrain.
    pub grid: &'a Grid,
    /// The tiles, if the terrain is cut.
    pub tiling: Option<Tiling>,
    /// The recipe's materials.
    pub materials: &'a [Material],
    /// Whether the recipe has rivers and lakes.
    pub has_water: bool,
    /// Whether the recipe scatters trees, rocks or other things.
    pub has_scatter: bool,
}

/// The generated terrain, for [`Target::import_settings`].
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::HeightMapping;
/// use orogen_files::targets::{GeneratedTerrain, Target, Unity};
///
/// let (grid, mapping) = (Grid::square(513, 2.0), HeightMapping::new(0.0, 600.0).unwrap());
/// let terrain = GeneratedTerrain { grid: &grid, tiling: None, mapping, sea_level: None };
/// let values = Unity.import_settings(&terrain);
/// assert_eq!((values[0].label, values[0].value.as_f64()), ("Terrain Width", Some(1024.0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GeneratedTerrain<'a> {
    /// The grid of the complete terrain.
    pub grid: &'a Grid,
    /// The tiles, if the terrain is cut.
    pub tiling: Option<Tiling>,
    /// The mapping between heights and 16-bit values.
    pub mapping: HeightMapping,
    /// Height of the sea's surface in metres.
    pub sea_level: Option<f64>,
}

impl GeneratedTerrain<'_> {
    /// Samples of a file across and down.
    fn file_size(&self) -> [usize; 2] {
        self.tiling.map_or([self.grid.columns, self.grid.rows], |tiling| tiling.size())
    }

    /// Metres from the first to the last sample of a file, across and down.
    fn file_metres(&self) -> [f64; 2] {
        self.file_size().map(|samples| (samples - 1) as f64 * self.grid.spacing)
    }
}

/// A value to enter in a program, and the label of its field. [`Target::import_settings`] returns a list of them.
///
/// ```
/// use orogen_files::targets::ImportSetting;
///
/// let setting = ImportSetting { label: "Depth", value: "Bit 16".into() };
/// assert_eq!(setting.value.as_str(), Some("Bit 16"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ImportSetting {
    /// The label in the program.
    pub label: &'static str,
    /// A number, or text.
    pub value: Value,
}

impl ImportSetting {
    /// An exact value.
    fn new(label: &'static str, value: impl Into<Value>) -> Self {
        Self { label, value: value.into() }
    }

    /// A length, height or scale, rounded to a number of digits that people can type. This rounding is far smaller than a
    /// step of the file.
    fn rounded(label: &'static str, number: f64) -> Self {
        Self::new(label, rounded(number))
    }
}

/// A program that imports terrain.
///
/// ```
/// use orogen_files::targets::{AcceptedSizes, Target, Unity, nearest};
///
/// let AcceptedSizes::Corners(sides) = Unity.accepted_sizes(None)? else { unreachable!() };
/// assert_eq!(nearest(&sides, 1000), Some(1025));
/// # Ok::<(), orogen_files::Problem>(())
/// ```
pub trait Target {
    /// The name of the program on the command line.
    fn name(&self) -> &'static str;

    /// The accepted numbers of samples along a side of the complete terrain. If `tiles` is given, the terrain is cut into these
    /// numbers of tiles across and down.
    ///
    /// # Errors
    /// The program cannot import such tiles.
    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem>;

    /// The files to write.
    ///
    /// # Errors
    /// The program would misread a name.
    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem>;

    /// The mapping between 16-bit values and the heights from `heights[0]` to `heights[1]`, in metres. `None` if a mapping that
    /// only spans these heights is right for the program.
    ///
    /// # Errors
    /// The program cannot represent such heights.
    fn mapping(
        &self,
        _heights: [f64; 2],
        _spacing: f64,
        _sea_level: Option<f64>,
    ) -> Result<Option<HeightMapping>, Problem> {
        Ok(None)
    }

    /// Checks the grid of the terrain before the work.
    ///
    /// # Errors
    /// The program cannot import samples so far apart, or so close together.
    fn check(&self, _grid: &Grid) -> Result<(), Problem> {
        Ok(())
    }

    /// The values to enter, in the order in which the program asks for them.
    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting>;
}

/// A file with the stem `NAME`, or `NAME_part`.
fn output(name: &str, part: &str, extension: &'static str, format: Format) -> Output {
    let stem = if part.is_empty() { name.to_owned() } else { format!("{name}_{part}") };
    Output { format, stem, extension }
}

/// Splat maps, four materials each.
fn splats<'a>(request: &'a Request<'_>) -> impl Iterator<Item = Output> + use<'a> {
    let groups = request.materials.len().div_ceil(crate::materials::CHANNELS);
    (0..groups).map(|group| output(request.name, &format!("splat{group}"), "png", Format::Splat(group)))
}

/// The surface of rivers and lakes, if there are any.
fn water(request: &Request<'_>) -> Option<Output> {
    request.has_water.then(|| output(request.name, "water", "glb", Format::WaterMesh))
}

/// The materials' colours, if there are any.
fn colour(request: &Request<'_>) -> Option<Output> {
    (!request.materials.is_empty()).then(|| output(request.name, "colour", "png", Format::Colour))
}
