//! One raster that follows the focus.

use half::f16;
use orogen_engine::bounds::Bounds;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::{Images, Terrain};
use orogen_engine::water::WaterSurface;
use orogen_gpu::GpuError;

use super::extent::{SIDE, missing};
use super::textures::{Textures, wrapped};
use crate::ViewError;

/// Factor from the curvature of bands, in 1/m, to curvature in 1/km.
const PER_KILOMETRE: f32 = 1000.0;

/// The samples of one level around the focus. Sample (i, j) of the infinite grid is stored at (i mod 512, j mod 512). So
/// samples that stay valid need not be moved.
#[derive(Debug)]
pub(super) struct Raster {
    pub(super) level: i32,
    terrain: Terrain,
    water: Option<WaterSurface>,
    /// The grid of the valid samples; `None` after an error.
    grid: Option<Grid>,
    heights: Vec<f32>,
    /// Lowest and highest sample.
    pub(super) range: [f32; 2],
}

impl Raster {
    pub(super) fn new(recipe: &Recipe, images: &dyn Images, level: i32) -> Result<Self, RecipeError> {
        let terrain = Terrain::with_materials(recipe, images, libm::ldexp(1.0, level))?;
        let (water, heights) = (WaterSurface::of(recipe), vec![0.0; SIDE * SIDE]);
        Ok(Self { level, terrain, water, grid: None, heights, range: [0.0; 2] })
    }

    /// Generates the samples of a grid that are missing, and uploads them.
    pub(super) fn fill(&mut self, grid: Grid, textures: &Textures) -> Result<(), GpuError> {
        if self.grid == Some(grid) {
            return Ok(());
        }
        let pieces = self.grid.take().map_or_else(|| vec![grid], |old| missing(&old, &grid));
        pieces.iter().try_for_each(|piece| self.make(piece, textures))?;
        self.grid = Some(grid);
        self.update_range();
        Ok(())
    }

    /// Regenerates the samples in a box, where the recipe has other strokes.
    pub(super) fn sculpt(
        &mut self,
        recipe: &Recipe,
        images: &dyn Images,
        changed: &Bounds,
        textures: &Textures,
    ) -> Result<(), ViewError> {
        self.terrain = Terrain::with_materials(recipe, images, libm::ldexp(1.0, self.level))?;
        let Some(grid) = self.grid.take() else { return Ok(()) };
        if let Some(piece) = overlap(&grid, &self.terrain.changed(*changed)) {
            self.make(&piece, textures)?;
            self.update_range();
        }
        self.grid = Some(grid);
        Ok(())
    }

    /// Generates a piece and uploads it.
    fn make(&mut self, piece: &Grid, textures: &Textures) -> Result<(), GpuError> {
        let mut band = Band::default();
        self.terrain.rows(Level::best(), *piece)?.with_curvature().make(0, piece.rows, true, &mut band);
        self.copy(piece, &band.height);
        textures.write(self.level, piece, &band.height, |layer| self.packed(&band, layer))
    }

    /// The numbers of a layer of cover, four for each sample.
    fn packed(&self, band: &Band, layer: usize) -> Vec<f16> {
        let number = |plane: usize, at: usize| match plane.checked_sub(1) {
            None => PER_KILOMETRE * band.curvature[at],
            Some(other) => match &self.water {
                Some(water) if water.plane() == other => water.depth(band, at),
                _ => band.others.get(other).map_or(0.0, |values| values[at]),
            },
        };
        let most = f32::from(f16::MAX);
        (0..band.height.len())
            .flat_map(|at| [0, 1, 2, 3].map(|plane| number(4 * layer + plane, at)))
            .map(|number| f16::from_f32(number.clamp(-most, most)))
            .collect()
    }

    fn update_range(&mut self) {
        self.range =
            self.heights.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], &height| {
                [least.min(height), most.max(height)]
            });
    }

    fn copy(&mut self, piece: &Grid, heights: &[f32]) {
        for (row, y, rows) in wrapped(piece.first_row, piece.rows) {
            for (column, x, columns) in wrapped(piece.first_column, piece.columns) {
                for k in 0..rows {
                    let (from, to) = ((row + k) * piece.columns + column, (y + k) * SIDE + x);
                    self.heights[to..to + columns].copy_from_slice(&heights[from..from + columns]);
                }
            }
        }
    }
}

/// The samples of a grid in a box, and one more on every side, since curvature reads neighbouring samples.
fn overlap(grid: &Grid, bounds: &Bounds) -> Option<Grid> {
    let last = [grid.x(grid.columns - 1), grid.y(grid.rows - 1)];
    let cached = Bounds::of_plane([grid.x(0), grid.y(0), last[0], last[1]]);
    let Bounds { min, max } = cached.common(&bounds.widened(grid.spacing));
    grid.crop([min[0], min[1], max[0], max[1]])
}
