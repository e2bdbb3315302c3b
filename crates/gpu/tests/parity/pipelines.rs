//! A cache of pipelines by the text of their shaders. A device that computes on the processor takes seconds to compile each
//! text. Far grids, seeds and levels of detail change data, not the text.

use std::collections::HashMap;

use orogen_engine::raster::Grid;
use orogen_engine::terrain::Terrain;
use orogen_gpu::{Gpu, Pipeline, modules};
use orogen_noise::jet::Order;

use crate::land::gpu;

/// A device and the pipelines that it has compiled.
pub(crate) struct Pipelines {
    gpu: Gpu,
    by_text: HashMap<Vec<String>, Pipeline>,
}

impl Pipelines {
    pub(crate) fn new() -> Self {
        Self { gpu: gpu(), by_text: HashMap::new() }
    }

    /// The concatenated planes of height and slopes of a grid.
    pub(crate) fn run(&mut self, terrain: &Terrain, grid: &Grid) -> Result<Vec<f32>, String> {
        let program = terrain.program(Order::Gradient).map_err(|error| error.to_string())?;
        let text = modules(&program);
        let pipeline = match self.by_text.get(&text) {
            Some(pipeline) => pipeline.clone(),
            None => self.gpu.pipeline(&program).map_err(|error| error.to_string())?,
        };
        let shares = terrain.shares(grid).map_err(|error| error.to_string())?;
        let size = [grid.columns, grid.rows];
        let planes = self.gpu.run(&pipeline, &program, &shares, size).map_err(|error| error.to_string())?;
        self.by_text.insert(text, pipeline);
        Ok(planes)
    }
}
