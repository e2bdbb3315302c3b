//! Tiles, by the kind of their address.

use std::ops::{ControlFlow, RangeInclusive};

use orogen_engine::generate::tile::MAX_TILE_SIDE;
use orogen_engine::level::Level;
use orogen_engine::patch::{PatchSamples, Repeats};
use orogen_engine::planet::{DirectionGrid, TileAddress, TileSamples};
use orogen_engine::raster::Grid;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};
use rayon::prelude::*;

use super::Terrain;
use super::rasters::with_room;
use crate::error::Error;
use crate::raster::Raster;
use crate::tile::{PlaneTile, PlanetTile};

/// Samples along a side of a tile.
const SIDES: RangeInclusive<usize> = 2..=MAX_TILE_SIDE;

/// A thread evaluates whole rows of at least this many samples of a planet's tile at once: enough that preparing a patch takes
/// little, and few enough that a call of `progress` follows within a fraction of a second on the slowest planets.
const STRIP: usize = 2048;

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
    fn tile_with<P>(self, terrain: &Terrain, side: usize, progress: P) -> Result<Self::Tile, Error>
    where
        P: FnMut(usize, usize) -> ControlFlow<()>;
}

impl Address for PlaneTile {
    type Tile = Raster;

    fn tile_with<P>(self, terrain: &Terrain, side: usize, progress: P) -> Result<Raster, Error>
    where
        P: FnMut(usize, usize) -> ControlFlow<()>,
    {
        terrain.raster_with(terrain.tile_grid(self, side)?, progress)
    }
}

impl Address for TileAddress {
    type Tile = PlanetTile;

    fn tile_with<P>(self, terrain: &Terrain, side: usize, mut progress: P) -> Result<PlanetTile, Error>
    where
        P: FnMut(usize, usize) -> ControlFlow<()>,
    {
        let sphere = terrain.sphere().ok_or(NotAPlanet)?;
        let steps = side.wrapping_sub(1);
        if !(SIDES.contains(&side) && steps.is_power_of_two()) {
            let message = format!("a tile of a planet cannot have {side} samples along a side");
            let help = "give a power of two plus one: 2, 3, 5, 9, 17, 33, 65 … 4097";
            return Err(Error::argument(message, help));
        }
        let doublings = steps.ilog2() as u8;
        let samples = TileSamples::new(self, doublings, 0)?;
        let grid = DirectionGrid::tile(self, doublings, sphere)?;
        let prepared = terrain.prepared(samples.level_spacing(sphere))?;
        let strip = |rows| {
            let relief = prepared.patch::<f32>(Level::best(), &grid.patch(sphere, rows));
            relief.unwrap_or_else(|Repeats| unreachable!("planets do not repeat"))
        };
        let rows = STRIP.div_ceil(side);
        let firsts: Vec<usize> = (0..side).step_by(rows).collect();
        let room = || with_room(side * side);
        let mut tile = PlanetTile { samples, sphere, height: room()?, gradient: [room()?, room()?, room()?] };
        for firsts in firsts.chunks(rayon::current_num_threads()) {
            if progress(tile.height.len(), side * side).is_break() {
                return Err(Error::cancelled());
            }
            let strips = firsts.par_iter().map(|&first| strip(first..side.min(first + rows)));
            for PatchSamples { height, slopes, .. } in strips.collect::<Vec<_>>() {
                tile.height.extend(height);
                tile.gradient.iter_mut().zip(slopes).for_each(|(to, slopes)| to.extend(slopes));
            }
        }
        // All work is done, so it can no longer be cancelled.
        let _ = progress(tile.height.len(), side * side);
        Ok(tile)
    }
}

impl Terrain {
    /// A tile with slopes and `side` samples along each edge. Its address is a [`PlaneTile`] or, on a planet, a
    /// [`TileAddress`]. The outer samples are on the edges, so neighbours of the same level share a row or column of samples,
    /// with the same bits.
    ///
    /// On a planet, `side` must be 2ⁿ + 1: 2, 3, 5, 9 … 4097. Tiles are made on all threads of the current rayon pool. A server
    /// that makes several at once gives each its own pool of one thread.
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
        self.tile_with(address, side, |_, _| ControlFlow::Continue(()))
    }

    /// Like [`tile`](Self::tile), but calls `progress` as [`heights_with`](Self::heights_with) does.
    ///
    /// # Errors
    /// The errors of [`tile`](Self::tile), and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled) if `progress` breaks before all
    /// samples are done.
    ///
    /// # Example
    /// ```
    /// use std::ops::ControlFlow;
    /// use orogen::{Terrain, TileAddress};
    ///
    /// let luna = Terrain::preset("luna")?;
    /// let mut last = 0;
    /// luna.tile_with("px/7/12/90".parse::<TileAddress>()?, 65, |done, _| {
    ///     last = done;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(last, 65 * 65);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn tile_with<A: Address>(
        &self,
        address: A,
        side: usize,
        progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<A::Tile, Error> {
        address.tile_with(self, side, progress)
    }

    /// The grid of a [`tile`](Self::tile) of a plane, for callers that evaluate it in parts or into memory of their own.
    ///
    /// # Errors
    /// The terrain has no such tile, or `side` is not allowed.
    ///
    /// # Example
    /// ```
    /// use orogen::{PlaneTile, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let grid = alps.tile_grid(PlaneTile::new(3, 4, 2)?, 65)?;
    /// assert_eq!((grid.spacing, grid.x(0)), (32.0, 8192.0));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn tile_grid(&self, address: PlaneTile, side: usize) -> Result<Grid, Error> {
        if self.is_planet() {
            return Err(IsAPlanet.into());
        }
        if !SIDES.contains(&side) {
            let message = format!("a tile cannot have {side} samples along a side");
            let help = format!("give a number from {} to {}", SIDES.start(), SIDES.end());
            return Err(Error::argument(message, help));
        }
        Ok(address.grid(self.size(), side))
    }
}

/// Prevents other crates from implementing `Address`.
mod private {
    pub trait Sealed {}

    impl Sealed for crate::tile::PlaneTile {}
    impl Sealed for orogen_engine::planet::TileAddress {}
}
