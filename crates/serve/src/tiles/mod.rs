//! From the address of a tile to its bytes: pure functions of the recipe, without HTTP.

mod address;
mod coverage;
mod describe;
mod ellipsoid;
mod grid;
mod ground;
mod layer;
mod lines;
mod mesh;
mod model;
mod pictures;
mod refusal;
mod tileset;
mod vector;
mod zigzag;

use std::sync::Arc;

use orogen::{Files, Hashes};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::water;
use orogen_files::Problem;
use orogen_files::preview::{GroundColours, Overview};
use orogen_files::web::{Encoding, Tile, geotiff_tile};

pub use address::Address;
pub(crate) use coverage::Coverage;
use ellipsoid::Ellipsoid;
use grid::GlobeGrid;
use ground::{Ground, Planes, Surface};
pub use layer::{Layer, MAX_ZOOM};
use lines::Lines;
use mesh::Mesh;
pub use refusal::Refusal;
pub(crate) use tileset::{SUBTREE_LEVELS, subtree};
use vector::{MapWater, Vector};

/// A recipe that is ready to be served: everything that a tile depends on.
///
/// ```
/// use std::sync::Arc;
/// use orogen::{Files, Preset};
/// use orogen_serve::{Address, Layer, Tiles};
///
/// let tiles = Tiles::new(Preset::find("gullies")?.recipe()?, Arc::new(Files::default()), Some([46.5, 8.0]))?;
/// let png = tiles.make(&Address::new(Layer::Terrarium, 256, 14, 8556, 5795)?)?;
/// assert_eq!(png[1..4], *b"PNG");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tiles {
    ground: Ground,
    overview: Overview,
    colours: GroundColours,
    water: MapWater,
    digest: String,
}

impl Tiles {
    /// Prepares a recipe. Fields that are solved, such as erosion, are solved here. `place` is the position of a plane's centre in
    /// degrees, latitude first; by default 0, 0.
    ///
    /// # Errors
    /// A parameter or a file of the recipe is wrong, or the place is not on the map or given for a planet.
    pub fn new(recipe: Recipe, files: Arc<Files>, place: Option<[f64; 2]>) -> Result<Self, NotServed> {
        let hashes = Hashes::of(&recipe)?;
        let ground = Ground::new(recipe, files, place)?;
        let overview = Overview::new(ground.recipe(), ground.files()).map_err(orogen::Error::from)?;
        let colours = GroundColours::new(ground.recipe(), &overview);
        let water = map_water(&ground)?;
        let version = env!("CARGO_PKG_VERSION");
        let all = format!("orogen-serve {version}\n{}\n{:?}\n", hashes.recipe, place.unwrap_or_default());
        let digest = blake3::hash(all.as_bytes()).to_hex()[..32].to_owned();
        Ok(Self { ground, overview, colours, water, digest })
    }

    /// The bytes of a tile. They depend on the recipe, the place and the address alone.
    ///
    /// # Errors
    /// The layer cannot store the heights of the tile, or a file of the recipe cannot be read any more.
    pub fn make(&self, tile: &Address) -> Result<Vec<u8>, Problem> {
        self.make_naming(tile, true)
    }

    /// The bytes of a tile for a folder of files. They are those of [`make`](Self::make), but meshes do not name the tiles below
    /// them: the tiles of a folder end at some level, and Cesium takes from meshes which tiles there are.
    ///
    /// # Errors
    /// As for [`make`](Self::make).
    pub fn make_file(&self, tile: &Address) -> Result<Vec<u8>, Problem> {
        self.make_naming(tile, false)
    }

    fn make_naming(&self, tile: &Address, names_tiles: bool) -> Result<Vec<u8>, Problem> {
        let lines = match tile.layer {
            Layer::Vector => Lines::of_corners(tile, vector::margin(tile)),
            layer if layer.is_mercator() => Lines::of_pixels(tile),
            _ => Lines::of_vertices(tile),
        };
        let planes = match tile.layer {
            Layer::Terrarium | Layer::Mapbox | Layer::Raw | Layer::Geotiff | Layer::Vector => Planes::Heights,
            Layer::Colour | Layer::Gltf if self.colours.has_materials() => {
                Planes::Materials { curvature: self.colours.needs_curvature() }
            }
            _ => Planes::Slopes,
        };
        let band = self.ground.raster(&lines, tile.exponent(), planes)?;
        match tile.layer {
            Layer::Terrarium => pictures::heights(tile, &band, Encoding::Terrarium),
            Layer::Mapbox => pictures::heights(tile, &band, Encoding::Mapbox),
            Layer::Raw => Ok(band.height.iter().flat_map(|height| height.to_le_bytes()).collect()),
            Layer::Geotiff => {
                let Address { side, zoom, x, y, .. } = *tile;
                geotiff_tile(&band.height, side, Tile { zoom, x, y })
                    .map_err(|error| Problem::new(format!("{tile}: {error}"), ""))
            }
            Layer::Shade => pictures::shade(tile, &band),
            Layer::Colour => pictures::colours(tile, &band, &self.colours),
            Layer::Terrain => {
                let (grid, sea_level) = (self.grid(tile, &lines, &band), self.sea_level());
                Ok(Mesh { grid, sea_level, names_tiles }.encode())
            }
            Layer::Gltf => {
                let picture = pictures::colours(tile, &band, &self.colours)?;
                model::encode(&self.grid(tile, &lines, &band), &picture, self.wall(tile.zoom))
            }
            Layer::Vector => {
                let spacing = self.ground.spacing(tile.exponent());
                let (heights, sea_level, water) = (band.height, self.sea_level(), &self.water);
                Ok(Vector { tile, heights, spacing, sea_level, water }.encode())
            }
        }
    }

    fn grid<'a>(&self, tile: &'a Address, lines: &'a Lines, band: &'a Band) -> GlobeGrid<'a> {
        let ellipsoid = Ellipsoid::of(self.ground.surface());
        GlobeGrid { tile, lines, band, ellipsoid, slope_factors: self.slope_factors(lines) }
    }

    /// Height of the sea in metres.
    fn sea_level(&self) -> Option<f64> {
        self.ground.recipe().sea.as_ref().map(|sea| sea.level)
    }

    /// A hash of everything that the tiles depend on, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The entity tag of a tile, without quotation marks. Every server with the same recipe and version gives the same.
    pub(crate) fn entity_tag(&self, tile: &Address) -> String {
        blake3::hash(format!("{} {tile}", self.digest).as_bytes()).to_hex()[..32].to_owned()
    }

    /// At each row, the factor from slopes of the terrain to slopes on the ellipsoid. A plane is stretched towards the equator and
    /// shrunk towards the poles, together with the map's scale.
    fn slope_factors(&self, lines: &Lines) -> Vec<f64> {
        let Surface::Earth(anchor) = self.ground.surface() else { return vec![1.0; lines.latitudes().len()] };
        let cosine = |degrees: f64| libm::cos(degrees.to_radians());
        let most = orogen_files::web::mercator::MAX_LATITUDE;
        let factor = |latitude: &f64| cosine(anchor.latitude) / cosine(latitude.clamp(-most, most));
        lines.latitudes().iter().map(factor).collect()
    }
}

/// Why a recipe cannot be served.
#[derive(Clone, Debug, PartialEq)]
pub enum NotServed {
    /// The recipe or a file that it names is wrong.
    Recipe(orogen::Error),
    /// It cannot be placed on a map.
    Place(Problem),
}

impl From<orogen::Error> for NotServed {
    fn from(error: orogen::Error) -> Self {
        Self::Recipe(error)
    }
}

impl From<Problem> for NotServed {
    fn from(problem: Problem) -> Self {
        Self::Place(problem)
    }
}

impl std::fmt::Display for NotServed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Recipe(error) => write!(f, "{error}"),
            Self::Place(Problem { message, help }) => write!(f, "{message}; {help}"),
        }
    }
}

impl std::error::Error for NotServed {}

/// The rivers and lakes of a plane's domain.
///
/// # Errors
/// A parameter or a file of the recipe is wrong.
fn map_water(ground: &Ground) -> Result<MapWater, orogen::Error> {
    let recipe = ground.recipe();
    let water = water(recipe, ground.files())?;
    let domain = Grid::over(recipe.domain.size, 2, false);
    Ok(MapWater::new(&water, &domain, |position| ground.place(position).unwrap_or_default()))
}
