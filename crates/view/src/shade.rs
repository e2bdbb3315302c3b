//! From the ground of a frame to light, in one style or another.

use std::collections::BTreeMap;

use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, ShaderStages, TextureFormat, TextureViewDimension};

use crate::Style;
use crate::cut::CUT;
use crate::frame::FRAME;
use crate::pass::{self, Layouts};
use crate::sky::SKY;
use crate::surroundings::SURROUNDINGS;

/// The sum of the frames so far.
pub(crate) const LIGHT: TextureFormat = TextureFormat::Rgba32Float;

/// The styles that globes have, too.
pub(crate) const REALISTIC: &str = include_str!("style/realistic.wgsl");
pub(crate) const CLAY: &str = include_str!("style/clay.wgsl");

/// Bytes of numbers that a style may have.
pub(crate) const NUMBERS: usize = 4096;

/// Makes light of ground.
#[derive(Debug)]
pub(crate) struct Shade {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Of the styles that were wanted so far: together they are more than some drivers take in one shader.
    pipelines: BTreeMap<Style, wgpu::RenderPipeline>,
    texts: Texts,
    numbers: wgpu::Buffer,
}

/// The texts of a style's shader.
pub(crate) type Texts = fn(Style) -> Vec<&'static str>;

impl Shade {
    pub(crate) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        sky: &wgpu::BindGroupLayout,
        surroundings: &wgpu::BindGroupLayout,
    ) -> Result<Self, GpuError> {
        Self::of(gpu, layouts, [sky, surroundings], &[], texts)
    }

    /// From shaders of such texts, which have `more` bound than the ground, a style's numbers and the sum of the frames before.
    pub(crate) fn of(
        gpu: &Gpu,
        layouts: &Layouts,
        [sky, surroundings]: [&wgpu::BindGroupLayout; 2],
        more: &[wgpu::BindingType],
        texts: Texts,
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let picture = pass::loaded(TextureViewDimension::D2);
            let bindings = [&[picture, pass::uniform(), picture], more].concat();
            let layout = pass::group_layout(device, ShaderStages::FRAGMENT, &bindings);
            let groups = [Some(&layouts.frame), Some(sky), Some(surroundings), Some(&layout)];
            let pipeline_layout = layouts.pipeline(device, &groups);
            let numbers = pass::buffer(device, BufferUsages::UNIFORM, NUMBERS);
            Self { gpu: gpu.clone(), layout, pipeline_layout, pipelines: BTreeMap::new(), texts, numbers }
        })
    }

    /// Makes a style ready; what it is told of the picture are the numbers of its text's uniform.
    pub(crate) fn take_up(&mut self, style: Style, numbers: &[u8]) -> Result<(), GpuError> {
        self.gpu.queue().write_buffer(&self.numbers, 0, numbers);
        if !self.pipelines.contains_key(&style) {
            let pipeline = self.gpu.checked(|| self.pipeline(style))?;
            self.pipelines.insert(style, pipeline);
        }
        Ok(())
    }

    fn pipeline(&self, style: Style) -> wgpu::RenderPipeline {
        let texts = (self.texts)(style);
        let target = [Some(LIGHT.into())];
        pass::covering(self.gpu.device(), "shade", &texts, &self.pipeline_layout, "shade", &target)
    }

    /// What is bound for a ground, and the sum of the frames before, and what there is more.
    pub(crate) fn group(
        &self,
        ground: &wgpu::TextureView,
        before: &wgpu::TextureView,
        more: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let own = [
            wgpu::BindingResource::TextureView(ground),
            self.numbers.as_entire_binding(),
            wgpu::BindingResource::TextureView(before),
        ];
        pass::group(self.gpu.device(), &self.layout, &[&own[..], more].concat())
    }

    /// Draws in a style that is ready, into a pass that has frame, sky and surroundings bound.
    pub(crate) fn draw(&self, style: Style, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        if let Some(pipeline) = self.pipelines.get(&style) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(3, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}

/// The texts for flat ground.
fn texts(style: Style) -> Vec<&'static str> {
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
        text(style),
        if style == Style::Realistic { include_str!("style/cover.wgsl") } else { "" },
        include_str!("shade.wgsl"),
    ]
}

/// The text of a style: it defines `style_light`.
fn text(style: Style) -> &'static str {
    match style {
        Style::Realistic => REALISTIC,
        Style::Desert => include_str!("style/desert.wgsl"),
        Style::Clay => CLAY,
        Style::Map => include_str!("style/map.wgsl"),
    }
}
