//! A device that runs programs.

use orogen::program::{Program, Shares};
use wgpu::util::DeviceExt;

use crate::wgsl::module;

/// Words of the uniform buffer of literals, see `prelude.wgsl`: 64 KiB, what every device takes.
const LITERALS: usize = 16_384;

/// A graphics device.
#[derive(Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
}

/// A program ready to run on a device.
#[derive(Debug)]
pub struct Pipeline {
    pipeline: wgpu::ComputePipeline,
}

/// What can go wrong with a device.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// There is no device.
    #[error("no graphics device: {0}")]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// It cannot be opened.
    #[error("the graphics device cannot be opened: {0}")]
    NoDevice(#[from] wgpu::RequestDeviceError),
    /// A terrain knows more numbers than every device takes in one buffer.
    #[error("the terrain has {0} numbers, and graphics devices take {LITERALS}")]
    TooLarge(usize),
    /// The driver refuses a shader.
    #[error("the graphics driver refuses the shader: {0}")]
    Shader(String),
    /// The device was lost or is out of memory.
    #[error("the graphics device failed: {0}")]
    Failed(String),
}

impl Gpu {
    /// Opens the best device there is.
    ///
    /// # Errors
    /// If there is none, or it cannot be opened.
    pub fn new() -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))?;
        let limits = wgpu::Limits {
            max_uniform_buffer_binding_size: 4 * LITERALS as u64,
            ..wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits())
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("orogen"),
            required_limits: limits,
            ..wgpu::DeviceDescriptor::default()
        }))?;
        Ok(Self { device, queue, info: adapter.get_info() })
    }

    /// What the device and its driver are called.
    pub fn name(&self) -> String {
        format!("{} ({})", self.info.name, self.info.driver_info)
    }

    /// Makes a program ready.
    ///
    /// # Errors
    /// [`GpuError::Shader`], [`GpuError::TooLarge`].
    pub fn pipeline(&self, program: &Program) -> Result<Pipeline, GpuError> {
        let literals = program.trace.literals.len();
        if literals > LITERALS {
            return Err(GpuError::TooLarge(literals));
        }
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(module(program).into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(GpuError::Shader(error.to_string())),
            None => Ok(Pipeline { pipeline }),
        }
    }

    /// Runs a program over `columns × rows` samples: the planes of its outputs, one after the other.
    ///
    /// # Errors
    /// [`GpuError::Failed`].
    pub fn run(
        &self,
        pipeline: &Pipeline,
        program: &Program,
        shares: &Shares,
        [columns, rows]: [usize; 2],
    ) -> Result<Vec<f32>, GpuError> {
        let bytes = (program.outputs.len() * columns * rows * 4) as u64;
        let read = |contents: &[u8]| {
            // A binding is not empty.
            let contents = if contents.is_empty() { &[0; 8] } else { contents };
            let usage = wgpu::BufferUsages::STORAGE;
            self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
        };
        let mut literals = program.trace.literals.clone();
        literals.resize(LITERALS, 0);
        let words = self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(&literals),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let column_shares = read(bytemuck::cast_slice(&shares.columns));
        let row_shares = read(bytemuck::cast_slice(&shares.rows));
        let planes = self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(&[columns as u32, rows as u32, 1, 0]),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let out = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout = pipeline.pipeline.get_bind_group_layout(0);
        let buffers = [&words, &column_shares, &row_shares, &out, &planes];
        let tables: Vec<f32> = program.trace.tables.iter().flat_map(|table| table.iter().copied()).collect();
        let tables = (!tables.is_empty()).then(|| read(bytemuck::cast_slice(&tables)));
        let entries: Vec<_> = (0..)
            .zip(buffers.into_iter().chain(&tables))
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &entries,
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(columns.div_ceil(64) as u32, rows as u32, 1);
        }
        encoder.copy_buffer_to_buffer(&out, 0, &staging, 0, bytes);
        self.queue.submit([encoder.finish()]);
        let (sender, receiver) = std::sync::mpsc::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |mapped| {
            let _ = sender.send(mapped);
        });
        let failed = |error: &dyn std::fmt::Display| GpuError::Failed(error.to_string());
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(&error))?;
        receiver.recv().map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        let mapped = staging.get_mapped_range(..).map_err(|error| failed(&error))?;
        Ok(bytemuck::cast_slice(&mapped).to_vec())
    }
}
