//! A tile of a web map as a GeoTIFF.

use std::io::{self, Cursor};

use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::Gray32Float;
use tiff::tags::Tag;

use super::Tile;
use super::mercator::CIRCUMFERENCE;
use crate::geotiff::tags::{KEY_DIRECTORY, MODEL_PIXEL_SCALE, MODEL_TIEPOINT};
use crate::geotiff::{Crs, Georeference, Registration, key_directory};

/// The code of the Mercator projection of web maps.
const WEB_MERCATOR: u16 = 3857;

/// The heights of a tile in metres, as 32-bit floats in Web Mercator (EPSG:3857). `heights` are the centres of its pixels, `side` along
/// a row, rows from the north. The file is not compressed.
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

/// The georeference of a tile, with the corner of its first pixel as origin.
fn georeference(side: u32, Tile { zoom, x, y }: Tile) -> Georeference {
    let tiles = f64::from(1_u32 << zoom);
    let along = |tile: u32| CIRCUMFERENCE * (f64::from(tile) / tiles - 0.5);
    Georeference {
        crs: Crs::Epsg(WEB_MERCATOR),
        origin: [along(x), -along(y)],
        spacing: CIRCUMFERENCE / (f64::from(side) * tiles),
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
    let Georeference { origin: [x, y], spacing, .. } = *georeference;
    let tags = image.encoder();
    tags.write_tag(Tag::Unknown(MODEL_PIXEL_SCALE), &[spacing, spacing, 0.0][..])?;
    tags.write_tag(Tag::Unknown(MODEL_TIEPOINT), &[0.0, 0.0, 0.0, x, y, 0.0][..])?;
    tags.write_tag(Tag::Unknown(KEY_DIRECTORY), &key_directory(georeference)[..])?;
    image.write_data(heights)
}
