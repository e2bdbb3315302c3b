//! The textures that a region of a picture is rendered to.

use std::sync::mpsc::channel;

use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, TextureFormat};

use crate::frame::Frame;
use crate::pass::{self, Layouts};
use crate::shade::LIGHT;

/// Bytes per pixel of light.
const PIXEL: u32 = 16;

/// The textures that a region of a picture is rendered to.
#[derive(Debug)]
pub(crate) struct RenderTargets {
    gpu: Gpu,
    size: [u32; 2],
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    /// Ground pixels. A pixel of the first texture is four floats.
    ground: Vec<wgpu::TextureView>,
    depth: wgpu::TextureView,
    /// Sums of frames. Each frame reads one sum and writes the other.
    sums: [wgpu::TextureView; 2],
    groups: [wgpu::BindGroup; 2],
}

impl RenderTargets {
    /// Creates targets for ground in these formats. `group` binds the ground and the sum of the previous frames for shading.
    pub(crate) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        formats: &[TextureFormat],
        group: &dyn Fn(&[wgpu::TextureView], &wgpu::TextureView) -> wgpu::BindGroup,
        size: [u32; 2],
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let frame = pass::buffer(device, BufferUsages::UNIFORM, size_of::<Frame>());
            let frame_group = pass::group(device, &layouts.frame, &[frame.as_entire_binding()]);
            let ground: Vec<_> =
                formats.iter().map(|&format| pass::render_target(device, size, format)).collect();
            let depth = pass::render_target(device, size, TextureFormat::Depth32Float);
            let sums = [(); 2].map(|()| pass::render_target(device, size, LIGHT));
            let groups = [0, 1].map(|at: usize| group(&ground, &sums[1 - at]));
            Self { gpu: gpu.clone(), size, frame, frame_group, ground, depth, sums, groups }
        })
    }

    /// Draws frame number `sample` and waits for the device, so that no submission exceeds the device's time limit.
    pub(crate) fn draw(
        &self,
        frame: &Frame,
        sample: u32,
        ground: &mut dyn FnMut(&mut wgpu::RenderPass<'_>),
        shade: &dyn Fn(&mut wgpu::RenderPass<'_>, &wgpu::BindGroup),
    ) -> Result<(), GpuError> {
        self.work(frame, &mut |encoder| {
            ground(&mut self.begin(encoder, &self.ground, true));
            let at = (sample % 2) as usize;
            let mut pass = self.begin(encoder, &self.sums[at..=at], false);
            shade(&mut pass, &self.groups[at]);
        })
    }

    /// Draws the ground alone.
    pub(crate) fn draw_ground(
        &self,
        frame: &Frame,
        ground: &mut dyn FnMut(&mut wgpu::RenderPass<'_>),
    ) -> Result<(), GpuError> {
        self.work(frame, &mut |encoder| ground(&mut self.begin(encoder, &self.ground, true)))
    }

    fn work(&self, frame: &Frame, record: &mut dyn FnMut(&mut wgpu::CommandEncoder)) -> Result<(), GpuError> {
        self.gpu.checked(|| {
            let queue = self.gpu.queue();
            queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
            let mut encoder =
                self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            record(&mut encoder);
            queue.submit([encoder.finish()]);
            let waited =
                self.gpu.device().poll(wgpu::PollType::Wait { submission_index: None, timeout: None });
            // A lost device is reported elsewhere.
            drop(waited);
        })
    }

    fn begin<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        targets: &[wgpu::TextureView],
        with_depth: bool,
    ) -> wgpu::RenderPass<'e> {
        let depth = wgpu::RenderPassDepthStencilAttachment {
            view: &self.depth,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(0.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        };
        let attachment = |view| {
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })
        };
        let attachments: Vec<_> = targets.iter().map(attachment).collect();
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &attachments,
            depth_stencil_attachment: with_depth.then_some(depth),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass
    }

    /// Calls `row` with each row of the picture after this number of samples. The arguments are the row's number and the
    /// light of its pixels.
    pub(crate) fn read(&self, samples: u32, row: &mut dyn FnMut(u32, &[[f32; 3]])) -> Result<(), GpuError> {
        self.rows(&self.sums[((samples - 1) % 2) as usize], &mut |number, pixels| {
            let light: Vec<_> =
                pixels.iter().map(|&[r, g, b, weight]| [r, g, b].map(|sum| sum / weight)).collect();
            row(number, &light);
        })
    }

    /// Calls `row` with each row of the ground.
    pub(crate) fn read_ground(&self, row: &mut dyn FnMut(u32, &[[f32; 4]])) -> Result<(), GpuError> {
        self.rows(&self.ground[0], row)
    }

    fn rows(
        &self,
        target: &wgpu::TextureView,
        row: &mut dyn FnMut(u32, &[[f32; 4]]),
    ) -> Result<(), GpuError> {
        let [columns, rows] = self.size;
        let stride = (PIXEL * columns).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let numbers = self.gpu.checked(|| read(&self.gpu, target.texture(), self.size, stride))?;
        for (number, all) in (0..rows).zip(numbers.chunks_exact(stride as usize / 4)) {
            row(number, bytemuck::cast_slice(&all[..4 * columns as usize]));
        }
        Ok(())
    }
}

/// The floats of a texture, in rows of `stride` bytes. Call it within [`Gpu::checked`].
pub(crate) fn read(gpu: &Gpu, texture: &wgpu::Texture, size: [u32; 2], stride: u32) -> Vec<f32> {
    let device = gpu.device();
    let bytes = u64::from(stride) * u64::from(size[1]);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(stride),
                rows_per_image: None,
            },
        },
        wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
    );
    gpu.queue().submit([encoder.finish()]);
    let (done, is_done) = channel();
    buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| drop(done.send(result)));
    drop(device.poll(wgpu::PollType::Wait { submission_index: None, timeout: None }));
    match (is_done.recv(), buffer.slice(..).get_mapped_range()) {
        (Ok(Ok(())), Ok(mapped)) => bytemuck::pod_collect_to_vec(&mapped),
        // The device is lost, which is reported elsewhere.
        _ => vec![0.0; bytes as usize / 4],
    }
}
