//! From the ground of a planet to light.

use std::collections::BTreeMap;

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BindingResource, BufferUsages, ShaderStages, TextureViewDimension};

use super::shot::Eye;
use crate::Style;
use crate::frame::FRAME;
use crate::pass::{self, Layouts};
use crate::shade::{CLAY, LIGHT, NUMBERS, REALISTIC};
use crate::sky::SKY;
use crate::surroundings::SURROUNDINGS;

/// Metres after which the eye's place begins again at 0: what is made of it on the device repeats after them.
const AROUND: f64 = 4096.0;

/// See `place.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Globe {
    east: [f32; 4],
    south: [f32; 4],
    up: [f32; 4],
    origin: [f32; 4],
    place: [f32; 4],
}

impl Globe {
    fn new(eye: &Eye, reach: f64) -> Self {
        let four = |v: DVec3, w: f64| [v.x as f32, v.y as f32, v.z as f32, w as f32];
        let [east, south, up] = eye.axes;
        Self {
            east: four(east, eye.sphere.radius()),
            south: four(south, eye.altitude),
            up: four(up, reach),
            origin: four(eye.place.map(|along| along.rem_euclid(AROUND)), 0.0),
            place: four(eye.place, 0.0),
        }
    }
}

/// Makes light of the ground of a planet.
#[derive(Debug)]
pub(super) struct Shade {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Of the styles that were wanted so far.
    pipelines: BTreeMap<Style, wgpu::RenderPipeline>,
    numbers: wgpu::Buffer,
    globe: wgpu::Buffer,
}

impl Shade {
    pub(super) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        sky: &wgpu::BindGroupLayout,
        surroundings: &wgpu::BindGroupLayout,
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let picture = pass::loaded(TextureViewDimension::D2);
            let words = wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Uint,
                view_dimension: TextureViewDimension::D2,
                multisampled: false,
            };
            let bindings = [picture, pass::uniform(), picture, words, pass::uniform()];
            let layout = pass::group_layout(device, ShaderStages::FRAGMENT, &bindings);
            let groups = [Some(&layouts.frame), Some(sky), Some(surroundings), Some(&layout)];
            let pipeline_layout = layouts.pipeline(device, &groups);
            let numbers = pass::buffer(device, BufferUsages::UNIFORM, NUMBERS);
            let globe = pass::buffer(device, BufferUsages::UNIFORM, size_of::<Globe>());
            Self { gpu: gpu.clone(), layout, pipeline_layout, pipelines: BTreeMap::new(), numbers, globe }
        })
    }

    /// Makes a style ready for an eye, with the numbers of its text's uniform; shadows reach so far.
    pub(super) fn take_up(
        &mut self,
        style: Style,
        numbers: &[u8],
        eye: &Eye,
        reach: f64,
    ) -> Result<(), GpuError> {
        self.gpu.queue().write_buffer(&self.numbers, 0, numbers);
        self.gpu.queue().write_buffer(&self.globe, 0, bytemuck::bytes_of(&Globe::new(eye, reach)));
        if !self.pipelines.contains_key(&style) {
            let pipeline = self.gpu.checked(|| self.pipeline(style))?;
            self.pipelines.insert(style, pipeline);
        }
        Ok(())
    }

    fn pipeline(&self, style: Style) -> wgpu::RenderPipeline {
        let style = match style {
            Style::Clay => [CLAY, ""],
            _ => [REALISTIC, include_str!("cover.wgsl")],
        };
        let texts = [
            FRAME,
            SKY,
            SURROUNDINGS,
            include_str!("../light.wgsl"),
            include_str!("../grain.wgsl"),
            include_str!("../water.wgsl"),
            include_str!("place.wgsl"),
            include_str!("air.wgsl"),
            include_str!("stars.wgsl"),
            include_str!("sea.wgsl"),
            style[0],
            style[1],
            include_str!("shade.wgsl"),
        ];
        let target = [Some(LIGHT.into())];
        pass::covering(self.gpu.device(), "planet's light", &texts, &self.pipeline_layout, "shade", &target)
    }

    /// What is bound for a ground, and the sum of the frames before.
    pub(super) fn group(&self, ground: &[wgpu::TextureView], before: &wgpu::TextureView) -> wgpu::BindGroup {
        let resources = [
            BindingResource::TextureView(&ground[0]),
            self.numbers.as_entire_binding(),
            BindingResource::TextureView(before),
            BindingResource::TextureView(&ground[1]),
            self.globe.as_entire_binding(),
        ];
        pass::group(self.gpu.device(), &self.layout, &resources)
    }

    /// Draws in a style that is ready, into a pass that has frame, sky and surroundings bound.
    pub(super) fn draw(&self, style: Style, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        if let Some(pipeline) = self.pipelines.get(&style) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(3, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}
