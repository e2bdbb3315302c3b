//! Bakes tiles: writes those of a region to files, for web servers that only serve files.

mod write;

use std::ops::RangeInclusive;

use orogen_files::Problem;
use orogen_files::web::mercator::MAX_LATITUDE;

use crate::tiles::{Coverage, Layer, Tiles};

/// Which tiles are baked.
///
/// ```
/// use orogen_serve::{BakeOptions, Layer};
///
/// let options = BakeOptions { layers: vec![Layer::Shade, Layer::Vector], ..BakeOptions::default() };
/// assert_eq!(options.zooms, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeOptions {
    /// The layers. Repeated ones are ignored.
    pub layers: Vec<Layer>,
    /// The zoom levels. Meshes begin at level 0 in any case, as their viewers do. By default, from 0 to the level on which the
    /// samples of the layer are as close as those of the recipe.
    pub zooms: Option<RangeInclusive<u8>>,
    /// West, south, east and north in degrees. By default, the domain of a plane, and the whole of a planet.
    pub bounds: Option<[f64; 4]>,
    /// Whether tiles have 512 pixels along a side, not 256, in the layers that have a choice.
    pub double: bool,
}

/// The tiles that will be baked.
///
/// ```
/// use std::sync::Arc;
/// use orogen::{Files, Preset};
/// use orogen_files::OutputFolder;
/// use orogen_serve::{Bake, BakeOptions, Destination, Layer, Tiles};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// # let path = parent.path().join("tiles");
/// let tiles = Tiles::new(Preset::find("gullies")?.recipe()?, Arc::new(Files::default()), Some([46.5, 8.0]))?;
/// let options = BakeOptions { layers: vec![Layer::Terrarium], zooms: Some(0..=8), ..BakeOptions::default() };
/// let bake = Bake::new(&tiles, &options)?;
/// println!("{} tiles", bake.count());
/// bake.write(&OutputFolder::claim(&path)?, &Destination::default(), || true)?;
/// assert!(path.join("terrarium/0/0/0.png").exists() && path.join("terrarium.json").exists());
/// # Ok(())
/// # }
/// ```
pub struct Bake<'a> {
    tiles: &'a Tiles,
    coverages: Vec<Coverage>,
    /// Pixels along a side.
    side: u32,
}

/// How tiles are written.
///
/// ```
/// use orogen_serve::Destination;
///
/// let url = Some("https://example.org/tiles".to_owned());
/// let destination = Destination { url, archives: false, force: false };
/// assert_ne!(destination, Destination::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Destination {
    /// The address at which the folder will be served. Without it, TileJSON has relative addresses.
    pub url: Option<String>,
    /// Whether each layer of squares becomes a PMTiles archive instead of a folder.
    pub archives: bool,
    /// Whether to replace layers that orogen did not write.
    pub force: bool,
}

impl<'a> Bake<'a> {
    /// Chooses the tiles.
    ///
    /// # Errors
    /// There are no layers, no such zoom levels, or the bounds are empty or not on the map.
    pub fn new(tiles: &'a Tiles, options: &BakeOptions) -> Result<Self, Problem> {
        let region = match options.bounds {
            Some(bounds) => bounds,
            None => domain(tiles)?,
        };
        let mut layers: Vec<Layer> = Vec::new();
        for &layer in &options.layers {
            if !layers.contains(&layer) {
                layers.push(layer);
            }
        }
        if layers.is_empty() {
            return Err(Problem::new("no layers to write", "name at least one layer"));
        }
        let side = if options.double { 512 } else { 256 };
        let coverage = |layer: Layer| -> Result<Coverage, Problem> {
            check_region(layer, region)?;
            let full = tiles.full_zoom(layer, side);
            let zooms = options.zooms.clone().map_or(Ok(0..=full), |wanted| zooms(layer, wanted))?;
            Ok(Coverage { layer, zooms, region })
        };
        let coverages = layers.into_iter().map(coverage).collect::<Result<_, _>>()?;
        Ok(Self { tiles, coverages, side })
    }

    /// The number of tiles of all layers.
    pub fn count(&self) -> u64 {
        self.coverages.iter().map(Coverage::count).sum()
    }
}

/// West, south, east and north edge of the domain in degrees.
fn domain(tiles: &Tiles) -> Result<[f64; 4], Problem> {
    if tiles.crosses_antimeridian() {
        let message = "the domain goes on beyond the 180th meridian, where the map ends";
        return Err(Problem::new(message, "choose another --at, or the part on one side with --bounds"));
    }
    Ok(tiles.domain())
}

fn zooms(layer: Layer, wanted: RangeInclusive<u8>) -> Result<RangeInclusive<u8>, Problem> {
    let (first, last) = wanted.into_inner();
    if first > last || last > layer.max_zoom() {
        let message = format!("{} has no zoom levels {first}..{last}", layer.name());
        return Err(Problem::new(message, format!("choose levels within 0..{}", layer.max_zoom())));
    }
    Ok(if layer.is_mercator() { first..=last } else { 0..=last })
}

fn check_region(layer: Layer, [west, south, east, north]: [f64; 4]) -> Result<(), Problem> {
    let is_on_globe = west >= -180.0 && east <= 180.0 && south >= -90.0 && north <= 90.0;
    // This also refuses NaN.
    if !is_on_globe {
        let message = format!("the bounds {west},{south},{east},{north} are not on the globe");
        return Err(Problem::new(message, "longitudes are -180 to 180, latitudes -90 to 90"));
    }
    if west >= east || south >= north {
        let message = format!("the bounds {west},{south},{east},{north} are empty");
        return Err(Problem::new(message, "write WEST,SOUTH,EAST,NORTH, the lesser number first"));
    }
    if layer.is_mercator() && (south >= MAX_LATITUDE || north <= -MAX_LATITUDE) {
        let message = format!("the bounds are outside of the map of {}", layer.name());
        return Err(Problem::new(message, format!("choose latitudes within {MAX_LATITUDE:.2}")));
    }
    Ok(())
}
