//! Ground that is cut out like a cake.
//!
//! A ray that enters the box of the ground through one of its sides, below the ground, shows the wall there. The mesh
//! tells most such rays: they meet the ground from below. What is left leaves the box below the ground without having met
//! it; for these the sides and the bottom that lie behind are drawn.

use orogen_gpu::{Gpu, GpuError};

use crate::frame::FRAME;
use crate::pass::{GROUND, GroundPass, Layouts};
use crate::surroundings::SURROUNDINGS;

/// The functions of cut ground.
pub(crate) const CUT: &str = include_str!("cut.wgsl");

/// Draws what lies behind.
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
                texts: &[FRAME, SURROUNDINGS, CUT, include_str!("cut_far.wgsl")],
                layout: &layouts.pipeline(device, &[Some(&layouts.frame), None, Some(surroundings)]),
                entries: ["cut_vertices", "cut"],
                buffers: &[],
                targets: &[GROUND],
            };
            Self { pipeline: pass.pipeline(device) }
        })
    }

    /// Draws, into a pass that has frame and surroundings bound.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..36, 0..1);
    }
}
