//! Ground that is cut out like a cake.
//!
//! A ray that enters the box of the ground through one of its sides, below the ground, shows the wall there. The mesh
//! tells most such rays: they meet the ground from below. What is left leaves the box below the ground without having met
//! it; for these the sides and the bottom that lie behind are drawn.

use orogen_gpu::{Gpu, GpuError};

use crate::frame::FRAME;
use crate::pass::{self, GROUND, Layouts};
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
            let module =
                pass::module(device, "cut", &[FRAME, SURROUNDINGS, CUT, include_str!("cut_far.wgsl")]);
            let layout = layouts.pipeline(device, &[Some(&layouts.frame), None, Some(surroundings)]);
            let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("cut"),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("cut_vertices"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: Some(pass::nearer()),
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some("cut"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(GROUND.into())],
                }),
                multiview_mask: None,
                cache: None,
            });
            Self { pipeline }
        })
    }

    /// Draws, into a pass that has frame and surroundings bound.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..36, 0..1);
    }
}
