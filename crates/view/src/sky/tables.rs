//! The tables of the sky on the device, and the shaders that fill them.

use orogen_gpu::Gpu;
use wgpu::util::DeviceExt;
use wgpu::{BindingResource, BufferUsages, TextureDimension, TextureUsages};

/// WGSL that all shaders of the sky begin with.
macro_rules! scatter {
    () => {
        concat!(include_str!("air.wgsl"), include_str!("scatter.wgsl"))
    };
}
pub(crate) use scatter;

/// A shader that fills tables.
struct Fill {
    label: &'static str,
    text: &'static str,
    /// The tables that the shader fills: index of the first, and their number. These tables are the bindings of group 0.
    tables: [usize; 2],
    /// The shader reads the bindings of group 1 before this index.
    inputs: usize,
    /// Columns and rows that one workgroup fills.
    workgroup: [u32; 2],
}

/// The shaders. Each shader comes after the shaders whose tables it reads.
const FILLS: [Fill; 6] = [
    Fill {
        label: "transmittance",
        text: concat!(scatter!(), include_str!("transmittance.wgsl")),
        tables: [0, 1],
        inputs: 1,
        workgroup: [8, 8],
    },
    Fill {
        label: "multiple scattering",
        text: concat!(scatter!(), include_str!("multiple.wgsl")),
        tables: [1, 1],
        inputs: 3,
        workgroup: [8, 8],
    },
    Fill {
        label: "irradiance",
        text: concat!(scatter!(), include_str!("irradiance.wgsl")),
        tables: [2, 1],
        inputs: 4,
        workgroup: [64, 1],
    },
    Fill {
        label: "sky view",
        text: concat!(scatter!(), include_str!("eye_ray.wgsl"), include_str!("view.wgsl")),
        tables: [3, 1],
        inputs: 5,
        workgroup: [8, 8],
    },
    Fill {
        label: "aerial perspective",
        text: concat!(scatter!(), include_str!("eye_ray.wgsl"), include_str!("aerial.wgsl")),
        tables: [4, 3],
        inputs: 4,
        workgroup: [8, 8],
    },
    Fill {
        label: "ambient light",
        text: concat!(scatter!(), include_str!("ambient.wgsl")),
        tables: [HARMONICS, 0],
        inputs: 5,
        workgroup: [64, 1],
    },
];

/// Number of shaders that depend on the air alone, not on the sun and the eye.
const AIR_FILLS: usize = 3;

/// Columns, rows and layers, and the dimension of each table. The tables are bindings of group 1, from binding 2 on.
const SIZES: [([u32; 3], TextureDimension); 7] = [
    ([256, 64, 1], TextureDimension::D2),
    ([32, 32, 1], TextureDimension::D2),
    ([64, 1, 1], TextureDimension::D2),
    ([96, 256, 2], TextureDimension::D2),
    ([32, 128, 32], TextureDimension::D3),
    ([32, 128, 32], TextureDimension::D3),
    ([128, 32, 1], TextureDimension::D2),
];

/// The table with layers.
const VIEW: usize = 3;

/// The binding after the tables: nine harmonics of the ambient light.
const HARMONICS: usize = SIZES.len();

/// The bind group 1, and the passes that fill it.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) layout: wgpu::BindGroupLayout,
    pub(crate) group: wgpu::BindGroup,
    uniform: wgpu::Buffer,
    passes: Vec<Pass>,
}

#[derive(Debug)]
struct Pass {
    label: &'static str,
    pipeline: wgpu::ComputePipeline,
    outputs: wgpu::BindGroup,
    inputs: wgpu::BindGroup,
    workgroups: [u32; 2],
}

impl Tables {
    /// Creates the tables. Call it within [`Gpu::checked`].
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let device = gpu.device();
        let uniform = buffer(device, 128, BufferUsages::UNIFORM | BufferUsages::COPY_DST);
        let harmonics = buffer(device, 144, BufferUsages::UNIFORM | BufferUsages::STORAGE);
        let views: Vec<_> = (0..SIZES.len()).map(|table| view(device, table)).collect();
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let mut resources = vec![uniform.as_entire_binding(), BindingResource::Sampler(&sampler)];
        resources.extend(views.iter().map(BindingResource::TextureView));
        resources.push(harmonics.as_entire_binding());
        let layout = layout(device);
        let group = group(device, &layout, &resources);
        let passes = FILLS.iter().map(|fill| Pass::new(device, fill, &resources)).collect();
        Self { layout, group, uniform, passes }
    }

    /// Fills the tables that depend on the air alone if `air_only` is set, otherwise the other tables.
    pub(crate) fn fill(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        air: &[[f32; 4]; 8],
        air_only: bool,
    ) {
        // The copy to the uniform is a command of the encoder, so that several skies in one encoder do not mix.
        let contents = gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(air),
            usage: BufferUsages::COPY_SRC,
        });
        encoder.copy_buffer_to_buffer(&contents, 0, &self.uniform, 0, 128);
        let (first, rest) = self.passes.split_at(AIR_FILLS);
        for pass in if air_only { first } else { rest } {
            pass.record(encoder);
        }
    }
}

impl Pass {
    fn new(device: &wgpu::Device, fill: &Fill, resources: &[BindingResource<'_>]) -> Self {
        let source = wgpu::ShaderSource::Wgsl(fill.text.into());
        let label = Some(fill.label);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let [first, count] = fill.tables;
        // The harmonics are not counted as a table, but the shader that computes them has one output.
        let outputs = &resources[2 + first..2 + first + count.max(1)];
        let size = SIZES.get(first).map_or([1, 1], |([columns, rows, _], _)| [*columns, *rows]);
        Self {
            label: fill.label,
            outputs: group(device, &pipeline.get_bind_group_layout(0), outputs),
            inputs: group(device, &pipeline.get_bind_group_layout(1), &resources[..fill.inputs]),
            workgroups: [0, 1].map(|axis| size[axis].div_ceil(fill.workgroup[axis])),
            pipeline,
        }
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        let descriptor = wgpu::ComputePassDescriptor { label: Some(self.label), timestamp_writes: None };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.outputs, &[]);
        pass.set_bind_group(1, &self.inputs, &[]);
        pass.dispatch_workgroups(self.workgroups[0], self.workgroups[1], 1);
    }
}

fn buffer(device: &wgpu::Device, size: u64, usage: BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
}

/// A view of all layers of a new table.
fn view(device: &wgpu::Device, table: usize) -> wgpu::TextureView {
    let ([width, height, depth_or_array_layers], dimension) = SIZES[table];
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers },
        mip_level_count: 1,
        sample_count: 1,
        dimension,
        format: wgpu::TextureFormat::Rgba16Float,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::STORAGE_BINDING,
        view_formats: &[],
    });
    let dimension = Some(view_dimension(table));
    texture.create_view(&wgpu::TextureViewDescriptor { dimension, ..wgpu::TextureViewDescriptor::default() })
}

fn view_dimension(table: usize) -> wgpu::TextureViewDimension {
    match SIZES[table].1 {
        _ if table == VIEW => wgpu::TextureViewDimension::D2Array,
        TextureDimension::D3 => wgpu::TextureViewDimension::D3,
        _ => wgpu::TextureViewDimension::D2,
    }
}

/// The layout of group 1 for passes that use the sky.
fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let buffer = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let mut kinds = vec![buffer, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)];
    kinds.extend((0..SIZES.len()).map(|table| wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: view_dimension(table),
        multisampled: false,
    }));
    kinds.push(buffer);
    let visibility = wgpu::ShaderStages::FRAGMENT | wgpu::ShaderStages::COMPUTE;
    let entry = |(binding, ty)| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let entries: Vec<_> = (0..).zip(kinds).map(entry).collect();
    device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("sky"), entries: &entries })
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    resources: &[BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}
