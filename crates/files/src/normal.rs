//! The normal map, `normal.png`.

use std::ops::Range;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The direction of green in a normal map.
///
/// ```
/// use orogen_files::normal::Green;
///
/// // OpenGL's convention is the default.
/// assert_eq!(Green::default(), Green::Up);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Green {
    /// Up the picture: the convention of OpenGL, Unity, Godot and Blender.
    #[default]
    Up,
    /// Down the picture: the convention of Direct3D and Unreal.
    Down,
}

/// `normal.png`: tangent-space normals as 8-bit RGB, computed from the exact slopes of the bands.
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

/// The largest slope: in 8 bits its normal is that of a vertical wall, and its square does not overflow.
const STEEPEST: f32 = 1e6;

/// The surface `z = h(x, y)` has the normal (−∂h/∂x, −∂h/∂y, 1). The grid's `y` grows down the picture and green points
/// up, so the second component changes its sign.
#[inline(always)]
fn normal(dx: f32, dy: f32) -> [f32; 3] {
    let (dx, dy) = (dx.clamp(-STEEPEST, STEEPEST), dy.clamp(-STEEPEST, STEEPEST));
    let scale = 1.0 / (1.0 + dx * dx + dy * dy).sqrt();
    [-dx * scale, dy * scale, scale]
}

/// round((n/2 + ½)·255).
///
/// Adding 2²³ rounds away the fraction and leaves the integer in the lowest bits. Every SIMD instruction set can do this;
/// few have a saturating cast. A tie goes to the even integer; the only n with a tie is 0, which becomes 128.
#[inline(always)]
fn byte(n: f32) -> u32 {
    const TWO_23: f32 = 8_388_608.0;
    (n * 127.5 + 127.5 + TWO_23).to_bits() & 0xff
}

/// Red in the lowest byte, then green, then blue.
#[inline(always)]
fn packed(dx: f32, dy: f32) -> u32 {
    let n = normal(dx, dy);
    byte(n[0]) | byte(n[1]) << 8 | byte(n[2]) << 16
}

/// Normals as RGB bytes.
pub(crate) struct Normal(pub(crate) Green);

/// Normals packed at once: a multiple of four and of every SIMD width.
const RUN: usize = 64;

impl SampleFormat for Normal {
    const BYTES: usize = 3;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("the slope along x", &band.dx), ("the slope along y", &band.dy)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let sign = if self.0 == Green::Down { -1.0 } else { 1.0 };
        let signed = |dy: f32| sign * dy;
        let (dx, dx_rest) = band.dx[samples.clone()].as_chunks::<RUN>();
        let (dy, dy_rest) = band.dy[samples].as_chunks::<RUN>();
        let (runs, rest) = out.as_chunks_mut::<{ 3 * RUN }>();
        for (run, (dx, dy)) in runs.iter_mut().zip(dx.iter().zip(dy)) {
            interleave(run, &std::array::from_fn(|i| packed(dx[i], signed(dy[i]))));
        }
        for (rgb, (&dx, &dy)) in rest.as_chunks_mut::<3>().0.iter_mut().zip(dx_rest.iter().zip(dy_rest)) {
            let [red, green, blue, _] = packed(dx, signed(dy)).to_le_bytes();
            *rgb = [red, green, blue];
        }
    }
}

/// Drops the unused byte of each packed normal: four of them become three words.
#[inline(always)]
fn interleave(out: &mut [u8; 3 * RUN], packed: &[u32; RUN]) {
    for (out, &[a, b, c, d]) in out.as_chunks_mut::<12>().0.iter_mut().zip(packed.as_chunks::<4>().0) {
        let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
        for (out, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *out = word.to_le_bytes();
        }
    }
}
