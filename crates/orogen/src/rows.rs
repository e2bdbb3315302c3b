//! Rows of a raster as a stream.

use std::sync::Arc;

use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;

use crate::sample_grid::SampleGrid;

/// The default number of samples in a band: enough work for all threads, and quickly done.
const SAMPLES: usize = 1 << 18;

/// The least default number of rows in a band. The shares of the columns are prepared once per band, so low bands are slow.
const MIN_ROWS: usize = 32;

/// The rows of a raster from the top, a few at a time: an iterator over [`Band`]s, for rasters that are larger than the memory.
///
/// The rows of a band are made on all threads of the current rayon pool. Their bits do not depend on the number of rows in a
/// band.
///
/// # Example
/// ```
/// use orogen::Terrain;
///
/// let terrain = Terrain::preset("hills")?;
/// let mut highest = f32::NEG_INFINITY;
/// for band in terrain.rows(terrain.grid(300)?)? {
///     highest = band.height.iter().copied().fold(highest, f32::max);
/// }
/// assert!(f64::from(highest) <= terrain.interval().max);
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    terrain: Arc<Terrain>,
    grid: SampleGrid,
    slopes: bool,
    rows_a_band: usize,
    /// The first row of the next band.
    next: usize,
}

impl Rows {
    /// The rows of a grid. The terrain must be prepared for this grid.
    pub(crate) fn new(terrain: Arc<Terrain>, grid: SampleGrid) -> Self {
        let rows_a_band = (SAMPLES / grid.columns()).max(MIN_ROWS);
        Self { terrain, grid, slopes: false, rows_a_band, next: 0 }
    }

    /// The same rows with slopes: [`Band::dx`] and [`Band::dy`] are filled too.
    #[must_use]
    pub fn with_slopes(self) -> Self {
        Self { slopes: true, ..self }
    }

    /// The same rows in bands of `rows` rows, or of one row if `rows` is 0. Only the last band may have fewer rows. By default,
    /// bands have as many rows as fit in 262,144 samples, or 32 rows if that is more.
    #[must_use]
    pub fn in_bands_of(self, rows: usize) -> Self {
        Self { rows_a_band: rows.max(1), ..self }
    }

    /// The positions of the samples.
    pub fn grid(&self) -> &SampleGrid {
        &self.grid
    }

    /// Like `next`, but writes into `band` and reuses its memory. After the last row, returns false and leaves `band` as it
    /// is.
    pub fn next_into(&mut self, band: &mut Band) -> bool {
        let (first, rows) = (self.next, self.rows_a_band.min(self.grid.rows() - self.next));
        if rows > 0 {
            match &self.grid {
                SampleGrid::Plane(grid) => self.make_of_plane(*grid, first, rows, band),
                SampleGrid::Planet(grid) => self.make_of_planet(grid, first, rows, band),
            }
            self.next += rows;
        }
        rows > 0
    }

    fn make_of_plane(&self, grid: Grid, first: usize, rows: usize, band: &mut Band) {
        let maker = self.terrain.rows(Level::best(), grid);
        maker.unwrap_or_else(|_| unreachable!("planets are refused")).make(first, rows, self.slopes, band);
    }

    fn make_of_planet(&self, grid: &DirectionGrid, first: usize, rows: usize, band: &mut Band) {
        let maker = self.terrain.map(Level::best(), grid.clone());
        maker.unwrap_or_else(|_| unreachable!("planes are refused")).make(first, rows, self.slopes, band);
    }
}

impl Iterator for Rows {
    type Item = Band;

    fn next(&mut self) -> Option<Band> {
        let mut band = Band::default();
        self.next_into(&mut band).then_some(band)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let bands = (self.grid.rows() - self.next).div_ceil(self.rows_a_band);
        (bands, Some(bands))
    }
}

impl ExactSizeIterator for Rows {}

impl std::iter::FusedIterator for Rows {}
