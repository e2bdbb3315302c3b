//! Grids and maps of the domain.

use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Grid, MAX_SIDE};
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};

use super::Terrain;
use crate::error::Error;

impl Terrain {
    /// The grid over the domain of a plane, with 2 to 262,144 samples along a side. The first and last samples are on the
    /// domain's edges. In a domain that repeats, the last sample is one spacing before the edge, because a sample on the edge
    /// would equal the first. [`Grid::new`] makes other grids.
    ///
    /// # Errors
    /// The terrain is a planet, or the number is out of range.
    ///
    /// # Example
    /// ```
    /// let alps = orogen::Terrain::preset("alps")?;
    /// let grid = alps.grid(513)?;
    /// assert_eq!((grid.spacing, grid.x(512)), (32.0, alps.size()));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn grid(&self, samples: usize) -> Result<Grid, Error> {
        if self.is_planet() {
            return Err(IsAPlanet.into());
        }
        check_side(samples)?;
        Ok(Grid::over(self.size(), samples, self.recipe().domain.tile))
    }

    /// An equirectangular map of the whole planet. It has `columns` columns around the planet, from longitude −180° on, and
    /// half as many rows, from the north pole on. Samples are the middles of pixels.
    ///
    /// # Errors
    /// The terrain is not a planet, or the number of columns is odd or out of range.
    ///
    /// # Example
    /// ```
    /// let luna = orogen::Terrain::preset("luna")?;
    /// let map = luna.map(256)?;
    /// let raster = luna.raster(&map)?;
    /// assert_eq!((map.columns(), map.rows(), raster.height.len()), (256, 128, 256 * 128));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn map(&self, columns: usize) -> Result<DirectionGrid, Error> {
        self.sphere().ok_or(NotAPlanet)?;
        Ok(DirectionGrid::whole(columns)?)
    }

    /// An equirectangular map of a part of a planet. `edges` are south, west, north and east in degrees. Samples are the middles
    /// of pixels. [`DirectionGrid`] has other projections, for example one that is [true to length](DirectionGrid::region) around
    /// a place.
    ///
    /// # Errors
    /// The terrain is not a planet, or the edges or the numbers of columns and rows are out of range.
    ///
    /// # Example
    /// ```
    /// let luna = orogen::Terrain::preset("luna")?;
    /// let heights = luna.heights(luna.map_region([0.0, 20.0, 10.0, 40.0], 64, 32)?)?;
    /// assert_eq!(heights.len(), 64 * 32);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn map_region(&self, edges: [f64; 4], columns: usize, rows: usize) -> Result<DirectionGrid, Error> {
        self.sphere().ok_or(NotAPlanet)?;
        Ok(DirectionGrid::rectangle(edges, columns, rows)?)
    }
}

/// Refuses fewer than two samples along a side, which have no spacing, and too many samples.
fn check_side(samples: usize) -> Result<(), Error> {
    if (2..=MAX_SIDE).contains(&samples) {
        return Ok(());
    }
    let message = format!("a grid cannot have {samples} samples along a side");
    Err(Error::argument(message, format!("give a number from 2 to {MAX_SIDE}")))
}
