//! The ground as tiles of a generator, drawn as meshes with levels of detail.
//!
//! Sample spacings are powers of two, so positions are exact in single precision. A vertex morphs onto the
//! mesh of the next level before that level is drawn, so levels share vertices to the bit.

mod address;
mod cache;
mod load;
mod selector;

use bytemuck::{Pod, Zeroable};
use orogen_engine::bounds::Bounds;
use orogen_engine::generate::Generator;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, ShaderStages};

use crate::camera::Camera;
use crate::cut::CUT;
use crate::frame::FRAME;
use crate::pass::{self, GROUND, GroundPass, Layouts};
use crate::triangles::triangles;
use crate::{ProgressCallback, ViewError};
pub(crate) use address::Address;
use address::CELLS;
pub(crate) use cache::height_margin;
use cache::{SLOT_FLOATS, SLOTS, TileCache};
pub(crate) use load::LoadedTiles;
pub(crate) use selector::{MORPH_BEGIN, MORPH_END, TileSelector, TileStatus};

const MESH: &str = include_str!("mesh.wgsl");

/// An instance of a tile; see `mesh.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    first: [i32; 2],
    slot: u32,
    spacing: f32,
    morph: [f32; 2],
}

/// Loads and draws tiles.
#[derive(Debug)]
pub(crate) struct Mesh {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
    origin: wgpu::Buffer,
    indices: wgpu::Buffer,
    cache: TileCache,
    /// The tiles of the picture, and one batch for each buffer that contains some of them.
    drawn: Vec<Address>,
    batches: Vec<Batch>,
}

/// Tiles in one buffer.
#[derive(Debug)]
struct Batch {
    group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    count: u32,
}

impl Mesh {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let device = gpu.device();
            let layout = pass::group_layout(
                device,
                ShaderStages::VERTEX_FRAGMENT,
                &[pass::storage(), pass::uniform()],
            );
            let origin = pass::buffer(device, BufferUsages::UNIFORM, size_of::<[[f32; 4]; 2]>());
            let indices = pass::buffer_with(gpu, BufferUsages::INDEX, &triangles(CELLS));
            let pipeline = pipeline(device, layouts, &layout);
            let (cache, gpu) = (TileCache::new(gpu), gpu.clone());
            Self { gpu, layout, pipeline, origin, indices, cache, drawn: Vec::new(), batches: Vec::new() }
        })
    }

    /// Drops all tiles, for another recipe.
    pub(crate) fn clear(&mut self) -> Result<(), GpuError> {
        self.cache = self.gpu.checked(|| TileCache::new(&self.gpu))?;
        Ok(())
    }

    /// Drops the tiles that overlap a box, in metres.
    pub(crate) fn invalidate(&mut self, changed: &Bounds) {
        self.cache.invalidate(changed);
    }

    /// Loads the tiles of a picture, see [`TileCache::load`].
    pub(crate) fn load(
        &mut self,
        selector: &TileSelector,
        bounds: [[f64; 2]; 2],
        generator: &dyn Generator,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<LoadedTiles, ViewError> {
        self.cache.load(selector, bounds, generator, progress)
    }

    /// Sets the tiles of a picture.
    pub(crate) fn set_tiles(
        &mut self,
        camera: &Camera,
        selector: &TileSelector,
        loaded: &LoadedTiles,
    ) -> Result<(), GpuError> {
        let [x, y, _] = camera.eye();
        let (from, origin) = origin(selector, [x, y]);
        let instance = |&(tile, slot): &(Address, u32)| {
            let first = [(tile.x, from[0]), (tile.y, from[1])]
                .map(|(along, from)| (along * CELLS as i64 - (from / tile.spacing()) as i64) as i32);
            let morph = selector
                .morph(tile.level)
                .map_or([0.0; 2], |[begin, end]| [begin as f32, (1.0 / (end - begin)) as f32]);
            Instance { first, slot: slot % SLOTS as u32, spacing: tile.spacing() as f32, morph }
        };
        self.gpu.checked(|| {
            self.gpu.queue().write_buffer(&self.origin, 0, bytemuck::bytes_of(&origin));
            self.drawn = loaded.drawn.iter().map(|(tile, _)| *tile).collect();
            let buffer = |(_, slot): &(Address, u32)| *slot as usize / SLOTS;
            let batches = loaded.drawn.chunk_by(|one, next| buffer(one) == buffer(next));
            let batch = |tiles: &[(Address, u32)]| {
                let samples = &self.cache.buffers()[buffer(&tiles[0])];
                let resources = [samples.as_entire_binding(), self.origin.as_entire_binding()];
                let instances: Vec<_> = tiles.iter().map(instance).collect();
                Batch {
                    group: pass::group(self.gpu.device(), &self.layout, &resources),
                    instances: pass::buffer_with(&self.gpu, BufferUsages::VERTEX, &instances),
                    count: tiles.len() as u32,
                }
            };
            self.batches = batches.map(batch).collect();
        })
    }

    /// Draws the tiles into a pass. The frame must be bound.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        for batch in &self.batches {
            pass.set_bind_group(3, &batch.group, &[]);
            pass.set_vertex_buffer(0, batch.instances.slice(..));
            pass.draw_indexed(0..INDICES as u32, 0, 0..batch.count);
        }
    }
}

/// The tiles' origin in metres, and the shader's `mesh_Origin`.
fn origin(selector: &TileSelector, eye: [f64; 2]) -> ([f64; 2], [[f32; 4]; 2]) {
    let nearest = |spacing: f64| eye.map(|along| (along / spacing).round() * spacing);
    // A point near the eye whose coordinates are multiples of all spacings. Positions relative to this point are whole numbers of
    // cells at all levels.
    let from = nearest(selector.coarsest_spacing());
    // The finest sample nearest to the eye. It is only a short distance away from the eye.
    let near = nearest(selector.finest_spacing());
    let clearance = selector.clearance();
    let origin = [
        [from[0] - near[0], from[1] - near[1], clearance * clearance, 0.0],
        [near[0] - eye[0], near[1] - eye[1], 0.0, 0.0],
    ];
    (from, origin.map(|row| row.map(|number| number as f32)))
}

#[cfg(test)]
impl Mesh {
    /// The tiles of the picture.
    pub(crate) fn drawn(&self) -> &[Address] {
        &self.drawn
    }
}

/// Two triangles per cell.
const INDICES: usize = 6 * CELLS * CELLS;

fn pipeline(
    device: &wgpu::Device,
    layouts: &Layouts,
    layout: &wgpu::BindGroupLayout,
) -> wgpu::RenderPipeline {
    let instance = wgpu::VertexBufferLayout {
        array_stride: size_of::<Instance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Sint32x2, 1 => Uint32, 2 => Float32x3],
    };
    let pass = GroundPass {
        label: "mesh",
        sources: &[FRAME, CUT, MESH],
        layout: &layouts.pipeline(device, &[Some(&layouts.frame), None, None, Some(layout)]),
        entries: ["mesh_vertices", "mesh_ground"],
        buffers: &[Some(instance)],
        targets: &[GROUND],
    };
    pass.pipeline(device)
}

const _: () = assert!(SLOTS * SLOT_FLOATS * size_of::<f32>() <= 128 << 20);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lens;

    /// If the eye is close to the ground, vertices near it are within 0.02 mm of their positions, wherever the eye is in the
    /// coarsest cells. The test computes the same sums as the shader.
    #[test]
    fn vertices_near_the_eye_do_not_jitter() {
        let (finest, reach) = (-10, 100_000.0);
        for eye in [[700.123_456, 9_321.001], [-81.3, 389.999_9], [1e7 + 0.3, -4e6]] {
            let target = [eye[0] + 1.0, eye[1], 0.0];
            let camera =
                Camera::new([eye[0], eye[1], 1.0], target, Lens::Perspective { degrees: 50.0 }).unwrap();
            let selector = TileSelector::new(&camera, [960, 540], 1.5, 0.0, finest, reach);
            let (from, [far, near]) = origin(&selector, eye);
            for level in [finest, finest + 3] {
                let spacing = Address::spacing_of(level);
                for k in -100..100 {
                    let sample = (eye[0] / spacing).round() + f64::from(k);
                    let cells = sample - from[0] / spacing;
                    let seen = cells as i32 as f32 * spacing as f32 + far[0] + near[0];
                    let off = f64::from(seen) - (sample * spacing - eye[0]);
                    assert!(off.abs() < 2e-5, "{off} m at level {level}");
                }
            }
        }
    }
}
