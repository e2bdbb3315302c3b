//! The files of a job.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use clap::ValueEnum;
use orogen_engine::covering::Covering;
use orogen_engine::interval::Interval;
use orogen_engine::nodes;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Field, Recipe, ScatterKind};
use orogen_engine::scatter::Scatter;
use orogen_engine::sky::{MAX_REACH, SkyView};
use orogen_engine::terrain::Terrain;
use orogen_engine::water::{Water, WaterSurface};
use orogen_files::delivery::{
    Delivery, Format, FormatContext, Output, ScatterMask, TileNames, WetnessSource,
};
use orogen_files::geotiff::Georeference;
use orogen_files::mask::Mask;
use orogen_files::materials::CHANNELS;
use orogen_files::mesh::stl::Print;
use orogen_files::normal::Green;
use orogen_files::preview::Style;
use orogen_files::raw::{ByteOrder, RawLayout, RowOrder};
use orogen_files::scatter::PointFormat;
use orogen_files::web::{Encoding, Surroundings};
use orogen_files::{HeightMapping, Tiling};

use super::extent::Extent;
use super::lod::LodOptions;
use super::range::Range;
use crate::failure::Failure;
use crate::numbers::{self, plain};

/// The formats, by name.
#[expect(clippy::doc_markdown, reason = "the help shows names of files as they are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FormatName {
    /// height.png: 16-bit grey
    Png16,
    /// height.r16: 16 bits, no header
    R16,
    /// height.f32: metres as 32-bit floats, no header
    #[value(alias("r32"))]
    F32,
    /// height.exr: metres, one 32-bit float channel
    Exr,
    /// height.exr: metres, equal in R, G and B
    ExrRgb,
    /// height.tif: metres, 32-bit floats
    Tiff,
    /// height.tif: metres, 32-bit floats, with a georeference for a GIS
    Geotiff,
    /// terrarium.png: metres as 8-bit RGB
    Terrarium,
    /// mapbox.png: metres as 8-bit RGB
    Mapbox,
    /// terrain.glb: a mesh, binary glTF
    Glb,
    /// mesh.glb: levels of detail with skirts, for engines, binary glTF
    GlbLod,
    /// terrain.obj: a mesh, Wavefront OBJ
    Obj,
    /// terrain.stl: a closed solid for 3D printing
    Stl,
    /// slope.png: 16-bit grey
    Slope,
    /// aspect.png: direction of slopes, 16-bit grey
    Aspect,
    /// curvature.png: hollows light, ridges dark, 16-bit grey
    Curvature,
    /// occlusion.png: visible share of the sky, for ambient occlusion, 16-bit grey
    Occlusion,
    /// wetness.png: topographic wetness of eroded land, 16-bit grey
    Wetness,
    /// splat0.png …: weights of the recipe's materials, four per image
    Splat,
    /// weight0.png …: weight of each material, 8-bit grey
    Weights,
    /// colour.png: colours of the materials
    Colour,
    /// water.png: depth of rivers and lakes, 16-bit grey
    WaterDepth,
    /// water.geojson: rivers as lines and lakes as polygons, with width, depth and discharge
    WaterLines,
    /// water.glb: the surface of rivers and lakes, binary glTF
    WaterMesh,
    /// scatter.csv: the recipe's [[scatter]]: positions, normals, yaws and scales of trees, rocks and other things
    ScatterCsv,
    /// scatter.glb: the same as instances of placeholders, binary glTF
    ScatterGlb,
    /// scatter_unity.json: the same as tree instances for Unity
    ScatterUnity,
    /// scatter_unreal.csv: the same as rows of a data table for Unreal
    ScatterUnreal,
    /// scatter_godot.json: the same as transforms for Terrain3D
    ScatterGodot,
    /// scatter_NAME.png …: density of each kind, 8-bit grey
    ScatterMasks,
}

impl FormatName {
    /// The name on the command line.
    fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether its files show scattered things.
    fn is_scatter(self) -> bool {
        matches!(
            self,
            Self::ScatterCsv
                | Self::ScatterGlb
                | Self::ScatterUnity
                | Self::ScatterUnreal
                | Self::ScatterGodot
                | Self::ScatterMasks
        )
    }
}

/// The files and their formats.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FileOptions {
    /// Files to write besides normal.png and preview.png, separated by commas or repeated [default: png16].
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) format: Vec<FormatName>,
    /// Also write the values of these fields of the recipe, or of further results of fields, separated by commas or repeated:
    /// woods,land.flow. Fields get the same formats as the heights (PNG, raw, EXR, TIFF), or 16-bit PNG if none of these is
    /// chosen. 16 bits span all values that a field can have, or with --fit only the measured values.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) field: Vec<String>,
    /// Also write masks: slope, aspect, curvature, occlusion, wetness, the weight of each material, the depth of the recipe's
    /// [water], and the further results of erosion: flow, wear, sediment, rock and the distance to water.
    #[arg(long)]
    pub(crate) masks: bool,
    /// Distance in metres within which ground can hide the sky in occlusion.png [default: 1/64 of the domain's side, at least
    /// 4 samples].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    occlusion_radius: Option<f64>,
    /// Write no normal.png.
    #[arg(long)]
    no_normal: bool,
    /// Write no preview.png.
    #[arg(long)]
    no_preview: bool,
    /// Split the files into N × N or A × B tiles that share their border samples: 4 or 4x2.
    #[arg(long, value_name = "N|AxB")]
    pub(crate) tiles: Option<Tiles>,
    #[command(flatten)]
    pub(crate) lod: LodOptions,
    /// Byte order of the formats r16 and f32.
    #[arg(long, value_enum, default_value = "little")]
    byte_order: ByteOrderName,
    /// Row order of the formats r16 and f32.
    #[arg(long, value_enum, default_value = "top-first")]
    row_order: RowOrderName,
    /// Direction of green in normal.png: up for Unity, Godot and Blender, down for Unreal.
    #[arg(long, value_enum, default_value = "up")]
    green: GreenName,
    /// Width of the STL in millimetres; with --tiles, the width of each tile.
    #[arg(long, value_name = "MM", allow_negative_numbers = true, default_value = "150", value_parser = numbers::positive)]
    print_width: f64,
    /// Thickness of the STL below its lowest point, in millimetres. With tiles, it is measured from the lowest height that
    /// the recipe can reach, or with --fit from the lowest measured height, so that the tiles match.
    #[arg(long, value_name = "MM", allow_negative_numbers = true, default_value = "3", value_parser = numbers::positive)]
    print_base: f64,
    /// Vertical exaggeration of the STL.
    #[arg(long, value_name = "FACTOR", allow_negative_numbers = true, default_value = "1", value_parser = numbers::positive)]
    exaggeration: f64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ByteOrderName {
    Little,
    Big,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum RowOrderName {
    TopFirst,
    BottomFirst,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum GreenName {
    Up,
    Down,
}

/// Numbers of tiles across and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles(pub(crate) [usize; 2]);

/// The most tiles along a side.
const MAX_TILES: usize = 1024;

impl FromStr for Tiles {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|count| (1..=MAX_TILES).contains(count));
        let (across, down) = text.split_once(['x', '×']).unwrap_or((text, text));
        let tiles = number(across).zip(number(down)).map(|(across, down)| Self([across, down]));
        tiles.ok_or_else(|| format!("give one or two whole numbers from 1 to {MAX_TILES}: 4 or 4x2"))
    }
}

impl FileOptions {
    /// The files for the samples of a job.
    pub(crate) fn delivery(&self, extent: &Extent, recipe: &Recipe) -> Result<Delivery, Failure> {
        let tiling = self.tiles.map(|tiles| tiling(extent, tiles)).transpose()?;
        let mut made: Vec<(FormatName, Output)> = Vec::new();
        for name in self.names(recipe) {
            for output in self.formats(name, &extent.grid, tiling, recipe)?.into_iter().map(Output::usual) {
                let names = |output: &Output| (output.stem.clone(), output.extension);
                match made.iter().find(|(_, other)| names(other) == names(&output)) {
                    None => made.push((name, output)),
                    Some((_, other)) if other.format == output.format => {}
                    Some((other, _)) => {
                        let (one, two) = (other.word(), name.word());
                        let message =
                            format!("{one} and {two} both write {}.{}", output.stem, output.extension);
                        return Err(Failure::usage(message, format!("choose one: --format {one}")));
                    }
                }
            }
        }
        let mut outputs: Vec<_> = made.into_iter().map(|(_, output)| output).collect();
        let green = match self.green {
            GreenName::Up => Green::Up,
            GreenName::Down => Green::Down,
        };
        let pictures = [(Format::Normal(green), self.no_normal), (Format::Preview, self.no_preview)];
        outputs.extend(
            pictures
                .into_iter()
                .filter(|(_, is_left_out)| !is_left_out)
                .map(|(format, _)| Output::usual(format)),
        );
        Ok(Delivery { outputs, tiling, names: TileNames::FromTop })
    }

    /// The names of all formats.
    fn names(&self, recipe: &Recipe) -> Vec<FormatName> {
        let mut names = self.format.clone();
        if names.is_empty() {
            names.push(FormatName::Png16);
        }
        if self.masks {
            names.extend([FormatName::Slope, FormatName::Aspect, FormatName::Curvature]);
            names.extend(recipe.domain.sphere().is_none().then_some(FormatName::Occlusion));
            names.extend(flow(recipe).map(|_| FormatName::Wetness));
            names.extend((!recipe.materials.is_empty()).then_some(FormatName::Weights));
            names.extend(recipe.water.as_ref().map(|_| FormatName::WaterDepth));
        }
        names
    }

    /// The recipe, with the fields to export.
    pub(crate) fn exporting(&self, recipe: &Recipe) -> Result<Recipe, Failure> {
        let mut names = self.fields(recipe);
        if self.masks || self.format.contains(&FormatName::Wetness) {
            names.extend(flow(recipe).map(|source| source.flow));
        }
        recipe.clone().exporting(&names).map_err(|(message, help)| Failure::usage(message, help))
    }

    /// The names of the fields to write.
    pub(crate) fn fields(&self, recipe: &Recipe) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: String| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        self.field.iter().cloned().for_each(&mut add);
        if self.masks {
            let eroded = recipe.defined_fields().filter(|field| nodes::is_erosion(field.spec));
            // A separate format stores the depth of water.
            eroded.flat_map(Field::results).filter(|name| !name.ends_with(".water")).for_each(add);
        }
        names
    }

    /// Why `--masks` leaves out masks.
    pub(crate) fn left_out(&self, recipe: &Recipe) -> Vec<&'static str> {
        let masks = [
            (
                recipe.domain.sphere().is_some(),
                "occlusion.png is not written: it is for planes, not for planets",
            ),
            (flow(recipe).is_none(), "wetness.png is not written: it needs the flow of an `erosion`"),
        ];
        masks.into_iter().filter(|(is_left_out, _)| self.masks && *is_left_out).map(|(_, why)| why).collect()
    }

    /// The formats that a name stands for.
    fn formats(
        &self,
        name: FormatName,
        grid: &Grid,
        tiling: Option<Tiling>,
        recipe: &Recipe,
    ) -> Result<Vec<Format>, Failure> {
        let materials = recipe.materials.len();
        if materials == 0 && matches!(name, FormatName::Splat | FormatName::Weights | FormatName::Colour) {
            let help = "add [[materials]] to it, each with name = \"rock\" and color = \"#7d7568\"; \
                        docs/recipe.md explains the rules";
            return Err(Failure::usage("the recipe has no materials", help));
        }
        if recipe.domain.sphere().is_some() && name.is_scatter() {
            return Err(Failure::usage(
                "planets have no [[scatter]]",
                "leave out the formats of scattered things",
            ));
        }
        if recipe.scatter.is_empty() && name.is_scatter() {
            let help = "add [[scatter]] to it, with name = \"pine\" and spacing = 6.0; docs/scatter.md explains the rules";
            return Err(Failure::usage("the recipe scatters nothing", help));
        }
        Ok(match name {
            FormatName::Wetness => {
                let source = flow(recipe).ok_or_else(|| {
                    let help = "add an erosion to the recipe: `orogen nodes erosion`";
                    Failure::usage("wetness.png needs the flow of an `erosion`", help)
                })?;
                vec![Format::Wetness(Box::new(source))]
            }
            FormatName::Occlusion if recipe.domain.sphere().is_some() => {
                let message = "occlusion.png is for planes, but this recipe is a planet";
                return Err(Failure::usage(message, "leave out --format occlusion"));
            }
            FormatName::Occlusion => vec![Format::Occlusion(self.sky_radius(grid, recipe))],
            FormatName::GlbLod => vec![Format::Lod(self.lod.of(grid, tiling)?)],
            FormatName::ScatterMasks => {
                let kinds = recipe.scatter.iter().enumerate();
                let mask =
                    |(kind, named): (usize, &ScatterKind)| ScatterMask { kind, name: named.name.clone() };
                kinds.map(mask).map(Box::new).map(Format::ScatterMask).collect()
            }
            FormatName::Splat => (0..materials.div_ceil(CHANNELS)).map(Format::Splat).collect(),
            FormatName::Weights => (0..materials).map(Format::Weight).collect(),
            _ => vec![self.format(name, grid)],
        })
    }

    /// Metres within which ground hides the sky.
    fn sky_radius(&self, grid: &Grid, recipe: &Recipe) -> f64 {
        let samples = |count: usize| count as f64 * grid.spacing;
        let default = (recipe.domain.size / 64.0).clamp(samples(4), samples(MAX_REACH));
        self.occlusion_radius.unwrap_or(default)
    }

    fn format(&self, name: FormatName, grid: &Grid) -> Format {
        let layout = RawLayout {
            byte_order: match self.byte_order {
                ByteOrderName::Little => ByteOrder::Little,
                ByteOrderName::Big => ByteOrder::Big,
            },
            row_order: match self.row_order {
                RowOrderName::TopFirst => RowOrder::TopFirst,
                RowOrderName::BottomFirst => RowOrder::BottomFirst,
            },
        };
        match name {
            FormatName::Png16 => Format::Png16,
            FormatName::R16 => Format::R16(layout),
            FormatName::F32 => Format::F32(layout),
            FormatName::Exr => Format::Exr,
            FormatName::ExrRgb => Format::ExrRgb,
            FormatName::Tiff => Format::Tiff(None),
            FormatName::Geotiff => {
                Format::Tiff(Some(Georeference { origin: [0.0, 0.0], ..Georeference::local(grid) }))
            }
            FormatName::Terrarium => Format::TerrainRgb(Encoding::Terrarium),
            FormatName::Mapbox => Format::TerrainRgb(Encoding::Mapbox),
            FormatName::WaterDepth => Format::WaterDepth,
            FormatName::WaterLines => Format::WaterLines,
            FormatName::WaterMesh => Format::WaterMesh,
            FormatName::ScatterCsv => Format::Scatter(PointFormat::Csv),
            FormatName::ScatterGlb => Format::Scatter(PointFormat::Glb),
            FormatName::ScatterUnity => Format::Scatter(PointFormat::Unity),
            FormatName::ScatterUnreal => Format::Scatter(PointFormat::Unreal),
            FormatName::ScatterGodot => Format::Scatter(PointFormat::Godot),
            FormatName::Glb => Format::Glb,
            FormatName::Obj => Format::Obj,
            FormatName::Stl => Format::Stl(Print {
                width_mm: self.print_width,
                base_mm: self.print_base,
                exaggeration: self.exaggeration,
                lowest: None,
            }),
            FormatName::Slope => Format::Mask(Mask::Slope),
            FormatName::Aspect => Format::Mask(Mask::Aspect),
            FormatName::Curvature => Format::Mask(Mask::Curvature),
            FormatName::Colour => Format::Colour,
            FormatName::Splat
            | FormatName::Weights
            | FormatName::Occlusion
            | FormatName::Wetness
            | FormatName::ScatterMasks
            | FormatName::GlbLod => {
                unreachable!("`formats` handles formats that need the recipe or the tiles")
            }
        }
    }
}

/// The flow of the recipe's last eroded field.
fn flow(recipe: &Recipe) -> Option<WetnessSource> {
    let eroded = recipe.defined_fields().filter(|field| nodes::is_erosion(field.spec)).last()?;
    let flow = eroded.results().find(|name| name.ends_with(".flow"))?;
    Some(WetnessSource { flow, cell: nodes::erosion_spacing(eroded, &recipe.domain)? })
}

/// The horizons of the files of a job, if one shows the visible share of the sky.
pub(crate) fn sky_view(delivery: &Delivery, grid: &Grid) -> Result<Option<SkyView>, Failure> {
    let Some(radius) = delivery.sky_radius() else { return Ok(None) };
    let view = SkyView::new(radius, grid.spacing);
    view.map(Some).ok_or_else(|| {
        let [least, most] = [1, MAX_REACH].map(|samples| plain(samples as f64 * grid.spacing));
        let message = format!("a radius of {} m is too small or too large for the samples", plain(radius));
        Failure::usage(message, format!("choose --occlusion-radius from {least} to {most}"))
    })
}

/// The tiling of a job; the error suggests a size that allows it.
pub(crate) fn tiling(extent: &Extent, Tiles([across, down]): Tiles) -> Result<Tiling, Failure> {
    let grid = &extent.grid;
    Tiling::new(grid, across, down).ok_or_else(|| {
        let message = format!(
            "{} × {} samples cannot be split into {across} × {down} tiles that share their borders",
            grid.columns, grid.rows
        );
        Failure::usage(message, extent.tiling_help([across, down]))
    })
}

/// The rivers and lakes of a terrain.
#[derive(Clone)]
pub(crate) struct WaterOf {
    /// The surface of the water, as a plane of the terrain's bands.
    pub(crate) surface: Option<WaterSurface>,
    /// The lines of the rivers and the outlines of the lakes.
    pub(crate) lines: Arc<Water>,
}

/// The properties of the terrain that the files need.
pub(crate) fn format_context(
    terrain: &Terrain,
    recipe: &Recipe,
    mapping: HeightMapping,
    covering: Covering,
    water: WaterOf,
    scatter: Option<Arc<Scatter>>,
    surroundings: Option<Arc<dyn Surroundings>>,
) -> Arc<FormatContext> {
    let intervals = terrain.further_intervals();
    let names: Vec<_> = recipe.further_fields().map(str::to_owned).collect();
    // A terrain without materials has only the field of the water.
    let fields =
        if names.len() == intervals.len() { names.into_iter().zip(intervals).collect() } else { Vec::new() };
    Arc::new(FormatContext {
        mapping,
        interval: terrain.interval(),
        style: style(terrain, recipe, water.surface),
        water: water.lines,
        scatter,
        surroundings,
        covering,
        fields,
    })
}

/// Narrows the ranges of the fields to the measured ones. 16-bit values then span these.
pub(crate) fn fit_fields(context: &mut FormatContext, measured: &[Range]) {
    for ((_, interval), range) in context.fields.iter_mut().zip(measured) {
        *interval = Interval::new(range.min.into(), range.max.into());
    }
}

/// The look of a terrain's preview.
pub(crate) fn style(terrain: &Terrain, recipe: &Recipe, water: Option<WaterSurface>) -> Style {
    Style {
        palette: recipe.view.palette,
        sea_level: terrain.sea_level().map(|metres| metres as f32),
        water,
        is_planet: terrain.sphere().is_some(),
    }
}

/// Checks before the work that the disk has space for the files.
pub(crate) fn check_space(folder: &Path, needed: u64) -> Result<(), Failure> {
    match fs4::available_space(folder) {
        Ok(free) if free < needed => {
            let message = format!(
                "not enough disk space for {}: {} are free, and the files need at least {}",
                folder.display(),
                numbers::size(free),
                numbers::size(needed)
            );
            Err(Failure::job(message, "free some space or choose a folder on another disk"))
        }
        // If the system does not report the space, the writes fail instead.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_parsed() {
        assert_eq!("4".parse(), Ok(Tiles([4, 4])));
        assert_eq!("4x2".parse(), Ok(Tiles([4, 2])));
        for wrong in ["", "0", "4x0", "4x", "-1", "4x2x1", "2000", "a"] {
            assert!(wrong.parse::<Tiles>().is_err(), "{wrong}");
        }
    }
}
