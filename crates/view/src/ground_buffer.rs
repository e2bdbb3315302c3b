//! The ground in each pixel of a picture.

use crate::frame::Region;

/// The ground in each pixel of a picture, row by row from the top. Use it for compositing, measuring and picking.
///
/// ```no_run
/// # fn example(renderer: &mut orogen_view::Renderer, shot: &orogen_view::Shot) -> Result<(), orogen_view::ViewError> {
/// use orogen_view::Progress;
///
/// let ground = renderer.ground_buffer(shot, &mut Progress::ignore)?;
/// let highest = ground.height.iter().copied().fold(f32::NEG_INFINITY, f32::max);
/// println!("The highest visible ground is at {highest} m.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GroundBuffer {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Depth of the ground in metres, along the viewing direction; 0 in pixels without ground.
    pub depth: Vec<f32>,
    /// Slopes along x and y, metres per metre.
    pub slopes: Vec<[f32; 2]>,
    /// Heights, in metres.
    pub height: Vec<f32>,
}

impl GroundBuffer {
    pub(crate) fn empty(size: [u32; 2]) -> Self {
        let pixels = size[0] as usize * size[1] as usize;
        let (depth, slopes, height) = (vec![0.0; pixels], vec![[0.0; 2]; pixels], vec![0.0; pixels]);
        Self { size, depth, slopes, height }
    }

    /// Stores a row of a region of the picture.
    pub(crate) fn put(&mut self, region: Region, row: u32, pixels: &[[f32; 4]]) {
        let first = (region.first[1] + row) as usize * self.size[0] as usize + region.first[0] as usize;
        for (at, &[depth, dx, dy, height]) in (first..).zip(pixels) {
            (self.depth[at], self.slopes[at], self.height[at]) = (depth, [dx, dy], height);
        }
    }
}
