//! The normal map, `normal.png`.

use std::ops::Range;
use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// Where green points in a normal map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Green {
    /// Up the picture, the convention of OpenGL: Unity, Godot, Blender.
    #[default]
    Up,
    /// Down the picture, the convention of Direct3D: Unreal.
    Down,
}

/// `normal.png`: tangent-space normals as 8-bit RGB, from the exact slopes of the bands.
///
/// Red points to the right of the picture, green up or down the picture, blue out of the ground. Flat ground is
/// (128, 128, 255).
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, green: Green) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Rgb8)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, Normal(green), encoder)))
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

/// round((n/2 + ½)·255).
///
/// Added to 2²³ a number loses its fraction to the rounding of the sum, and its integer stands in the lowest
/// bits: on vectors of any instruction set, where a cast that saturates is not. A tie goes to the even integer;
/// the only n with one is 0, which becomes 128.
#[inline(always)]
fn byte(n: f32) -> u32 {
    const TWO_23: f32 = 8_388_608.0;
    (n * 127.5 + 127.5 + TWO_23).to_bits() & 0xff
}

/// Red in the lowest byte, then green and blue.
#[inline(always)]
fn packed(dx: f32, dy: f32) -> u32 {
    let n = normal(dx, dy);
    byte(n[0]) | byte(n[1]) << 8 | byte(n[2]) << 16
}

pub(crate) struct Normal(pub(crate) Green);

/// Normals packed at once: a whole number of vectors of any width, and of groups of four.
const RUN: usize = 64;

impl SampleFormat for Normal {
    const BYTES: usize = 3;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("the slope along x", &band.dx), ("the slope along y", &band.dy)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let sign = if self.0 == Green::Down { -1.0 } else { 1.0 };
        let turned = |dy: f32| sign * dy;
        let (dx, dx_rest) = band.dx[samples.clone()].as_chunks::<RUN>();
        let (dy, dy_rest) = band.dy[samples].as_chunks::<RUN>();
        let (runs, rest) = out.as_chunks_mut::<{ 3 * RUN }>();
        for (run, (dx, dy)) in runs.iter_mut().zip(dx.iter().zip(dy)) {
            weave(run, &std::array::from_fn(|i| packed(dx[i], turned(dy[i]))));
        }
        for (rgb, (&dx, &dy)) in rest.as_chunks_mut::<3>().0.iter_mut().zip(dx_rest.iter().zip(dy_rest)) {
            let [red, green, blue, _] = packed(dx, turned(dy)).to_le_bytes();
            *rgb = [red, green, blue];
        }
    }
}

/// Closes the gaps between the packed normals, four of them into three words at a time.
#[inline(always)]
fn weave(out: &mut [u8; 3 * RUN], packed: &[u32; RUN]) {
    for (out, &[a, b, c, d]) in out.as_chunks_mut::<12>().0.iter_mut().zip(packed.as_chunks::<4>().0) {
        let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
        for (out, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *out = word.to_le_bytes();
        }
    }
}
