//! The addresses of tiles: a layer, a zoom level, and columns and rows of the world at that level.

use std::fmt;

use orogen_files::Problem;

use super::refusal::Refusal;

/// The finest zoom level. At the equator of the Earth, a pixel of a tile with 512 pixels along a side is then 19 mm.
pub const MAX_ZOOM: u8 = 22;

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
}

impl Layer {
    /// All layers.
    pub const ALL: [Self; 8] = [
        Self::Terrarium,
        Self::Mapbox,
        Self::Raw,
        Self::Geotiff,
        Self::Shade,
        Self::Colour,
        Self::Terrain,
        Self::Gltf,
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
        }
    }

    /// The layer with this name.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn from_name(name: &str) -> Result<Self, Refusal> {
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
            Self::Raw => "application/octet-stream",
            Self::Geotiff => "image/tiff",
            Self::Terrarium | Self::Mapbox | Self::Shade | Self::Colour => "image/png",
        }
    }

    /// Whether tiles are kept and sent as gzip. Pictures are compressed already.
    pub(crate) const fn is_compressed(self) -> bool {
        matches!(self, Self::Terrain | Self::Gltf | Self::Raw | Self::Geotiff)
    }

    /// Whether the tiles are squares of the Mercator projection. The others are rectangles of longitude and latitude, and their rows
    /// are counted from the south.
    pub(crate) const fn is_mercator(self) -> bool {
        !matches!(self, Self::Terrain | Self::Gltf)
    }

    /// The finest zoom level. Tiles for 3D Tiles are rectangles of 2 : 1, so they are as fine one level later.
    pub(crate) const fn max_zoom(self) -> u8 {
        if matches!(self, Self::Gltf) { MAX_ZOOM + 1 } else { MAX_ZOOM }
    }

    /// The end of the names of files with 256 pixels along a side, and of meshes.
    const fn ending(self) -> &'static str {
        match self {
            Self::Terrain => ".terrain",
            Self::Gltf => ".glb",
            Self::Raw => ".f32",
            Self::Geotiff => ".tif",
            Self::Terrarium | Self::Mapbox | Self::Shade | Self::Colour => ".png",
        }
    }

    /// The end of the names of files with `side` pixels along a side.
    pub(crate) fn ending_of(self, side: u32) -> String {
        format!("{}{}", if side == 512 { "@2x" } else { "" }, self.ending())
    }

    /// The format of the tiles in TileJSON: the ending without its dot.
    pub(crate) fn format(self) -> &'static str {
        self.ending().trim_start_matches('.')
    }

    /// Columns and rows of tiles at a zoom level.
    pub(crate) const fn world(self, zoom: u8) -> [u32; 2] {
        let rows = 1 << zoom;
        [if matches!(self, Self::Terrain) { 2 * rows } else { rows }, rows]
    }
}

/// Intervals along a side of a mesh.
pub(crate) const MESH_STEPS: u32 = 64;

/// The address of a tile.
///
/// ```
/// use orogen_serve::{Address, Layer};
///
/// let tile = Address::new(Layer::Terrarium, 256, 14, 8556, 5795)?;
/// assert_eq!(tile.to_string(), "terrarium/14/8556/5795.png");
/// assert!(Address::new(Layer::Terrarium, 256, 0, 1, 0).is_err());
/// # Ok::<(), orogen_serve::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The kind of tile.
    pub(crate) layer: Layer,
    /// Pixels along a side, 256 or 512; of meshes, the number of intervals.
    pub(crate) side: u32,
    pub(crate) zoom: u8,
    pub(crate) x: u32,
    pub(crate) y: u32,
}

impl Address {
    /// The tile of a layer with `side` pixels along a side, 256 or 512. Columns are counted from the west; rows are counted from the
    /// north, those of [`Layer::Terrain`] and [`Layer::Gltf`] from the south. These tiles are meshes, so `side` has no meaning for them.
    ///
    /// # Errors
    /// There is no such tile.
    pub fn new(layer: Layer, side: u32, zoom: u8, x: u32, y: u32) -> Result<Self, Refusal> {
        if zoom > layer.max_zoom() {
            return Err(no_zoom(layer, zoom.into()));
        }
        let [columns, rows] = layer.world(zoom);
        if x >= columns || y >= rows {
            let message = format!("there is no tile {x}/{y} at zoom level {zoom}");
            let help = format!("there, x is 0 to {} and y is 0 to {}", columns - 1, rows - 1);
            return Err(Refusal::not_found(message, help));
        }
        let side = if layer.is_mercator() { side } else { MESH_STEPS };
        if layer.is_mercator() && side != 256 && side != 512 {
            let message = format!("tiles cannot have {side} pixels along a side");
            return Err(Refusal::bad_request(message, "choose 256 or 512"));
        }
        Ok(Self { layer, side, zoom, x, y })
    }

    /// Parses the parts of a path: `14`, `8556`, `5795.png`, or `5795@2x.png` for 512 pixels; the ending depends on the layer. Each
    /// tile has one address: numbers have no sign and no leading zeros.
    pub(crate) fn parse(layer: &str, zoom: &str, x: &str, file: &str) -> Result<Self, Refusal> {
        let layer = Layer::from_name(layer)?;
        let y = file.strip_suffix(layer.ending());
        let double = y.and_then(|y| y.strip_suffix("@2x")).filter(|_| layer.is_mercator());
        let (y, side) = double.map_or((y, 256), |y| (Some(y), 512));
        let y = y.ok_or_else(|| {
            let help = format!("the files of {} end in {}", layer.name(), layer.ending());
            Refusal::not_found("there is no such file", help)
        })?;
        let zoom = number("zoom level", zoom)?;
        let zoom = u8::try_from(zoom).map_err(|_| no_zoom(layer, zoom))?;
        Self::new(layer, side, zoom, number("column", x)?, number("row", y)?)
    }

    /// The number of samples along the equator, as a power of two: its exponent.
    pub(crate) fn exponent(&self) -> u8 {
        let [columns, _] = self.layer.world(self.zoom);
        (columns * self.side).trailing_zeros() as u8
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layer, side, zoom, x, y } = self;
        write!(f, "{}/{zoom}/{x}/{y}{}", layer.name(), layer.ending_of(*side))
    }
}

fn no_zoom(layer: Layer, zoom: u32) -> Refusal {
    let help = format!("zoom levels are 0 to {}", layer.max_zoom());
    Refusal::not_found(format!("there is no zoom level {zoom}"), help)
}

/// A number of a path.
fn number(what: &str, text: &str) -> Result<u32, Refusal> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let has_zeros = text.len() > 1 && text.starts_with('0');
    if text.is_empty() || !is_digits || has_zeros {
        let problem = Problem::new(format!("the {what} is not a number"), "write /LAYER/ZOOM/X/Y.png");
        return Err(Refusal::of(problem, 400));
    }
    // A number that does not fit is larger than every number of a tile.
    Ok(text.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_one_address() {
        let parse = |path: &str| {
            let parts: Vec<_> = path.split('/').collect();
            Address::parse(parts[0], parts[1], parts[2], parts[3])
        };
        for path in [
            "terrarium/0/0/0.png",
            "mapbox/22/4194303/7@2x.png",
            "raw/5/1/2.f32",
            "raw/5/1/2@2x.f32",
            "geotiff/5/1/2@2x.tif",
            "terrain/3/15/7.terrain",
            "gltf/23/5/8388607.glb",
        ] {
            assert_eq!(parse(path).unwrap().to_string(), path);
        }
        for (path, status) in [
            ("terrarium/-1/0/0.png", 400),
            ("terrarium/1e9/0/0.png", 400),
            ("terrarium/00/0/0.png", 400),
            ("terrarium/+1/0/0.png", 400),
            ("terrarium//0/0.png", 400),
            ("terrarium/99999999999999999999/0/0.png", 404),
            ("terrarium/23/0/0.png", 404),
            ("terrarium/3/8/0.png", 404),
            ("terrain/3/16/0.terrain", 404),
            ("terrarium/3/0/0.jpg", 404),
            ("terrain/3/0/0.png", 404),
            ("gltf/3/8/0.glb", 404),
            ("gltf/3/0/0@2x.png", 404),
            ("gltf/3/0/0@2x.glb", 400),
            ("raw/3/0/0.png", 404),
            ("geotiff/3/0/0.tiff", 404),
            ("moon/3/0/0.png", 404),
        ] {
            assert_eq!(parse(path).unwrap_err().status(), status, "{path}");
        }
    }

    /// A mesh of 64 intervals and a tile of 128 pixels have samples at the same distance.
    #[test]
    fn exponents_count_the_samples_of_the_equator() {
        assert_eq!(Address::new(Layer::Terrarium, 512, 3, 0, 0).unwrap().exponent(), 12);
        assert_eq!(Address::new(Layer::Terrain, 0, 3, 0, 0).unwrap().exponent(), 10);
        assert_eq!(Address::new(Layer::Gltf, 0, 4, 0, 0).unwrap().exponent(), 10);
        assert_eq!(Address::new(Layer::Terrarium, 512, 22, 0, 0).unwrap().exponent(), 31);
    }
}
