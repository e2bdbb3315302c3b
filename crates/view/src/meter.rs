//! The exposure for the light that falls on level ground, like an incident-light meter: snow is bright, and forest is dark.

use orogen_gpu::{Gpu, GpuError};
use wgpu::BufferUsages;

use crate::frame::{FRAME, Frame};
use crate::pass::{self, Layouts};
use crate::picture_meter::luminance;
use crate::shade::LIGHT;
use crate::sky::{SKY, Sky};
use crate::targets;

/// Brightness of a white diffuse surface in full light, before the film curve: radiance times exposure.
const WHITE_LEVEL: f32 = 0.95;

/// Irradiance below which pictures stay dark, so that night does not look like day.
const NIGHT: f32 = 0.002;

/// Measures irradiance on the device.
#[derive(Debug)]
pub(crate) struct Meter {
    gpu: Gpu,
    pipeline: wgpu::RenderPipeline,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    target: wgpu::TextureView,
}

impl Meter {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts, sky: &wgpu::BindGroupLayout) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let frame = pass::buffer(device, BufferUsages::UNIFORM, size_of::<Frame>());
            let frame_group = pass::group(device, &layouts.frame, &[frame.as_entire_binding()]);
            let pipeline = pass::fullscreen(
                device,
                "meter",
                &[FRAME, SKY, include_str!("meter.wgsl")],
                &layouts.pipeline(device, &[Some(&layouts.frame), Some(sky)]),
                "meter",
                &[Some(LIGHT.into())],
            );
            let target = pass::render_target(device, [1, 1], LIGHT);
            Self { gpu: gpu.clone(), pipeline, frame, frame_group, target }
        })
    }

    /// Updates the sky for a frame, and returns the exposure.
    pub(crate) fn exposure(&self, sky: &Sky, frame: &Frame) -> Result<f32, GpuError> {
        let light = self.gpu.checked(|| {
            self.gpu.queue().write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
            let mut encoder =
                self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            sky.update(&self.gpu, &mut encoder, frame.eye_height(), frame.sun_direction());
            pass::write(&mut encoder, &self.target, &mut |pass| {
                pass.set_pipeline(&self.pipeline);
                pass.set_bind_group(0, &self.frame_group, &[]);
                pass.set_bind_group(1, sky.group(), &[]);
            });
            self.gpu.queue().submit([encoder.finish()]);
            targets::read(&self.gpu, self.target.texture(), [1, 1], wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
        })?;
        Ok(exposure([light[0], light[1], light[2]]))
    }
}

/// The exposure for this irradiance on level ground: the factor that makes a white diffuse surface nearly white.
///
/// ```
/// // In half the light, the exposure is twice as long.
/// assert_eq!(orogen_view::exposure([0.5; 3]), 2.0 * orogen_view::exposure([1.0; 3]));
/// ```
pub fn exposure(light: [f32; 3]) -> f32 {
    WHITE_LEVEL * std::f32::consts::PI / luminance(light).max(NIGHT)
}
