//! The kinds of tiles.

use super::refusal::Refusal;

/// The finest zoom level. At the equator of the Earth, a pixel of a tile with 512 pixels along a side is then 19 mm.
pub const MAX_ZOOM: u8 = 22;

/// Intervals along a side of a mesh.
pub(crate) const MESH_STEPS: u32 = 64;

/// Cells along a side of a vector tile, with samples at their corners.
pub(crate) const CELLS: u32 = 256;

/// A kind of tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Heights as colours in the encoding `terrarium`.
    Terrarium,
    /// Heights as colours in the encoding `mapbox`.
    Mapbox,
    /// Heights as 32-bit floats, little-endian, rows from the north.
    Raw,
    /// Heights as a GeoTIFF of 32-bit floats.
    Geotiff,
    /// Brightness of the ground under a sun in the north-west.
    Shade,
    /// Colours of the ground, without light.
    Colour,
    /// Meshes in the format quantized-mesh 1.0.
    Terrain,
    /// Meshes in the format glTF, for 3D Tiles.
    Gltf,
    /// Contours, the sea, rivers and lakes in the format Mapbox Vector Tile 2.1.
    Vector,
}

impl Layer {
    /// All layers.
    pub const ALL: [Self; 9] = [
        Self::Terrarium,
        Self::Mapbox,
        Self::Raw,
        Self::Geotiff,
        Self::Shade,
        Self::Colour,
        Self::Terrain,
        Self::Gltf,
        Self::Vector,
    ];

    /// The name of the layer in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terrarium => "terrarium",
            Self::Mapbox => "mapbox",
            Self::Raw => "raw",
            Self::Geotiff => "geotiff",
            Self::Shade => "shade",
            Self::Colour => "colour",
            Self::Terrain => "terrain",
            Self::Gltf => "gltf",
            Self::Vector => "vector",
        }
    }

    /// The layer with this name.
    ///
    /// ```
    /// use orogen_serve::Layer;
    ///
    /// assert_eq!(Layer::from_name("shade")?, Layer::Shade);
    /// # Ok::<(), orogen_serve::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// There is none.
    pub fn from_name(name: &str) -> Result<Self, Refusal> {
        Self::ALL.into_iter().find(|layer| layer.name() == name).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|layer| layer.name()).collect();
            let help = format!("the layers are {}", names.join(", "));
            Refusal::not_found("there is no such layer", help)
        })
    }

    /// The media type of the tiles.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Terrain => "application/vnd.quantized-mesh",
            Self::Gltf => "model/gltf-binary",
            Self::Vector => "application/vnd.mapbox-vector-tile",
            Self::Raw => "application/octet-stream",
            Self::Geotiff => "image/tiff",
            Self::Terrarium | Self::Mapbox | Self::Shade | Self::Colour => "image/png",
        }
    }

    /// Whether tiles are kept and sent as gzip. Pictures are compressed already.
    pub(crate) const fn is_compressed(self) -> bool {
        matches!(self, Self::Terrain | Self::Gltf | Self::Raw | Self::Geotiff | Self::Vector)
    }

    /// Whether the tiles are squares of the Mercator projection. The others are rectangles of longitude and latitude, and their
    /// rows are counted from the south.
    pub(crate) const fn is_mercator(self) -> bool {
        !matches!(self, Self::Terrain | Self::Gltf)
    }

    /// The samples along a side of tiles that have no choice of it: intervals of meshes, cells of vector tiles.
    pub(super) const fn fixed_side(self) -> Option<u32> {
        match self {
            Self::Terrain | Self::Gltf => Some(MESH_STEPS),
            Self::Vector => Some(CELLS),
            _ => None,
        }
    }

    /// Whether there are tiles with 512 pixels along a side.
    pub(crate) const fn has_double(self) -> bool {
        self.fixed_side().is_none()
    }

    /// The finest zoom level. Tiles for 3D Tiles are rectangles of 2 : 1, so they are as fine one level later.
    pub(crate) const fn max_zoom(self) -> u8 {
        if matches!(self, Self::Gltf) { MAX_ZOOM + 1 } else { MAX_ZOOM }
    }

    /// The end of the names of files with 256 pixels along a side, of meshes and of vector tiles.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Terrain => ".terrain",
            Self::Gltf => ".glb",
            Self::Vector => ".mvt",
            Self::Raw => ".f32",
            Self::Geotiff => ".tif",
            Self::Terrarium | Self::Mapbox | Self::Shade | Self::Colour => ".png",
        }
    }

    /// The end of the names of files with `side` pixels along a side.
    pub(crate) fn ending_of(self, side: u32) -> String {
        format!("{}{}", if side == 512 { "@2x" } else { "" }, self.ending())
    }

    /// The format of the tiles in TileJSON: the ending without its dot. Clients know vector tiles as `pbf`.
    pub(crate) fn format(self) -> &'static str {
        if matches!(self, Self::Vector) { "pbf" } else { self.ending().trim_start_matches('.') }
    }

    /// Columns and rows of tiles at a zoom level.
    pub(crate) const fn world(self, zoom: u8) -> [u32; 2] {
        let rows = 1 << zoom;
        [if matches!(self, Self::Terrain) { 2 * rows } else { rows }, rows]
    }
}
