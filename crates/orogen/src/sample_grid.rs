//! The positions of a raster.

use orogen_engine::planet::{DirectionGrid, Sphere};
use orogen_engine::raster::Grid;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};

use crate::error::Error;

/// The positions of a raster: a [`Grid`] of a plane, or a [`DirectionGrid`] of a planet. Both convert into a `SampleGrid`, so
/// methods take either.
///
/// # Example
/// ```
/// use orogen::{DirectionGrid, Grid, SampleGrid};
///
/// let plane = SampleGrid::from(Grid::new([0.0, 0.0], 10.0, 256, 128)?);
/// let planet = SampleGrid::from(DirectionGrid::whole(256)?);
/// assert_eq!([plane.columns(), plane.rows()], [planet.columns(), planet.rows()]);
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum SampleGrid {
    /// Evenly spaced samples on a plane, or on the cut through a space.
    Plane(Grid),
    /// A map of a planet.
    Planet(DirectionGrid),
}

impl SampleGrid {
    /// Number of samples in a row.
    pub fn columns(&self) -> usize {
        match self {
            Self::Plane(grid) => grid.columns,
            Self::Planet(grid) => grid.columns(),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Self::Plane(grid) => grid.rows,
            Self::Planet(grid) => grid.rows(),
        }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.columns() * self.rows()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sample spacing to prepare a terrain for. It is an error if the terrain has no such grid.
    pub(crate) fn spacing(&self, sphere: Option<Sphere>) -> Result<f64, Error> {
        match (self, sphere) {
            (Self::Plane(grid), None) => {
                grid.check()?;
                Ok(grid.spacing)
            }
            (Self::Planet(_), Some(_)) if self.is_empty() => Err(Error::argument(
                "the map has no samples",
                "give a map with at least one column and one row",
            )),
            (Self::Planet(grid), Some(sphere)) => Ok(grid.step() * sphere.radius()),
            (Self::Plane(_), Some(_)) => Err(IsAPlanet.into()),
            (Self::Planet(_), None) => Err(NotAPlanet.into()),
        }
    }
}

impl From<Grid> for SampleGrid {
    fn from(grid: Grid) -> Self {
        Self::Plane(grid)
    }
}

impl From<&Grid> for SampleGrid {
    fn from(grid: &Grid) -> Self {
        Self::Plane(*grid)
    }
}

impl From<DirectionGrid> for SampleGrid {
    fn from(grid: DirectionGrid) -> Self {
        Self::Planet(grid)
    }
}

impl From<&DirectionGrid> for SampleGrid {
    fn from(grid: &DirectionGrid) -> Self {
        Self::Planet(grid.clone())
    }
}
