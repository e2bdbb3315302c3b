//! The tiles that are at hand, on the device and off it.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::generate::tile::Tile;
use orogen_gpu::{Gpu, GpuError};
use wgpu::BufferUsages;

use super::address::{Address, CELLS, SIDE};
use super::walk::Heights;

/// Tiles in a buffer: 128 MiB, what every device lets a shader see of one. There are as many buffers as a picture takes.
pub(crate) const SLOTS: usize = 2048;

/// Tiles that are kept off the device, 51 kB each, while a picture needs no more.
const KEPT: usize = 5000;

/// Samples along a side of what a tile holds of its parent.
const COARSE_SIDE: usize = CELLS / 2 + 1;

/// Numbers of a slot: height and slopes of every sample, and of every other one as the next level has them.
pub(crate) const SLOT_NUMBERS: usize = 3 * (SIDE * SIDE + COARSE_SIDE * COARSE_SIDE);

/// A tile at hand.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) tile: Arc<Tile>,
    /// What its quarters may have.
    pub(crate) heights: Heights,
    slot: Option<u32>,
    /// Whether its parent's samples are in the slot, too.
    has_coarse: bool,
    /// The picture that it was drawn in last.
    used: u64,
}

/// The tiles that are at hand.
#[derive(Debug)]
pub(crate) struct Store {
    gpu: Gpu,
    held: BTreeMap<Address, Held>,
    buffers: Vec<wgpu::Buffer>,
    free: Vec<u32>,
    /// Number of the picture.
    picture: u64,
}

impl Store {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self { gpu: gpu.clone(), held: BTreeMap::new(), buffers: Vec::new(), free: Vec::new(), picture: 0 }
    }

    pub(crate) fn buffers(&self) -> &[wgpu::Buffer] {
        &self.buffers
    }

    pub(crate) fn get(&self, address: &Address) -> Option<&Held> {
        self.held.get(address)
    }

    /// Keeps a tile that was made.
    pub(crate) fn keep(&mut self, address: Address, tile: Arc<Tile>) {
        let heights = heights(&tile, address.spacing());
        self.held.insert(address, Held { tile, heights, slot: None, has_coarse: false, used: self.picture });
    }

    /// Begins another picture: what those before the last drew may go.
    pub(crate) fn begin(&mut self) {
        self.picture += 1;
        if self.held.len() > KEPT {
            let (free, last) = (&mut self.free, self.picture - 1);
            self.held.retain(|_, held| {
                let stays = held.used >= last;
                if !stays {
                    free.extend(held.slot);
                }
                stays
            });
        }
    }

    /// The picture was given up: the one before it is the last again.
    pub(crate) fn give_up(&mut self) {
        self.picture -= 1;
    }

    /// Forgets the tiles that have a part in a box. What finer ones hold of their parents stays right: where these differ, so
    /// do they.
    pub(crate) fn forget_within(&mut self, changed: &Bounds) {
        let free = &mut self.free;
        self.held.retain(|address, held| {
            let [[x0, x1], [y0, y1]] = address.bounds();
            let stays = !Bounds::of_plane([x0, y0, x1, y1]).meets(changed);
            if !stays {
                free.extend(held.slot);
            }
            stays
        });
    }

    /// The slot of a tile that is at hand, as is its parent unless it is one of the coarsest; it is put onto the device if
    /// it is not there.
    pub(crate) fn slot(&mut self, address: &Address) -> Result<Option<u32>, GpuError> {
        let has_parent = self.held.contains_key(&address.parent());
        let picture = self.picture;
        let Some(known) = self.held.get_mut(address) else { return Ok(None) };
        known.used = picture;
        let slot = match known.slot {
            Some(slot) if known.has_coarse || !has_parent => return Ok(Some(slot)),
            Some(slot) => slot,
            None => self.vacant()?,
        };
        let Some(numbers) = self.numbers(address) else { return Ok(None) };
        let bytes = (SLOT_NUMBERS * size_of::<f32>()) as u64;
        let (buffer, at) = (slot as usize / SLOTS, u64::from(slot) % SLOTS as u64 * bytes);
        self.gpu.queue().write_buffer(&self.buffers[buffer], at, bytemuck::cast_slice(&numbers));
        if let Some(held) = self.held.get_mut(address) {
            (held.slot, held.has_coarse) = (Some(slot), has_parent);
        }
        Ok(Some(slot))
    }

    /// A free slot, that of a tile that this picture does not draw, or one in another buffer.
    fn vacant(&mut self) -> Result<u32, GpuError> {
        if let Some(slot) = self.free.pop().or_else(|| self.oldest()) {
            return Ok(slot);
        }
        let buffer = self.gpu.checked(|| {
            self.gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: Some("tiles"),
                size: (SLOTS * SLOT_NUMBERS * size_of::<f32>()) as u64,
                usage: BufferUsages::STORAGE | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        })?;
        let first = self.buffers.len() * SLOTS;
        self.buffers.push(buffer);
        self.free.extend((first as u32 + 1..(first + SLOTS) as u32).rev());
        Ok(first as u32)
    }

    /// Takes the slot of the tile that was drawn longest ago, but none of this picture.
    fn oldest(&mut self) -> Option<u32> {
        let taken = self.held.values_mut().filter(|held| held.slot.is_some() && held.used < self.picture);
        taken.min_by_key(|held| held.used)?.slot.take()
    }

    /// What a slot holds.
    fn numbers(&self, address: &Address) -> Option<Vec<f32>> {
        let tile = &self.held.get(address)?.tile.planes;
        let mut numbers = Vec::with_capacity(SLOT_NUMBERS);
        let sample = |planes: &orogen::generate::tile::Planes, at: usize| {
            [planes.height[at], planes.dx[at], planes.dy[at]]
        };
        numbers.extend((0..SIDE * SIDE).flat_map(|at| sample(tile, at)));
        let [left, top] = address.within_parent();
        let parent = self.held.get(&address.parent()).map(|held| &held.tile.planes);
        for row in 0..COARSE_SIDE {
            for column in 0..COARSE_SIDE {
                // The coarsest tiles have no parent, and move nowhere.
                numbers.extend(match parent {
                    Some(parent) => sample(parent, (top + row) * SIDE + left + column),
                    None => sample(tile, 2 * row * SIDE + 2 * column),
                });
            }
        }
        Some(numbers)
    }
}

/// Height of what samples do not show at all, octaves that are faded out for instance, as a share of their spacing.
const HIDDEN: f64 = 0.4;

/// By how many metres what lies between samples may leave their heights. No bound is known for that; the ground would have to
/// leave it with one and a half times the steepest slope of all samples, from a sample to the middle between two and back.
pub(crate) fn margin(steepest: f64, spacing: f64) -> f64 {
    (1.5 * steepest + HIDDEN) * spacing
}

/// The heights that a tile's quarters may have: its own, and what lies between its samples.
fn heights(tile: &Tile, spacing: f64) -> Heights {
    let planes = &tile.planes;
    let (mut min, mut max, mut steepest) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f32);
    for ((&height, &dx), &dy) in planes.height.iter().zip(&planes.dx).zip(&planes.dy) {
        (min, max) = (min.min(height), max.max(height));
        steepest = steepest.max(dx * dx + dy * dy);
    }
    let margin = margin(f64::from(steepest.sqrt()), spacing) as f32;
    Heights { min: min - margin, max: max + margin }
}
