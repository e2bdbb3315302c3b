//! Trees of forests on planes: textures that tell where they stand.
//!
//! The first texture has a texel for each tree. The second one tells which blocks of the first have no trees, so that rays pass
//! them in one step.

use std::num::NonZeroU64;

use orogen_gpu::{Gpu, GpuError};
use wgpu::{BindingResource, BindingType, BufferUsages, ShaderStages, TextureFormat, TextureViewDimension};

use crate::frame::{FRAME, Frame};
use crate::materials::Materials;
use crate::pass::{self, Layouts};
use crate::surroundings::SURROUNDINGS;

/// WGSL of realistic pictures with trees.
pub(crate) const TREES: &str = concat!(
    include_str!("size.wgsl"),
    include_str!("lattice.wgsl"),
    include_str!("tree.wgsl"),
    include_str!("trees.wgsl"),
    include_str!("floor.wgsl")
);
/// WGSL of realistic pictures without trees.
pub(crate) const BARE: &str = concat!(include_str!("none.wgsl"), include_str!("bare.wgsl"));
/// WGSL of pictures in other styles.
pub(crate) const NO_TREES: &str = include_str!("none.wgsl");

/// Cells along a side of the texture of trees, and squares along a side of a block of the texture of groves: see `size.wgsl`.
const SIDE: u32 = 1024;
const BLOCK: u32 = 8;

/// What the shading pass binds for trees.
#[derive(Debug)]
pub(crate) struct Trees {
    gpu: Gpu,
    /// Writes the texture of trees.
    map: wgpu::RenderPipeline,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    materials: wgpu::BindGroup,
    /// Writes the texture of groves.
    groves: wgpu::RenderPipeline,
    groves_layout: wgpu::BindGroupLayout,
    /// The textures of trees and groves: single texels until there is a forest.
    textures: [wgpu::TextureView; 2],
}

/// Formats of the textures.
const FORMATS: [TextureFormat; 2] = [TextureFormat::Rg32Float, TextureFormat::R32Float];

impl Trees {
    /// The types of [`bindings`](Self::bindings).
    pub(crate) fn binding_types() -> [BindingType; 2] {
        [pass::unfiltered_texture(TextureViewDimension::D2); 2]
    }

    /// `materials` is the uniform of the realistic style.
    pub(crate) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        surroundings: &wgpu::BindGroupLayout,
        materials: &wgpu::Buffer,
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let frame = pass::buffer(device, BufferUsages::UNIFORM, size_of::<Frame>());
            let frame_group = pass::group(device, &layouts.frame, &[frame.as_entire_binding()]);
            let layout = materials_layout(device);
            let sources = [
                FRAME,
                SURROUNDINGS,
                include_str!("../grain.wgsl"),
                include_str!("../grain_flat.wgsl"),
                include_str!("../style/cover.wgsl"),
                include_str!("../style/materials.wgsl"),
                include_str!("size.wgsl"),
                include_str!("lattice.wgsl"),
                include_str!("map.wgsl"),
            ];
            let groups = [Some(&layouts.frame), None, Some(surroundings), Some(&layout)];
            let groups = layouts.pipeline(device, &groups);
            let map =
                pass::fullscreen(device, "trees", &sources, &groups, "trees_map", &[Some(FORMATS[0].into())]);
            let materials = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &[wgpu::BindGroupEntry { binding: 1, resource: materials.as_entire_binding() }],
            });
            let groves_layout =
                pass::group_layout(device, ShaderStages::FRAGMENT, &Self::binding_types()[..1]);
            let groves = pass::fullscreen(
                device,
                "groves",
                &[include_str!("size.wgsl"), include_str!("groves.wgsl")],
                &layouts.pipeline(device, &[Some(&groves_layout)]),
                "trees_groves",
                &[Some(FORMATS[1].into())],
            );
            let textures = FORMATS.map(|format| pass::render_target(device, [1; 2], format));
            Self { gpu: gpu.clone(), map, frame, frame_group, materials, groves, groves_layout, textures }
        })
    }

    /// Finds the trees around the eye of a frame. Surroundings and materials must be those of the picture.
    pub(crate) fn plant(&mut self, frame: &Frame, surroundings: &wgpu::BindGroup) -> Result<(), GpuError> {
        self.gpu.checked(|| {
            let device = self.gpu.device();
            if self.textures[0].texture().width() < SIDE {
                self.textures = [(SIDE, FORMATS[0]), (SIDE / BLOCK, FORMATS[1])]
                    .map(|(side, format)| pass::render_target(device, [side; 2], format));
            }
            self.gpu.queue().write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
            let feet = BindingResource::TextureView(&self.textures[0]);
            let feet = pass::group(device, &self.groves_layout, &[feet]);
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            pass::write(&mut encoder, &self.textures[0], &mut |pass| {
                pass.set_pipeline(&self.map);
                pass.set_bind_group(0, &self.frame_group, &[]);
                pass.set_bind_group(2, surroundings, &[]);
                pass.set_bind_group(3, &self.materials, &[]);
            });
            pass::write(&mut encoder, &self.textures[1], &mut |pass| {
                pass.set_pipeline(&self.groves);
                pass.set_bind_group(0, &feet, &[]);
            });
            self.gpu.queue().submit([encoder.finish()]);
        })
    }

    /// What the shading pass binds.
    pub(crate) fn bindings(&self) -> [BindingResource<'_>; 2] {
        self.textures.each_ref().map(BindingResource::TextureView)
    }
}

/// The layout of the materials' uniform, at the binding that it has in the shading pass.
fn materials_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 1,
            visibility: ShaderStages::FRAGMENT,
            ty: BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: NonZeroU64::new(size_of::<Materials>() as u64),
            },
            count: None,
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_have_the_size_that_shaders_expect() {
        let text = include_str!("size.wgsl");
        assert!(text.contains(&format!("TREES_SIDE: i32 = {SIDE};")), "{text}");
        assert!(text.contains(&format!("TREES_BLOCK: i32 = {BLOCK};")), "{text}");
    }
}
