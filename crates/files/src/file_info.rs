//! The entry of a file in `terrain.json`.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::mask::Mask;
use crate::mesh::stl::Print;
use crate::normal::Green;
use crate::raw::{ByteOrder, RawLayout, RowOrder};
use crate::scatter::PointFormat;
use crate::web::Encoding;
use crate::{Digest, MeshLevel};

/// An entry of a file, or of a folder of files, in `terrain.json`.
///
/// ```
/// use orogen_files::FileInfo;
/// use orogen_files::mask::Mask;
///
/// let slope = FileInfo::mask_png("slope.png", Mask::Slope);
/// assert_eq!((&*slope.kind, &*slope.format), ("slope", "png16"));
/// assert_eq!(slope.meaning.as_deref(), Some("degrees = value * 90 / 65535"));
/// assert!(!slope.is_folder());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileInfo {
    /// The name of the file, which is in the folder of `terrain.json`.
    pub name: String,
    /// What the file contains: `height`, `normal`, `slope`, `aspect`, `curvature`, `occlusion`, `wetness`, `weights`, `colour`,
    /// `water`, `control` for Terrain3D's materials, `field`, `preview`, `mesh`, `lod` for levels of detail, `collision`, `scatter`,
    /// `density`, `page` for a page that shows the tiles, or `shape` for the size of a headerless file.
    pub kind: String,
    /// How the file is stored: `png16`, `r16`, `f32`, `exr32`, `tiff32`, `png8`, `glb`, `obj`, `stl`, `geojson`, `json`, `csv`, `html`, `unity-json`,
    /// `unreal-csv` or `godot-json`. For
    /// heights as colours it is `terrarium` or `mapbox`, followed by `-xyz` for a folder of tiles and by `-pmtiles` for an
    /// archive of tiles.
    pub format: String,
    /// `little-endian` or `big-endian`, for formats whose readers must know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_order: Option<String>,
    /// `bottom-first` if the rows are not in the order of [`TerrainInfo::rows`](crate::TerrainInfo::rows).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_order: Option<String>,
    /// Column and row of the file's tile, from the top left, if the terrain is cut into
    /// [`TerrainInfo::tiles`](crate::TerrainInfo::tiles).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<[usize; 2]>,
    /// The face that the file shows, if it is part of a planet's [cube map](crate::PlanetMap::Cube).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// What the values of the file mean, if they are not heights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The name of the field of the recipe whose values the file contains, or of the flow that a wetness is computed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The values of the field that the 16-bit numbers 0 and 65535 stand for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<[f64; 2]>,
    /// Metres within which ground hides the sky, for `occlusion`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Metres between the cells of the flow, for `wetness`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<f64>,
    /// The materials whose weights the file contains, one per channel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<String>,
    /// The dimensions of a 3D print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<Print>,
    /// The meshes of a file with levels of detail, the finest first, or the only mesh of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<MeshLevel>,
    /// Length and hash of the file or folder when it was written; absent if they were not recorded.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

impl FileInfo {
    /// A 16-bit grey PNG of heights.
    pub fn height_png(name: &str) -> Self {
        Self::new(name, "height", "png16", Some("big-endian"))
    }

    /// Headerless 16-bit heights.
    pub fn height_r16(name: &str) -> Self {
        Self::new(name, "height", "r16", Some("little-endian"))
    }

    /// Headerless heights in metres as 32-bit floats.
    pub fn height_f32(name: &str) -> Self {
        Self::new(name, "height", "f32", Some("little-endian"))
    }

    /// Heights in metres as colours.
    pub fn height_terrain_rgb(name: &str, encoding: Encoding) -> Self {
        Self::new(name, "height", encoding.name(), None)
    }

    /// A folder of tiles for web maps.
    pub fn height_tiles(name: &str, encoding: Encoding) -> Self {
        Self::new(name, "height", &format!("{}-xyz", encoding.name()), None)
    }

    /// A PMTiles archive of tiles for web maps.
    pub fn height_pmtiles(name: &str, encoding: Encoding) -> Self {
        Self::new(name, "height", &format!("{}-pmtiles", encoding.name()), None)
    }

    /// Headerless 16-bit heights in a given layout.
    pub fn raw16(name: &str, layout: RawLayout) -> Self {
        Self::raw(name, "r16", layout)
    }

    /// Headerless heights in metres as 32-bit floats, in a given layout.
    pub fn raw32(name: &str, layout: RawLayout) -> Self {
        Self::raw(name, "f32", layout)
    }

    /// Heights in metres as 32-bit floats, in one or three channels of an EXR.
    pub fn height_exr(name: &str) -> Self {
        Self::new(name, "height", "exr32", None)
    }

    /// Heights in metres as 32-bit floats, in a TIFF or GeoTIFF.
    pub fn height_tiff(name: &str) -> Self {
        Self::new(name, "height", "tiff32", None)
    }

    /// A normal map.
    pub fn normal_png(name: &str, green: Green) -> Self {
        let up = if green == Green::Up { "up (OpenGL)" } else { "down (Direct3D)" };
        let meaning = format!("normal = 2 * value / 255 - 1; red points right, green {up}, blue out");
        Self { meaning: Some(meaning), ..Self::new(name, "normal", "png8", None) }
    }

    /// A mask.
    pub fn mask_png(name: &str, mask: Mask) -> Self {
        let meaning = Some(mask.formula().to_owned());
        Self { meaning, ..Self::new(name, mask.name(), "png16", Some("big-endian")) }
    }

    /// The visible share of the sky, with horizons within `radius` metres.
    pub fn occlusion_png(name: &str, radius: f64) -> Self {
        let meaning = Some(crate::occlusion::FORMULA.to_owned());
        let radius = Some(radius);
        Self { meaning, radius, ..Self::new(name, "occlusion", "png16", Some("big-endian")) }
    }

    /// The topographic wetness index from the field `flow`, whose cells are `cell` metres wide.
    pub fn wetness_png(name: &str, flow: &str, cell: f64) -> Self {
        let meaning = Some(crate::wetness::FORMULA.to_owned());
        let (field, cell) = (Some(flow.to_owned()), Some(cell));
        Self { meaning, field, cell, ..Self::new(name, "wetness", "png16", Some("big-endian")) }
    }

    /// Weights of materials, one per channel.
    pub fn weights_png(name: &str, materials: Vec<String>) -> Self {
        let meaning = Some("weight = value / 255; the weights of all materials sum to 1".to_owned());
        Self { meaning, materials, ..Self::new(name, "weights", "png8", None) }
    }

    /// The colours of the materials.
    pub fn colour_png(name: &str) -> Self {
        Self::new(name, "colour", "png8", None)
    }

    /// The colours of the materials, with neutral roughness in alpha, for Terrain3D.
    pub fn neutral_colour_png(name: &str) -> Self {
        let meaning = Some("alpha is the roughness modifier of Terrain3D; 128 is neutral".to_owned());
        Self { meaning, ..Self::colour_png(name) }
    }

    /// A control map for Terrain3D, whose materials are numbered in this order.
    pub fn control_exr(name: &str, materials: Vec<String>) -> Self {
        let meaning = "the bits of each float: base << 27 | overlay << 22 | blend << 14".to_owned();
        Self { meaning: Some(meaning), materials, ..Self::new(name, "control", "exr32", None) }
    }

    /// The depth of rivers and lakes.
    pub fn water_png(name: &str) -> Self {
        let meaning = Some(crate::water::FORMULA.to_owned());
        Self { meaning, ..Self::new(name, "water", "png16", Some("big-endian")) }
    }

    /// Rivers and lakes as lines and polygons, in metres.
    pub fn water_geojson(name: &str) -> Self {
        Self::new(name, "water", "geojson", None)
    }

    /// The surface of rivers and lakes as a mesh.
    pub fn water_glb(name: &str) -> Self {
        Self::new(name, "water", "glb", None)
    }

    /// Scattered things.
    pub fn scatter(name: &str, format: PointFormat) -> Self {
        Self::new(name, "scatter", format.name(), None)
    }

    /// The density of a scattered kind.
    pub fn scatter_png(name: &str) -> Self {
        let meaning = Some(crate::scatter::DENSITY_FORMULA.to_owned());
        Self { meaning, ..Self::new(name, "density", "png8", None) }
    }

    /// The size of a headerless file of the same name, for Unreal.
    pub fn raw_shape(name: &str) -> Self {
        Self::new(name, "shape", "json", None)
    }

    /// A page for browsers.
    pub fn page_html(name: &str) -> Self {
        Self::new(name, "page", "html", None)
    }

    /// A shaded picture.
    pub fn preview_png(name: &str) -> Self {
        Self::new(name, "preview", "png8", None)
    }

    /// A mesh as binary glTF.
    pub fn mesh_glb(name: &str) -> Self {
        Self::new(name, "mesh", "glb", None)
    }

    /// A mesh with one or more levels of detail.
    pub fn lod_glb(name: &str) -> Self {
        Self::new(name, "lod", "glb", None)
    }

    /// A mesh for collisions.
    pub fn collision_glb(name: &str) -> Self {
        Self::new(name, "collision", "glb", None)
    }

    /// A mesh as Wavefront OBJ.
    pub fn mesh_obj(name: &str) -> Self {
        Self::new(name, "mesh", "obj", None)
    }

    /// A solid for 3D printers as STL.
    pub fn mesh_stl(name: &str, print: Print) -> Self {
        Self { print: Some(print), ..Self::new(name, "mesh", "stl", None) }
    }

    fn raw(name: &str, format: &str, layout: RawLayout) -> Self {
        let bottom_first = layout.row_order == RowOrder::BottomFirst;
        let row_order = bottom_first.then(|| layout.row_order.name().to_owned());
        Self { row_order, ..Self::new(name, "height", format, Some(layout.byte_order.name())) }
    }

    /// The layout of a headerless file.
    pub fn raw_layout(&self) -> RawLayout {
        let big_endian = self.byte_order.as_deref() == Some(ByteOrder::Big.name());
        let bottom_first = self.row_order.as_deref() == Some(RowOrder::BottomFirst.name());
        RawLayout {
            byte_order: if big_endian { ByteOrder::Big } else { ByteOrder::Little },
            row_order: if bottom_first { RowOrder::BottomFirst } else { RowOrder::TopFirst },
        }
    }

    /// Whether the entry is for a folder of files.
    pub fn is_folder(&self) -> bool {
        self.format.ends_with("-xyz")
    }

    fn new(name: &str, kind: &str, format: &str, byte_order: Option<&str>) -> Self {
        let byte_order = byte_order.map(str::to_owned);
        let (kind, format) = (kind.to_owned(), format.to_owned());
        Self {
            name: name.to_owned(),
            kind,
            format,
            byte_order,
            row_order: None,
            tile: None,
            face: None,
            meaning: None,
            field: None,
            values: None,
            radius: None,
            cell: None,
            materials: Vec::new(),
            print: None,
            levels: Vec::new(),
            digest: None,
        }
    }
}

/// Whether the name has no path in it, so that the file can only be in the folder where it is looked for.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let is_one_part =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    // The path separators of every system, because terrains are copied between systems.
    is_one_part && !name.contains(['/', '\\', ':', '\0'])
}
