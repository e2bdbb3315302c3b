//! The ground of a planet: heights, and checks of shots.

use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::lod::{SIDE, samples_of};
use orogen_engine::patch::Patch;
use orogen_engine::planet::{Face, LatLon, Sphere, TileAddress};
use orogen_engine::query::{GROUND_DETAIL, height_along, height_range};
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::Terrain;

use super::shot::Eye;
use crate::{GlobeShot, ViewError};

/// The ratio of the smallest spacing to heights. After a few dozen operations, heights in single precision have an error of
/// 2⁻²² of the height. At this spacing, such an error looks like a slope of a thirtieth.
const PRECISION: f64 = 1.0 / 131_072.0;

/// The ground of a planet.
///
/// ```
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::planet::LatLon;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_view::{GlobeGround, GlobeShot};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "600 km" }
/// height = { field = "hills", scale = 2000.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = "90 km"
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages))?;
///
/// // Eye level: 1.7 m above the ground, or the water.
/// let at = LatLon::new(46.5, 8.0)?;
/// let shot = GlobeShot::above(ground.sphere(), at, ground.covered(at) + 1.7, 1.7);
/// assert!(shot.elevation > -10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GlobeGround {
    pub(super) recipe: Arc<Recipe>,
    pub(super) images: SharedImages,
    terrain: Terrain,
    sphere: Sphere,
    sea: Option<f64>,
    heights: [f64; 2],
}

impl GlobeGround {
    /// Prepares a planet's recipe.
    ///
    /// # Errors
    /// Fails if the recipe is not a planet, is invalid, or has ground at the planet's centre.
    pub fn new(recipe: Arc<Recipe>, images: SharedImages) -> Result<Self, ViewError> {
        let sphere = sphere(&recipe)?;
        let terrain = Terrain::new(&recipe, &*images, GROUND_DETAIL)?;
        let sea = recipe.sea.as_ref().map(|sea| sea.level);
        let heights = height_range(&recipe, &terrain)?;
        Ok(Self { recipe, images, terrain, sphere, sea, heights })
    }

    /// Warnings about the recipe, see [`Terrain::warnings`].
    pub fn warnings(&self) -> &[RecipeError] {
        self.terrain.warnings()
    }

    /// The sphere that heights are measured from.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// Bounds of all heights of the recipe, in metres.
    pub(super) fn interval(&self) -> [f64; 2] {
        let interval = self.terrain.interval();
        [interval.min, interval.max]
    }

    /// Approximate heights of the lowest and highest ground in metres, from samples all over the planet.
    pub(super) fn heights(&self) -> [f64; 2] {
        self.heights
    }

    /// The smallest spacing in metres at which heights in single precision are precise enough for slopes.
    pub(super) fn finest_spacing(&self) -> f64 {
        PRECISION * self.heights[0].abs().max(self.heights[1].abs())
    }

    /// Height of the ground at a position, in metres. Water is ignored.
    pub fn height(&self, at: LatLon) -> f64 {
        let height = height_along(&self.terrain, at.direction());
        height.unwrap_or_else(|_| unreachable!("the recipe is a planet"))
    }

    /// Height in metres of the ground at a position. Where the sea covers the ground, it is the height of the sea.
    pub fn covered(&self, at: LatLon) -> f64 {
        self.height(at).max(self.sea.unwrap_or(f64::NEG_INFINITY))
    }

    /// Makes the checks that a renderer makes before it renders a shot, without a renderer. Returns the height of the eye above
    /// ground or water, in metres.
    ///
    /// # Errors
    /// [`ViewError::Shot`] or [`ViewError::Camera`] if a number is out of range. [`ViewError::Underground`] or
    /// [`ViewError::Underwater`] if the eye is too low.
    pub fn check(&self, shot: &GlobeShot) -> Result<f64, ViewError> {
        shot.check()?;
        Eye::new(shot, self.sphere)?;
        let (at, altitude) = (shot.at, shot.altitude);
        let (ground, sea) = (self.height(at), self.sea.unwrap_or(f64::NEG_INFINITY));
        if altitude <= ground {
            return Err(ViewError::Underground { eye: altitude, ground });
        }
        if altitude <= sea {
            return Err(ViewError::Underwater { eye: altitude, sea });
        }
        Ok(altitude - ground.max(sea))
    }
}

/// The sphere of a planet's recipe.
pub(super) fn sphere(recipe: &Recipe) -> Result<Sphere, ViewError> {
    let message = "the recipe is not a planet: write kind = \"planet\" and a radius below [domain]";
    recipe.domain.sphere().ok_or_else(|| ViewError::Shot(message.to_owned()))
}

/// The largest distance in metres between samples of a level's tiles. All makers of tiles use this value.
pub(super) fn spacing(sphere: Sphere, level: u8) -> f64 {
    let first = TileAddress::new(Face::ALL[0], level, 0, 0);
    samples_of(first.unwrap_or_else(|_| unreachable!("every level has a first tile"))).level_spacing(sphere)
}

/// Cells along a side of a tile.
pub(super) const CELLS: usize = SIDE - 1;

/// The finest level of tiles on a sphere whose spacing is several times the unit of positions.
pub(super) fn finest_level(sphere: Sphere) -> u8 {
    let is_sound = |level: &u8| spacing(sphere, *level) > 16.0 * Patch::UNIT;
    (0..TileAddress::MAX_LEVEL).rev().find(is_sound).unwrap_or(0)
}
