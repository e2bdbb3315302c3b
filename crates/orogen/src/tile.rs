//! Tiles of planes and planets.

use std::fmt;
use std::str::FromStr;

use orogen_engine::level::Level;
use orogen_engine::patch::{Relief, Repeats};
use orogen_engine::planet::{Direction, Sphere, TileAddress, TileSamples};
use orogen_engine::raster::Grid;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};

use crate::{Error, Raster, Terrain};

/// The finest level of [`PlaneTile`]s.
const MAX_LEVEL: u8 = 28;

/// Samples along a side of a tile.
const SIDES: std::ops::RangeInclusive<usize> = 2..=4097;

/// The address of a tile in the quadtree over the domain of a plane. Level 0 is the whole domain; each level halves the sides. `x`
/// counts from the left and `y` from the top.
///
/// # Example
/// ```
/// use orogen::PlaneTile;
///
/// let tile: PlaneTile = "3/7/0".parse()?;
/// assert_eq!(tile, PlaneTile::new(3, 7, 0)?);
/// assert_eq!(tile.parent(), Some(PlaneTile::new(2, 3, 0)?));
/// assert!("3/8/0".parse::<PlaneTile>().is_err());
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaneTile {
    level: u8,
    x: u32,
    y: u32,
}

impl PlaneTile {
    /// A tile by its parts.
    ///
    /// # Errors
    /// There is no such tile.
    pub fn new(level: u8, x: u32, y: u32) -> Result<Self, Error> {
        if level > MAX_LEVEL {
            let message = format!("there is no level {level}");
            return Err(Error::argument(message, format!("give a level from 0 to {MAX_LEVEL}")));
        }
        let side = 1_u32 << level;
        if x.max(y) >= side {
            let message = format!("there is no tile {x}, {y} on level {level}");
            return Err(Error::argument(message, format!("there, x and y are 0 to {}", side - 1)));
        }
        Ok(Self { level, x, y })
    }

    /// Its level, 0 to 28.
    pub fn level(self) -> u8 {
        self.level
    }

    /// Its column.
    pub fn x(self) -> u32 {
        self.x
    }

    /// Its row.
    pub fn y(self) -> u32 {
        self.y
    }

    /// The tile of the next coarser level that contains this one; `None` for the whole domain.
    pub fn parent(self) -> Option<Self> {
        let level = self.level.checked_sub(1)?;
        Some(Self { level, x: self.x / 2, y: self.y / 2 })
    }

    /// Its samples in a domain of `size` metres, `side` along each edge.
    fn grid(self, size: f64, side: usize) -> Grid {
        let steps = side - 1;
        // Dividing by a power of two is exact: a sample of a level is also one of the next.
        let spacing = size / steps as f64 / f64::from(1_u32 << self.level);
        let [first_column, first_row] = [self.x, self.y].map(|index| i64::from(index) * steps as i64);
        Grid { first_column, first_row, columns: side, rows: side, spacing }
    }
}

impl fmt::Display for PlaneTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.level, self.x, self.y)
    }
}

impl FromStr for PlaneTile {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::argument(
                format!("`{text}` is not the address of a tile"),
                "write level/x/y, for example 3/7/0",
            )
        };
        let numbers: Result<Vec<u32>, _> = text.split('/').map(str::parse).collect();
        let Ok([level, x, y]) = <[u32; 3]>::try_from(numbers.map_err(|_| wrong())?) else {
            return Err(wrong());
        };
        Self::new(u8::try_from(level).unwrap_or(u8::MAX), x, y)
    }
}

/// A tile of a planet: heights, and their gradients in space.
///
/// Tiles of one level and side have the same bits where they share an edge or a corner, across the faces of the cube too.
///
/// # Example
/// ```
/// let luna = orogen::Terrain::preset("luna")?;
/// let tile = luna.tile("px/7/12/90".parse::<orogen::TileAddress>()?, 65)?;
/// let (vertices, normals) = (tile.positions(), tile.normals());
/// assert_eq!((vertices.len(), normals.len()), (65 * 65, 65 * 65));
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlanetTile {
    /// The tile and its samples.
    pub samples: TileSamples,
    /// The sphere that heights are measured from.
    pub sphere: Sphere,
    /// Metres above the sphere, row by row from the top.
    pub height: Vec<f32>,
    /// ∂height along x, y and z in space, at the sphere; metres per metre.
    pub gradient: [Vec<f32>; 3],
}

impl PlanetTile {
    /// The address.
    pub fn address(&self) -> TileAddress {
        self.samples.tile()
    }

    /// The directions of the samples from the planet's centre.
    pub fn directions(&self) -> Vec<Direction> {
        self.samples.directions()
    }

    /// The points of the ground, in metres from the planet's centre.
    pub fn positions(&self) -> Vec<[f64; 3]> {
        let heights = self.height.iter().map(|&height| self.sphere.radius() + f64::from(height));
        self.directions()
            .iter()
            .zip(heights)
            .map(|(at, radius)| at.vector().map(|part| part * radius))
            .collect()
    }

    /// The unit normals of the ground, outwards.
    pub fn normals(&self) -> Vec<[f64; 3]> {
        let normal = |(i, direction): (usize, Direction)| {
            let gradient = [0, 1, 2].map(|axis| f64::from(self.gradient[axis][i]));
            self.sphere.normal(direction, self.height[i].into(), gradient)
        };
        self.directions().into_iter().enumerate().map(normal).collect()
    }
}

/// The address of a tile. Its kind decides the kind of tile.
///
/// | address | on | tile |
/// |---|---|---|
/// | [`PlaneTile`] | planes, and spaces cut at the recipe's `z` | [`Raster`] |
/// | [`TileAddress`] | planets | [`PlanetTile`] |
///
/// Other crates cannot implement this trait.
///
/// # Example
/// ```
/// use orogen::{Address, Error, Terrain, TileAddress};
///
/// fn tiles<A: Address>(terrain: &Terrain, addresses: &[A]) -> Result<Vec<A::Tile>, Error> {
///     addresses.iter().map(|&address| terrain.tile(address, 33)).collect()
/// }
/// let luna = Terrain::preset("luna")?;
/// assert_eq!(tiles(&luna, &orogen::engine::planet::Face::ALL.map(TileAddress::root))?.len(), 6);
/// # Ok::<(), Error>(())
/// ```
pub trait Address: Copy + private::Sealed {
    /// The samples of the tile.
    type Tile;

    #[doc(hidden)]
    fn tile(self, terrain: &Terrain, side: usize) -> Result<Self::Tile, Error>;
}

impl Address for PlaneTile {
    type Tile = Raster;

    fn tile(self, terrain: &Terrain, side: usize) -> Result<Raster, Error> {
        if terrain.is_planet() {
            return Err(IsAPlanet.into());
        }
        if !SIDES.contains(&side) {
            let message = format!("{side} samples along a side are not a tile");
            let help = format!("give a number from {} to {}", SIDES.start(), SIDES.end());
            return Err(Error::argument(message, help));
        }
        terrain.raster(self.grid(terrain.size(), side))
    }
}

impl Address for TileAddress {
    type Tile = PlanetTile;

    fn tile(self, terrain: &Terrain, side: usize) -> Result<PlanetTile, Error> {
        let sphere = terrain.sphere().ok_or(NotAPlanet)?;
        let steps = side.wrapping_sub(1);
        if !(SIDES.contains(&side) && steps.is_power_of_two()) {
            let message = format!("{side} samples along a side are not a tile of a planet");
            return Err(Error::argument(
                message,
                "give a power of two and one more: 2, 3, 5, 9, 17, 33, 65 … 4097",
            ));
        }
        let samples = TileSamples::new(self, steps.ilog2() as u8, 0)?;
        let patch = samples.patch(sphere)?;
        let prepared = terrain.prepared(samples.level_spacing(sphere))?;
        let relief = prepared.patch::<f32>(Level::best(), &patch);
        let Relief { height, slopes: gradient, .. } =
            relief.unwrap_or_else(|Repeats| unreachable!("planets do not repeat"));
        Ok(PlanetTile { samples, sphere, height, gradient })
    }
}

impl Terrain {
    /// A tile with slopes and `side` samples along each edge: a [`PlaneTile`] or, of a planet, a [`TileAddress`]. Samples lie on the
    /// edges, so neighbours share a row or column of samples, with the same bits.
    ///
    /// The tiles of a planet have a power of two and one more along a side. Each is made on the caller's thread: a server makes several
    /// at once.
    ///
    /// # Errors
    /// The terrain has no such tile, or the number of samples is out of range.
    ///
    /// # Example
    /// ```
    /// use orogen::{PlaneTile, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let [left, right] = [4, 5].map(|x| alps.tile(PlaneTile::new(3, x, 2)?, 65));
    /// let (left, right) = (left?, right?);
    /// assert!((0..65).all(|row| left.height[65 * row + 64] == right.height[65 * row]));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn tile<A: Address>(&self, address: A, side: usize) -> Result<A::Tile, Error> {
        address.tile(self, side)
    }
}

/// Keeps the trait to this crate.
mod private {
    pub trait Sealed {}

    impl Sealed for super::PlaneTile {}
    impl Sealed for super::TileAddress {}
}
