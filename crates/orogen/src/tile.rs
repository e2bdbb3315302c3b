//! Tiles of planes and planets.

use std::fmt;
use std::str::FromStr;

use orogen_engine::planet::{Direction, Sphere, TileAddress, TileSamples};
use orogen_engine::raster::Grid;

use crate::error::Error;
use crate::raster::range;

/// The finest level of [`PlaneTile`]s.
const MAX_LEVEL: u8 = 28;

/// The address of a tile in the quadtree over the domain of a plane. The tile of level 0 is the whole domain. Each further level
/// halves the sides of the tiles. `x` counts from the left and `y` from the top.
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
    /// The tile with this address.
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

    /// The level, 0 to 28.
    pub fn level(self) -> u8 {
        self.level
    }

    /// The column, counted from the left.
    pub fn x(self) -> u32 {
        self.x
    }

    /// The row, counted from the top.
    pub fn y(self) -> u32 {
        self.y
    }

    /// The tile of the next coarser level that contains this one; `None` for the whole domain.
    pub fn parent(self) -> Option<Self> {
        let level = self.level.checked_sub(1)?;
        Some(Self { level, x: self.x / 2, y: self.y / 2 })
    }

    /// The positions of the tile's samples in a domain of `size` metres, with `side` samples along each edge.
    pub(crate) fn grid(self, size: f64, side: usize) -> Grid {
        let steps = side - 1;
        // Dividing by a power of two is exact, so each sample of a level is also a sample of the next finer level.
        let spacing = size / steps as f64 / f64::from(1_u32 << self.level);
        let [first_column, first_row] = [self.x, self.y].map(|index| i64::from(index) * steps as i64);
        Grid { first_column, first_row, columns: side, rows: side, spacing }
    }
}

impl fmt::Display for PlaneTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}/{}", self.level, self.x, self.y))
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
        Self::new(u8::try_from(level).map_err(|_| wrong())?, x, y)
    }
}

/// A tile of a planet: heights, and their gradients in space.
///
/// Tiles of the same level with the same number of samples have the same bits where they share an edge or a corner. This also
/// holds for tiles on different faces of the cube.
///
/// # Example
/// ```
/// let luna = orogen::Terrain::preset("luna")?;
/// let tile = luna.tile("px/7/12/90".parse::<orogen::TileAddress>()?, 65)?;
/// let [low, high] = tile.range();
/// assert!(low < high);
/// let (vertices, normals) = (tile.positions(), tile.normals());
/// assert_eq!((vertices.len(), normals.len()), (65 * 65, 65 * 65));
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlanetTile {
    /// The address of the tile, and the positions of its samples.
    pub samples: TileSamples,
    /// The sphere that heights are measured from.
    pub sphere: Sphere,
    /// Metres above the sphere, row by row from the top.
    pub height: Vec<f32>,
    /// The derivatives of the height along x, y and z in space, in metres per metre, taken at positions on the sphere.
    pub gradient: [Vec<f32>; 3],
}

impl PlanetTile {
    /// The address.
    pub fn address(&self) -> TileAddress {
        self.samples.tile()
    }

    /// The least and the greatest height.
    pub fn range(&self) -> [f32; 2] {
        range(&self.height)
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

    /// The unit normals of the ground, which point outwards.
    pub fn normals(&self) -> Vec<[f64; 3]> {
        let normal = |(i, direction): (usize, Direction)| {
            let gradient = [0, 1, 2].map(|axis| f64::from(self.gradient[axis][i]));
            self.sphere.normal(direction, self.height[i].into(), gradient)
        };
        self.directions().into_iter().enumerate().map(normal).collect()
    }
}
