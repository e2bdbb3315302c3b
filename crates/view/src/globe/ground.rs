//! The ground of a planet where an eye is to stand.

use orogen::image::Images;
use orogen::level::Level;
use orogen::patch::Patch;
use orogen::planet::{LatLon, Sphere, TileAddress, TileSamples};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Terrain;

use crate::ViewError;

/// Metres between the samples that the ground below an eye is as fine as.
const FINE: f64 = 0.01;

/// The ground of a planet, wherever an eye is to stand.
///
/// ```
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
/// let ground = GlobeGround::new(&recipe, &NoImages)?;
///
/// // From where people see: 1.7 m above the ground, or the water.
/// let at = LatLon::new(46.5, 8.0)?;
/// let shot = GlobeShot::above(ground.sphere(), at, ground.covered(at) + 1.7, 1.7);
/// assert!(shot.elevation > -10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GlobeGround {
    terrain: Terrain,
    sphere: Sphere,
    sea: Option<f64>,
}

impl GlobeGround {
    /// Makes a recipe ready.
    ///
    /// # Errors
    /// The recipe is no planet's, or is unsound.
    pub fn new(recipe: &Recipe, images: &dyn Images) -> Result<Self, ViewError> {
        let sphere = sphere(recipe)?;
        let terrain = Terrain::new(recipe, images, FINE)?;
        Ok(Self { terrain, sphere, sea: recipe.sea.as_ref().map(|sea| sea.level) })
    }

    /// What is doubtful in the recipe, see [`Terrain::warnings`].
    pub fn warnings(&self) -> &[RecipeError] {
        self.terrain.warnings()
    }

    /// The sphere that heights are measured from.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// The lowest height in metres that the recipe can have.
    pub(super) fn lowest(&self) -> f64 {
        self.terrain.interval().min
    }

    /// The ground's height in metres at a place, be it under water or not.
    pub fn height(&self, at: LatLon) -> f64 {
        let place = Patch::new(&[self.sphere.position(at.direction())]);
        let relief = place.ok().and_then(|patch| self.terrain.patch::<f64>(Level::best(), &patch).ok());
        relief.map_or(0.0, |relief| relief.height[0])
    }

    /// The height in metres of the ground at a place, or of the water over it.
    pub fn covered(&self, at: LatLon) -> f64 {
        self.height(at).max(self.sea.unwrap_or(f64::NEG_INFINITY))
    }

    /// Refuses an eye in the ground or under water. Otherwise says how high it is above what covers the place, in metres.
    ///
    /// # Errors
    /// [`ViewError::Underground`], [`ViewError::Underwater`].
    pub fn refuse_inside(&self, at: LatLon, altitude: f64) -> Result<f64, ViewError> {
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
    let quarter = std::f64::consts::FRAC_PI_2 * sphere.radius();
    quarter / f64::from(1_u32 << level) / CELLS as f64
}

/// Cells along a side of a tile, and how often its side is halved for them.
pub(super) const CELLS: usize = 64;
pub(super) const DOUBLINGS: u8 = 6;

/// Samples along a side.
pub(super) const SIDE: usize = CELLS + 1;

/// The finest level of tiles on a sphere whose samples are apart by several of the units that places are whole numbers of.
pub(super) fn finest(sphere: Sphere) -> u8 {
    let is_sound = |level: &u8| spacing(sphere, *level) > 16.0 * Patch::UNIT;
    (0..TileAddress::MAX_LEVEL).rev().find(is_sound).unwrap_or(0)
}

/// Where the samples of a tile lie.
pub(super) fn samples(tile: TileAddress) -> TileSamples {
    TileSamples::new(tile, DOUBLINGS, 0).unwrap_or_else(|_| unreachable!("tiles may be halved as often"))
}
