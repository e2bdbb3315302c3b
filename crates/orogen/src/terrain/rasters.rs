//! Rasters in memory and as streams.

use std::ops::ControlFlow;

use orogen_engine::raster::Band;

use super::Terrain;
use crate::error::{Error, ErrorKind};
use crate::raster::Raster;
use crate::rows::Rows;
use crate::sample_grid::SampleGrid;

impl Terrain {
    /// The heights in metres on a grid, row by row from the top, made on all threads of the current rayon pool.
    ///
    /// # Errors
    /// There is no such grid on this terrain, or there is not enough memory.
    ///
    /// # Example
    /// ```
    /// use orogen::{DirectionGrid, Grid, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let heights = alps.heights(Grid::new([2000.0, 3000.0], 10.0, 256, 128)?)?;
    /// assert_eq!(heights.len(), 256 * 128);
    ///
    /// let luna = Terrain::preset("luna")?;
    /// let heights = luna.heights(DirectionGrid::whole(256)?)?;
    /// assert_eq!(heights.len(), 256 * 128);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn heights(&self, grid: impl Into<SampleGrid>) -> Result<Vec<f32>, Error> {
        self.heights_with(grid, |_, _| ControlFlow::Continue(()))
    }

    /// Like [`heights`](Self::heights), but calls `progress` with (samples done, samples in all) before the first row, then
    /// every few rows, and after the last row.
    ///
    /// # Errors
    /// The errors of [`heights`](Self::heights), and [`ErrorKind::Cancelled`] if `progress` breaks before all samples are done.
    ///
    /// # Example
    /// ```
    /// use std::ops::ControlFlow;
    /// use orogen::{ErrorKind, Terrain};
    ///
    /// let terrain = Terrain::preset("hills")?;
    /// let error = terrain.heights_with(terrain.grid(600)?, |done, all| {
    ///     println!("{done} of {all}");
    ///     if done * 2 < all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(error.unwrap_err().kind(), ErrorKind::Cancelled);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn heights_with(
        &self,
        grid: impl Into<SampleGrid>,
        progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Vec<f32>, Error> {
        let rows = self.rows(grid)?;
        let mut heights = with_room(rows.grid().len())?;
        all(rows, progress, |band| heights.extend_from_slice(&band.height))?;
        Ok(heights)
    }

    /// Writes the heights on a grid into memory of the caller. Each row begins `stride` numbers after the row before. Numbers
    /// between the rows stay as they are.
    ///
    /// # Errors
    /// The errors of [`heights`](Self::heights). It is also an error if the stride is less than a row, or if `out` is too short.
    ///
    /// # Example
    /// ```
    /// use orogen::Terrain;
    ///
    /// let terrain = Terrain::preset("hills")?;
    /// let mut texture = vec![0.0; 512 * 256];
    /// terrain.heights_into(terrain.grid(256)?, &mut texture, 512)?;
    /// assert!(texture[255] != 0.0 && texture[256] == 0.0);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn heights_into(
        &self,
        grid: impl Into<SampleGrid>,
        out: &mut [f32],
        stride: usize,
    ) -> Result<(), Error> {
        let rows = self.rows(grid)?;
        let (columns, count) = (rows.grid().columns(), rows.grid().rows());
        if stride < columns {
            let message = format!("a stride of {stride} is less than a row of {columns} samples");
            return Err(Error::argument(message, format!("give a stride of at least {columns}")));
        }
        let needed = stride.checked_mul(count - 1).and_then(|start| start.checked_add(columns));
        if needed.is_none_or(|needed| out.len() < needed) {
            let message = format!(
                "{count} rows of {columns} samples, {stride} apart, do not fit into memory for {} numbers",
                out.len()
            );
            return Err(Error::argument(
                message,
                format!("give memory for {} numbers", needed.unwrap_or(usize::MAX)),
            ));
        }
        let mut lines = out.chunks_mut(stride);
        all(
            rows,
            |_, _| ControlFlow::Continue(()),
            |band| {
                for (row, line) in band.height.chunks_exact(columns).zip(&mut lines) {
                    line[..columns].copy_from_slice(row);
                }
            },
        )
    }

    /// The heights and exact slopes on a grid, made on all threads of the current rayon pool.
    ///
    /// # Errors
    /// There is no such grid on this terrain, or there is not enough memory.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("alps")?;
    /// let raster = terrain.raster(terrain.grid(128)?)?;
    /// let steepness = raster.dx[0].hypot(raster.dy[0]);
    /// assert!(steepness >= 0.0);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn raster(&self, grid: impl Into<SampleGrid>) -> Result<Raster, Error> {
        self.raster_with(grid, |_, _| ControlFlow::Continue(()))
    }

    /// Like [`raster`](Self::raster), but calls `progress` as [`heights_with`](Self::heights_with) does.
    ///
    /// # Errors
    /// The errors of [`raster`](Self::raster), and [`ErrorKind::Cancelled`] if `progress` breaks before all samples are done.
    ///
    /// # Example
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let terrain = orogen::Terrain::preset("hills")?;
    /// let mut last = 0;
    /// let raster = terrain.raster_with(terrain.grid(128)?, |done, _| {
    ///     last = done;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(last, raster.grid.len());
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn raster_with(
        &self,
        grid: impl Into<SampleGrid>,
        progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Raster, Error> {
        let rows = self.rows(grid)?.with_slopes();
        let (grid, samples) = (rows.grid().clone(), rows.grid().len());
        let mut raster =
            Raster { grid, height: with_room(samples)?, dx: with_room(samples)?, dy: with_room(samples)? };
        all(rows, progress, |band| {
            raster.height.extend_from_slice(&band.height);
            raster.dx.extend_from_slice(&band.dx);
            raster.dy.extend_from_slice(&band.dy);
        })?;
        Ok(raster)
    }

    /// The rows of a grid as a stream, in bounded memory.
    ///
    /// # Errors
    /// There is no such grid on this terrain.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("hills")?;
    /// let mut bytes = 0;
    /// for band in terrain.rows(terrain.grid(512)?)?.with_slopes().in_bands_of(100) {
    ///     bytes += 12 * band.height.len();
    /// }
    /// assert_eq!(bytes, 12 * 512 * 512);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn rows(&self, grid: impl Into<SampleGrid>) -> Result<Rows, Error> {
        let grid = grid.into();
        let spacing = grid.spacing(self.sphere())?;
        Ok(Rows::new(self.prepared(spacing)?, grid))
    }
}

/// Hands all bands to `take`. Calls `progress` before each and after the last.
fn all(
    mut rows: Rows,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    mut take: impl FnMut(&Band),
) -> Result<(), Error> {
    let (samples, mut done, mut band) = (rows.grid().len(), 0, Band::default());
    while done < samples {
        if progress(done, samples).is_break() {
            return Err(Error::cancelled());
        }
        rows.next_into(&mut band);
        take(&band);
        done += band.height.len();
    }
    // All work is done, so it can no longer be cancelled.
    let _ = progress(done, samples);
    Ok(())
}

/// Memory for `samples` numbers.
pub(super) fn with_room(samples: usize) -> Result<Vec<f32>, Error> {
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(samples).map_err(|_| {
        let message = format!("not enough memory for {samples} samples");
        Error::new(ErrorKind::System, message, "request fewer samples, or stream them with `rows`")
    })?;
    Ok(numbers)
}
