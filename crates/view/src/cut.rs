//! Cutaway terrain: the domain as a block with walls and a bottom.
//!
//! A ray that enters the block through a side, below the ground, shows the wall there. The mesh finds most of these rays,
//! because they hit the ground from below. The remaining rays leave the block below the ground without a hit. For them, the
//! far sides and the bottom are drawn.

use orogen_gpu::{Gpu, GpuError};

use crate::frame::FRAME;
use crate::pass::{GROUND, GroundPass, Layouts};
use crate::surroundings::SURROUNDINGS;

/// The WGSL functions for cutaway terrain.
pub(crate) const CUT: &str = include_str!("cut.wgsl");

/// Draws the far sides and the bottom.
#[derive(Debug)]
pub(crate) struct Cut {
    pipeline: wgpu::RenderPipeline,
}

impl Cut {
    pub(crate) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        surroundings: &wgpu::BindGroupLayout,
    ) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let pass = GroundPass {
                label: "cut",
                sources: &[FRAME, SURROUNDINGS, CUT, include_str!("cut_far.wgsl")],
                layout: &layouts.pipeline(device, &[Some(&layouts.frame), None, Some(surroundings)]),
                entries: ["cut_vertices", "cut"],
                buffers: &[],
                targets: &[GROUND],
            };
            Self { pipeline: pass.pipeline(device) }
        })
    }

    /// Draws into a pass. The frame and the surroundings must be bound.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..36, 0..1);
    }
}
