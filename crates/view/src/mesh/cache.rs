//! The cache of tiles, on the device and in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::tile::Tile;
use orogen_gpu::{Gpu, GpuError};
use wgpu::BufferUsages;

use super::address::{Address, CELLS, SIDE};
use super::selector::Heights;

/// Tiles per buffer: 128 MiB, the largest binding that every device supports. Buffers are added as needed.
pub(crate) const SLOTS: usize = 2048;

/// Number of tiles that stay in memory. Each has 51 kB. A picture may need more tiles.
const CAPACITY: usize = 5000;

/// A slot also contains samples of the tile's parent. This is their number along a side.
const COARSE_SIDE: usize = CELLS / 2 + 1;

/// Floats in a slot: height and slopes of every sample, then height and slopes of the parent's samples at every second
/// sample.
pub(crate) const SLOT_FLOATS: usize = 3 * (SIDE * SIDE + COARSE_SIDE * COARSE_SIDE);

/// A tile in the cache.
#[derive(Debug)]
pub(crate) struct CachedTile {
    pub(crate) tile: Arc<Tile>,
    /// Bounds of the heights in this tile and its descendants.
    pub(crate) heights: Heights,
    slot: Option<u32>,
    /// Whether the slot contains its parent's samples.
    has_coarse: bool,
    /// Number of the last picture that used the tile.
    used: u64,
}

/// The tiles in memory and on the device.
#[derive(Debug)]
pub(crate) struct TileCache {
    gpu: Gpu,
    cached: BTreeMap<Address, CachedTile>,
    buffers: Vec<wgpu::Buffer>,
    free: Vec<u32>,
    /// Number of the current picture.
    picture: u64,
}

impl TileCache {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self { gpu: gpu.clone(), cached: BTreeMap::new(), buffers: Vec::new(), free: Vec::new(), picture: 0 }
    }

    pub(crate) fn buffers(&self) -> &[wgpu::Buffer] {
        &self.buffers
    }

    pub(crate) fn get(&self, address: &Address) -> Option<&CachedTile> {
        self.cached.get(address)
    }

    /// Adds a tile.
    pub(crate) fn insert(&mut self, address: Address, tile: Arc<Tile>) {
        let heights = heights(&tile, address.spacing());
        self.cached
            .insert(address, CachedTile { tile, heights, slot: None, has_coarse: false, used: self.picture });
    }

    /// Begins another picture. A full cache drops tiles that the last picture did not use.
    pub(crate) fn begin_picture(&mut self) {
        self.picture += 1;
        if self.cached.len() > CAPACITY {
            let (free, last) = (&mut self.free, self.picture - 1);
            self.cached.retain(|_, cached| {
                let stays = cached.used >= last;
                if !stays {
                    free.extend(cached.slot);
                }
                stays
            });
        }
    }

    /// Undoes [`begin_picture`](Self::begin_picture) for a picture that was cancelled.
    pub(crate) fn cancel_picture(&mut self) {
        self.picture -= 1;
    }

    /// Drops the tiles that overlap a box. The parents' samples in other slots stay valid: where a parent changes, its finer
    /// tiles change, too.
    pub(crate) fn invalidate(&mut self, changed: &Bounds) {
        let free = &mut self.free;
        self.cached.retain(|address, cached| {
            let [[x0, x1], [y0, y1]] = address.bounds();
            let stays = !Bounds::of_plane([x0, y0, x1, y1]).meets(changed);
            if !stays {
                free.extend(cached.slot);
            }
            stays
        });
    }

    /// The slot of a cached tile, uploaded if necessary. The tile's parent must be cached, too, unless the tile is one of the
    /// coarsest.
    pub(crate) fn slot(&mut self, address: &Address) -> Result<Option<u32>, GpuError> {
        let has_parent = self.cached.contains_key(&address.parent());
        let picture = self.picture;
        let Some(known) = self.cached.get_mut(address) else { return Ok(None) };
        known.used = picture;
        let slot = match known.slot {
            Some(slot) if known.has_coarse || !has_parent => return Ok(Some(slot)),
            Some(slot) => slot,
            None => self.take_slot()?,
        };
        let Some(data) = self.slot_data(address) else { return Ok(None) };
        let bytes = (SLOT_FLOATS * size_of::<f32>()) as u64;
        let (buffer, at) = (slot as usize / SLOTS, u64::from(slot) % SLOTS as u64 * bytes);
        self.gpu.queue().write_buffer(&self.buffers[buffer], at, bytemuck::cast_slice(&data));
        if let Some(cached) = self.cached.get_mut(address) {
            (cached.slot, cached.has_coarse) = (Some(slot), has_parent);
        }
        Ok(Some(slot))
    }

    /// A free slot: an unused slot, the slot of the oldest tile, or a slot in a new buffer.
    fn take_slot(&mut self) -> Result<u32, GpuError> {
        if let Some(slot) = self.free.pop().or_else(|| self.evict_oldest()) {
            return Ok(slot);
        }
        let buffer = self.gpu.checked(|| {
            self.gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: Some("tiles"),
                size: (SLOTS * SLOT_FLOATS * size_of::<f32>()) as u64,
                usage: BufferUsages::STORAGE | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        })?;
        let first = self.buffers.len() * SLOTS;
        self.buffers.push(buffer);
        self.free.extend((first as u32 + 1..(first + SLOTS) as u32).rev());
        Ok(first as u32)
    }

    /// Takes the slot of the least recently used tile, unless this picture uses it.
    fn evict_oldest(&mut self) -> Option<u32> {
        let taken =
            self.cached.values_mut().filter(|cached| cached.slot.is_some() && cached.used < self.picture);
        taken.min_by_key(|cached| cached.used)?.slot.take()
    }

    /// The contents of a slot.
    fn slot_data(&self, address: &Address) -> Option<Vec<f32>> {
        let tile = &self.cached.get(address)?.tile.planes;
        let mut data = Vec::with_capacity(SLOT_FLOATS);
        let sample = |planes: &orogen_engine::generate::tile::Planes, at: usize| {
            [planes.height[at], planes.dx[at], planes.dy[at]]
        };
        data.extend((0..SIDE * SIDE).flat_map(|at| sample(tile, at)));
        let [left, top] = address.within_parent();
        let parent = self.cached.get(&address.parent()).map(|cached| &cached.tile.planes);
        for row in 0..COARSE_SIDE {
            for column in 0..COARSE_SIDE {
                // The coarsest tiles have no parent and do not morph.
                data.extend(match parent {
                    Some(parent) => sample(parent, (top + row) * SIDE + left + column),
                    None => sample(tile, 2 * row * SIDE + 2 * column),
                });
            }
        }
        Some(data)
    }
}

/// Height of detail that samples do not show, such as faded octaves, as a share of the samples' spacing.
const HIDDEN_DETAIL: f64 = 0.4;

/// A margin in metres for the ground between samples. No strict bound is known. To exceed the margin, the ground would have
/// to be one and a half times as steep as the steepest sample, all the way from a sample to the midpoint between two samples.
pub(crate) fn height_margin(steepest: f64, spacing: f64) -> f64 {
    (1.5 * steepest + HIDDEN_DETAIL) * spacing
}

/// Bounds of the heights in a tile and its descendants: the bounds of the tile's samples, with a margin.
fn heights(tile: &Tile, spacing: f64) -> Heights {
    let planes = &tile.planes;
    let (mut min, mut max, mut steepest) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f32);
    for ((&height, &dx), &dy) in planes.height.iter().zip(&planes.dx).zip(&planes.dy) {
        (min, max) = (min.min(height), max.max(height));
        steepest = steepest.max(dx * dx + dy * dy);
    }
    let height_margin = height_margin(f64::from(steepest.sqrt()), spacing) as f32;
    Heights { min: min - height_margin, max: max + height_margin }
}
