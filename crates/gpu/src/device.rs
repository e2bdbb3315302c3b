//! A device that is open: memory, checked work, and whether it is still there.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use wgpu::{BufferUsages, ErrorFilter, Limits};

use crate::GpuError;
use crate::needs;
use crate::numbers::NUMBERS_BYTES;

/// A graphics device. A clone is another handle of the same device.
#[derive(Clone, Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: Arc<str>,
    is_software: bool,
    layout: Layout,
    /// Why the device is of no use any more, as soon as it is not.
    fault: Fault,
    /// Pieces of memory that are refused, see [`starve`](Self::starve).
    refused: Arc<AtomicUsize>,
}

/// What is bound to a shader, see `wgsl/grid.wgsl` and `wgsl/patch.wgsl`.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) group: wgpu::BindGroupLayout,
    pub(crate) pipeline: wgpu::PipelineLayout,
}

/// How long a device that fails may take to say why.
const LAST_WORDS: Duration = Duration::from_secs(1);

type Fault = Arc<Mutex<Option<String>>>;

/// Keeps the first reason.
fn note(fault: &Fault, why: String) {
    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
}

impl Gpu {
    /// Opens a device that has at least the limits `allowed`, with what this crate needs of it and `more`.
    pub(crate) fn open(adapter: &wgpu::Adapter, allowed: &Limits, more: &Limits) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let (name, is_software) = (name(&info), info.device_type == wgpu::DeviceType::Cpu);
        let needed = needs::limits().or_better_values_from(more);
        if let Some(what) = needs::lack(&needed, allowed, &adapter.get_downlevel_capabilities()) {
            return Err(GpuError::Lacking { device: name, what });
        }
        let opened = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("orogen"),
            required_limits: needed,
            ..wgpu::DeviceDescriptor::default()
        }));
        let (device, queue) =
            opened.map_err(|error| GpuError::Closed { device: name.clone(), why: error.to_string() })?;
        let fault = Fault::default();
        let (lost, uncaptured) = (Arc::clone(&fault), Arc::clone(&fault));
        device.set_device_lost_callback(move |_, why| note(&lost, why));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| note(&uncaptured, error.to_string())));
        let layout = Layout::new(&device);
        Ok(Self { device, queue, name: name.into(), is_software, layout, fault, refused: Arc::default() })
    }

    /// What the device and its driver are called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it computes on the processor.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Loses the device, as if it were taken out: for tests of what happens then.
    #[doc(hidden)]
    pub fn lose(&self) {
        self.device.destroy();
    }

    /// Refuses the next so many pieces of memory, as if there were none left: for tests of what happens then.
    #[doc(hidden)]
    pub fn starve(&self, pieces: usize) {
        self.refused.store(pieces, Ordering::Relaxed);
    }

    /// Whether all the memory that was to be refused has been asked for.
    #[doc(hidden)]
    pub fn is_fed(&self) -> bool {
        self.refused.load(Ordering::Relaxed) == 0
    }

    /// The open device, for work of other kinds on it.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Its queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Memory on the device. To be called within [`checked`](Self::checked) work.
    pub(crate) fn buffer(&self, usage: BufferUsages, bytes: u64) -> wgpu::Buffer {
        if self.refused.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
        {
            resume_unwind(Box::new(GpuError::OutOfMemory));
        }
        let descriptor =
            wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// Memory with contents; with zeros instead of none, as a binding is not empty. To be called within
    /// [`checked`](Self::checked) work.
    pub(crate) fn filled<T: bytemuck::NoUninit>(&self, usage: BufferUsages, contents: &[T]) -> wgpu::Buffer {
        let bytes = bytemuck::cast_slice(contents);
        let bytes = if bytes.is_empty() { &[0; 16] } else { bytes };
        let buffer = self.buffer(usage | BufferUsages::COPY_DST, bytes.len() as u64);
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    /// Does something with the device, and finds out what went wrong.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`], or [`GpuError::Failed`] with what the driver says of work that is
    /// not valid.
    pub fn checked<R>(&self, work: impl FnOnce() -> R) -> Result<R, GpuError> {
        let work = || self.scoped(ErrorFilter::Validation, || Ok(work()));
        let work = || self.scoped(ErrorFilter::Internal, work);
        let work = || self.scoped(ErrorFilter::OutOfMemory, work);
        // Where the driver says in the middle of something that the device is lost, wgpu panics, and so it may where a
        // shader is more than it can take.
        let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panicked| Err(given_up(&*panicked)));
        if done.is_err() {
            // If all that is wrong is that the device is lost, this is where it says so.
            let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(LAST_WORDS) };
            drop(catch_unwind(AssertUnwindSafe(|| self.device.poll(wait))));
        }
        self.alive()?;
        done
    }

    fn scoped<R>(
        &self,
        filter: ErrorFilter,
        work: impl FnOnce() -> Result<R, GpuError>,
    ) -> Result<R, GpuError> {
        let scope = self.device.push_error_scope(filter);
        let done = work();
        pollster::block_on(scope.pop()).map_or(done, |error| Err(error.into()))
    }

    /// Lets what is done be known, and waits so long at most for a submission to be done.
    pub(crate) fn poll(
        &self,
        submission: &wgpu::SubmissionIndex,
        wait: Option<Duration>,
    ) -> Result<(), GpuError> {
        let wait = wgpu::PollType::Wait { submission_index: Some(submission.clone()), timeout: wait };
        match self.checked(|| self.device.poll(wait))? {
            Ok(_) | Err(wgpu::PollError::Timeout) => Ok(()),
            Err(error) => Err(GpuError::Failed(error.to_string())),
        }
    }

    /// Waits until nothing is under way any more: memory that nobody holds is free then.
    pub(crate) fn settle(&self) -> Result<(), GpuError> {
        let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(LAST_WORDS) };
        // One that is still at work is no fault.
        self.checked(|| self.device.poll(wait)).map(drop)
    }

    /// An error, if the device is of no use any more.
    pub(crate) fn alive(&self) -> Result<(), GpuError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map_or(Ok(()), |why| Err(GpuError::Lost(why.clone())))
    }
}

/// What a panic in the midst of wgpu means.
fn given_up(panicked: &(dyn Any + Send)) -> GpuError {
    if let Some(error) = panicked.downcast_ref::<GpuError>() {
        return error.clone();
    }
    let words = panicked.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or_default();
    let why = format!("its driver gave up: {words}");
    if words.contains("lost") { GpuError::Lost(why) } else { GpuError::Failed(why) }
}

/// What a device and its driver are called.
pub(crate) fn name(info: &wgpu::AdapterInfo) -> String {
    match info.driver_info.as_str() {
        "" => info.name.clone(),
        driver => format!("{} ({driver})", info.name),
    }
}

impl Layout {
    fn new(device: &wgpu::Device) -> Self {
        let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
        let uniform = wgpu::BufferBindingType::Uniform;
        let kinds =
            [uniform, storage(true), storage(true), storage(false), uniform, storage(true), storage(true)];
        let smallest = [NUMBERS_BYTES, 8, 8, 4, 16, 4, 4];
        let entries: Vec<_> = (0..)
            .zip(kinds.into_iter().zip(smallest))
            .map(|(binding, (ty, smallest))| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty,
                    has_dynamic_offset: false,
                    min_binding_size: wgpu::BufferSize::new(smallest),
                },
                count: None,
            })
            .collect();
        let group = device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&group)],
            immediate_size: 0,
        });
        Self { group, pipeline }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_is_an_error_and_no_panic() {
        let gpu = Gpu::any();
        assert_eq!(gpu.checked(|| 5), Ok(5));
        let wrong = gpu.checked(|| gpu.buffer(BufferUsages::STORAGE, 1 << 40));
        assert!(matches!(wrong, Err(GpuError::Failed(_))), "{wrong:?}");
        // The device is none the worse.
        assert!(gpu.checked(|| gpu.buffer(BufferUsages::STORAGE, 1 << 10)).is_ok());
        let source = || Box::new(std::io::Error::other("no room"));
        assert_eq!(GpuError::from(wgpu::Error::OutOfMemory { source: source() }), GpuError::OutOfMemory);
        // wgpu panics where it finds a device lost in the middle of something.
        let panicked = gpu.checked(|| -> u8 { panic!("Error in Device::poll: parent device is lost") });
        assert!(matches!(panicked, Err(GpuError::Lost(_))), "{panicked:?}");
        // And where a shader is too much for it.
        let panicked = gpu.checked(|| -> u8 { panic!("recursion") });
        assert!(matches!(panicked, Err(GpuError::Failed(_))), "{panicked:?}");
    }

    #[test]
    fn a_device_says_once_for_all_that_it_is_lost() {
        let gpu = Gpu::any();
        assert_eq!(gpu.alive(), Ok(()));
        gpu.lose();
        for _ in 0..2 {
            let lost = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &[1_u32]));
            assert!(matches!(lost, Err(GpuError::Lost(_))), "{lost:?}");
        }
        assert!(gpu.alive().is_err());
    }
}
