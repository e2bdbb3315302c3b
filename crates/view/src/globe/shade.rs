//! From the ground of a planet to light.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use orogen::recipe::Clouds;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BindingResource, BufferUsages, TextureViewDimension};

use super::axes::Axes;
use super::shot::Eye;
use crate::Style;
use crate::frame::FRAME;
use crate::pass::{self, Layouts};
use crate::shade::{CLAY, REALISTIC};
use crate::sky::SKY;
use crate::surroundings::SURROUNDINGS;

/// Metres after which the eye's place begins again at 0: what is made of it on the device repeats after them.
const AROUND: f64 = 4096.0;

/// See `place.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Globe {
    east: [f32; 4],
    south: [f32; 4],
    up: [f32; 4],
    origin: [f32; 4],
    place: [f32; 4],
    /// Height of the clouds, where their noise has to be for half of their greatest density, seeds of their noise.
    clouds: [f32; 4],
}

/// The clouds' noise is about normally distributed, with this deviation.
const DEVIATION: f64 = 0.273;

/// No number of the clouds' noise is as large: none is covered, or all.
const BEYOND: f64 = 9.0;

impl Globe {
    /// What is around an eye: shadows that reach so far, and clouds of a seed.
    pub(super) fn new(eye: &Eye, reach: f64, clouds: Option<Clouds>, seed: u64) -> Self {
        let four = |v: DVec3, w: f64| [v.x as f32, v.y as f32, v.z as f32, w as f32];
        let Axes { east, south, up } = eye.axes;
        Self {
            east: four(east, eye.sphere.radius()),
            south: four(south, eye.altitude),
            up: four(up, reach),
            origin: four(eye.place.map(|along| along.rem_euclid(AROUND)), 0.0),
            place: four(eye.place, 0.0),
            clouds: clouds.map_or([0.0, BEYOND as f32, 0.0, 0.0], |clouds| {
                let [across, along] = moved(seed);
                [clouds.height as f32, border(clouds.cover) as f32, across, along]
            }),
        }
    }
}

/// By how many cells the clouds' noise of a seed is moved: those of neighbouring seeds lie far apart (Knuth's multiplicative
/// hashing).
pub(crate) fn moved(seed: u64) -> [f32; 2] {
    let far = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    [far & 0xffff, (far >> 16) & 0xffff].map(|word| word as f32)
}

/// The number that a share `cover` of the clouds' noise exceeds. Of a normal distribution the logistic one of the deviation 1.702
/// differs by less than 0.01 (Camilli, 1994).
pub(crate) fn border(cover: f64) -> f64 {
    let odds = libm::log((1.0 - cover) / cover) / 1.702;
    (DEVIATION * odds).clamp(-BEYOND, BEYOND)
}

/// Makes light of the ground of a planet.
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
        let shade = crate::shade::Shade::of(gpu, layouts, [sky, surroundings], &more, texts)?;
        let globe = gpu.checked(|| pass::buffer(gpu.device(), BufferUsages::UNIFORM, size_of::<Globe>()))?;
        Ok(Self { gpu: gpu.clone(), shade, globe })
    }

    /// Makes a style ready for a globe, with the numbers of its text's uniform.
    pub(super) fn take_up(&mut self, style: Style, numbers: &[u8], globe: &Globe) -> Result<(), GpuError> {
        self.gpu.queue().write_buffer(&self.globe, 0, bytemuck::bytes_of(globe));
        self.shade.take_up(style, numbers)
    }

    /// What is bound for a ground, and the sum of the frames before.
    pub(super) fn group(&self, ground: &[wgpu::TextureView], before: &wgpu::TextureView) -> wgpu::BindGroup {
        let more = [BindingResource::TextureView(&ground[1]), self.globe.as_entire_binding()];
        self.shade.group(&ground[0], before, &more)
    }

    /// Draws in a style that is ready, into a pass that has frame, sky and surroundings bound.
    pub(super) fn draw(&self, style: Style, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        self.shade.draw(style, pass, group);
    }
}

/// The texts for planets.
fn texts(style: Style) -> Vec<&'static str> {
    let [style, cover] = match style {
        Style::Clay => [CLAY, ""],
        _ => [REALISTIC, include_str!("cover.wgsl")],
    };
    vec![
        FRAME,
        SKY,
        SURROUNDINGS,
        include_str!("../light.wgsl"),
        include_str!("../grain.wgsl"),
        include_str!("../water.wgsl"),
        include_str!("place.wgsl"),
        include_str!("air.wgsl"),
        include_str!("stars.wgsl"),
        include_str!("clouds.wgsl"),
        include_str!("sea.wgsl"),
        style,
        cover,
        include_str!("shade.wgsl"),
    ]
}
