//! The normal map, `normal.png`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// `normal.png`: tangent-space normals as 8-bit RGB in the OpenGL convention, from the exact slopes of the bands.
///
/// Red points to the right of the picture, green up the picture, blue out of the ground. Flat ground is
/// (128, 128, 255).
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Rgb8)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, Normal, encoder)))
}

/// A slope that no 8-bit normal tells from a vertical wall; capped there, its square does not overflow.
const STEEPEST: f32 = 1e6;

/// The surface `z = h(x, y)` has the normal (−∂h/∂x, −∂h/∂y, 1). The grid's `y` grows down the picture and
/// green points up it, so the second component changes its sign.
#[inline(always)]
fn normal(dx: f32, dy: f32) -> [f32; 3] {
    let (dx, dy) = (dx.clamp(-STEEPEST, STEEPEST), dy.clamp(-STEEPEST, STEEPEST));
    let scale = 1.0 / (1.0 + dx * dx + dy * dy).sqrt();
    [-dx * scale, dy * scale, scale]
}

/// round((n/2 + ½)·255); the argument of the truncation is never negative.
#[inline(always)]
fn byte(n: f32) -> u8 {
    (n * 127.5 + 128.0) as i32 as u8
}

struct Normal;

/// Normals computed at once, as three planes: the arithmetic then runs on vectors, the weaving does not.
const RUN: usize = 64;

impl SampleFormat for Normal {
    const BYTES: usize = 3;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("the slope along x", &band.dx), ("the slope along y", &band.dy)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let slopes = band.dx[samples.clone()].chunks(RUN).zip(band.dy[samples].chunks(RUN));
        for (rgb, (dx, dy)) in out.chunks_mut(3 * RUN).zip(slopes) {
            let mut planes = [[0u8; RUN]; 3];
            let [red, green, blue] = &mut planes;
            for i in 0..dx.len() {
                let n = normal(dx[i], dy[i]);
                (red[i], green[i], blue[i]) = (byte(n[0]), byte(n[1]), byte(n[2]));
            }
            for (i, rgb) in rgb.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                *rgb = [red[i], green[i], blue[i]];
            }
        }
    }
}
