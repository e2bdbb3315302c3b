//! Pictures for Terrain3D, a plug-in for Godot.
//!
//! The layout of a control map is that of Terrain3D's manual ("Controlmap format"), the same in versions 1.0 and 1.1. The picture
//! of colours has an alpha channel, which changes the roughness of textures; one half leaves it as it is.

use std::ops::Range;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::MAX_MATERIALS;

use crate::encode::PngKind;
use crate::materials::{Colours, Sea, checked, planes, product};
use crate::pending::PendingOutput;
use crate::product::{Product, RowCount, SampleFormat};
use crate::{FileError, exr};

/// The alpha that leaves the roughness of textures unchanged.
const NEUTRAL: u8 = 128;

/// The colours of the materials as 8-bit sRGB, with neutral roughness in alpha.
///
/// # Errors
/// The folder is missing or cannot be written, the grid is empty, or the recipe has no materials.
pub(crate) fn colour(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    sea: Option<Sea>,
) -> Result<Box<dyn Product>, FileError> {
    let covering = checked(path, covering, 0)?;
    product(path, grid, PngKind::Srgba8, NeutralColours(Colours { covering, sea }))
}

/// Colours with [`NEUTRAL`] roughness.
pub(crate) struct NeutralColours(pub(crate) Colours);

impl SampleFormat for NeutralColours {
    const BYTES: usize = 4;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        self.0.planes(band)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let mut rgb = vec![0; 3 * samples.len()];
        self.0.encode(band, samples, &mut rgb);
        for (rgba, rgb) in out.as_chunks_mut::<4>().0.iter_mut().zip(rgb.as_chunks::<3>().0) {
            *rgba = [rgb[0], rgb[1], rgb[2], NEUTRAL];
        }
    }
}

/// A control map: an EXR whose 32-bit numbers hold, for each sample, the two materials with the largest weights and the blend
/// between them. Materials are numbered in the order of the recipe, which is the order of textures in Terrain3D.
///
/// # Errors
/// The folder is missing or cannot be written, the grid is empty or too large for the format, or the recipe has no materials.
pub(crate) fn control(path: &Path, grid: &Grid, covering: &Covering) -> Result<Box<dyn Product>, FileError> {
    let controls = Controls { covering: checked(path, covering, 0)? };
    Ok(Box::new(ControlMap {
        rows: RowCount::new(path.to_owned(), grid),
        controls,
        file: exr::bits(path, grid, "control map of Terrain3D")?,
    }))
}

/// Materials and blends, in the bits of a number.
pub(crate) struct Controls {
    pub(crate) covering: Covering,
}

impl Controls {
    /// The number of a sample: the index of the lower material in the bits 27 to 31, of the upper one in 22 to 26, and the share of
    /// the upper one, from 0 to 255, in 14 to 21. The bits for turns, scales, holes and automatic textures are 0.
    fn number(&self, band: &Band, at: usize) -> u32 {
        let materials = self.covering.materials().len();
        let mut weights = [0.0_f32; MAX_MATERIALS];
        self.covering.weights(band, at, &mut weights[..materials]);
        let most = |left_out: Option<usize>| {
            let others = (0..materials).filter(|&material| Some(material) != left_out);
            others.rev().max_by(|&a, &b| weights[a].total_cmp(&weights[b]))
        };
        let first = most(None).unwrap_or_default();
        let second = most(Some(first)).filter(|&second| weights[second] > 0.0).unwrap_or(first);
        let (base, overlay) = (first.min(second), first.max(second));
        let sum = weights[base] + weights[overlay];
        let blend = if base == overlay { 0.0 } else { (255.0 * weights[overlay] / sum).round() };
        (base as u32) << 27 | (overlay as u32) << 22 | (blend as u32) << 14
    }
}

impl SampleFormat for Controls {
    const BYTES: usize = 4;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        planes(&self.covering, band)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (number, at) in out.as_chunks_mut::<4>().0.iter_mut().zip(samples) {
            *number = self.number(band, at).to_be_bytes();
        }
    }
}

struct ControlMap {
    rows: RowCount,
    controls: Controls,
    file: Box<dyn Product>,
}

impl Product for ControlMap {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &self.controls.planes(band))?;
        // There are at most 16 materials, so bit 26 is 0. It is a bit of a float's exponent, so each number is a finite float.
        let number = |at| f32::from_bits(self.controls.number(band, at));
        let height = (0..band.height.len()).map(number).collect();
        self.file.write(&Band {
            first_row: band.first_row,
            columns: band.columns,
            height,
            ..Band::default()
        })?;
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        self.file.complete()
    }
}
