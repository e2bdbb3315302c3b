//! Runs SPIR-V unchanged: the words are passed directly to the driver.
//!
//! Tests of exported shaders need this. `glslangValidator` compiles an exported text to SPIR-V, which must run as it would in an
//! engine. If wgpu loaded the SPIR-V in its usual way, naga would translate it again. Naga also wrote the exported text, so an
//! error of naga's writer and an error of naga's reader could cancel out. Invalid SPIR-V could do anything, so `spirv-val`
//! validates it first, and wgpu makes the driver check buffer accesses. This crate has a single unsafe call, and is never
//! shipped.
//!
//! # Example
//! ```no_run
//! use orogen_passthrough::{Driver, Resources};
//!
//! fn doubled(spirv: &[u32], numbers: &[f32]) -> Vec<f32> {
//!     let driver = Driver::open();
//!     driver.run(&driver.load(spirv), 1, numbers, numbers.len(), &Resources::default())
//! }
//! ```

use std::io::Write;
use std::process::{Command, Stdio};

use wgpu::util::DeviceExt;

/// A device that runs SPIR-V unchanged.
#[derive(Debug)]
pub struct Driver {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// A compute shader loaded by the driver.
#[derive(Debug)]
pub struct Loaded {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// The resources that a shader reads in addition to its input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources<'a> {
    /// The texels of a texture with one channel, row by row, and the number of texels in a row.
    pub texture: Option<(&'a [f32], usize)>,
    /// The words of a uniform buffer.
    pub uniform: &'a [u32],
}

impl Driver {
    /// Opens a Vulkan device.
    ///
    /// # Panics
    /// If no device runs SPIR-V unchanged.
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

    /// Runs a compute shader in `groups` workgroups. The shader reads `input` from binding 0 and, optionally, a texture from
    /// binding 2 and words from binding 3. The shader writes `outputs` numbers to binding 1.
    ///
    /// # Panics
    /// If the driver fails.
    pub fn run(
        &self,
        shader: &Loaded,
        groups: u32,
        input: &[f32],
        outputs: usize,
        resources: &Resources<'_>,
    ) -> Vec<f32> {
        let bytes = 4 * outputs as u64;
        let buffer = |usage, contents: &[u8]| {
            self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
        };
        let empty =
            |usage| wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        // A binding must not be empty.
        let uniform = if resources.uniform.is_empty() { &[0; 4] } else { resources.uniform };
        let (texels, columns) = resources.texture.unwrap_or((&[0.0], 1));
        let texture = self.device.create_texture_with_data(
            &self.queue,
            &wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d {
                    width: columns as u32,
                    height: (texels.len() / columns) as u32,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::R32Float,
                usage: wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            },
            wgpu::util::TextureDataOrder::LayerMajor,
            bytemuck::cast_slice(texels),
        );
        let texture = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let numbers = buffer(wgpu::BufferUsages::UNIFORM, bytemuck::cast_slice(uniform));
        let read = buffer(wgpu::BufferUsages::STORAGE, bytemuck::cast_slice(input));
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let written = self.device.create_buffer(&empty(usage));
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        let staging = self.device.create_buffer(&empty(usage));
        let resources = [
            read.as_entire_binding(),
            written.as_entire_binding(),
            wgpu::BindingResource::TextureView(&texture),
            numbers.as_entire_binding(),
        ];
        let entries =
            (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource });
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &shader.layout,
            entries: &entries.collect::<Vec<_>>(),
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

    /// Loads SPIR-V with a compute shader whose entry point is `main`.
    ///
    /// # Panics
    /// If `spirv-val` is missing, or if it finds that the words are not valid for Vulkan 1.1.
    pub fn load(&self, spirv: &[u32]) -> Loaded {
        validate(spirv);
        let module = self.module(spirv);
        let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        let kinds = [
            buffer(wgpu::BufferBindingType::Storage { read_only: true }),
            buffer(wgpu::BufferBindingType::Storage { read_only: false }),
            wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: false },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            buffer(wgpu::BufferBindingType::Uniform),
        ];
        let mut binding = 0..;
        let entries = kinds.map(|ty| wgpu::BindGroupLayoutEntry {
            binding: binding.next().unwrap_or_default(),
            visibility: wgpu::ShaderStages::COMPUTE,
            ty,
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
        reason = "the driver must get the words unchanged, and wgpu has no safe call for that"
    )]
    fn module(&self, spirv: &[u32]) -> wgpu::ShaderModule {
        let entry = wgpu::PassthroughShaderEntryPoint { name: "main".into(), workgroup_size: (64, 1, 1) };
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![entry].into(),
            spirv: Some(spirv.into()),
            ..Default::default()
        };
        // SAFETY: only `load` calls this, and it has validated the words. wgpu opens devices with robust buffer access,
        // so accesses out of bounds are harmless.
        unsafe { self.device.create_shader_module_passthrough(descriptor) }
    }
}

/// Validates SPIR-V.
///
/// # Panics
/// If the words are not valid SPIR-V for Vulkan 1.1, or `spirv-val` is missing.
pub fn validate(spirv: &[u32]) {
    let told = validity(spirv).unwrap_or_else(|error| panic!("spirv-val: {error}; install spirv-tools"));
    assert!(told.is_empty(), "spirv-val: {told}");
}

/// The errors that `spirv-val` reports; empty if there are none.
fn validity(spirv: &[u32]) -> std::io::Result<String> {
    let mut tool = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // The tool writes its output only after it has read all input.
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

    /// Magic number, version 1.3, and a truncated instruction.
    const BROKEN: [u32; 6] = [0x0723_0203, 0x0001_0300, 0, 10, 0, 0x0004_0013];

    #[test]
    #[should_panic(expected = "spirv-val: error")]
    fn invalid_words_are_rejected() {
        Driver::open().load(&BROKEN);
    }

    /// A compute shader that does nothing: an entry point `main`, workgroups of one invocation, and a function that returns.
    const IDLE: [u32; 35] = [
        0x07230203, 0x00010300, 0, 5, 0, 0x00020011, 1, 0x0003000e, 0, 1, 0x0005000f, 5, 3, 0x6e69616d, 0,
        0x00060010, 3, 17, 1, 1, 1, 0x00020013, 1, 0x00030021, 2, 1, 0x00050036, 1, 3, 0, 2, 0x000200f8, 4,
        0x000100fd, 0x00010038,
    ];

    #[test]
    fn a_valid_module_is_accepted() {
        validate(&IDLE);
    }
}
