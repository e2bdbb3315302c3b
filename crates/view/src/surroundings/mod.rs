//! The ground around the focus of a picture: what light meets on its way, and what materials look at.
//!
//! Nested rasters around one place, each with twice the spacing of the one before: near the focus they are as fine as
//! the picture, and they reach as far as it does. They follow the focus, and only what comes in at their edges is made
//! anew (F. Losasso, H. Hoppe, "Geometry clipmaps", 2004).

mod extent;
mod raster;
mod texels;

use orogen::bounds::Bounds;
use orogen::raster::Grid;
use orogen::recipe::Recipe;
use orogen::terrain::Images;
use orogen_gpu::{Gpu, GpuError};
use wgpu::{ShaderStages, TextureViewDimension};

use crate::ViewError;
use crate::pass;
pub(crate) use extent::Extent;
use extent::{MOST, slot};
use raster::Raster;
use texels::Texels;

/// The text that lookups need.
pub(crate) const SURROUNDINGS: &str = include_str!("surroundings.wgsl");

/// The rasters.
#[derive(Debug)]
pub(crate) struct Surroundings {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    texels: Texels,
    rasters: [Option<Raster>; MOST],
    /// Lowest and highest sample of the picture.
    heights: [f32; 2],
}

impl Surroundings {
    pub(crate) fn new(gpu: &Gpu, recipe: &Recipe) -> Result<Self, GpuError> {
        let array = pass::loaded(TextureViewDimension::D2Array);
        let layout = gpu.checked(|| {
            pass::group_layout(gpu.device(), ShaderStages::FRAGMENT, &[pass::uniform(), array, array])
        })?;
        let texels = Texels::new(gpu, &layout, layers(recipe))?;
        Ok(Self { gpu: gpu.clone(), layout, texels, rasters: [const { None }; MOST], heights: [0.0; 2] })
    }

    pub(crate) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }

    pub(crate) fn group(&self) -> &wgpu::BindGroup {
        &self.texels.group
    }

    /// Lowest and highest ground in them.
    pub(crate) fn heights(&self) -> [f32; 2] {
        self.heights
    }

    /// Makes what is not there of the rasters of an extent, seen from an eye.
    pub(crate) fn fill(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        extent: Extent,
        eye: [f64; 3],
    ) -> Result<(), ViewError> {
        let mut heights = [f32::INFINITY, f32::NEG_INFINITY];
        for (level, grid) in extent.grids() {
            let held = self.rasters[slot(level)].take_if(|raster| raster.level == level);
            let mut raster = held.map_or_else(|| Raster::new(recipe, images, level), Ok)?;
            raster.fill(grid, &self.texels)?;
            heights = [heights[0].min(raster.ends[0]), heights[1].max(raster.ends[1])];
            self.rasters[slot(level)] = Some(raster);
        }
        self.place(extent, eye, heights);
        Ok(())
    }

    /// Makes anew what lies in a box: the recipe has other strokes there.
    pub(crate) fn sculpt(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        changed: &Bounds,
    ) -> Result<(), ViewError> {
        let texels = &self.texels;
        self.rasters
            .iter_mut()
            .flatten()
            .try_for_each(|raster| raster.sculpt(recipe, images, changed, texels))
    }

    /// Makes all rasters of an extent, seen from an eye, by a function that says the heights of a grid; they have no cover.
    pub(crate) fn fill_by(
        &mut self,
        extent: Extent,
        eye: [f64; 3],
        make: &dyn Fn(&Grid) -> Result<Vec<f32>, ViewError>,
    ) -> Result<(), ViewError> {
        let mut ends = [f32::INFINITY, f32::NEG_INFINITY];
        for (level, grid) in extent.grids() {
            let heights = make(&grid)?;
            self.texels.write_heights(level, &grid, &heights)?;
            self.rasters[slot(level)] = None;
            ends = heights.iter().fold(ends, |[least, most], &height| [least.min(height), most.max(height)]);
        }
        self.place(extent, eye, ends);
        Ok(())
    }

    fn place(&mut self, extent: Extent, eye: [f64; 3], heights: [f32; 2]) {
        self.heights = heights;
        self.gpu.queue().write_buffer(&self.texels.uniform, 0, bytemuck::bytes_of(&extent.placed(eye)));
    }
}

/// Layers of a raster's cover.
pub(crate) fn layers(recipe: &Recipe) -> usize {
    let noises = recipe.materials.iter().filter(|material| material.noise.is_some()).count();
    (1 + noises).div_ceil(4)
}
