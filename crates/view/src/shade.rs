//! The shading pass converts ground pixels to light, in one of several styles. Each style is a separate shader.

use std::collections::BTreeMap;

use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, ShaderStages, TextureFormat, TextureViewDimension};

use crate::Style;
use crate::cumulus::{CUMULUS, Cumulus, NO_CUMULUS};
use crate::cut::CUT;
use crate::frame::FRAME;
use crate::map_tints::map_source;
use crate::pass::{self, Layouts};
use crate::sky::SKY;
use crate::surroundings::SURROUNDINGS;
use crate::trees::{BARE, NO_TREES, TREES, Trees};

/// Format of the sum of frames.
pub(crate) const LIGHT: TextureFormat = TextureFormat::Rgba32Float;

/// Styles that planets share.
pub(crate) const REALISTIC: &str = concat!(
    include_str!("style/stone.wgsl"),
    include_str!("style/stones.wgsl"),
    include_str!("style/materials.wgsl"),
    include_str!("style/realistic.wgsl")
);
pub(crate) const CLAY: &str = include_str!("style/clay.wgsl");

/// Largest uniform of a style, in bytes.
pub(crate) const UNIFORM_BYTES: usize = 4096;

/// The shading pass.
#[derive(Debug)]
pub(crate) struct Shade {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Pipelines used so far. Some drivers cannot compile all styles in one shader.
    pipelines: BTreeMap<ShaderKey, wgpu::RenderPipeline>,
    sources: Sources,
    uniform: wgpu::Buffer,
}

/// What a shader is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShaderKey {
    pub(crate) style: Style,
    /// Whether there are clouds over a plane.
    pub(crate) has_clouds: bool,
    /// Whether trees stand in forests on a plane.
    pub(crate) has_trees: bool,
}

/// WGSL of a shader.
pub(crate) type Sources = fn(ShaderKey) -> Vec<&'static str>;

impl Shade {
    pub(crate) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        sky: &wgpu::BindGroupLayout,
        surroundings: &wgpu::BindGroupLayout,
    ) -> Result<Self, GpuError> {
        let more = [&Cumulus::binding_types()[..], &Trees::binding_types()].concat();
        Self::with_bindings(gpu, layouts, [sky, surroundings], &more, sources)
    }

    /// The shading pass with other sources. These bind `more` in addition to the ground, the style's uniform and the sum of
    /// the previous frames.
    pub(crate) fn with_bindings(
        gpu: &Gpu,
        layouts: &Layouts,
        [sky, surroundings]: [&wgpu::BindGroupLayout; 2],
        more: &[wgpu::BindingType],
        sources: Sources,
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let picture = pass::unfiltered_texture(TextureViewDimension::D2);
            let bindings = [&[picture, pass::uniform(), picture], more].concat();
            let layout = pass::group_layout(device, ShaderStages::FRAGMENT, &bindings);
            let groups = [Some(&layouts.frame), Some(sky), Some(surroundings), Some(&layout)];
            let pipeline_layout = layouts.pipeline(device, &groups);
            let uniform = pass::buffer(device, BufferUsages::UNIFORM, UNIFORM_BYTES);
            Self { gpu: gpu.clone(), layout, pipeline_layout, pipelines: BTreeMap::new(), sources, uniform }
        })
    }

    /// The uniform of the style.
    pub(crate) fn uniform(&self) -> &wgpu::Buffer {
        &self.uniform
    }

    /// Prepares a shader with the contents of its style's uniform.
    pub(crate) fn prepare(&mut self, key: ShaderKey, uniform: &[u8]) -> Result<(), GpuError> {
        self.gpu.queue().write_buffer(&self.uniform, 0, uniform);
        if !self.pipelines.contains_key(&key) {
            let pipeline = self.gpu.checked(|| self.pipeline(key))?;
            self.pipelines.insert(key, pipeline);
        }
        Ok(())
    }

    fn pipeline(&self, key: ShaderKey) -> wgpu::RenderPipeline {
        let sources = (self.sources)(key);
        let target = [Some(LIGHT.into())];
        pass::fullscreen(self.gpu.device(), "shade", &sources, &self.pipeline_layout, "shade", &target)
    }

    /// The bind group of a ground, the sum of the previous frames, and `more`.
    pub(crate) fn group(
        &self,
        ground: &wgpu::TextureView,
        before: &wgpu::TextureView,
        more: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let own = [
            wgpu::BindingResource::TextureView(ground),
            self.uniform.as_entire_binding(),
            wgpu::BindingResource::TextureView(before),
        ];
        pass::group(self.gpu.device(), &self.layout, &[&own[..], more].concat())
    }

    /// Draws with a prepared shader into a pass. Frame, sky and surroundings must be bound.
    pub(crate) fn draw(&self, key: ShaderKey, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        if let Some(pipeline) = self.pipelines.get(&key) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(3, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}

/// WGSL of a shader for flat ground.
fn sources(ShaderKey { style, has_clouds, has_trees }: ShaderKey) -> Vec<&'static str> {
    vec![
        FRAME,
        SKY,
        SURROUNDINGS,
        CUT,
        include_str!("light.wgsl"),
        include_str!("grain.wgsl"),
        include_str!("grain_flat.wgsl"),
        include_str!("water.wgsl"),
        include_str!("sea.wgsl"),
        if has_clouds { CUMULUS } else { NO_CUMULUS },
        style_source(style),
        if style == Style::Realistic { include_str!("style/cover.wgsl") } else { "" },
        match style {
            Style::Realistic if has_trees => TREES,
            Style::Realistic => BARE,
            _ => NO_TREES,
        },
        include_str!("shade.wgsl"),
    ]
}

/// WGSL of a style, which defines `style_light`.
fn style_source(style: Style) -> &'static str {
    match style {
        Style::Realistic => REALISTIC,
        Style::Desert => include_str!("style/desert.wgsl"),
        Style::Clay => CLAY,
        Style::Map => map_source(),
    }
}
