//! The colours of a terrain without light, sample by sample.

use orogen_engine::raster::Band;
use orogen_engine::srgb;

use super::Style;
use super::compose::exaggeration;
use super::ground::{GroundPoint, PreparedPalette};
use super::levels::Levels;
use crate::colour::{Water, preview_colours};

/// The colours of a palette on one terrain, by height and slope. A [`picture`](super::picture()) also has light, and colours that
/// depend on the surroundings of a sample. These colours depend on the sample alone, so pieces of a terrain fit together.
///
/// ```
/// use orogen_engine::raster::Band;
/// use orogen_files::preview::{Palette, Style, Tint};
///
/// let style = Style { palette: Palette::Island, sea_level: Some(0.0), water: None, is_planet: false };
/// let height: Vec<f32> = (-50..150).map(|metres| metres as f32).collect();
/// let (dx, dy) = (vec![1.0; 200], vec![0.0; 200]);
/// let tint = Tint::new(&Band { columns: 200, height, dx, dy, ..Band::default() }, style);
/// let [[_, green, blue], [_, land_green, land_blue]] = [tint.colour(-40.0, 0.0), tint.colour(60.0, 0.0)];
/// assert!(blue > green && land_green > land_blue);
/// ```
pub struct Tint {
    levels: Levels,
    ground: PreparedPalette,
    water: Water,
    exaggeration: f32,
}

impl Tint {
    /// The colours of a style for a terrain with the heights and slopes of a band, such as a small picture of the whole domain.
    ///
    /// # Panics
    /// The band has no samples.
    pub fn new(band: &Band, style: Style) -> Self {
        let colours = preview_colours(style.palette);
        Self {
            levels: Levels::new(&band.height, style.sea_level, colours.rank),
            ground: PreparedPalette::new(colours),
            water: if style.is_planet { Water::of_planet() } else { Water::new() },
            exaggeration: exaggeration(&band.dx, &band.dy),
        }
    }

    /// The colour in sRGB of the ground at a height in metres with a slope in metres per metre.
    pub fn colour(&self, height: f32, slope: f32) -> [u8; 3] {
        let light = match self.levels.sea {
            Some(sea) if height < sea => self.water.colour(self.levels.depth(height), 0.0),
            _ => self.ground.colour(&GroundPoint {
                level: self.levels.level(height),
                slope: slope * self.exaggeration,
                prominence: 0.0,
            }),
        };
        light.map(srgb::encode_byte)
    }
}
