//! The ground of a planet where an eye is to stand.

use std::sync::Arc;

use orogen::generate::SharedImages;
use orogen::lod::{SIDE, samples_of};
use orogen::patch::Patch;
use orogen::planet::{Face, LatLon, Sphere, TileAddress};
use orogen::query::{GROUND_DETAIL, height_along, height_range};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Terrain;

use super::shot::Eye;
use crate::{GlobeShot, ViewError};

/// Samples closer than this share of their heights show what single precision leaves of these, 2⁻²² of them after a few dozen
/// operations, as slopes of a thirtieth.
const RESOLVED: f64 = 1.0 / 131_072.0;

/// The ground of a planet, wherever an eye is to stand.
///
/// ```
/// use std::sync::Arc;
///
/// use orogen::image::NoImages;
/// use orogen::planet::LatLon;
/// use orogen::recipe::{Recipe, Source};
/// use orogen_view::{GlobeGround, GlobeShot};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "600 km" }
/// height = { field = "hills", scale = 2000.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = "90 km"
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages))?;
///
/// // From where people see: 1.7 m above the ground, or the water.
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
    /// Makes a recipe ready.
    ///
    /// # Errors
    /// The recipe is no planet's, is unsound, or has ground at the planet's middle.
    pub fn new(recipe: Arc<Recipe>, images: SharedImages) -> Result<Self, ViewError> {
        let sphere = sphere(&recipe)?;
        let terrain = Terrain::new(&recipe, &*images, GROUND_DETAIL)?;
        let sea = recipe.sea.as_ref().map(|sea| sea.level);
        let heights = height_range(&recipe, &terrain)?;
        Ok(Self { recipe, images, terrain, sphere, sea, heights })
    }

    /// What is doubtful in the recipe, see [`Terrain::warnings`].
    pub fn warnings(&self) -> &[RecipeError] {
        self.terrain.warnings()
    }

    /// The sphere that heights are measured from.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// The lowest and the highest height in metres that the recipe can have.
    pub(super) fn interval(&self) -> [f64; 2] {
        let interval = self.terrain.interval();
        [interval.min, interval.max]
    }

    /// About the lowest and the highest ground in metres: of places all over the planet.
    pub(super) fn heights(&self) -> [f64; 2] {
        self.heights
    }

    /// Metres between samples that are as close as heights in single precision can tell apart.
    pub(super) fn resolved(&self) -> f64 {
        RESOLVED * self.heights[0].abs().max(self.heights[1].abs())
    }

    /// The ground's height in metres at a place, be it under water or not.
    pub fn height(&self, at: LatLon) -> f64 {
        let height = height_along(&self.terrain, at.direction());
        height.unwrap_or_else(|_| unreachable!("the recipe is a planet's"))
    }

    /// The height in metres of the ground at a place, or of the water over it.
    pub fn covered(&self, at: LatLon) -> f64 {
        self.height(at).max(self.sea.unwrap_or(f64::NEG_INFINITY))
    }

    /// Refuses a shot that cannot be painted, as a painter would, before there is one. Otherwise says how high its eye is above
    /// what covers the place, in metres.
    ///
    /// # Errors
    /// [`ViewError::Shot`], [`ViewError::Camera`]: numbers out of their ranges; [`ViewError::Underground`],
    /// [`ViewError::Underwater`].
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
    let message = "the recipe is no planet's: write kind = \"planet\" and a radius below [domain]";
    recipe.domain.sphere().ok_or_else(|| ViewError::Shot(message.to_owned()))
}

/// Metres between the samples of a level's tiles where these are largest, which all makers of tiles agree about.
pub(super) fn spacing(sphere: Sphere, level: u8) -> f64 {
    let first = TileAddress::new(Face::ALL[0], level, 0, 0);
    samples_of(first.unwrap_or_else(|_| unreachable!("every level has a first tile"))).level_spacing(sphere)
}

/// Cells along a side of a tile.
pub(super) const CELLS: usize = SIDE - 1;

/// The finest level of tiles on a sphere whose samples are apart by several of the units that places are whole numbers of.
pub(super) fn finest(sphere: Sphere) -> u8 {
    let is_sound = |level: &u8| spacing(sphere, *level) > 16.0 * Patch::UNIT;
    (0..TileAddress::MAX_LEVEL).rev().find(is_sound).unwrap_or(0)
}
