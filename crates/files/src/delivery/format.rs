//! Every format of a raster.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::interval::Interval;
use orogen_engine::raster::Grid;
use orogen_engine::scatter::Scatter;
use orogen_engine::water::Water;

use super::FieldRaster;
use crate::geotiff::{self, Georeference};
use crate::mask::{self, Mask};
use crate::materials;
use crate::materials::Sea;
use crate::mesh::lod::{self, LevelsOfDetail};
use crate::mesh::{gltf, obj, stl};
use crate::normal::{self, Green};
use crate::preview::{self, Style};
use crate::raw::{self, RawLayout};
use crate::scatter::{self, PointFormat};
use crate::water;
use crate::web::{self, Encoding, Page, Surroundings, Tileset};
use crate::wetness::{self, Wetness};
use crate::{FileError, FileInfo, HeightMapping, Product, exr, height16, occlusion, raw_shape, terrain3d};

/// The properties of a terrain that the formats need.
///
/// ```
/// use orogen_engine::covering::Covering;
/// use orogen_engine::interval::Interval;
/// use orogen_files::HeightMapping;
/// use orogen_files::delivery::{Format, FormatContext};
/// use orogen_files::preview::{Palette, Style};
/// use std::sync::Arc;
///
/// let context = FormatContext {
///     mapping: HeightMapping::new(0.0, 3_000.0).unwrap(),
///     interval: Interval::new(0.0, 3_000.0),
///     style: Style { palette: Palette::Alpine, sea_level: None, water: None, is_planet: false },
///     water: Arc::default(),
///     scatter: None,
///     surroundings: None,
///     covering: Covering::new(&[]),
///     fields: vec![],
/// };
/// assert_eq!(Format::Png16.info("height.png", &context).format, "png16");
/// ```
#[derive(Clone, Debug)]
pub struct FormatContext {
    /// The mapping between heights and 16-bit values.
    pub mapping: HeightMapping,
    /// The possible heights in metres.
    pub interval: Interval,
    /// The look of the terrain's preview.
    pub style: Style,
    /// The terrain's materials.
    pub covering: Covering,
    /// Rivers and lakes as lines and outlines.
    pub water: Arc<Water>,
    /// Scattered things, if files need them.
    pub scatter: Option<Arc<Scatter>>,
    /// The ground around the terrain, if files show it.
    pub surroundings: Option<Arc<dyn Surroundings>>,
    /// The names and ranges of further fields, in the order of their values in bands.
    pub fields: Vec<(String, Interval)>,
}

impl FormatContext {
    /// The sea of a planet: its surface and its greatest possible depth. `None` on a plane or without a sea.
    pub(crate) fn sea(&self) -> Option<Sea> {
        let level = self.style.sea_level.filter(|_| self.style.is_planet)?;
        let depth = f64::from(level) - self.interval.min;
        (depth > 0.0).then(|| Sea::new(level, depth as f32))
    }

    /// The index of the field with this name among the `others` of a band, and the range of its values.
    pub(crate) fn field(&self, name: &str) -> Option<(usize, Interval)> {
        let plane = self.fields.iter().position(|(field, _)| field == name)?;
        Some((plane, self.fields[plane].1))
    }

    /// The wetness from the field `flow`, whose cells are `cell` metres wide.
    pub(crate) fn wetness(&self, path: &Path, flow: &str, cell: f64) -> Result<Wetness, FileError> {
        let Some((plane, _)) = self.field(flow) else {
            let help = "name the flow of an eroded field, such as land.flow";
            return Err(FileError::new(path, format!("the recipe has no field `{flow}`"), help));
        };
        Ok(Wetness::new(plane, cell))
    }

    /// The ground around the terrain.
    fn surroundings(&self, path: &Path) -> Result<Arc<dyn Surroundings>, FileError> {
        let missing = || {
            FileError::new(
                path,
                "tiles for web maps need the ground around the terrain",
                "set `surroundings` of the `FormatContext`",
            )
        };
        self.surroundings.clone().ok_or_else(missing)
    }

    /// The materials that the preview shows instead of its palette.
    pub(crate) fn shown(&self) -> Option<&Covering> {
        (!self.covering.materials().is_empty()).then_some(&self.covering)
    }
}

/// A file format for a raster.
///
/// ```
/// use orogen_files::delivery::Format;
/// use orogen_files::mask::Mask;
///
/// let format = Format::Mask(Mask::Slope);
/// assert_eq!((&*format.stem(), format.extension()), ("slope", "png"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Format {
    /// Heights, 16-bit grey PNG.
    Png16,
    /// Heights, 16 bits, no header.
    R16(RawLayout),
    /// The size of a headerless file of 16 bits, for Unreal.
    RawShape,
    /// Heights in metres, 32-bit floats, no header.
    F32(RawLayout),
    /// Heights in metres, EXR with one channel.
    Exr,
    /// Heights in metres, EXR with the same value in three channels.
    ExrRgb,
    /// Heights in metres, TIFF of 32-bit floats. With a georeference it is a GeoTIFF. The origin of the georeference is the
    /// position of the terrain's origin, where x and y are 0.
    Tiff(Option<Georeference>),
    /// Heights in metres as colours.
    TerrainRgb(Encoding),
    /// Heights as colours in tiles for web maps, a folder.
    TileFolder(Box<Tileset>),
    /// Heights as colours in tiles for web maps, an archive.
    Pmtiles(Box<Tileset>),
    /// A page that shows the tiles for web maps.
    Page(Box<Page>),
    /// Normals.
    Normal(Green),
    /// Slope, aspect or curvature.
    Mask(Mask),
    /// The visible share of the sky, with horizons within this number of metres.
    Occlusion(f64),
    /// Topographic wetness.
    Wetness(Box<WetnessSource>),
    /// The weights of four materials, by the index of the group.
    Splat(usize),
    /// The weight of one material, by its index.
    Weight(usize),
    /// The colours of the materials.
    Colour,
    /// The weights of all materials in four channels; materials of similar colours share a channel.
    FoldedSplat,
    /// The colours of the materials with neutral roughness, for Terrain3D.
    NeutralColour,
    /// The materials' numbers and their blend, for Terrain3D.
    ControlMap,
    /// A shaded picture.
    Preview,
    /// The depth of rivers and lakes.
    WaterDepth,
    /// Rivers and lakes as lines and polygons.
    WaterLines,
    /// The surface of rivers and lakes, binary glTF.
    WaterMesh,
    /// Scattered things.
    Scatter(PointFormat),
    /// The density of a scattered kind.
    ScatterMask(Box<ScatterMask>),
    /// A mesh, binary glTF.
    Glb,
    /// Levels of detail, binary glTF: several files for each tile.
    Lod(LevelsOfDetail),
    /// A mesh, Wavefront OBJ.
    Obj,
    /// A solid, STL.
    Stl(stl::Print),
    /// The values of a further field of the recipe.
    Field(Box<FieldRaster>),
}

/// The flow that a topographic wetness is computed from.
///
/// ```
/// use orogen_files::delivery::{Format, WetnessSource};
///
/// let source = WetnessSource { flow: "land.flow".to_owned(), cell: 16.0 };
/// assert_eq!(Format::Wetness(Box::new(source)).stem(), "wetness");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WetnessSource {
    /// The name of the result `flow` of an eroded field.
    pub flow: String,
    /// Metres between the cells of the field's solution.
    pub cell: f64,
}

/// The scattered kind that a mask shows.
///
/// ```
/// use orogen_files::delivery::{Format, ScatterMask};
///
/// let mask = ScatterMask { kind: 0, name: "pine".to_owned() };
/// assert_eq!(Format::ScatterMask(Box::new(mask)).stem(), "scatter_pine");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterMask {
    /// The index of the kind in the recipe.
    pub kind: usize,
    /// Its name.
    pub name: String,
}

impl Format {
    /// The usual name of a file of this format, without the extension.
    pub fn stem(&self) -> String {
        match self {
            Self::Png16
            | Self::R16(_)
            | Self::RawShape
            | Self::F32(_)
            | Self::Exr
            | Self::ExrRgb
            | Self::Tiff(_) => "height".to_owned(),
            Self::TerrainRgb(encoding) => encoding.name().to_owned(),
            Self::TileFolder(_) => "web".to_owned(),
            Self::Page(_) => "index".to_owned(),
            Self::Normal(_) => "normal".to_owned(),
            Self::Mask(mask) => mask.name().to_owned(),
            Self::Occlusion(_) => "occlusion".to_owned(),
            Self::Wetness(_) => "wetness".to_owned(),
            Self::Splat(group) => format!("splat{group}"),
            Self::Weight(material) => format!("weight{material}"),
            Self::Colour | Self::NeutralColour => "colour".to_owned(),
            Self::FoldedSplat => "splat".to_owned(),
            Self::ControlMap => "control".to_owned(),
            Self::Preview => "preview".to_owned(),
            Self::WaterDepth | Self::WaterLines | Self::WaterMesh => "water".to_owned(),
            Self::Scatter(format) => format.stem().to_owned(),
            Self::ScatterMask(mask) => format!("scatter_{}", mask.name),
            Self::Pmtiles(_) | Self::Glb | Self::Obj | Self::Stl(_) => "terrain".to_owned(),
            Self::Lod(_) => "mesh".to_owned(),
            Self::Field(field) => field.name.clone(),
        }
    }

    /// The usual extension of a file of this format; empty for a folder.
    pub fn extension(&self) -> &'static str {
        match self {
            Self::R16(_) => "r16",
            Self::RawShape => "json",
            Self::TileFolder(_) => "",
            Self::Pmtiles(_) => "pmtiles",
            Self::Page(_) => "html",
            Self::F32(_) => "f32",
            Self::Exr | Self::ExrRgb | Self::ControlMap => "exr",
            Self::Tiff(_) => "tif",
            Self::Glb | Self::Lod(_) | Self::WaterMesh => "glb",
            Self::WaterLines => "geojson",
            Self::Scatter(format) => format.extension(),
            Self::Obj => "obj",
            Self::Stl(_) => "stl",
            Self::Field(field) => field.format.extension(),
            Self::Png16
            | Self::TerrainRgb(_)
            | Self::Normal(_)
            | Self::Mask(_)
            | Self::Occlusion(_)
            | Self::Wetness(_)
            | Self::Splat(_)
            | Self::Weight(_)
            | Self::Colour
            | Self::FoldedSplat
            | Self::NeutralColour
            | Self::WaterDepth
            | Self::ScatterMask(_)
            | Self::Preview => "png",
        }
    }

    /// Opens a file of this format for a raster.
    ///
    /// # Errors
    /// The format cannot store the raster, or the folder is missing or cannot be written.
    pub fn open(
        &self,
        path: &Path,
        grid: &Grid,
        context: &FormatContext,
    ) -> Result<Box<dyn Product>, FileError> {
        let FormatContext { mapping, interval, style, covering, .. } = context;
        match self {
            Self::Png16 => height16::png(path, grid, *mapping),
            Self::R16(layout) => raw::r16(path, grid, *mapping, *layout),
            Self::RawShape => Ok(raw_shape::json(path, grid)),
            Self::F32(layout) => raw::r32(path, grid, *layout),
            Self::Exr => exr::grey(path, grid),
            Self::ExrRgb => exr::rgb(path, grid),
            Self::Tiff(None) => geotiff::tiff(path, grid),
            Self::Tiff(Some(place)) => geotiff::geotiff(path, grid, &place.of(grid)),
            Self::TerrainRgb(encoding) => web::png(path, grid, *encoding, *interval),
            Self::TileFolder(tileset) => web::folder(path, tileset, *interval, context.surroundings(path)?),
            Self::Pmtiles(tileset) => web::pmtiles(path, tileset, *interval, context.surroundings(path)?),
            Self::Page(page) => Ok(page.product(path, grid, style.sea_level)),
            Self::Normal(green) => normal::png(path, grid, *green),
            Self::Mask(mask) => mask::png(path, grid, *mask),
            Self::Occlusion(_) => occlusion::png(path, grid),
            Self::Wetness(source) => {
                wetness::png(path, grid, context.wetness(path, &source.flow, source.cell)?)
            }
            Self::Splat(group) => materials::splat(path, grid, covering, *group),
            Self::Weight(material) => materials::weight(path, grid, covering, *material),
            Self::Colour => materials::colour(path, grid, covering, context.sea()),
            Self::FoldedSplat => materials::folded(path, grid, covering),
            Self::NeutralColour => terrain3d::colour(path, grid, covering, context.sea()),
            Self::ControlMap => terrain3d::control(path, grid, covering),
            Self::Preview => preview::png(path, grid, *style, context.shown()),
            Self::WaterDepth => water::depth(path, grid, context.style.water),
            Self::WaterLines => Ok(water::geojson(path, grid, &context.water)),
            Self::WaterMesh => water::glb(path, grid, context.style.water),
            Self::Scatter(format) => scatter::points(path, grid, context.scatter.as_ref(), *mapping, *format),
            Self::ScatterMask(mask) => scatter::mask(path, grid, context.scatter.as_ref(), mask.kind),
            Self::Glb => gltf::glb(path, grid, covering, context.sea()),
            Self::Lod(asked) => lod::one_tile(path, grid, *asked, covering, context.sea()),
            Self::Obj => obj::obj(path, grid),
            Self::Stl(print) => stl::stl(path, grid, print),
            Self::Field(field) => field.open(path, grid, context),
        }
    }

    /// The entry in `terrain.json` for a file of this format.
    pub fn info(&self, name: &str, context: &FormatContext) -> FileInfo {
        let materials = context.covering.materials();
        let named = |material: usize| materials.get(material).map(|material| material.name.clone());
        match self {
            Self::Png16 => FileInfo::height_png(name),
            Self::R16(layout) => FileInfo::raw16(name, *layout),
            Self::RawShape => FileInfo::raw_shape(name),
            Self::F32(layout) => FileInfo::raw32(name, *layout),
            Self::Exr | Self::ExrRgb => FileInfo::height_exr(name),
            Self::Tiff(_) => FileInfo::height_tiff(name),
            Self::TerrainRgb(encoding) => FileInfo::height_terrain_rgb(name, *encoding),
            Self::TileFolder(tileset) => FileInfo::height_tiles(name, tileset.encoding),
            Self::Pmtiles(tileset) => FileInfo::height_pmtiles(name, tileset.encoding),
            Self::Page(_) => FileInfo::page_html(name),
            Self::Normal(green) => FileInfo::normal_png(name, *green),
            Self::Mask(mask) => FileInfo::mask_png(name, *mask),
            Self::Occlusion(radius) => FileInfo::occlusion_png(name, *radius),
            Self::Wetness(source) => FileInfo::wetness_png(name, &source.flow, source.cell),
            Self::Splat(group) => {
                let first = group * materials::CHANNELS;
                FileInfo::weights_png(name, (first..first + materials::CHANNELS).filter_map(named).collect())
            }
            Self::Weight(material) => FileInfo::weights_png(name, named(*material).into_iter().collect()),
            Self::Colour => FileInfo::colour_png(name),
            Self::FoldedSplat => FileInfo::weights_png(name, materials::channels(materials)),
            Self::NeutralColour => FileInfo::neutral_colour_png(name),
            Self::ControlMap => FileInfo::control_exr(name, (0..materials.len()).filter_map(named).collect()),
            Self::Preview => FileInfo::preview_png(name),
            Self::WaterDepth => FileInfo::water_png(name),
            Self::WaterLines => FileInfo::water_geojson(name),
            Self::WaterMesh => FileInfo::water_glb(name),
            Self::Scatter(format) => FileInfo::scatter(name, *format),
            Self::ScatterMask(_) => FileInfo::scatter_png(name),
            Self::Glb => FileInfo::mesh_glb(name),
            Self::Lod(_) => FileInfo::lod_glb(name),
            Self::Obj => FileInfo::mesh_obj(name),
            Self::Stl(print) => FileInfo::mesh_stl(name, *print),
            Self::Field(field) => field.info(name, context),
        }
    }

    pub(super) fn needs_curvature(&self, covering: &Covering) -> bool {
        *self == Self::Mask(Mask::Curvature) || self.shows_materials() && covering.needs_curvature()
    }

    pub(super) fn shows_materials(&self) -> bool {
        matches!(
            self,
            Self::Splat(_)
                | Self::Weight(_)
                | Self::Colour
                | Self::FoldedSplat
                | Self::NeutralColour
                | Self::ControlMap
                | Self::Preview
                | Self::Glb
                | Self::Lod(_)
        )
    }

    pub(super) fn is_scattered(&self) -> bool {
        matches!(self, Self::Scatter(_) | Self::ScatterMask(_))
    }

    /// Whether it has 16-bit numbers, which need a mapping.
    pub(super) fn is_16_bit(&self) -> bool {
        matches!(self, Self::Png16 | Self::R16(_))
    }

    /// Whether it is a raster of numbers that can hold a further field as well.
    pub(super) fn holds_fields(&self) -> bool {
        self.is_16_bit() || matches!(self, Self::F32(_) | Self::Exr | Self::ExrRgb | Self::Tiff(_))
    }

    /// Minimum number of bytes per sample on the disk; nearly 0 for a flat PNG.
    pub(super) fn min_bytes_per_sample(&self) -> u64 {
        match self {
            Self::R16(_) => 2,
            Self::F32(_) => 4,
            // A vertex has 24 bytes or more. There are up to 12 bytes of indices for each, because there are fewer cells than
            // vertices.
            Self::Glb => 24,
            // Slopes and colours, while the heights arrive.
            Self::Lod(_) => 11,
            // At least "v 0 0 0", "vn 0 1 0" and two faces "f 1//1 2//2 3//3".
            Self::Obj => 50,
            // Two triangles of 50 bytes.
            Self::Stl(_) => 100,
            Self::Field(field) => field.format.min_bytes_per_sample(),
            _ => 0,
        }
    }
}
