//! The ground around a picture's focus, for shadow rays and materials.
//!
//! The surroundings are nested rasters, each with twice the spacing of the raster before. The first raster is as fine as the
//! picture near the focus. The last raster reaches as far as the picture. When the focus moves, the rasters move with it, and
//! only the new samples along their edges are generated (F. Losasso, H. Hoppe, "Geometry clipmaps", 2004).

mod extent;
mod raster;
mod textures;

use orogen_engine::bounds::Bounds;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Images;
use orogen_engine::water::WaterSurface;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{ShaderStages, TextureViewDimension};

use crate::ViewError;
use crate::pass;
pub(crate) use extent::Extent;
use extent::{MAX_RASTERS, slot};
use raster::Raster;
use textures::Textures;

/// WGSL of lookups.
pub(crate) const SURROUNDINGS: &str = include_str!("surroundings.wgsl");

/// The rasters around a picture's focus.
#[derive(Debug)]
pub(crate) struct Surroundings {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    textures: Textures,
    cover: Cover,
    rasters: [Option<Raster>; MAX_RASTERS],
    /// Lowest and highest sample of the picture.
    heights: [f32; 2],
}

impl Surroundings {
    pub(crate) fn new(gpu: &Gpu, recipe: &Recipe) -> Result<Self, GpuError> {
        let array = pass::unfiltered_texture(TextureViewDimension::D2Array);
        let layout = gpu.checked(|| {
            pass::group_layout(gpu.device(), ShaderStages::FRAGMENT, &[pass::uniform(), array, array])
        })?;
        let cover = Cover::of(recipe);
        let textures = Textures::new(gpu, &layout, cover.layers())?;
        Ok(Self {
            gpu: gpu.clone(),
            layout,
            textures,
            cover,
            rasters: [const { None }; MAX_RASTERS],
            heights: [0.0; 2],
        })
    }

    pub(crate) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }

    pub(crate) fn group(&self) -> &wgpu::BindGroup {
        &self.textures.group
    }

    /// Heights of the lowest and highest ground in the rasters.
    pub(crate) fn heights(&self) -> [f32; 2] {
        self.heights
    }

    /// Generates the missing parts of an extent's rasters, for an eye.
    pub(crate) fn fill(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        extent: Extent,
        eye: [f64; 3],
    ) -> Result<(), ViewError> {
        let mut heights = [f32::INFINITY, f32::NEG_INFINITY];
        for (level, grid) in extent.grids() {
            let cached = self.rasters[slot(level)].take_if(|raster| raster.level == level);
            let mut raster = cached.map_or_else(|| Raster::new(recipe, images, level), Ok)?;
            raster.fill(grid, &self.textures)?;
            heights = [heights[0].min(raster.range[0]), heights[1].max(raster.range[1])];
            self.rasters[slot(level)] = Some(raster);
        }
        self.upload(extent, eye, heights);
        Ok(())
    }

    /// Regenerates the samples in a box, where the recipe has other strokes.
    pub(crate) fn sculpt(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        changed: &Bounds,
    ) -> Result<(), ViewError> {
        let textures = &self.textures;
        self.rasters
            .iter_mut()
            .flatten()
            .try_for_each(|raster| raster.sculpt(recipe, images, changed, textures))
    }

    /// Fills all rasters of an extent, for an eye, with the heights that `make` returns. These rasters have no cover.
    pub(crate) fn fill_by(
        &mut self,
        extent: Extent,
        eye: [f64; 3],
        make: &dyn Fn(&Grid) -> Result<Vec<f32>, ViewError>,
    ) -> Result<(), ViewError> {
        let mut range = [f32::INFINITY, f32::NEG_INFINITY];
        for (level, grid) in extent.grids() {
            let heights = make(&grid)?;
            self.textures.write_heights(level, &grid, &heights)?;
            self.rasters[slot(level)] = None;
            range =
                heights.iter().fold(range, |[least, most], &height| [least.min(height), most.max(height)]);
        }
        self.upload(extent, eye, range);
        Ok(())
    }

    fn upload(&mut self, extent: Extent, eye: [f64; 3], heights: [f32; 2]) {
        self.heights = heights;
        self.gpu.queue().write_buffer(
            &self.textures.uniform,
            0,
            bytemuck::bytes_of(&extent.uniform(eye, self.cover)),
        );
    }
}

/// The values that rasters contain in addition to heights: curvature, then the materials' fields, then the height of water
/// above the ground.
#[derive(Clone, Copy, Debug)]
struct Cover {
    /// Number of values per sample.
    numbers: usize,
    /// Index of the value for rivers and lakes, if there is one.
    water: Option<usize>,
}

impl Cover {
    fn of(recipe: &Recipe) -> Self {
        let water = WaterSurface::of(recipe).map(|water| 1 + water.plane());
        Self { numbers: 1 + recipe.further_fields().count(), water }
    }

    /// Number of texture layers.
    fn layers(self) -> usize {
        self.numbers.div_ceil(4)
    }
}
