//! Heights where columns cross rows.

use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::Band;

use super::Terrain;
use crate::error::Error;

impl Terrain {
    /// Heights in metres wherever a column crosses a row, row by row: at positions that no grid has, such as the pixels of a web map.
    ///
    /// | | columns | rows |
    /// |---|---|---|
    /// | plane | x in metres | y in metres |
    /// | planet | longitudes in degrees, which grow; they may go on beyond 180 | latitudes in degrees, which fall |
    ///
    /// Fields with `octaves = "auto"` have the octaves that samples `spacing` metres apart can show. One thread makes all heights, so a
    /// server can make several rasters at once.
    ///
    /// # Errors
    /// A column, a row or the spacing is invalid.
    ///
    /// # Example
    /// ```
    /// use orogen::{Grid, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let heights = alps.crossings(&[0.0, 25.0, 26.5], &[100.0, 50.0], 25.0)?;
    /// assert_eq!(heights[4], alps.heights(Grid::new([25.0, 50.0], 25.0, 1, 1)?)?[0]);
    ///
    /// let luna = Terrain::preset("luna")?;
    /// assert_eq!(luna.crossings(&[-11.2, -11.1], &[-43.3, -43.4], 100.0)?.len(), 4);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn crossings(&self, columns: &[f64], rows: &[f64], spacing: f64) -> Result<Vec<f32>, Error> {
        if !columns.iter().chain(rows).all(|line| line.is_finite()) {
            return Err(Error::argument("a column or a row is not finite", "give finite numbers"));
        }
        let terrain = self.prepared(spacing)?;
        if !self.is_planet() {
            return Ok(terrain.crossings(Level::best(), [columns, rows], false)?.height);
        }
        let map = DirectionGrid::graticule(columns, rows)?;
        let mut band = Band::default();
        terrain.map(Level::best(), map)?.make(0, rows.len(), false, &mut band);
        Ok(band.height)
    }
}
