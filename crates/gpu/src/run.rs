//! Runs a program once and waits for the result.

use orogen_engine::program::{Program, Shares};

use crate::compiler::{Loaded, Pipeline};
use crate::numbers::{Numbers, Tables};
use crate::ring::{Positions, Ring};
use crate::shares::upload;
use crate::{Gpu, GpuError};

impl Gpu {
    /// Runs a program over a grid with `size` columns and rows. Returns one plane of samples for each output of the program, one
    /// plane after the other.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`], [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Failed`].
    pub fn run(
        &self,
        pipeline: &Pipeline,
        program: &Program,
        shares: &Shares,
        size: [usize; 2],
    ) -> Result<Vec<f32>, GpuError> {
        let weight = pipeline.weight(program.outputs.len(), 0);
        let numbers = Numbers::upload(self, program, &mut Tables::default())?;
        let loaded = Loaded { pipeline: pipeline.clone(), numbers, weight };
        let mut ring = Ring::with_slots(self.clone(), 1);
        let (columns, rows) = (upload(self, &shares.columns)?, upload(self, &shares.rows)?);
        ring.begin(&loaded, &Positions::Grid { columns: &columns, rows: &rows, size }, ())?;
        let planes = ring.take(None, |(), planes| planes.to_vec())?;
        planes.ok_or_else(|| GpuError::Failed("the work was submitted but never finished".to_owned()))
    }
}
