//! Tiles, by the kind of their address.

use std::ops::RangeInclusive;

use orogen_engine::generate::tile::MAX_TILE_SIDE;
use orogen_engine::level::Level;
use orogen_engine::patch::{PatchSamples, Repeats};
use orogen_engine::planet::{TileAddress, TileSamples};
use orogen_engine::raster::Grid;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};

use super::Terrain;
use crate::error::Error;
use crate::raster::Raster;
use crate::tile::{PlaneTile, PlanetTile};

/// Samples along a side of a tile.
const SIDES: RangeInclusive<usize> = 2..=MAX_TILE_SIDE;

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
    /// Where the samples of the tile are.
    type Samples;

    /// The samples of the tile.
    type Tile;

    #[doc(hidden)]
    fn samples(self, terrain: &Terrain, side: usize) -> Result<Self::Samples, Error>;

    #[doc(hidden)]
    fn tile(self, terrain: &Terrain, side: usize) -> Result<Self::Tile, Error>;
}

impl Address for PlaneTile {
    type Samples = Grid;
    type Tile = Raster;

    fn samples(self, terrain: &Terrain, side: usize) -> Result<Grid, Error> {
        if terrain.is_planet() {
            return Err(IsAPlanet.into());
        }
        if !SIDES.contains(&side) {
            let message = format!("a tile cannot have {side} samples along a side");
            let help = format!("give a number from {} to {}", SIDES.start(), SIDES.end());
            return Err(Error::argument(message, help));
        }
        Ok(self.grid(terrain.size(), side))
    }

    fn tile(self, terrain: &Terrain, side: usize) -> Result<Raster, Error> {
        terrain.raster(self.samples(terrain, side)?)
    }
}

impl Address for TileAddress {
    type Samples = TileSamples;
    type Tile = PlanetTile;

    fn samples(self, terrain: &Terrain, side: usize) -> Result<TileSamples, Error> {
        terrain.sphere().ok_or(NotAPlanet)?;
        let steps = side.wrapping_sub(1);
        if !(SIDES.contains(&side) && steps.is_power_of_two()) {
            let message = format!("a tile of a planet cannot have {side} samples along a side");
            return Err(Error::argument(
                message,
                "give a power of two plus one: 2, 3, 5, 9, 17, 33, 65 … 4097",
            ));
        }
        Ok(TileSamples::new(self, steps.ilog2() as u8, 0)?)
    }

    fn tile(self, terrain: &Terrain, side: usize) -> Result<PlanetTile, Error> {
        let sphere = terrain.sphere().ok_or(NotAPlanet)?;
        let samples = self.samples(terrain, side)?;
        let patch = samples.patch(sphere)?;
        let prepared = terrain.prepared(samples.level_spacing(sphere))?;
        let relief = prepared.patch::<f32>(Level::best(), &patch);
        let PatchSamples { height, slopes: gradient, .. } =
            relief.unwrap_or_else(|Repeats| unreachable!("planets do not repeat"));
        Ok(PlanetTile { samples, sphere, height, gradient })
    }
}

impl Terrain {
    /// A tile with slopes and `side` samples along each edge. Its address is a [`PlaneTile`] or, on a planet, a
    /// [`TileAddress`]. The outer samples are on the edges, so neighbours of the same level share a row or column of samples,
    /// with the same bits.
    ///
    /// On a planet, `side` must be 2ⁿ + 1: 2, 3, 5, 9 … 4097. A tile of a planet is made on the caller's thread, so a server can
    /// make several at once.
    ///
    /// # Errors
    /// The terrain has no such tile, or `side` is not allowed.
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

    /// Where the samples of a [`tile`](Self::tile) are, for callers that evaluate it in parts: a [`Grid`] on a plane, and
    /// [`TileSamples`] on a planet.
    ///
    /// # Errors
    /// The terrain has no such tile, or `side` is not allowed.
    ///
    /// # Example
    /// ```
    /// use orogen::{PlaneTile, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let grid = alps.tile_samples(PlaneTile::new(3, 4, 2)?, 65)?;
    /// assert_eq!((grid.spacing, grid.x(0)), (32.0, 8192.0));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn tile_samples<A: Address>(&self, address: A, side: usize) -> Result<A::Samples, Error> {
        address.samples(self, side)
    }
}

/// Prevents other crates from implementing `Address`.
mod private {
    pub trait Sealed {}

    impl Sealed for crate::tile::PlaneTile {}
    impl Sealed for orogen_engine::planet::TileAddress {}
}
