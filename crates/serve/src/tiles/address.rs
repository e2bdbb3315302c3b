//! The addresses of tiles: a layer, a zoom level, and columns and rows of the world at that level.

use std::fmt;

use orogen_files::Problem;

use super::layer::Layer;
use super::refusal::Refusal;

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
    /// Pixels along a side, 256 or 512; of meshes and vector tiles, the number of intervals.
    pub(crate) side: u32,
    pub(crate) zoom: u8,
    pub(crate) x: u32,
    pub(crate) y: u32,
}

impl Address {
    /// The tile of a layer with `side` pixels along a side, 256 or 512. Columns are counted from the west; rows are counted
    /// from the north, those of [`Layer::Terrain`] and [`Layer::Gltf`] from the south. For these and for [`Layer::Vector`],
    /// `side` has no meaning.
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
        let side = layer.fixed_side().unwrap_or(side);
        if layer.has_double() && side != 256 && side != 512 {
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
        let double = y.and_then(|y| y.strip_suffix("@2x")).filter(|_| layer.has_double());
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
            "vector/22/4194303/0.mvt",
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
            ("vector/3/0/0@2x.mvt", 400),
            ("vector/3/8/0.mvt", 404),
            ("vector/23/0/0.mvt", 404),
            ("vector/3/0/0.pbf", 404),
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
