//! Runs SPIR-V as it is: the words go to the driver, and nobody reads or mends them on the way.
//!
//! Tests of exported shaders need that. What `glslangValidator` made of an exported text has to run as it would in
//! anyone's engine; loaded in the usual way it would be translated once more by the very translator that wrote the text,
//! and mistakes that it makes both ways would cancel. Words that nobody has read may do anything, so `spirv-val` reads
//! them first, and buffers are accessed with wgpu's checks in the driver. The call itself is unsafe: it is the only one,
//! and the crate is never shipped.

use std::io::Write;
use std::process::{Command, Stdio};

use wgpu::util::DeviceExt;

/// A device that takes SPIR-V as it is.
#[derive(Debug)]
pub struct Driver {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// A compute shader that the driver has taken.
#[derive(Debug)]
pub struct Loaded {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl Driver {
    /// Opens the Vulkan device there is.
    ///
    /// # Panics
    /// If there is none that takes SPIR-V.
    pub fn open() -> Self {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default());
        let adapter = pollster::block_on(adapter).unwrap_or_else(|error| {
            panic!("{error}; on a machine without a graphics card install mesa-vulkan-drivers")
        });
        let device = adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: wgpu::Features::PASSTHROUGH_SHADERS,
            required_limits: wgpu::Limits {
                max_uniform_buffer_binding_size: 1 << 16,
                ..wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits())
            },
            ..wgpu::DeviceDescriptor::default()
        });
        let (device, queue) = pollster::block_on(device).unwrap_or_else(|error| panic!("{error}"));
        Self { device, queue }
    }

    /// Runs a compute shader in so many groups. It reads `input` from binding 0 and, if it likes, the uniform
    /// words from binding 2, and writes so many `outputs` to binding 1.
    ///
    /// # Panics
    /// If the driver fails.
    pub fn run(
        &self,
        shader: &Loaded,
        groups: u32,
        input: &[f32],
        outputs: usize,
        uniform: &[u32],
    ) -> Vec<f32> {
        let bytes = 4 * outputs as u64;
        let buffer = |usage, contents: &[u8]| {
            self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
        };
        let empty =
            |usage| wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        // A binding is not empty.
        let uniform = if uniform.is_empty() { &[0; 4] } else { uniform };
        let numbers = buffer(wgpu::BufferUsages::UNIFORM, bytemuck::cast_slice(uniform));
        let read = buffer(wgpu::BufferUsages::STORAGE, bytemuck::cast_slice(input));
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let written = self.device.create_buffer(&empty(usage));
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        let staging = self.device.create_buffer(&empty(usage));
        let entries = [(0, &read), (1, &written), (2, &numbers)];
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &shader.layout,
            entries: &entries.map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            }),
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&shader.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(groups, 1, 1);
        }
        encoder.copy_buffer_to_buffer(&written, 0, &staging, 0, bytes);
        self.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap_or_else(|error| panic!("{error}")));
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap_or_else(|error| panic!("{error}"));
        let mapped = staging.get_mapped_range(..).unwrap_or_else(|error| panic!("{error}"));
        bytemuck::cast_slice(&mapped).to_vec()
    }

    /// Has the driver take the compute shader `main`.
    ///
    /// # Panics
    /// If `spirv-val` finds that the words are not valid for Vulkan 1.1, or is not there.
    pub fn load(&self, spirv: &[u32]) -> Loaded {
        validate(spirv);
        let module = self.module(spirv);
        let kinds = [
            wgpu::BufferBindingType::Storage { read_only: true },
            wgpu::BufferBindingType::Storage { read_only: false },
            wgpu::BufferBindingType::Uniform,
        ];
        let mut binding = 0..;
        let entries = kinds.map(|ty| wgpu::BindGroupLayoutEntry {
            binding: binding.next().unwrap_or_default(),
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        });
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
        let layout = self.device.create_bind_group_layout(&descriptor);
        let pipeline_layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        Loaded { pipeline, layout }
    }

    #[expect(
        unsafe_code,
        reason = "the driver must get the words as they are, and wgpu has no safe call for that"
    )]
    fn module(&self, spirv: &[u32]) -> wgpu::ShaderModule {
        let entry = wgpu::PassthroughShaderEntryPoint { name: "main".into(), workgroup_size: (64, 1, 1) };
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![entry].into(),
            spirv: Some(spirv.into()),
            ..Default::default()
        };
        // SAFETY: `load`, which alone calls this, has had the words validated; and wgpu opens devices with robust access
        // to buffers, so that a place outside of one is no harm.
        unsafe { self.device.create_shader_module_passthrough(descriptor) }
    }
}

/// Has words looked at.
///
/// # Panics
/// If they are not valid SPIR-V for Vulkan 1.1, or `spirv-val` is not there.
pub fn validate(spirv: &[u32]) {
    let told = validity(spirv).unwrap_or_else(|error| panic!("spirv-val: {error}; install spirv-tools"));
    assert!(told.is_empty(), "spirv-val: {told}");
}

/// What `spirv-val` has to say against words.
fn validity(spirv: &[u32]) -> std::io::Result<String> {
    let mut tool = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // It says nothing before it has read all.
    tool.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(bytemuck::cast_slice(spirv)))?;
    let output = tool.wait_with_output()?;
    if output.status.success() {
        return Ok(String::new());
    }
    let told = [&output.stdout[..], &output.stderr, output.status.to_string().as_bytes()].concat();
    Ok(String::from_utf8_lossy(&told).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{Driver, validate};

    /// Magic, version 1.3, and instructions that end in the middle.
    const BROKEN: [u32; 6] = [0x0723_0203, 0x0001_0300, 0, 10, 0, 0x0004_0013];

    #[test]
    #[should_panic(expected = "spirv-val: error")]
    fn words_that_are_no_module_are_refused() {
        Driver::open().load(&BROKEN);
    }

    /// A compute shader that does nothing: an entry point `main`, groups of one, and a function that returns.
    const IDLE: [u32; 35] = [
        0x07230203, 0x00010300, 0, 5, 0, 0x00020011, 1, 0x0003000e, 0, 1, 0x0005000f, 5, 3, 0x6e69616d, 0,
        0x00060010, 3, 17, 1, 1, 1, 0x00020013, 1, 0x00030021, 2, 1, 0x00050036, 1, 3, 0, 2, 0x000200f8, 4,
        0x000100fd, 0x00010038,
    ];

    #[test]
    fn a_module_is_taken() {
        validate(&IDLE);
    }
}
