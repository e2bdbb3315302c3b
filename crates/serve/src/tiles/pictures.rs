//! Tiles that are pictures: heights as colours, light, and the colours of the ground.

use orogen_engine::raster::Band;
use orogen_files::Problem;
use orogen_files::preview::GroundColours;
use orogen_files::web::{Encoding, PixelKind, tile_png};

use super::address::Address;

/// Heights as colours.
///
/// # Errors
/// The encoding has no colour for a height.
pub(crate) fn heights(tile: &Address, band: &Band, encoding: Encoding) -> Result<Vec<u8>, Problem> {
    let mut pixels = Vec::with_capacity(3 * band.height.len());
    for &height in &band.height {
        let colour = encoding.encode(height.into()).ok_or_else(|| {
            let (name, other) = match encoding {
                Encoding::Terrarium => ("terrarium", "mapbox"),
                Encoding::Mapbox => ("mapbox", "terrarium"),
            };
            let message = format!("a height is {height} m in {tile}, but {name} colours cannot store it");
            Problem::new(
                message,
                format!("ask for {other} tiles, or lower the scale of the recipe's heights"),
            )
        })?;
        pixels.extend(colour);
    }
    png(tile, band, &pixels, PixelKind::Heights)
}

/// The direction to the sun, to the east, to the north and up: 45° high in the north-west, as in most maps.
const SUN: [f32; 3] = [-0.5, 0.5, std::f32::consts::FRAC_1_SQRT_2];

/// The light of the sun on the ground: the cosine of the angle between its normal and the sun, as grey.
pub(crate) fn shade(tile: &Address, band: &Band) -> Result<Vec<u8>, Problem> {
    let [east, north, up] = SUN;
    let grey = |(&dx, &dy): (&f32, &f32)| {
        // Rows go to the south, so the slope to the north is −dy, and the normal leans to the north by dy.
        let cosine = (up - dx * east + dy * north) / (1.0 + dx * dx + dy * dy).sqrt();
        (cosine.max(0.0) * 255.0).round() as u8
    };
    let pixels: Vec<_> = band.dx.iter().zip(&band.dy).map(grey).collect();
    png(tile, band, &pixels, PixelKind::Grey)
}

/// The colours of the ground without light, as a picture with a pixel for each sample.
pub(crate) fn colours(tile: &Address, band: &Band, colours: &GroundColours) -> Result<Vec<u8>, Problem> {
    png(tile, band, &colours.pixels(band), PixelKind::Colours)
}

fn png(tile: &Address, band: &Band, pixels: &[u8], kind: PixelKind) -> Result<Vec<u8>, Problem> {
    let side = band.columns as u32;
    tile_png(pixels, side, kind).map_err(|error| Problem::new(format!("{tile}: {error}"), ""))
}
