//! Meshes for the tiles of a planet, in metres from the eye.
//!
//! Vertices are computed for each picture in double precision. Only their offsets from the eye are rounded to single
//! precision. So vertices are as exact as single precision allows at every height, and tiles share vertices to the bit.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use orogen_engine::lod::{SIDE, samples_of};
use orogen_engine::planet::{Direction, TileAddress};
use orogen_engine::recipe::{Reach, Recipe};
use orogen_gpu::{Gpu, GpuError};
use rayon::prelude::*;
use wgpu::util::DeviceExt;
use wgpu::{BufferUsages, TextureFormat};

use super::cache::{CachedTile, TileCache};
use super::ground::CELLS;
use super::selector::TileSelector;
use super::shot::Eye;
use crate::frame::FRAME;
use crate::pass::{self, GROUND, GroundPass, Layouts};
use crate::triangles::triangles;

/// Weights of the materials' fields in a pixel. Each of the four 32-bit words has four weights of one byte.
const WEIGHTS: TextureFormat = TextureFormat::Rgba32Uint;

/// The ground in a pixel has two textures. The first has depth along the viewing direction (0 without ground), normal, and
/// height above the sphere. The second has the weights of materials.
pub(super) const FORMATS: [TextureFormat; 2] = [GROUND, WEIGHTS];

/// Tiles per buffer: 43 MB.
const BATCH: usize = 256;

/// A vertex; see `mesh.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Vertex {
    /// Position in metres from the eye, along the eye's axes.
    pub(super) position: [f32; 3],
    /// Metres above height 0.
    pub(super) height: f32,
    /// Normal along the eye's axes. The last number is padding.
    normal: [i16; 4],
    weights: [u8; 16],
}

/// Draws tiles.
#[derive(Debug)]
pub(super) struct Mesh {
    gpu: Gpu,
    pipeline: wgpu::RenderPipeline,
    indices: wgpu::Buffer,
    /// Vertex buffers, each with its number of tiles.
    batches: Vec<(wgpu::Buffer, usize)>,
    /// Indices of the materials that name a field, with their ranges of values.
    reaches: Vec<(usize, Reach)>,
}

impl Mesh {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts, recipe: &Recipe) -> Result<Self, GpuError> {
        let reaches = reaches(recipe);
        gpu.checked(|| {
            let indices = pass::buffer_with(gpu, BufferUsages::INDEX, &triangles(CELLS));
            let pipeline = pipeline(gpu.device(), layouts);
            Self { gpu: gpu.clone(), pipeline, indices, batches: Vec::new(), reaches }
        })
    }

    /// Replaces the materials by those of another recipe.
    pub(super) fn set_materials(&mut self, recipe: &Recipe) {
        self.reaches = reaches(recipe);
    }

    /// Computes and uploads the vertices of a picture's tiles.
    pub(super) fn set_tiles(
        &mut self,
        eye: &Eye,
        selector: &TileSelector,
        tiles: &TileCache,
        drawn: &[TileAddress],
    ) -> Result<(), GpuError> {
        self.batches.clear();
        for batch in drawn.chunks(BATCH) {
            let made: Vec<_> =
                batch.par_iter().map(|&tile| self.vertices(eye, selector, tiles, tile)).collect();
            let made = made.concat();
            let buffer = self.gpu.checked(|| {
                self.gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: Some("tiles of a planet"),
                    contents: bytemuck::cast_slice(&made),
                    usage: BufferUsages::VERTEX,
                })
            })?;
            self.batches.push((buffer, batch.len()));
        }
        Ok(())
    }

    /// Draws the tiles into a pass. The frame must be bound.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        for (vertices, tiles) in &self.batches {
            pass.set_vertex_buffer(0, vertices.slice(..));
            for tile in 0..*tiles {
                pass.draw_indexed(0..INDICES as u32, (tile * SIDE * SIDE) as i32, 0..1);
            }
        }
    }

    /// The vertices of a cached tile. The tile's parent must be cached, too.
    pub(super) fn vertices(
        &self,
        eye: &Eye,
        selector: &TileSelector,
        tiles: &TileCache,
        tile: TileAddress,
    ) -> Vec<Vertex> {
        let Some(cached) = tiles.get(tile) else { return Vec::new() };
        let parent = tile.parent().and_then(|parent| tiles.get(parent));
        let coarse = parent.zip(selector.morph(tile.level()));
        let directions: Vec<_> = samples_of(tile)
            .directions()
            .into_iter()
            .map(|direction| DVec3::from(direction.vector()))
            .collect();
        let [left, top] = [tile.x(), tile.y()].map(|along| (along & 1) as usize * CELLS / 2);
        let vertex = |at: usize| {
            let (column, row) = (at % SIDE, at / SIDE);
            let own = self.sample(eye, cached, at, directions[at]);
            let Some((parent, [begin, end])) = coarse else { return own };
            let moved = ((own.from_eye.length() - begin) / (end - begin)).clamp(0.0, 1.0);
            if moved == 0.0 {
                return own;
            }
            let [column, row] = [column, row].map(coarse_index);
            let goal = (top + row / 2) * SIDE + left + column / 2;
            let goal = self.sample(eye, parent, goal, directions[row * SIDE + column]);
            if moved == 1.0 { goal } else { own.lerp(&goal, moved) }
        };
        (0..SIDE * SIDE).map(|at| vertex(at).vertex(eye)).collect()
    }

    fn sample(&self, eye: &Eye, cached: &CachedTile, at: usize, direction: DVec3) -> SurfaceSample {
        let relief = &cached.relief;
        let height = f64::from(relief.height[at]);
        let gradient = DVec3::from(relief.slopes.each_ref().map(|slopes| f64::from(slopes[at])));
        let mut weights = [0.0; 16];
        for ((material, reach), values) in self.reaches.iter().zip(&relief.others) {
            weights[*material] = weight(reach, values[at]);
        }
        let from_eye = direction * (eye.sphere.radius() + height) - eye.position;
        SurfaceSample { from_eye, direction, height, gradient, weights }
    }
}

/// Indices of the materials that name a field, with their ranges of values.
fn reaches(recipe: &Recipe) -> Vec<(usize, Reach)> {
    let materials = recipe.materials.iter().enumerate();
    materials.filter_map(|(at, material)| Some((at, material.noise.as_ref()?.reach))).collect()
}

/// A vertex along the planet's axes, in double precision.
struct SurfaceSample {
    from_eye: DVec3,
    direction: DVec3,
    height: f64,
    gradient: DVec3,
    weights: [f32; 16],
}

impl SurfaceSample {
    fn lerp(&self, goal: &Self, moved: f64) -> Self {
        let weight = moved as f32;
        Self {
            from_eye: self.from_eye.lerp(goal.from_eye, moved),
            direction: self.direction.lerp(goal.direction, moved),
            height: self.height + moved * (goal.height - self.height),
            gradient: self.gradient.lerp(goal.gradient, moved),
            weights: std::array::from_fn(|k| self.weights[k] + weight * (goal.weights[k] - self.weights[k])),
        }
    }

    /// The vertex for the device, along the eye's axes.
    fn vertex(&self, eye: &Eye) -> Vertex {
        let direction = Direction::new(self.direction.to_array())
            .unwrap_or_else(|_| unreachable!("neighbouring directions are nearly equal"));
        let normal = eye.sphere.normal(direction, self.height, self.gradient.to_array());
        let [x, y, z] =
            eye.axes.to_local(normal.into()).to_array().map(|along| (along * 32767.0).round() as i16);
        Vertex {
            position: eye.axes.to_local(self.from_eye).to_array().map(|metres| metres as f32),
            height: self.height as f32,
            normal: [x, y, z, 0],
            weights: self.weights.map(|weight| (255.0 * weight).round() as u8),
        }
    }
}

/// Weight of a material by the value of its field. The weight changes linearly over each end of the material's range. Shaders
/// apply a smoothstep to the weight.
fn weight(reach: &Reach, value: f32) -> f32 {
    let [first, last] = reach.whole;
    let value = f64::from(value);
    let rise = |from: f64, to: f64| {
        if from == to {
            f64::from(u8::from(value >= to))
        } else {
            ((value - from) / (to - from)).clamp(0.0, 1.0)
        }
    };
    let rising = if first.is_finite() { rise(reach.from, first) } else { 1.0 };
    let falling = if last.is_finite() { 1.0 - rise(last, reach.to) } else { 1.0 };
    rising.min(falling) as f32
}

/// The column or row that an odd column or row morphs onto: the neighbour that is a multiple of four. Counted from either
/// end, this is the same neighbour. That matters because two faces may count the vertices of their shared edge in opposite
/// directions. The rule of flat ground (the previous column or row) would open cracks.
fn coarse_index(index: usize) -> usize {
    match index % 4 {
        1 => index - 1,
        3 => index + 1,
        _ => index,
    }
}

/// Two triangles per cell.
const INDICES: usize = 6 * CELLS * CELLS;

fn pipeline(device: &wgpu::Device, layouts: &Layouts) -> wgpu::RenderPipeline {
    let vertex = wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![
            0 => Float32x4, 1 => Snorm16x4, 2 => Unorm8x4, 3 => Unorm8x4, 4 => Unorm8x4, 5 => Unorm8x4
        ],
    };
    let pass = GroundPass {
        label: "planet",
        sources: &[FRAME, include_str!("mesh.wgsl")],
        layout: &layouts.pipeline(device, &[Some(&layouts.frame)]),
        entries: ["globe_vertices", "globe_ground"],
        buffers: &[Some(vertex)],
        targets: &FORMATS,
    };
    pass.pipeline(device)
}

const _: () = assert!(BATCH * SIDE * SIDE * size_of::<Vertex>() <= 128 << 20);
