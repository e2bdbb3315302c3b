//! Several pieces under way at once: while one is read back others are computed, and none waits for another.
//!
//! ```text
//!  begin ──▶ queue of the device ──▶ out ──copy──▶ staging ──mapped──▶ take
//!    ▲                                                                   │
//!    └───────────────────── the slot is free again ◀─────────────────────┘
//! ```

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use wgpu::{BufferAsyncError, BufferUsages, MapMode};

use crate::compiler::Loaded;
use crate::{Gpu, GpuError};

/// Pieces under way at once: one that is read, one that is computed, and one more each, as they differ.
const SLOTS: usize = 4;

/// Pieces under way, in the order in which they were begun; each has a tag that tells whoever began it what it is.
#[derive(Debug)]
pub(crate) struct Ring<T> {
    gpu: Gpu,
    slots: usize,
    idle: Vec<Slot>,
    under_way: VecDeque<Flight<T>>,
}

/// Memory for the results of a piece.
#[derive(Debug)]
struct Slot {
    /// Where they are computed, with what passes keep for each other after them.
    out: wgpu::Buffer,
    /// Where they can be read.
    staging: wgpu::Buffer,
}

#[derive(Debug)]
struct Flight<T> {
    tag: T,
    slot: Slot,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
    mapped: Receiver<Result<(), BufferAsyncError>>,
}

/// Where samples lie, in a device's memory.
pub(crate) enum Places<'a> {
    /// The shares of columns and rows, and how many there are of each.
    Grid { columns: &'a wgpu::Buffer, rows: &'a wgpu::Buffer, size: [usize; 2] },
    /// The offsets of samples, and the axes of lattices; see `wgsl/patch.wgsl`.
    Patch { offsets: &'a wgpu::Buffer, axes: &'a wgpu::Buffer, samples: usize, is_large: bool },
}

impl Places<'_> {
    /// Columns and rows.
    fn size(&self) -> [usize; 2] {
        match *self {
            Self::Grid { size, .. } => size,
            Self::Patch { samples, .. } => [samples, 1],
        }
    }

    fn buffers(&self) -> [&wgpu::Buffer; 2] {
        match self {
            Self::Grid { columns, rows, .. } => [columns, rows],
            Self::Patch { offsets, axes, .. } => [offsets, axes],
        }
    }

    fn is_large(&self) -> bool {
        matches!(self, Self::Patch { is_large: true, .. })
    }
}

impl<T> Ring<T> {
    pub(crate) fn new(gpu: Gpu) -> Self {
        Self::with_slots(gpu, SLOTS)
    }

    pub(crate) fn with_slots(gpu: Gpu, slots: usize) -> Self {
        Self { gpu, slots, idle: Vec::new(), under_way: VecDeque::new() }
    }

    /// Whether a piece has to be taken before another can be begun.
    pub(crate) fn is_full(&self) -> bool {
        self.under_way.len() >= self.slots
    }

    /// Begins a piece.
    pub(crate) fn begin(&mut self, loaded: &Loaded, places: &Places<'_>, tag: T) -> Result<(), GpuError> {
        let [columns, rows] = places.size();
        let bytes = |numbers: usize| 4 * (numbers * columns * rows) as u64;
        let slot = self.slot(bytes(loaded.weight.numbers()), bytes(loaded.weight.planes))?;
        let bytes = bytes(loaded.weight.planes);
        let (sender, mapped) = channel();
        let submission = self.gpu.checked(|| {
            let commands = commands(&self.gpu, loaded, places, &slot, bytes);
            commands.map_buffer_on_submit(&slot.staging, MapMode::Read, ..bytes, move |mapped| {
                // Nobody listens to a piece that was given up.
                _ = sender.send(mapped);
            });
            self.gpu.queue().submit([commands])
        })?;
        self.under_way.push_back(Flight { tag, slot, bytes, submission, mapped });
        Ok(())
    }

    /// Reads the oldest piece, its planes one after the other, if it is done or gets done within some time; without
    /// a limit if there is none.
    pub(crate) fn take<R>(
        &mut self,
        wait: Option<Duration>,
        read: impl FnOnce(T, &[f32]) -> R,
    ) -> Result<Option<R>, GpuError> {
        let Some(oldest) = self.under_way.front() else { return Ok(None) };
        self.gpu.poll(&oldest.submission, wait)?;
        match oldest.mapped.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(self.failed(&error)),
            Err(error @ TryRecvError::Disconnected) => return Err(self.failed(&error)),
            Err(TryRecvError::Empty) => return Ok(None),
        }
        let Some(Flight { tag, slot, bytes, .. }) = self.under_way.pop_front() else { return Ok(None) };
        let mapped = self.gpu.checked(|| slot.staging.get_mapped_range(..bytes))?;
        let mapped = mapped.map_err(|error| self.failed(&error))?;
        let done = read(tag, bytemuck::cast_slice(&mapped));
        drop(mapped);
        slot.staging.unmap();
        self.idle.push(slot);
        Ok(Some(done))
    }

    /// Memory is mapped unless the device is lost.
    fn failed(&self, error: &dyn std::fmt::Display) -> GpuError {
        self.gpu.alive().err().unwrap_or_else(|| GpuError::Lost(error.to_string()))
    }

    /// Free memory of at least so many bytes, of which so many can be read.
    fn slot(&mut self, bytes: u64, readable: u64) -> Result<Slot, GpuError> {
        let is_enough = |slot: &Slot| slot.out.size() >= bytes && slot.staging.size() >= readable;
        if let Some(at) = self.idle.iter().position(is_enough) {
            return Ok(self.idle.swap_remove(at));
        }
        // What is too small goes, so that there are never more than there may be pieces under way.
        drop(self.idle.pop());
        self.gpu.checked(|| Slot {
            out: self.gpu.buffer(BufferUsages::STORAGE | BufferUsages::COPY_SRC, bytes),
            staging: self.gpu.buffer(BufferUsages::COPY_DST | BufferUsages::MAP_READ, readable),
        })
    }
}

/// Computes a piece, and copies it to where it can be read.
fn commands(gpu: &Gpu, loaded: &Loaded, places: &Places<'_>, slot: &Slot, bytes: u64) -> wgpu::CommandBuffer {
    let [columns, rows] = places.size().map(|side| side as u32);
    let planes = gpu.filled(BufferUsages::UNIFORM, &[columns, rows, u32::from(places.is_large()), 0]);
    let (whole, [first, second]) = (wgpu::Buffer::as_entire_binding, places.buffers());
    let resources = [
        whole(&loaded.numbers.near),
        whole(first),
        whole(second),
        whole(&slot.out),
        whole(&planes),
        whole(&loaded.numbers.tables),
        whole(&loaded.numbers.far),
    ];
    let entries: Vec<_> =
        (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
    let layout = &gpu.layout().group;
    let group =
        gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
    let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_bind_group(0, &group, &[]);
    for pipeline in loaded.pipeline.passes() {
        pass.set_pipeline(pipeline);
        pass.dispatch_workgroups(columns.div_ceil(64), rows, 1);
    }
    drop(pass);
    encoder.copy_buffer_to_buffer(&slot.out, 0, &slot.staging, 0, bytes);
    encoder.finish()
}
