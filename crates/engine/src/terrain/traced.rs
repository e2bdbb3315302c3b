//! Terrains for backends other than the processor.

use orogen_noise::jet::Order;

use super::dimension::either;
use super::{IsAPlanet, Terrain};
use crate::owner::Owner;
use crate::patch::{Patch, Repeats};
use crate::program::{self, Axis, NoProgram, PatchAxis, Program, Shares};
use crate::raster::Grid;

impl Terrain {
    /// The program that computes a sample of the terrain, for backends other than the processor. The outputs are the height in
    /// metres, the slopes if `order` includes them, and the other fields of a terrain [with materials](Self::with_materials).
    ///
    /// # Errors
    /// [`NoProgram`] if a node cannot be traced, or if the terrain has strokes.
    pub fn program(&self, order: Order) -> Result<Program, NoProgram> {
        if self.overlay.is_some() {
            return Err(NoProgram { owner: Owner::Strokes, why: "strokes are applied sample by sample" });
        }
        either!(&*self.plan, plan => program::program(plan, order))
    }

    /// The fixed-point positions of a grid's samples in the lattices of the [`program`](Self::program).
    ///
    /// # Errors
    /// The terrain is a [planet](Self::sphere): use [`patch_axes`](Self::patch_axes).
    pub fn shares(&self, grid: &Grid) -> Result<Shares, IsAPlanet> {
        Ok(Shares { columns: self.column_shares(grid)?, rows: self.row_shares(grid)? })
    }

    /// The [shares](Self::shares) of the columns, which are the same for all bands of a grid.
    ///
    /// # Errors
    /// As [`shares`](Self::shares).
    pub fn column_shares(&self, grid: &Grid) -> Result<Vec<[u32; 2]>, IsAPlanet> {
        self.check_grids()?;
        Ok(either!(&*self.plan, plan => program::columns(plan, grid)))
    }

    /// The [shares](Self::shares) of the rows.
    ///
    /// # Errors
    /// As [`shares`](Self::shares).
    pub fn row_shares(&self, grid: &Grid) -> Result<Vec<[u32; 2]>, IsAPlanet> {
        self.check_grids()?;
        Ok(either!(&*self.plan, plan => program::rows(plan, grid, self.z)))
    }

    /// The axes of the [`program`](Self::program)'s lattices around an origin in metres. A plane ignores the third coordinate.
    pub fn axes(&self, origin: [f64; 3]) -> Vec<Axis> {
        either!(&*self.plan, plan => program::axes(plan, origin))
    }

    /// The axes of the lattices of the [`program`](Self::program), relative to the centre of a patch.
    ///
    /// # Errors
    /// The terrain [repeats](Repeats).
    pub fn patch_axes(&self, patch: &Patch) -> Result<Vec<PatchAxis>, Repeats> {
        self.check_patches()?;
        Ok(either!(&*self.plan, plan => program::patch_axes(plan, patch)))
    }
}
