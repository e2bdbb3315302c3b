//! Shades the ground of a planet.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use orogen_engine::recipe::Clouds;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BindingResource, BufferUsages, TextureViewDimension};

use super::axes::Axes;
use super::shot::Eye;
use crate::Style;
use crate::cumulus::{MAX_NOISE, seed_words, threshold};
use crate::frame::FRAME;
use crate::pass::{self, Layouts};
use crate::shade::{CLAY, REALISTIC, ShaderKey};
use crate::sky::SKY;
use crate::surroundings::SURROUNDINGS;

/// Period in metres of the eye's position on the device. All patterns that are computed from the position repeat after this
/// distance.
const PERIOD: f64 = 4096.0;

/// See `globe.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Globe {
    east: [f32; 4],
    south: [f32; 4],
    up: [f32; 4],
    origin: [f32; 4],
    position: [f32; 4],
    /// Height of the clouds, noise threshold at half their greatest density, seeds of the noise.
    clouds: [f32; 4],
}

/// Standard deviation of the clouds' noise, whose distribution is nearly normal.
const DEVIATION: f64 = 0.273;

impl Globe {
    /// The uniform for an eye, with the reach of its shadows and the clouds of a seed.
    pub(super) fn new(eye: &Eye, reach: f64, clouds: Option<Clouds>, seed: u64) -> Self {
        let four = |v: DVec3, w: f64| [v.x as f32, v.y as f32, v.z as f32, w as f32];
        let Axes { east, south, up } = eye.axes;
        Self {
            east: four(east, eye.sphere.radius()),
            south: four(south, eye.altitude),
            up: four(up, reach),
            origin: four(eye.position.map(|along| along.rem_euclid(PERIOD)), 0.0),
            position: four(eye.position, 0.0),
            clouds: clouds.map_or([0.0, MAX_NOISE as f32, 0.0, 0.0], |clouds| {
                let [across, along] = seed_words(seed).map(|word| word as f32);
                [clouds.height as f32, threshold(clouds.cover, DEVIATION) as f32, across, along]
            }),
        }
    }
}

/// The shading pass for planets.
#[derive(Debug)]
pub(super) struct Shade {
    gpu: Gpu,
    shade: crate::shade::Shade,
    globe: wgpu::Buffer,
}

impl Shade {
    pub(super) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        sky: &wgpu::BindGroupLayout,
        surroundings: &wgpu::BindGroupLayout,
    ) -> Result<Self, GpuError> {
        let words = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Uint,
            view_dimension: TextureViewDimension::D2,
            multisampled: false,
        };
        let more = [words, pass::uniform()];
        let shade = crate::shade::Shade::with_bindings(gpu, layouts, [sky, surroundings], &more, sources)?;
        let globe = gpu.checked(|| pass::buffer(gpu.device(), BufferUsages::UNIFORM, size_of::<Globe>()))?;
        Ok(Self { gpu: gpu.clone(), shade, globe })
    }

    /// Prepares a style with its uniform, and the uniform of the eye.
    pub(super) fn prepare(&mut self, style: Style, uniform: &[u8], globe: &Globe) -> Result<(), GpuError> {
        self.gpu.queue().write_buffer(&self.globe, 0, bytemuck::bytes_of(globe));
        self.shade.prepare(key(style), uniform)
    }

    /// The bind group of a ground and the sum of the previous frames.
    pub(super) fn group(&self, ground: &[wgpu::TextureView], before: &wgpu::TextureView) -> wgpu::BindGroup {
        let more = [BindingResource::TextureView(&ground[1]), self.globe.as_entire_binding()];
        self.shade.group(&ground[0], before, &more)
    }

    /// Draws in a prepared style into a pass. Frame, sky and surroundings must be bound.
    pub(super) fn draw(&self, style: Style, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        self.shade.draw(key(style), pass, group);
    }
}

/// The shader of a style. Its layer of clouds is not that of planes.
fn key(style: Style) -> ShaderKey {
    ShaderKey { style, has_clouds: false, has_trees: false }
}

/// WGSL of a shader for planets.
fn sources(ShaderKey { style, .. }: ShaderKey) -> Vec<&'static str> {
    let [style, cover] = match style {
        Style::Clay => [CLAY, ""],
        _ => [REALISTIC, concat!(include_str!("cover.wgsl"), include_str!("../style/canopy.wgsl"))],
    };
    vec![
        FRAME,
        SKY,
        SURROUNDINGS,
        include_str!("../light.wgsl"),
        include_str!("../grain.wgsl"),
        include_str!("../water.wgsl"),
        include_str!("globe.wgsl"),
        include_str!("air.wgsl"),
        include_str!("stars.wgsl"),
        include_str!("cyclones.wgsl"),
        include_str!("clouds.wgsl"),
        include_str!("sea.wgsl"),
        style,
        cover,
        include_str!("shade.wgsl"),
    ]
}
