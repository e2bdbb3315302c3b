//! Building blocks of render passes.

use std::num::NonZeroU64;

use orogen_gpu::Gpu;
use wgpu::{BindingType, BufferBindingType, BufferUsages, ShaderStages, TextureFormat};

/// Format of ground pixels: depth along the viewing direction (0 without ground), slopes along x and y,
/// height.
pub(crate) const GROUND: TextureFormat = TextureFormat::Rgba32Float;

/// Bind group layouts that several passes share.
#[derive(Debug)]
pub(crate) struct Layouts {
    pub(crate) frame: wgpu::BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let uniform = BindingType::Buffer {
            ty: BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: NonZeroU64::new(size_of::<crate::frame::Frame>() as u64),
        };
        Self { frame: group_layout(device, ShaderStages::all(), &[uniform]) }
    }

    pub(crate) fn pipeline(
        &self,
        device: &wgpu::Device,
        groups: &[Option<&wgpu::BindGroupLayout>],
    ) -> wgpu::PipelineLayout {
        device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: groups,
            immediate_size: 0,
        })
    }
}

/// A read-only storage buffer.
pub(crate) fn storage() -> BindingType {
    BindingType::Buffer {
        ty: BufferBindingType::Storage { read_only: true },
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

/// A uniform buffer.
pub(crate) fn uniform() -> BindingType {
    BindingType::Buffer { ty: BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None }
}

/// A texture that a shader reads texel by texel.
pub(crate) fn unfiltered_texture(view_dimension: wgpu::TextureViewDimension) -> BindingType {
    BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension,
        multisampled: false,
    }
}

/// A bind group layout. The bindings are numbered in the given order.
pub(crate) fn group_layout(
    device: &wgpu::Device,
    visibility: ShaderStages,
    bindings: &[BindingType],
) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..)
        .zip(bindings)
        .map(|(binding, &ty)| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// A bind group for a layout of [`group_layout`].
pub(crate) fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}

/// A buffer that the CPU writes.
pub(crate) fn buffer(device: &wgpu::Device, usage: BufferUsages, bytes: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes as u64,
        usage: usage | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// A buffer with contents.
pub(crate) fn buffer_with<T: bytemuck::NoUninit>(
    gpu: &Gpu,
    usage: BufferUsages,
    contents: &[T],
) -> wgpu::Buffer {
    let bytes = bytemuck::cast_slice(contents);
    let filled = buffer(gpu.device(), usage, bytes.len());
    gpu.queue().write_buffer(&filled, 0, bytes);
    filled
}

/// A shader module from several sources.
pub(crate) fn module(device: &wgpu::Device, label: &str, sources: &[&str]) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(sources.join("\n").into()),
    })
}

/// A texture that one pass draws into and others read.
pub(crate) fn render_target(
    device: &wgpu::Device,
    size: [u32; 2],
    format: TextureFormat,
) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A test for reversed depth: nearer points have larger depths.
fn depth_test() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: TextureFormat::Depth32Float,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Greater),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

/// A pass that draws ground with a depth test.
pub(crate) struct GroundPass<'a> {
    pub(crate) label: &'static str,
    pub(crate) sources: &'a [&'a str],
    pub(crate) layout: &'a wgpu::PipelineLayout,
    /// Entry points of the vertex and the fragment shader.
    pub(crate) entries: [&'a str; 2],
    pub(crate) buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    /// Formats of the render targets.
    pub(crate) targets: &'a [TextureFormat],
}

impl GroundPass<'_> {
    pub(crate) fn pipeline(&self, device: &wgpu::Device) -> wgpu::RenderPipeline {
        let module = module(device, self.label, self.sources);
        let [vertices, fragments] = self.entries;
        let targets: Vec<_> = self.targets.iter().map(|&format| Some(format.into())).collect();
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(self.layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(vertices),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(depth_test()),
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(fragments),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Vertex shader of a triangle that covers the picture.
pub(crate) const FULLSCREEN_TRIANGLE: &str = "
@vertex
fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(vec2<u32>((index << 1u) & 2u, index & 2u));
    return vec4<f32>(2.0 * corner - 1.0, 0.0, 1.0);
}
";

/// A full-screen pass without a depth test. A fragment function computes every pixel.
pub(crate) fn fullscreen(
    device: &wgpu::Device,
    label: &'static str,
    sources: &[&str],
    layout: &wgpu::PipelineLayout,
    entry: &str,
    targets: &[Option<wgpu::ColorTargetState>],
) -> wgpu::RenderPipeline {
    let module = module(device, label, &[sources, &[FULLSCREEN_TRIANGLE]].concat());
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("cover"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Writes all texels of a texture with a [`fullscreen`] pipeline. `set` sets the pipeline and its bind groups.
pub(crate) fn write(
    encoder: &mut wgpu::CommandEncoder,
    texture: &wgpu::TextureView,
    set: &mut dyn FnMut(&mut wgpu::RenderPass<'_>),
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: texture,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations::default(),
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
    set(&mut pass);
    pass.draw(0..3, 0..1);
}
