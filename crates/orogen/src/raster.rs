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
/// let pixels = raster.to_u16([low, high]);
/// assert!(pixels.contains(&0) && pixels.contains(&65_535));
/// assert_eq!(raster.normal_map().len(), pixels.len());
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
        self.dx.iter().zip(&self.dy).map(|(&dx, &dy)| Self::normal([dx, dy])).collect()
    }

    /// The unit normal of ground with these slopes along a row and across it.
    ///
    /// ```
    /// assert_eq!(orogen::Raster::normal([0.0, -0.75]), [0.0, 0.6, 0.8]);
    /// ```
    pub fn normal([dx, dy]: [f32; 2]) -> [f32; 3] {
        let length = (dx * dx + dy * dy + 1.0).sqrt();
        [-dx / length, -dy / length, 1.0 / length]
    }

    /// The pixels of a normal map. Red is the component to the right, green the component up the picture, and blue the vertical
    /// component. The bytes 0 to 255 are components from -1 to 1.
    pub fn normal_map(&self) -> Vec<[u8; 3]> {
        let byte = |part: f32| ((part + 1.0) * 127.5).round() as u8;
        self.normals().into_iter().map(|[right, down, up]| [byte(right), byte(-down), byte(up)]).collect()
    }

    /// The pixels of a heightmap of 16 bits. The pixel 0 is the height `low`, and 65535 is the height `high`. Heights below `low`
    /// get 0, and heights above `high` get 65535. To use all values, give the [range](Self::range).
    pub fn to_u16(&self, [low, high]: [f32; 2]) -> Vec<u16> {
        let scale = 65_535.0 / (high - low).max(f32::MIN_POSITIVE);
        self.height.iter().map(|height| ((height - low) * scale).round() as u16).collect()
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
