//! The ground around the focus of a picture: what light meets on its way, and what materials look at.
//!
//! Nested rasters around one place, each with twice the spacing of the one before (as in F. Losasso, H. Hoppe,
//! "Geometry clipmaps", 2004): near the focus they are as fine as the picture, and they reach as far as it does.

use bytemuck::{Pod, Zeroable, cast_slice};
use half::f16;
use orogen::image::Images;
use orogen::level::Level;
use orogen::raster::{Band, Grid};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Terrain;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{BufferUsages, ShaderStages, TextureFormat, TextureViewDimension};

use crate::ViewError;
use crate::pass;

/// The text that lookups need.
pub(crate) const SURROUNDINGS: &str = include_str!("surroundings.wgsl");

/// Samples along a side of a raster.
const SIDE: usize = 512;

/// Most rasters: the last is 32,768 times as coarse as the first.
const MOST: usize = 16;

/// Curvatures of bands are per metre.
const PER_KILOMETRE: f32 = 1000.0;

/// See `surroundings.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Placed {
    focus: [f32; 4],
    rasters: [[f32; 4]; MOST],
}

/// Around what, from how fine to how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// Metres along x and y.
    pub(crate) focus: [f64; 2],
    /// Level of the finest spacing: 2^level metres.
    pub(crate) finest: i32,
    /// How many rasters there are.
    pub(crate) rasters: usize,
}

impl Extent {
    /// From a spacing, rounded down to a power of two, to a distance.
    pub(crate) fn new(focus: [f64; 2], spacing: f64, reach: f64) -> Self {
        // So fine that all rasters together reach far enough.
        let least = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, MOST as i32 - 1));
        let finest = libm::log2(spacing).floor().max(libm::log2(least).ceil()) as i32;
        let ratio = 2.0 * reach / (SIDE as f64 * libm::ldexp(1.0, finest));
        let rasters = (libm::log2(ratio).ceil().max(0.0) as usize + 1).min(MOST);
        Self { focus, finest, rasters }
    }

    fn grid(&self, raster: usize) -> Grid {
        let spacing = libm::ldexp(1.0, self.finest + raster as i32);
        let [first_column, first_row] =
            self.focus.map(|along| (along / spacing).floor() as i64 - SIDE as i64 / 2);
        Grid { first_column, first_row, columns: SIDE, rows: SIDE, spacing }
    }

    fn placed(&self, eye: [f64; 3]) -> Placed {
        let spacing = libm::ldexp(1.0, self.finest);
        let focus = [(self.focus[0] - eye[0]) as f32, (self.focus[1] - eye[1]) as f32];
        let mut placed = Placed {
            focus: [focus[0], focus[1], spacing as f32, self.rasters as f32],
            rasters: [[0.0; 4]; MOST],
        };
        for (raster, placed) in placed.rasters[..self.rasters].iter_mut().enumerate() {
            let grid = self.grid(raster);
            let corner = [(grid.x(0) - eye[0]) as f32, (grid.y(0) - eye[1]) as f32];
            *placed = [corner[0], corner[1], grid.spacing as f32, (1.0 / grid.spacing) as f32];
        }
        placed
    }
}

/// The rasters on a device.
#[derive(Debug)]
pub(crate) struct Surroundings {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    /// What is there: of which terrain and extent.
    filled: Option<Filled>,
}

#[derive(Debug)]
struct Filled {
    extent: Extent,
    uniform: wgpu::Buffer,
    group: wgpu::BindGroup,
    /// Lowest and highest sample.
    heights: [f32; 2],
}

impl Surroundings {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let array = pass::loaded(TextureViewDimension::D2Array);
        let layout = gpu.checked(|| {
            pass::group_layout(gpu.device(), ShaderStages::FRAGMENT, &[pass::uniform(), array, array])
        })?;
        Ok(Self { gpu: gpu.clone(), layout, filled: None })
    }

    pub(crate) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }

    pub(crate) fn group(&self) -> Option<&wgpu::BindGroup> {
        self.filled.as_ref().map(|filled| &filled.group)
    }

    /// Lowest and highest ground in them.
    pub(crate) fn heights(&self) -> Option<[f32; 2]> {
        self.filled.as_ref().map(|filled| filled.heights)
    }

    /// Makes the rasters of an extent, if they are not there, seen from an eye.
    pub(crate) fn fill(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        extent: Extent,
        eye: [f64; 3],
    ) -> Result<(), ViewError> {
        if self.filled.as_ref().is_none_or(|filled| filled.extent != extent) {
            self.filled = Some(self.made(recipe, images, extent)?);
        }
        if let Some(filled) = &self.filled {
            self.gpu.queue().write_buffer(&filled.uniform, 0, bytemuck::bytes_of(&extent.placed(eye)));
        }
        Ok(())
    }

    fn made(&self, recipe: &Recipe, images: &dyn Images, extent: Extent) -> Result<Filled, ViewError> {
        let layers = layers(recipe);
        let (uniform, heights, cover) = self.gpu.checked(|| {
            let uniform = pass::buffer(self.gpu.device(), BufferUsages::UNIFORM, size_of::<Placed>());
            let heights = array(self.gpu.device(), extent.rasters, TextureFormat::R32Float);
            let cover = array(self.gpu.device(), extent.rasters * layers, TextureFormat::Rgba16Float);
            (uniform, heights, cover)
        })?;
        let (mut least, mut greatest) = (f32::INFINITY, f32::NEG_INFINITY);
        for raster in 0..extent.rasters {
            let band = band(recipe, images, extent.grid(raster))?;
            least = band.height.iter().copied().fold(least, f32::min);
            greatest = band.height.iter().copied().fold(greatest, f32::max);
            self.gpu.checked(|| {
                write(&self.gpu, &heights, raster, cast_slice(&band.height));
                for layer in 0..layers {
                    write(&self.gpu, &cover, raster * layers + layer, cast_slice(&packed(&band, layer)));
                }
                // Else all of them lie in memory twice until the first picture.
                self.gpu.queue().submit([]);
            })?;
        }
        let view = |texture: &wgpu::Texture| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(TextureViewDimension::D2Array),
                ..wgpu::TextureViewDescriptor::default()
            })
        };
        let group = pass::group(
            self.gpu.device(),
            &self.layout,
            &[
                uniform.as_entire_binding(),
                wgpu::BindingResource::TextureView(&view(&heights)),
                wgpu::BindingResource::TextureView(&view(&cover)),
            ],
        );
        Ok(Filled { extent, uniform, group, heights: [least, greatest] })
    }
}

/// Layers of a raster's cover: curvature and the fields that materials name, four a layer.
pub(crate) fn layers(recipe: &Recipe) -> usize {
    let noises = recipe.materials.iter().filter(|material| material.noise.is_some()).count();
    (1 + noises).div_ceil(4)
}

fn band(recipe: &Recipe, images: &dyn Images, grid: Grid) -> Result<Band, RecipeError> {
    let terrain = Terrain::with_materials(recipe, images, grid.spacing)?;
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).with_curvature().make(0, grid.rows, true, &mut band);
    Ok(band)
}

/// The numbers of a layer of cover.
fn packed(band: &Band, layer: usize) -> Vec<f16> {
    let number = |plane: usize, at: usize| match plane.checked_sub(1) {
        None => PER_KILOMETRE * band.curvature[at],
        Some(other) => band.others.get(other).map_or(0.0, |values| values[at]),
    };
    let most = f32::from(f16::MAX);
    (0..band.height.len())
        .flat_map(|at| [0, 1, 2, 3].map(|plane| number(4 * layer + plane, at)))
        .map(|number| f16::from_f32(number.clamp(-most, most)))
        .collect()
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

fn write(gpu: &Gpu, texture: &wgpu::Texture, layer: usize, bytes: &[u8]) {
    let side = SIDE as u32;
    let copy = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: 0,
        origin: wgpu::Origin3d { x: 0, y: 0, z: layer as u32 },
        aspect: wgpu::TextureAspect::All,
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some((bytes.len() / SIDE) as u32),
        rows_per_image: Some(side),
    };
    let extent = wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 };
    gpu.queue().write_texture(copy, bytes, layout, extent);
}
