//! Rasters: heights and slopes on a grid, in memory.

use crate::sample_grid::SampleGrid;

/// Heights and exact slopes on a grid, row by row from the top.
///
/// # Example
/// ```
/// use orogen::Terrain;
///
/// let terrain = Terrain::preset("dunes")?;
/// let raster = terrain.raster(terrain.grid(256)?)?;
/// let [low, high] = raster.range();
/// let steepest = raster.normals().iter().map(|normal| normal[2]).fold(1.0, f32::min);
/// assert!(low < high && steepest > 0.0);
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The positions of the samples.
    pub grid: SampleGrid,
    /// Heights in metres.
    pub height: Vec<f32>,
    /// The slope along the row, to the right, in metres per metre.
    pub dx: Vec<f32>,
    /// The slope across the row, down the picture, in metres per metre.
    pub dy: Vec<f32>,
}

impl Raster {
    /// The unit normals of the ground. Their components point to the right, down the picture, and up. On a map of a planet,
    /// these directions are the [axes](crate::DirectionGrid::axes) at each sample.
    pub fn normals(&self) -> Vec<[f32; 3]> {
        let normal = |(&dx, &dy): (&f32, &f32)| {
            let length = (dx * dx + dy * dy + 1.0).sqrt();
            [-dx / length, -dy / length, 1.0 / length]
        };
        self.dx.iter().zip(&self.dy).map(normal).collect()
    }

    /// The least and the greatest height.
    pub fn range(&self) -> [f32; 2] {
        range(&self.height)
    }
}

/// The least and the greatest of some heights.
pub(crate) fn range(heights: &[f32]) -> [f32; 2] {
    let none = [f32::INFINITY, f32::NEG_INFINITY];
    heights.iter().fold(none, |[least, most], &height| [least.min(height), most.max(height)])
}
