//! Ray marching through the recipe's height function.
//!
//! Detail finer than a pixel would flicker. So the ground is drawn in shells around the eye, from near to far. Each shell
//! evaluates the function at its own level of detail. Farther shells skip pixels that already have ground.
//!
//! Shells whose functions differ only in their numbers share one shader. Each shell has the numbers of its level of detail.

mod shells;

use bytemuck::{Pod, Zeroable};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Images;
use orogen_gpu::export::Library;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BindingType, BufferUsages, ShaderStages};

use crate::cut::CUT;
use crate::frame::FRAME;
use crate::pass::{self, GROUND, GroundPass, Layouts};
use crate::scale::Scale;
use crate::shot::GroundExtent;
use crate::{Shot, ViewError};
use shells::{BOUNDS, Levels, Shells, UNBOUNDED};

const MARCH: &str = include_str!("march.wgsl");

/// Words that fit a uniform buffer: 64 KiB.
const NEAR_WORDS: usize = 16_384;

/// Number of cached pipelines.
const MAX_PIPELINES: usize = 16;

/// Margin above the highest measured ground, as a share of the range of heights.
const TOP_MARGIN: f32 = 0.05;

/// See `march.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Shell {
    begin: f32,
    end: f32,
    spacing: f32,
    reach: f32,
    low: [f32; 2],
    high: [f32; 2],
    top: f32,
    is_cut: f32,
    shift: f32,
    padding: f32,
    bounds: [[f32; 4]; BOUNDS],
}

/// The ray marcher.
#[derive(Debug)]
pub(crate) struct March {
    gpu: Gpu,
    /// Layouts with the function's numbers in a uniform buffer, and in a storage buffer.
    layouts: [Layout; 2],
    /// Pipelines with the WGSL of their functions. The newest is last.
    pipelines: Vec<(String, wgpu::RenderPipeline)>,
    /// The shells, from near to far.
    shells: Vec<ShellPass>,
}

#[derive(Debug)]
struct Layout {
    group: wgpu::BindGroupLayout,
    pipeline: wgpu::PipelineLayout,
}

/// The pipeline and bindings of a shell.
#[derive(Debug)]
struct ShellPass {
    pipeline: wgpu::RenderPipeline,
    group: wgpu::BindGroup,
}

impl March {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts) -> Result<Self, GpuError> {
        let layouts = gpu.checked(|| {
            [pass::uniform(), pass::storage()].map(|words| Layout::new(gpu.device(), layouts, words))
        })?;
        Ok(Self { gpu: gpu.clone(), layouts, pipelines: Vec::new(), shells: Vec::new() })
    }

    /// Prepares the shells of a picture. `heights` are the lowest and highest ground.
    ///
    /// # Errors
    /// [`ViewError::Recipe`]; [`ViewError::Function`] for a recipe that shaders cannot compute;
    /// [`ViewError::Gpu`].
    pub(crate) fn prepare(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        shot: &Shot,
        scale: &Scale,
        heights: [f32; 2],
    ) -> Result<(), ViewError> {
        let eye = shot.camera.eye();
        let furthest = scale.reach.hypot(eye[2] - f64::from(heights[0]));
        let shells = Shells::new(&shot.camera, shot.size[1], scale.finest_cell(1.0), furthest);
        let levels = Levels::new(recipe, images, &shells, eye, scale.reach, scale.bounds)?;
        let origin = [eye[0], eye[1], recipe.domain.z];
        let libraries = Library::of_levels(levels.terrains(), origin)?;
        let mut shell_pass = Vec::new();
        for (shell, library) in libraries.iter().enumerate() {
            let [begin, end] = shells.ends(shell);
            let relative = |edge: usize| {
                [0, 1].map(|axis| (scale.bounds[axis][edge] - eye[axis]).clamp(-UNBOUNDED, UNBOUNDED) as f32)
            };
            let numbers = Shell {
                begin: begin as f32,
                end: end as f32,
                spacing: shells.spacing(shell) as f32,
                reach: scale.reach as f32,
                low: relative(0),
                high: relative(1),
                top: heights[1] + TOP_MARGIN * (heights[1] - heights[0]) - eye[2] as f32,
                is_cut: f32::from(u8::from(shot.bounds == GroundExtent::Domain || shot.camera.is_parallel())),
                shift: Shells::step() as f32,
                padding: 0.0,
                bounds: levels.bounds(shell),
            };
            shell_pass.push(self.shell_pass(library, &numbers)?);
        }
        self.shells = shell_pass;
        Ok(())
    }

    /// Draws the shells into a pass. The pass must have a depth buffer, and the frame must be bound.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        for shell in &self.shells {
            pass.set_pipeline(&shell.pipeline);
            pass.set_bind_group(3, &shell.group, &[]);
            pass.draw(0..3, 0..1);
        }
    }

    fn shell_pass(&mut self, library: &Library, shell: &Shell) -> Result<ShellPass, GpuError> {
        let is_far = library.numbers.len() > NEAR_WORDS;
        let pipeline = self.pipeline(library, is_far)?;
        self.gpu.checked(|| {
            let usage = if is_far { BufferUsages::STORAGE } else { BufferUsages::UNIFORM };
            let words = pass::buffer_with(&self.gpu, usage, &library.numbers);
            let shell = pass::buffer_with(&self.gpu, BufferUsages::UNIFORM, &[*shell]);
            let group = pass::group(
                self.gpu.device(),
                &self.layouts[usize::from(is_far)].group,
                &[words.as_entire_binding(), shell.as_entire_binding()],
            );
            ShellPass { pipeline, group }
        })
    }

    fn pipeline(&mut self, library: &Library, is_far: bool) -> Result<wgpu::RenderPipeline, GpuError> {
        let text = function(library, is_far);
        if let Some((_, known)) = self.pipelines.iter().find(|(known, _)| *known == text) {
            return Ok(known.clone());
        }
        let layout = &self.layouts[usize::from(is_far)].pipeline;
        let made = self.gpu.checked(|| pipeline(self.gpu.device(), layout, &text))?;
        if self.pipelines.len() == MAX_PIPELINES {
            self.pipelines.remove(0);
        }
        self.pipelines.push((text, made.clone()));
        Ok(made)
    }
}

impl Layout {
    fn new(device: &wgpu::Device, layouts: &Layouts, words: BindingType) -> Self {
        let group = pass::group_layout(device, ShaderStages::FRAGMENT, &[words, pass::uniform()]);
        let pipeline = layouts.pipeline(device, &[Some(&layouts.frame), None, None, Some(&group)]);
        Self { group, pipeline }
    }
}

/// WGSL of a recipe's function: height and slopes along x and y at a point, in metres from the eye.
fn function(library: &Library, is_far: bool) -> String {
    let (words, functions) = (library.numbers.len() / 4, library.text());
    let declared = if is_far {
        "var<storage, read> orogen_words: array<vec4<u32>>;".to_owned()
    } else {
        format!("var<uniform> orogen_words: array<vec4<u32>, {words}>;")
    };
    let position = if library.dimensions == 3 { "vec3<f32>(position, 0.0)" } else { "position" };
    format!(
        "@group(3) @binding(0) {declared}\n\n{functions}
fn march_function(position: vec2<f32>) -> vec3<f32> {{
    return orogen_height_gradient({position}).xyz;
}}
"
    )
}

fn pipeline(device: &wgpu::Device, layout: &wgpu::PipelineLayout, function: &str) -> wgpu::RenderPipeline {
    let pass = GroundPass {
        label: "march",
        sources: &[FRAME, CUT, function, MARCH],
        layout,
        entries: ["march_cover", "march_ground"],
        buffers: &[],
        targets: &[GROUND],
    };
    pass.pipeline(device)
}
