//! What `terrain.json` says of a file.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::Digest;
use crate::mask::Mask;
use crate::mesh::stl::Print;
use crate::normal::Green;
use crate::raw::{ByteOrder, RawLayout, RowOrder};
use crate::web::Encoding;

/// One of the files made, or a folder of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileInfo {
    /// Name in the folder of `terrain.json`.
    pub name: String,
    /// What it shows: `height`, `normal`, `slope`, `aspect`, `curvature`, `weights`, `colour`, `preview`, `mesh`,
    /// or `shape` for the size of a headerless file.
    pub kind: String,
    /// How it is stored: `png16`, `r16`, `f32`, `exr32`, `tiff32`, `png8`, `glb`, `obj`, `stl` or `json`; `terrarium` or
    /// `mapbox` for a picture of colours, and the same with `-xyz` for a folder of such tiles or with `-pmtiles` for an
    /// archive of them.
    pub format: String,
    /// `little-endian` or `big-endian`, where a reader must know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_order: Option<String>,
    /// `bottom-first` where the rows are not in the order of [`TerrainInfo::rows`](crate::TerrainInfo::rows).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_order: Option<String>,
    /// Column and row, from the top left, of the tile it holds, if the terrain is cut into [`TerrainInfo::tiles`](crate::TerrainInfo::tiles).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<[usize; 2]>,
    /// The face of the cube that it shows, of a planet's [cube map](crate::PlanetMap::Cube).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// What its values mean, where they are not heights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The materials whose weights it holds, one a channel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<String>,
    /// The measures of a print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<Print>,
    /// Its length and hash as it was written, of a folder those of all that is in it; absent if the maker did not record
    /// them.
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

    /// Headerless heights in metres as singles.
    pub fn height_f32(name: &str) -> Self {
        Self::new(name, "height", "f32", Some("little-endian"))
    }

    /// Heights in metres as the colours of a picture.
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

    /// Headerless 16-bit heights in a layout of choice.
    pub fn raw16(name: &str, layout: RawLayout) -> Self {
        Self::raw(name, "r16", layout)
    }

    /// Headerless heights in metres as singles, in a layout of choice.
    pub fn raw32(name: &str, layout: RawLayout) -> Self {
        Self::raw(name, "f32", layout)
    }

    /// Heights in metres as singles, in one channel or three of an EXR.
    pub fn height_exr(name: &str) -> Self {
        Self::new(name, "height", "exr32", None)
    }

    /// Heights in metres as singles, in a TIFF or GeoTIFF.
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

    /// Weights of materials, one a channel.
    pub fn weights_png(name: &str, materials: Vec<String>) -> Self {
        let meaning = Some("weight = value / 255; the weights of all materials sum to 1".to_owned());
        Self { meaning, materials, ..Self::new(name, "weights", "png8", None) }
    }

    /// The colours of the materials.
    pub fn colour_png(name: &str) -> Self {
        Self::new(name, "colour", "png8", None)
    }

    /// What a headerless file of the same name does not say: its size, for Unreal.
    pub fn raw_shape(name: &str) -> Self {
        Self::new(name, "shape", "json", None)
    }

    /// A picture to look at.
    pub fn preview_png(name: &str) -> Self {
        Self::new(name, "preview", "png8", None)
    }

    /// A mesh as binary glTF.
    pub fn mesh_glb(name: &str) -> Self {
        Self::new(name, "mesh", "glb", None)
    }

    /// A mesh as Wavefront OBJ.
    pub fn mesh_obj(name: &str) -> Self {
        Self::new(name, "mesh", "obj", None)
    }

    /// A solid as STL.
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

    /// Whether it is a folder of files.
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
            materials: Vec::new(),
            print: None,
            digest: None,
        }
    }
}

/// Whether a file of this name can only lie in the very folder that it is looked for in.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let single =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    // What parts names on any system, since terrains are carried from one to another.
    single && !name.contains(['/', '\\', ':', '\0'])
}
