//! Masks for materials and placement: `slope.png`, `aspect.png`, `curvature.png`, 16-bit grey.

use std::f32::consts::PI;
use std::ops::Range;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The quantity that a mask shows.
///
/// ```
/// use orogen_files::mask::Mask;
///
/// assert_eq!(Mask::Slope.name(), "slope");
/// assert_eq!(Mask::Slope.formula(), "degrees = value * 90 / 65535");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Slope angle: 0 for level ground, 65535 for a vertical wall, which has 90°.
    Slope,
    /// Downhill direction, clockwise from the top of the picture, in units of 1/65536 of a full turn; 0 on level ground.
    Aspect,
    /// Curvature `k` in units of [`CURVATURE_UNIT`], as `32767.5·(1 + k/(1 + |k|))`: 32768 on planar ground, more in
    /// hollows, less on ridges. The value never clips.
    Curvature,
}

/// The curvature, in 1/m, whose value is halfway between the middle and an end of the scale. At this curvature the slope
/// changes by 1 % per metre.
pub const CURVATURE_UNIT: f64 = 0.01;

impl Mask {
    /// Every mask.
    pub const ALL: [Self; 3] = [Self::Slope, Self::Aspect, Self::Curvature];

    /// The name of the mask, which is also the name of its file without the extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slope => "slope",
            Self::Aspect => "aspect",
            Self::Curvature => "curvature",
        }
    }

    /// The meaning of its values as a formula for people.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Slope => "degrees = value * 90 / 65535",
            Self::Aspect => "degrees clockwise from the top = value * 360 / 65536",
            Self::Curvature => "k = value / 32767.5 - 1; curvature in 1/m = 0.01 * k / (1 - |k|)",
        }
    }

    fn value(self, band: &Band, at: usize) -> u16 {
        // libm returns the same bits on every machine; the platform's functions do not.
        match self {
            Self::Slope => {
                let (dx, dy) = (band.dx[at], band.dy[at]);
                let angle = libm::atanf((dx * dx + dy * dy).sqrt());
                (angle * (2.0 / PI) * 65_535.0 + 0.5) as u16
            }
            Self::Aspect => {
                // Downhill is (−dx, −dy). The top of the picture is towards −y, and the angle grows to the right.
                let (dx, dy) = (band.dx[at], band.dy[at]);
                let angle = if dx == 0.0 && dy == 0.0 { 0.0 } else { libm::atan2f(-dx, dy) };
                ((angle * (0.5 / PI) * 65_536.0).round() as i32).rem_euclid(65_536) as u16
            }
            Self::Curvature => {
                let k = band.curvature[at] / CURVATURE_UNIT as f32;
                (32_767.5 * (1.0 + k / (1.0 + k.abs())) + 0.5) as u16
            }
        }
    }
}

/// Writes a mask as 16-bit grey. The bands must have slopes, or curvature for [`Mask::Curvature`].
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, mask: Mask) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, mask, encoder)))
}

impl SampleFormat for Mask {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        match self {
            Self::Slope | Self::Aspect => {
                vec![("the slope along x", &band.dx), ("the slope along y", &band.dy)]
            }
            Self::Curvature => vec![("the curvature", &band.curvature)],
        }
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, at) in out.as_chunks_mut::<2>().0.iter_mut().zip(samples) {
            *bytes = self.value(band, at).to_be_bytes();
        }
    }
}
