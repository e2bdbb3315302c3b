//! Where samples lie, in the memory of a device.

use std::sync::Arc;

use orogen::raster::Grid;
use orogen::terrain::{IsAPlanet, Terrain};
use wgpu::BufferUsages;

use crate::recent::{Held, Recent};
use crate::{Gpu, GpuError};

/// Bytes of shares that are kept: those of all columns and rows that a viewer shows, many times over.
pub(crate) const SHARE_BYTES: u64 = 64 << 20;

/// Puts shares into the memory of a device.
pub(crate) fn upload(gpu: &Gpu, shares: &[[u32; 2]]) -> Result<wgpu::Buffer, GpuError> {
    gpu.checked(|| gpu.filled(BufferUsages::STORAGE, shares))
}

/// Tells terrains apart: which one of its maker's, and the bits of its spacing.
pub(crate) type TerrainKey = [u64; 2];

/// Columns or rows of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    terrain: TerrainKey,
    is_rows: bool,
    first: i64,
    count: usize,
}

/// Shares in the memory of a device. A piece that is computed holds those that it reads.
pub(crate) type Uploaded = Arc<wgpu::Buffer>;

impl Held for Uploaded {
    fn buffers(&self) -> Vec<&wgpu::Buffer> {
        vec![self]
    }

    fn is_in_use(&self) -> bool {
        Arc::strong_count(self) > 1
    }
}

/// The shares used last: pieces that lie below each other have the same columns, and those beside each other the same
/// rows.
#[derive(Debug)]
pub(crate) struct ShareCache {
    gpu: Gpu,
    kept: Recent<Run, Uploaded>,
}

impl ShareCache {
    /// Keeps so many bytes at most.
    pub(crate) fn new(gpu: Gpu, most: u64) -> Self {
        Self { gpu, kept: Recent::new(most) }
    }

    /// The shares of the columns of a grid and of its rows.
    pub(crate) fn get(
        &mut self,
        key: TerrainKey,
        terrain: &Terrain,
        grid: &Grid,
    ) -> Result<[Uploaded; 2], GpuError> {
        let columns = Run { terrain: key, is_rows: false, first: grid.first_column, count: grid.columns };
        let rows = Run { terrain: key, is_rows: true, first: grid.first_row, count: grid.rows };
        Ok([self.run(columns, || terrain.column_shares(grid))?, self.run(rows, || terrain.row_shares(grid))?])
    }

    /// Forgets all that no piece reads.
    pub(crate) fn clear(&mut self) {
        self.kept.clear();
    }

    fn run(
        &mut self,
        run: Run,
        make: impl FnOnce() -> Result<Vec<[u32; 2]>, IsAPlanet>,
    ) -> Result<Uploaded, GpuError> {
        let shares = match self.kept.take(&run) {
            Some(shares) => shares,
            None => Arc::new(upload(&self.gpu, &make()?)?),
        };
        self.kept.keep(run, Arc::clone(&shares));
        Ok(shares)
    }
}
