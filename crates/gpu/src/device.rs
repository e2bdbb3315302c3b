//! An open device: its memory, error handling, and whether it is lost.
//!
//! Every failure after opening is returned as an error, including panics within wgpu. Before a device is requested, the
//! limits that this crate needs are compared with those of the device (`needs`).

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use wgpu::{BufferUsages, ErrorFilter, Limits};

use crate::GpuError;
use crate::needs;
use crate::numbers::NUMBERS_BYTES;

/// A graphics device. Clones refer to the same device.
///
/// # Example
/// ```no_run
/// use orogen_gpu::{Choice, ChosenDevice};
///
/// if let ChosenDevice::Gpu(gpu) = Choice::Auto.open()? {
///     println!("{}{}", gpu.name(), if gpu.is_software() { " (software)" } else { "" });
/// }
/// # Ok::<(), orogen_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: Arc<str>,
    is_software: bool,
    layout: Layout,
    /// If the device is lost, the reason.
    loss: LossReason,
    /// Number of coming allocations that fail on purpose, see [`fail_allocations`](Self::fail_allocations).
    failing_allocations: Arc<AtomicUsize>,
}

/// The bindings of a shader, see `grid.wgsl` and `patch.wgsl`.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) group: wgpu::BindGroupLayout,
    pub(crate) pipeline: wgpu::PipelineLayout,
}

/// Maximum time to wait for the device: for the reason of a failure, or until the device is idle.
const ERROR_TIMEOUT: Duration = Duration::from_secs(1);

type LossReason = Arc<Mutex<Option<String>>>;

/// Records why the device is lost. If there already is a reason, keeps that reason.
fn record_loss(loss: &LossReason, why: String) {
    loss.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
}

impl Gpu {
    /// Opens a device with the limits that this crate needs and the limits in `more`. `allowed` are the limits of the adapter.
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
        let loss = LossReason::default();
        let (lost, uncaptured) = (Arc::clone(&loss), Arc::clone(&loss));
        device.set_device_lost_callback(move |_, why| record_loss(&lost, why));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            record_loss(&uncaptured, error.to_string());
        }));
        let layout = Layout::new(&device);
        Ok(Self {
            device,
            queue,
            name: name.into(),
            is_software,
            layout,
            loss,
            failing_allocations: Arc::default(),
        })
    }

    /// The names of the device and its driver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the device is a software driver, which computes on the processor.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Destroys the device as if it were removed, for tests.
    #[doc(hidden)]
    pub fn lose(&self) {
        self.device.destroy();
    }

    /// Makes the next `pieces` allocations fail as if memory had run out, for tests.
    #[doc(hidden)]
    pub fn fail_allocations(&self, pieces: usize) {
        self.failing_allocations.store(pieces, Ordering::Relaxed);
    }

    /// Whether all failures that [`fail_allocations`](Self::fail_allocations) has ordered have occurred.
    #[doc(hidden)]
    pub fn allocations_have_failed(&self) -> bool {
        self.failing_allocations.load(Ordering::Relaxed) == 0
    }

    /// The open device, for other work on it.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The device's queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Allocates memory on the device. Call it within [`checked`](Self::checked).
    pub(crate) fn buffer(&self, usage: BufferUsages, bytes: u64) -> wgpu::Buffer {
        if self
            .failing_allocations
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_ok()
        {
            resume_unwind(Box::new(GpuError::OutOfMemory));
        }
        let descriptor =
            wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// Uploads data to new memory. Empty data becomes zeros, because a binding must not be empty. Call it within
    /// [`checked`](Self::checked).
    pub(crate) fn filled<T: bytemuck::NoUninit>(&self, usage: BufferUsages, contents: &[T]) -> wgpu::Buffer {
        let bytes = bytemuck::cast_slice(contents);
        let bytes = if bytes.is_empty() { &[0; 16] } else { bytes };
        let buffer = self.buffer(usage | BufferUsages::COPY_DST, bytes.len() as u64);
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    /// Runs work on the device. Returns the result of the work, or an error if the device reported one.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`], or [`GpuError::Failed`] with the driver's message about invalid
    /// work.
    pub fn checked<R>(&self, work: impl FnOnce() -> R) -> Result<R, GpuError> {
        let work = || self.scoped(ErrorFilter::Validation, || Ok(work()));
        let work = || self.scoped(ErrorFilter::Internal, work);
        let work = || self.scoped(ErrorFilter::OutOfMemory, work);
        // wgpu panics if the driver reports a lost device in the middle of an operation, and sometimes if a shader is
        // too complex for it.
        let done =
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panicked| Err(panic_error(&*panicked)));
        if done.is_err() {
            // If the device is lost, this poll reports it.
            let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(ERROR_TIMEOUT) };
            drop(catch_unwind(AssertUnwindSafe(|| self.device.poll(wait))));
        }
        self.check_lost()?;
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

    /// Processes finished work, and waits for a submission for at most this time.
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

    /// Waits until the device is idle. Unused memory is free then.
    pub(crate) fn wait_idle(&self) -> Result<(), GpuError> {
        let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(ERROR_TIMEOUT) };
        // A timeout is not an error: the device may still be busy.
        self.checked(|| self.device.poll(wait)).map(drop)
    }

    /// Fails if the device is lost.
    pub(crate) fn check_lost(&self) -> Result<(), GpuError> {
        let loss = self.loss.lock().unwrap_or_else(PoisonError::into_inner);
        loss.as_ref().map_or(Ok(()), |why| Err(GpuError::Lost(why.clone())))
    }
}

/// Converts a panic within wgpu to an error.
fn panic_error(panicked: &(dyn Any + Send)) -> GpuError {
    if let Some(error) = panicked.downcast_ref::<GpuError>() {
        return error.clone();
    }
    let words = panicked.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or_default();
    let why = format!("its driver panicked: {words}");
    if words.contains("lost") { GpuError::Lost(why) } else { GpuError::Failed(why) }
}

/// The names of a device and its driver.
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
    fn failures_are_errors_not_panics() {
        let gpu = Gpu::any();
        assert_eq!(gpu.checked(|| 5), Ok(5));
        let wrong = gpu.checked(|| gpu.buffer(BufferUsages::STORAGE, 1 << 40));
        assert!(matches!(wrong, Err(GpuError::Failed(_))), "{wrong:?}");
        // The device still works.
        assert!(gpu.checked(|| gpu.buffer(BufferUsages::STORAGE, 1 << 10)).is_ok());
        let source = || Box::new(std::io::Error::other("no room"));
        assert_eq!(GpuError::from(wgpu::Error::OutOfMemory { source: source() }), GpuError::OutOfMemory);
        // wgpu panics if a device is lost in the middle of an operation.
        let panicked = gpu.checked(|| -> u8 { panic!("Error in Device::poll: parent device is lost") });
        assert!(matches!(panicked, Err(GpuError::Lost(_))), "{panicked:?}");
        // wgpu also panics if a shader is too complex for the driver.
        let panicked = gpu.checked(|| -> u8 { panic!("recursion") });
        assert!(matches!(panicked, Err(GpuError::Failed(_))), "{panicked:?}");
    }

    #[test]
    fn a_lost_device_stays_lost() {
        let gpu = Gpu::any();
        assert_eq!(gpu.check_lost(), Ok(()));
        gpu.lose();
        for _ in 0..2 {
            let lost = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &[1_u32]));
            assert!(matches!(lost, Err(GpuError::Lost(_))), "{lost:?}");
        }
        assert!(gpu.check_lost().is_err());
    }
}
