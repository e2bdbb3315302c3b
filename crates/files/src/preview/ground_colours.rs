//! The colours of a recipe's ground without light, sample by sample.

use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;
use orogen_engine::recipe::Recipe;
use orogen_engine::srgb;

use super::compose::FRESH_WATER_DEPTH;
use super::{Overview, Tint};
use crate::colour::Water;
use crate::materials::{self, Sea};

/// The colours of a recipe's ground, without light: those of its materials, or else of its palette. Ground below the sea has the colour
/// of water. They depend on the sample alone, so pieces of a terrain fit together.
///
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::raster::Band;
/// use orogen_files::preview::{GroundColours, Overview};
/// # use orogen_engine::recipe::{Recipe, Source};
/// # let text = "orogen = 1\ndomain.size = 9\nheight.field = 'x'\nfields.x = { type = 'constant' }\n\
/// #     materials = [{ name = 'rock', color = '#778899' }]";
/// # let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry())?;
/// let colours = GroundColours::new(&recipe, &Overview::new(&recipe, &NoImages)?);
/// let band = Band { columns: 1, height: vec![5.0], dx: vec![0.0], dy: vec![0.0], ..Band::default() };
/// assert_eq!(colours.pixels(&band), [0x77, 0x88, 0x99]);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub struct GroundColours(Source);

enum Source {
    Materials(Covering, Option<Sea>),
    Palette(Tint),
}

impl GroundColours {
    /// The colours of a recipe with this overview.
    pub fn new(recipe: &Recipe, overview: &Overview) -> Self {
        if recipe.materials.is_empty() {
            return Self(Source::Palette(Tint::new(&overview.band, overview.style)));
        }
        let depth = |level: f32| level - overview.possible.min as f32;
        let sea = overview.style.sea_level.filter(|&level| depth(level) > 0.0);
        let sea = sea.map(|level| Sea::new(level, depth(level)));
        Self(Source::Materials(Covering::new(&recipe.materials), sea))
    }

    /// Whether the recipe has materials. If so, bands must have [all further fields](Recipe::further_fields).
    pub fn has_materials(&self) -> bool {
        matches!(self.0, Source::Materials(..))
    }

    /// Whether bands must have curvature.
    pub fn needs_curvature(&self) -> bool {
        matches!(&self.0, Source::Materials(covering, _) if covering.needs_curvature())
    }

    /// The colours of the samples of a band with slopes: red, green and blue in sRGB for each.
    ///
    /// # Panics
    /// The band lacks a plane that the colours depend on.
    pub fn pixels(&self, band: &Band) -> Vec<u8> {
        match &self.0 {
            Source::Materials(covering, sea) => materials::pixels(covering, sea.as_ref(), band),
            Source::Palette(tint) => {
                let slopes = band.dx.iter().zip(&band.dy).map(|(dx, dy)| (dx * dx + dy * dy).sqrt());
                band.height
                    .iter()
                    .zip(slopes)
                    .flat_map(|(&height, slope)| tint.colour(height, slope))
                    .collect()
            }
        }
    }

    /// The colour of rivers and lakes, in sRGB.
    pub fn fresh_water() -> [u8; 3] {
        Water::new().colour(FRESH_WATER_DEPTH, 0.0).map(srgb::encode_byte)
    }
}
