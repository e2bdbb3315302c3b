//! The lattice positions of samples, in device memory.
//!
//! Along each axis of a lattice, the position of a sample is the sum of the share of its column and the share of its row.

use std::sync::Arc;

use orogen_engine::raster::Grid;
use orogen_engine::terrain::{IsAPlanet, Terrain};
use wgpu::BufferUsages;

use crate::lru_cache::{CacheEntry, LruCache};
use crate::{Gpu, GpuError};

/// Size of the cache in bytes. The cache has room for many times the columns and rows that a viewer shows.
pub(crate) const SHARE_BYTES: u64 = 64 << 20;

/// Uploads shares to a device.
pub(crate) fn upload(gpu: &Gpu, shares: &[[u32; 2]]) -> Result<wgpu::Buffer, GpuError> {
    gpu.checked(|| gpu.filled(BufferUsages::STORAGE, shares))
}

/// Identifies a terrain: its version, and the bits of its spacing.
pub(crate) type TerrainKey = [u64; 2];

/// The columns or rows of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ShareKey {
    terrain: TerrainKey,
    is_rows: bool,
    first: i64,
    count: usize,
}

/// Shares in device memory. A piece holds a reference to the shares that it reads.
pub(crate) type SharesBuffer = Arc<wgpu::Buffer>;

impl CacheEntry for SharesBuffer {
    fn buffers(&self) -> Vec<&wgpu::Buffer> {
        vec![self]
    }

    fn is_in_use(&self) -> bool {
        Arc::strong_count(self) > 1
    }
}

/// A cache of shares. Pieces one below the other have the same columns, and pieces side by side have the same rows.
#[derive(Debug)]
pub(crate) struct ShareCache {
    gpu: Gpu,
    cache: LruCache<ShareKey, SharesBuffer>,
}

impl ShareCache {
    /// A cache of at most `max_bytes` bytes.
    pub(crate) fn new(gpu: Gpu, max_bytes: u64) -> Self {
        Self { gpu, cache: LruCache::new(max_bytes) }
    }

    /// The shares of a grid's columns and rows.
    pub(crate) fn get(
        &mut self,
        key: TerrainKey,
        terrain: &Terrain,
        grid: &Grid,
    ) -> Result<[SharesBuffer; 2], GpuError> {
        let columns =
            ShareKey { terrain: key, is_rows: false, first: grid.first_column, count: grid.columns };
        let rows = ShareKey { terrain: key, is_rows: true, first: grid.first_row, count: grid.rows };
        Ok([self.run(columns, || terrain.column_shares(grid))?, self.run(rows, || terrain.row_shares(grid))?])
    }

    /// Drops all shares that no piece reads.
    pub(crate) fn clear(&mut self) {
        self.cache.clear();
    }

    fn run(
        &mut self,
        run: ShareKey,
        make: impl FnOnce() -> Result<Vec<[u32; 2]>, IsAPlanet>,
    ) -> Result<SharesBuffer, GpuError> {
        let shares = match self.cache.take(&run) {
            Some(shares) => shares,
            None => Arc::new(upload(&self.gpu, &make()?)?),
        };
        self.cache.insert(run, Arc::clone(&shares));
        Ok(shares)
    }
}
