//! What is in each pixel of a picture.

use crate::frame::Window;

/// What is in each pixel of a picture, row by row from the top: for compositing, for measuring, for whoever points at
/// something.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Metres along the camera's direction to the ground; 0 where there is none.
    pub depth: Vec<f32>,
    /// The ground's slope along x and along y, metres per metre.
    pub slopes: Vec<[f32; 2]>,
    /// Its height, in metres.
    pub height: Vec<f32>,
}

impl Survey {
    pub(crate) fn empty(size: [u32; 2]) -> Self {
        let pixels = size[0] as usize * size[1] as usize;
        let (depth, slopes, height) = (vec![0.0; pixels], vec![[0.0; 2]; pixels], vec![0.0; pixels]);
        Self { size, depth, slopes, height }
    }

    /// Takes a row of a part of the picture.
    pub(crate) fn put(&mut self, window: Window, row: u32, pixels: &[[f32; 4]]) {
        let first = (window.first[1] + row) as usize * self.size[0] as usize + window.first[0] as usize;
        for (at, &[depth, dx, dy, height]) in (first..).zip(pixels) {
            (self.depth[at], self.slopes[at], self.height[at]) = (depth, [dx, dy], height);
        }
    }
}
