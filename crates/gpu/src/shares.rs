//! Where samples lie, in the memory of a device.

use orogen::raster::Grid;
use orogen::terrain::Terrain;
use wgpu::BufferUsages;

use crate::{Gpu, GpuError};

/// Puts shares into the memory of a device.
pub(crate) fn upload(gpu: &Gpu, shares: &[[u32; 2]]) -> Result<wgpu::Buffer, GpuError> {
    gpu.checked(|| gpu.filled(BufferUsages::STORAGE, shares))
}

/// Tells terrains apart: which one of its maker's, and the bits of its spacing.
pub(crate) type TerrainKey = [u64; 2];

/// Columns or rows of a terrain.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    terrain: TerrainKey,
    is_rows: bool,
    first: i64,
    count: usize,
}

/// The shares used last: pieces that lie below each other have the same columns, and those beside each other the same
/// rows.
#[derive(Debug)]
pub(crate) struct ShareCache {
    gpu: Gpu,
    most: usize,
    /// The last used last.
    kept: Vec<(Run, wgpu::Buffer)>,
}

impl ShareCache {
    /// Keeps so many runs of columns or rows at most.
    pub(crate) fn new(gpu: Gpu, most: usize) -> Self {
        Self { gpu, most, kept: Vec::new() }
    }

    /// The shares of the columns of a grid.
    pub(crate) fn columns(
        &mut self,
        key: TerrainKey,
        terrain: &Terrain,
        grid: &Grid,
    ) -> Result<wgpu::Buffer, GpuError> {
        let run = Run { terrain: key, is_rows: false, first: grid.first_column, count: grid.columns };
        self.get(run, || terrain.column_shares(grid))
    }

    /// The shares of the rows of a grid.
    pub(crate) fn rows(
        &mut self,
        key: TerrainKey,
        terrain: &Terrain,
        grid: &Grid,
    ) -> Result<wgpu::Buffer, GpuError> {
        let run = Run { terrain: key, is_rows: true, first: grid.first_row, count: grid.rows };
        self.get(run, || terrain.row_shares(grid))
    }

    fn get(&mut self, run: Run, make: impl FnOnce() -> Vec<[u32; 2]>) -> Result<wgpu::Buffer, GpuError> {
        let entry = match self.kept.iter().position(|&(of, _)| of == run) {
            Some(at) => self.kept.remove(at),
            None => (run, upload(&self.gpu, &make())?),
        };
        if self.kept.len() == self.most {
            self.kept.remove(0);
        }
        let buffer = entry.1.clone();
        self.kept.push(entry);
        Ok(buffer)
    }
}
