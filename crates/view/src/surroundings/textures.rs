//! The textures of the rasters.

use bytemuck::cast_slice;
use half::f16;
use orogen_engine::raster::Grid;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, TextureFormat, TextureViewDimension};

use super::extent::{MAX_RASTERS, SIDE, SurroundingsUniform, slot};
use crate::pass;

/// The rasters of all levels, in textures that wrap around.
#[derive(Debug)]
pub(super) struct Textures {
    gpu: Gpu,
    /// Layers of cover per raster.
    layers: usize,
    heights: wgpu::Texture,
    cover: wgpu::Texture,
    pub(super) uniform: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
}

impl Textures {
    pub(super) fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, layers: usize) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let uniform = pass::buffer(gpu.device(), BufferUsages::UNIFORM, size_of::<SurroundingsUniform>());
            let heights = array(gpu.device(), MAX_RASTERS, TextureFormat::R32Float);
            let cover = array(gpu.device(), MAX_RASTERS * layers, TextureFormat::Rgba16Float);
            let view = |texture: &wgpu::Texture| {
                texture.create_view(&wgpu::TextureViewDescriptor {
                    dimension: Some(TextureViewDimension::D2Array),
                    ..wgpu::TextureViewDescriptor::default()
                })
            };
            let resources = [
                uniform.as_entire_binding(),
                wgpu::BindingResource::TextureView(&view(&heights)),
                wgpu::BindingResource::TextureView(&view(&cover)),
            ];
            let group = pass::group(gpu.device(), layout, &resources);
            Self { gpu: gpu.clone(), layers, heights, cover, uniform, group }
        })
    }

    /// Writes samples of a level: heights, and each layer of cover.
    pub(super) fn write(
        &self,
        level: i32,
        piece: &Grid,
        heights: &[f32],
        cover: impl Fn(usize) -> Vec<f16>,
    ) -> Result<(), GpuError> {
        self.gpu.checked(|| {
            self.put(&self.heights, slot(level), piece, cast_slice(heights));
            for layer in 0..self.layers {
                self.put(&self.cover, slot(level) * self.layers + layer, piece, cast_slice(&cover(layer)));
            }
            // Submits now, to free the staging memory before the next picture.
            self.gpu.queue().submit([]);
        })
    }

    /// Writes the heights of a level.
    pub(super) fn write_heights(&self, level: i32, piece: &Grid, heights: &[f32]) -> Result<(), GpuError> {
        self.gpu.checked(|| self.put(&self.heights, slot(level), piece, cast_slice(heights)))
    }

    fn put(&self, texture: &wgpu::Texture, layer: usize, piece: &Grid, bytes: &[u8]) {
        let texel = bytes.len() / piece.len();
        for (row, y, rows) in wrapped(piece.first_row, piece.rows) {
            for (column, x, columns) in wrapped(piece.first_column, piece.columns) {
                let origin = wgpu::Origin3d { x: x as u32, y: y as u32, z: layer as u32 };
                let to = wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() };
                let layout = wgpu::TexelCopyBufferLayout {
                    offset: ((row * piece.columns + column) * texel) as u64,
                    bytes_per_row: Some((piece.columns * texel) as u32),
                    rows_per_image: None,
                };
                let extent =
                    wgpu::Extent3d { width: columns as u32, height: rows as u32, depth_or_array_layers: 1 };
                self.gpu.queue().write_texture(to, bytes, layout, extent);
            }
        }
    }
}

/// Splits consecutive samples where indices wrap around at 512. Returns for each part its first sample, the texel of this
/// sample, and the number of samples.
pub(super) fn wrapped(first: i64, count: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let at = first.rem_euclid(SIDE as i64) as usize;
    let before = count.min(SIDE - at);
    [(0, at, before), (before, 0, count - before)].into_iter().filter(|&(_, _, count)| count > 0)
}

fn array(device: &wgpu::Device, layers: usize, format: TextureFormat) -> wgpu::Texture {
    let side = SIDE as u32;
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("surroundings"),
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: layers as u32 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}
