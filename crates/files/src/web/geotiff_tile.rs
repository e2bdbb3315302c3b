//! A tile of a web map as a GeoTIFF.

use std::io::{self, Cursor};

use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::Gray32Float;

use super::Tile;
use super::mercator::CIRCUMFERENCE;
use crate::geotiff::{Crs, Georeference, Registration, write_georeference};

/// The code of the Mercator projection of web maps.
const WEB_MERCATOR: u16 = 3857;

/// The heights of a tile in metres, as 32-bit floats in Web Mercator (EPSG:3857). `heights` are those at the centres of its pixels,
/// `side` along a row, rows from the north. The file is not compressed.
///
/// # Errors
/// There are not `side` × `side` heights.
///
/// # Example
/// ```
/// use orogen_files::web::{Tile, geotiff_tile};
///
/// let file = geotiff_tile(&[7.5; 4], 2, Tile { zoom: 14, x: 8556, y: 5795 })?;
/// assert_eq!(file[..2], *b"II");
/// assert!(geotiff_tile(&[7.5; 3], 2, Tile { zoom: 0, x: 0, y: 0 }).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn geotiff_tile(heights: &[f32], side: u32, tile: Tile) -> io::Result<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    encode(&mut file, heights, side, &georeference(side, tile)).map_err(io::Error::other)?;
    Ok(file.into_inner())
}

/// The georeference of the pixels of a tile.
fn georeference(side: u32, Tile { zoom, x, y }: Tile) -> Georeference {
    let pixels = f64::from(side) * f64::from(1_u32 << zoom);
    let centre = |tile: u32| CIRCUMFERENCE * ((f64::from(tile) * f64::from(side) + 0.5) / pixels - 0.5);
    Georeference {
        crs: Crs::Epsg(WEB_MERCATOR),
        origin: [centre(x), -centre(y)],
        spacing: CIRCUMFERENCE / pixels,
        registration: Registration::Area,
    }
}

fn encode(
    file: &mut Cursor<Vec<u8>>,
    heights: &[f32],
    side: u32,
    georeference: &Georeference,
) -> tiff::TiffResult<()> {
    let mut encoder = TiffEncoder::new(file)?;
    let mut image = encoder.new_image::<Gray32Float>(side, side)?;
    write_georeference(georeference, image.encoder())?;
    image.write_data(heights)
}
