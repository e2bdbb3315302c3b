//! A ring of pieces in flight. While one piece is read back, others are computed; no piece waits for another.
//!
//! ```text
//!  begin ──▶ queue of the device ──▶ out ──copy──▶ staging ──mapped──▶ take
//!    ▲                                                                   │
//!    └──────────────────── the buffers are free again ◀──────────────────┘
//! ```

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use wgpu::{BufferAsyncError, BufferUsages, MapMode};

use crate::compiler::Loaded;
use crate::{Gpu, GpuError};

/// Maximum number of pieces in flight: one is read back and one is computed. There is one more of each, because reading and
/// computing take different times.
const SLOTS: usize = 4;

/// Pieces in flight, in the order in which they were begun. A piece's tag tells the caller which piece it is.
#[derive(Debug)]
pub(crate) struct Ring<T> {
    gpu: Gpu,
    slots: usize,
    idle: Vec<PieceBuffers>,
    in_flight: VecDeque<InFlight<T>>,
}

/// Buffers for the results of a piece.
#[derive(Debug)]
struct PieceBuffers {
    /// The output buffer. The outputs come first, then the values for later passes.
    out: wgpu::Buffer,
    /// The staging buffer for reading back.
    staging: wgpu::Buffer,
}

#[derive(Debug)]
struct InFlight<T> {
    tag: T,
    buffers: PieceBuffers,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
    mapped: Receiver<Result<(), BufferAsyncError>>,
}

/// The positions of samples, in device memory.
pub(crate) enum Positions<'a> {
    /// The shares of columns and rows, and the numbers of columns and rows.
    Grid { columns: &'a wgpu::Buffer, rows: &'a wgpu::Buffer, size: [usize; 2] },
    /// The offsets of samples, and the axes of lattices; see `patch.wgsl`.
    Patch { offsets: &'a wgpu::Buffer, axes: &'a wgpu::Buffer, samples: usize, is_large: bool },
}

impl Positions<'_> {
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
        Self { gpu, slots, idle: Vec::new(), in_flight: VecDeque::new() }
    }

    /// Whether a piece must be taken before another can begin.
    pub(crate) fn is_full(&self) -> bool {
        self.in_flight.len() >= self.slots
    }

    /// Begins a piece.
    pub(crate) fn begin(
        &mut self,
        loaded: &Loaded,
        positions: &Positions<'_>,
        tag: T,
    ) -> Result<(), GpuError> {
        let [columns, rows] = positions.size();
        let bytes = |numbers: usize| 4 * (numbers * columns * rows) as u64;
        let buffers = self.free_buffers(bytes(loaded.weight.numbers()), bytes(loaded.weight.planes))?;
        let bytes = bytes(loaded.weight.planes);
        let (sender, mapped) = channel();
        let submission = self.gpu.checked(|| {
            let commands = commands(&self.gpu, loaded, positions, &buffers, bytes);
            commands.map_buffer_on_submit(&buffers.staging, MapMode::Read, ..bytes, move |mapped| {
                // The receiver is gone if the piece was cancelled.
                _ = sender.send(mapped);
            });
            self.gpu.queue().submit([commands])
        })?;
        self.in_flight.push_back(InFlight { tag, buffers, bytes, submission, mapped });
        Ok(())
    }

    /// Reads the oldest piece. Its planes are concatenated. Waits for at most `wait`, or without limit if `wait` is `None`.
    pub(crate) fn take<R>(
        &mut self,
        wait: Option<Duration>,
        read: impl FnOnce(T, &[f32]) -> R,
    ) -> Result<Option<R>, GpuError> {
        let Some(oldest) = self.in_flight.front() else { return Ok(None) };
        self.gpu.poll(&oldest.submission, wait)?;
        match oldest.mapped.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(self.failed(&error)),
            Err(error @ TryRecvError::Disconnected) => return Err(self.failed(&error)),
            Err(TryRecvError::Empty) => return Ok(None),
        }
        let Some(InFlight { tag, buffers, bytes, .. }) = self.in_flight.pop_front() else { return Ok(None) };
        let mapped = self.gpu.checked(|| buffers.staging.get_mapped_range(..bytes))?;
        let mapped = mapped.map_err(|error| self.failed(&error))?;
        let done = read(tag, bytemuck::cast_slice(&mapped));
        drop(mapped);
        buffers.staging.unmap();
        self.idle.push(buffers);
        Ok(Some(done))
    }

    /// The error of a failed mapping. Mapping fails only if the device is lost.
    fn failed(&self, error: &dyn std::fmt::Display) -> GpuError {
        self.gpu.check_lost().err().unwrap_or_else(|| GpuError::Lost(error.to_string()))
    }

    /// Free buffers of at least these sizes in bytes: output and staging.
    fn free_buffers(&mut self, bytes: u64, readable: u64) -> Result<PieceBuffers, GpuError> {
        let is_enough =
            |buffers: &PieceBuffers| buffers.out.size() >= bytes && buffers.staging.size() >= readable;
        if let Some(at) = self.idle.iter().position(is_enough) {
            return Ok(self.idle.swap_remove(at));
        }
        // Buffers that are too small are dropped, so there are never more sets of buffers than slots.
        drop(self.idle.pop());
        self.gpu.checked(|| PieceBuffers {
            out: self.gpu.buffer(BufferUsages::STORAGE | BufferUsages::COPY_SRC, bytes),
            staging: self.gpu.buffer(BufferUsages::COPY_DST | BufferUsages::MAP_READ, readable),
        })
    }
}

/// The commands that compute a piece and copy its outputs to the staging buffer.
fn commands(
    gpu: &Gpu,
    loaded: &Loaded,
    positions: &Positions<'_>,
    buffers: &PieceBuffers,
    bytes: u64,
) -> wgpu::CommandBuffer {
    let [columns, rows] = positions.size().map(|side| side as u32);
    let planes = gpu.filled(BufferUsages::UNIFORM, &[columns, rows, u32::from(positions.is_large()), 0]);
    let (whole, [first, second]) = (wgpu::Buffer::as_entire_binding, positions.buffers());
    let resources = [
        whole(&loaded.numbers.near),
        whole(first),
        whole(second),
        whole(&buffers.out),
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
    encoder.copy_buffer_to_buffer(&buffers.out, 0, &buffers.staging, 0, bytes);
    encoder.finish()
}
