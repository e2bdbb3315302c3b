//! The requests and answers of a generator.

use std::fmt;
use std::sync::Arc;

use crate::bounds::Bounds;
use crate::planet::{self, Sphere, TileSamples};
use crate::raster::Grid;
use crate::recipe::{Recipe, RecipeError};

/// The largest number of samples along a side of a tile. Larger rasters consist of several tiles, or come from
/// [`Terrain::rows`](crate::terrain::Terrain::rows).
pub const MAX_TILE_SIDE: usize = 4097;

/// A request for a tile.
///
/// # Example
/// ```
/// use orogen_engine::generate::tile::Request;
/// use orogen_engine::planet::TileSamples;
/// use orogen_engine::raster::Grid;
///
/// // 65 × 65 samples of a plane, a metre apart.
/// let plane = Request::new(Grid::square(65, 1.0), true);
/// assert_eq!(plane.place.samples(), 65 * 65);
///
/// // A tile of a planet.
/// let planet = Request::new(TileSamples::new("px/12/1000/2000".parse()?, 6, 0)?, true);
/// assert_eq!(planet.place.samples(), 65 * 65);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Where the samples of the tile are.
    pub place: TileLocation,
    /// Whether slopes are requested in addition to heights.
    pub slopes: bool,
}

/// Where the samples of a tile are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TileLocation {
    /// On a plane, or on a plane through a space. Tiles of the same spacing have the same bits at shared column and row
    /// indices.
    Grid(Grid),
    /// On a planet. Tiles of the same level have the same bits along shared edges, also along edges of the cube. The recipe
    /// gives the radius of the planet.
    Tile(TileSamples),
}

impl From<Grid> for TileLocation {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

impl From<TileSamples> for TileLocation {
    fn from(samples: TileSamples) -> Self {
        Self::Tile(samples)
    }
}

/// The key of a request in a cache: the request's numbers, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Grid([i64; 2], [usize; 2], u64, bool),
    Tile(TileSamples, bool),
}

impl TileLocation {
    /// Number of samples.
    pub fn samples(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.len(),
            Self::Tile(samples) => samples.side() * samples.side(),
        }
    }

    /// The grid, if the place is on a plane.
    pub fn grid(&self) -> Option<Grid> {
        match self {
            Self::Grid(grid) => Some(*grid),
            Self::Tile(_) => None,
        }
    }

    /// A box that contains the samples. For a grid, it is the rectangle of the samples. For a tile of a planet with this
    /// sphere, it contains the samples at height 0 and may be larger. For a tile without a sphere, it is empty.
    pub fn bounds(&self, sphere: Option<Sphere>) -> Bounds {
        match (self, sphere) {
            (Self::Grid(grid), _) => {
                let [right, bottom] = [grid.x(grid.columns.max(1) - 1), grid.y(grid.rows.max(1) - 1)];
                Bounds::of_plane([grid.x(0), grid.y(0), right, bottom])
            }
            (Self::Tile(samples), Some(sphere)) => on_sphere(samples, sphere),
            (Self::Tile(_), None) => Bounds::NONE,
        }
    }

    /// The sample spacing in metres that a recipe is prepared for at this place. A tile of a planet has the [spacing of its
    /// level](TileSamples::level_spacing).
    ///
    /// # Errors
    /// The recipe has no such places: only planets have tiles, and planets have no grids. The samples of a tile may also be too
    /// dense for the sphere.
    pub fn spacing(&self, recipe: &Recipe) -> Result<f64, GenerateError> {
        match (self, recipe.domain.sphere()) {
            (Self::Grid(grid), None) => Ok(grid.spacing),
            (Self::Tile(samples), Some(sphere)) => match samples.check(sphere) {
                Ok(()) => Ok(samples.level_spacing(sphere)),
                Err(error) => Err(GenerateError::Request(error.to_string())),
            },
            (Self::Grid(_), Some(_)) => Err(GenerateError::Request(
                "a grid of a plane was asked for, but the recipe is a planet: ask for tiles of its sphere"
                    .to_owned(),
            )),
            (Self::Tile(samples), None) => Err(GenerateError::Request(format!(
                "the tile {} of a planet was asked for, but the recipe is not a planet: write `kind = \"planet\"` \
                 into its [domain], or ask for a grid",
                samples.tile()
            ))),
        }
    }
}

/// A box around the bounding sphere of a tile at height 0, enlarged for the apron. Neighbouring samples of an apron are always
/// less than twice as far apart as samples elsewhere in the tile.
fn on_sphere(samples: &TileSamples, sphere: Sphere) -> Bounds {
    let Ok(tile) = planet::TileBounds::new(sphere, samples.tile(), [0.0, 0.0]) else { return Bounds::NONE };
    let ball = tile.bounding_sphere();
    let apron = samples.apron() as f64 / samples.steps() as f64;
    Bounds::NONE.with(&ball.centre).widened(ball.radius * (1.0 + 4.0 * apron))
}

impl Request {
    /// A request for a place.
    pub fn new(place: impl Into<TileLocation>, slopes: bool) -> Self {
        Self { place: place.into(), slopes }
    }

    /// A key that is equal for requests with the same answer.
    pub(crate) fn key(&self) -> Key {
        match self.place {
            TileLocation::Grid(Grid { first_column, first_row, columns, rows, spacing }) => {
                Key::Grid([first_column, first_row], [columns, rows], spacing.to_bits(), self.slopes)
            }
            TileLocation::Tile(samples) => Key::Tile(samples, self.slopes),
        }
    }

    /// Checks the number of samples and their positions.
    pub(crate) fn check(&self) -> Result<(), GenerateError> {
        let [columns, rows] = match self.place {
            TileLocation::Grid(grid) => [grid.columns, grid.rows],
            TileLocation::Tile(samples) => [samples.side(); 2],
        };
        let sound = |side: usize| (1..=MAX_TILE_SIDE).contains(&side);
        if !(sound(columns) && sound(rows)) {
            let message = format!(
                "a tile of {columns} × {rows} samples cannot be made: \
                 ask for 1 to {MAX_TILE_SIDE} samples along a side"
            );
            return Err(GenerateError::Request(message));
        }
        self.place.grid().map_or(Ok(()), check_reach)
    }
}

/// Checks that a grid's spacing is positive and its positions are finite.
fn check_reach(grid: Grid) -> Result<(), GenerateError> {
    let Grid { first_column, first_row, columns, rows, spacing } = grid;
    let ends = [(first_column, columns), (first_row, rows)];
    let reach =
        |(first, count): (i64, usize)| first.checked_add(count as i64).map(|end| end as f64 * spacing);
    if spacing > 0.0 && ends.map(reach).iter().all(|end| end.is_some_and(f64::is_finite)) {
        return Ok(());
    }
    let message = format!(
        "the tile from column {first_column} and row {first_row}, with samples {spacing} m apart, has no \
         valid positions: the spacing must be greater than 0 and all positions finite"
    );
    Err(GenerateError::Request(message))
}

/// Identifies a request among all requests of one generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(crate) u64);

impl Ticket {
    /// The ticket with this number, for implementations of [`Generator`](super::Generator).
    pub fn numbered(number: u64) -> Self {
        Self(number)
    }
}

/// The number of a recipe or layer of a generator, in the order in which they were given to it. The first is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64);

/// Heights and slopes of a place, row by row from the top.
///
/// For a grid, slopes are along the axes of the plane. For a tile of a planet, the slopes are the gradient in space of the
/// height function at the sphere. The gradient has the same bits where tiles meet; slopes along the columns and rows of a face
/// would not. [`Sphere::normal`](crate::planet::Sphere::normal) turns the gradient into a normal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planes {
    /// Heights in metres.
    pub height: Vec<f32>,
    /// ∂height/∂x in metres per metre; empty if slopes are not requested.
    pub dx: Vec<f32>,
    /// ∂height/∂y in metres per metre (on a plane `y` grows down the picture); empty if slopes are not requested.
    pub dy: Vec<f32>,
    /// ∂height/∂z in metres per metre; empty for a grid, or if slopes are not requested.
    pub dz: Vec<f32>,
}

/// A tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The request that the tile answers.
    pub request: Request,
    /// The heights and slopes of the tile's samples.
    pub planes: Planes,
    /// The version of the recipe that the tile was made of, or a later version in which the tile is the same.
    pub version: Version,
    /// The [name](super::maker::Maker::name) of the maker. Tiles with the same version and spacing agree where they meet: to the
    /// last bit if they have the same maker, otherwise within the error bounds of their makers.
    pub made_by: Arc<str>,
}

impl Tile {
    /// Bytes of memory in the tile.
    pub fn bytes(&self) -> usize {
        let planes = [&self.planes.height, &self.planes.dx, &self.planes.dy, &self.planes.dz];
        size_of::<Self>() + planes.iter().map(|plane| plane.capacity() * size_of::<f32>()).sum::<usize>()
    }
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The request.
    pub ticket: Ticket,
    /// The tile, or why it was not made.
    pub tile: Result<Arc<Tile>, GenerateError>,
}

/// Why a tile was not made, or a recipe was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The request is impossible. The text says what is wrong and how to fix it.
    Request(String),
    /// The recipe has an error.
    Recipe(RecipeError),
    /// The maker failed, or no maker is left that can make the tile.
    Maker {
        /// The name of the maker.
        maker: Arc<str>,
        /// A description of the failure.
        message: String,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Request(message) => f.write_str(message),
            GenerateError::Recipe(error) => error.fmt(f),
            GenerateError::Maker { maker, message } => write!(f, "{maker}: {message}"),
        }
    }
}

impl std::error::Error for GenerateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GenerateError::Recipe(error) => Some(error),
            GenerateError::Request(_) | GenerateError::Maker { .. } => None,
        }
    }
}
