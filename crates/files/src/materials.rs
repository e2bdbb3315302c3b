//! What lies on the ground: splat maps, a weight map for each material, and the picture of their colours.

use std::ops::Range;
use std::path::Path;

use orogen::covering::Covering;
use orogen::raster::{Band, Grid};
use orogen::recipe::MAX_MATERIALS;

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::preview::{Water, srgb};
use crate::product::{Product, SampleFile, SampleFormat};

/// Materials in a splat map: red, green, blue, alpha.
pub const CHANNELS: usize = 4;

/// A splat map of the materials `4·group …` of the list, their weights in red, green, blue and alpha. The weights of
/// all materials sum to 255; channels without a material are 0.
///
/// # Errors
/// The folder is missing or cannot be written, the grid is empty, or there is no such material.
pub fn splat(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    group: usize,
) -> Result<Box<dyn Product>, FileError> {
    let first = group * CHANNELS;
    product(
        path,
        grid,
        PngKind::Rgba8,
        Weights::<CHANNELS> { covering: exists(path, covering, first)?, first },
    )
}

/// The weight of one material, 8-bit grey. The weights of all materials sum to 255.
///
/// # Errors
/// As [`splat`].
pub fn weight(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    material: usize,
) -> Result<Box<dyn Product>, FileError> {
    let weights = Weights::<1> { covering: exists(path, covering, material)?, first: material };
    product(path, grid, PngKind::Grey8, weights)
}

/// The colours of the materials, mixed as light by their weights, without light and shade; 8-bit sRGB. What lies below a sea
/// has the colour of water of its depth.
///
/// # Errors
/// As [`splat`].
pub fn colour(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    sea: Option<Sea>,
) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, PngKind::Srgb8, Colours { covering: exists(path, covering, 0)?, sea })
}

/// A sea in the picture of materials.
#[derive(Clone, Debug)]
pub struct Sea {
    level: f32,
    /// Steps of the table a metre of depth.
    per_metre: f32,
    /// The colours of water from the surface to the depth that none exceeds.
    colours: Vec<[u8; 3]>,
}

/// Steps of the table of a sea's colours.
const STEPS: usize = 1024;

impl Sea {
    /// With its surface at a height, and a depth greater than 0 whose colour is the darkest, in metres.
    pub fn new(level: f32, deepest: f32) -> Self {
        let water = Water::of_planet();
        let colours = (0..=STEPS).map(|step| srgb(water.colour(step as f32 / STEPS as f32, 0.0)));
        Self { level, per_metre: STEPS as f32 / deepest, colours: colours.collect() }
    }

    /// The colour over ground of a height, if that is below the surface.
    fn over(&self, height: f32) -> Option<[u8; 3]> {
        let step = (self.level - height) * self.per_metre;
        (height < self.level).then(|| self.colours[(step as usize).min(STEPS)])
    }
}

fn product<F: SampleFormat + 'static>(
    path: &Path,
    grid: &Grid,
    kind: PngKind,
    format: F,
) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, kind)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, format, encoder)))
}

fn exists(path: &Path, covering: &Covering, material: usize) -> Result<Covering, FileError> {
    if material < covering.materials().len() {
        return Ok(covering.clone());
    }
    let what = match covering.materials().len() {
        0 => "the recipe has no materials".to_owned(),
        count => format!("the recipe has {count} materials, and this file wants number {}", material + 1),
    };
    let mend = "write materials in the recipe: [[materials]] with name = \"rock\" and color = \"#7d7568\"";
    Err(FileError::new(path, what, mend))
}

/// The planes that weights are made from.
pub(crate) fn planes<'a>(covering: &Covering, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
    let mut planes: Vec<(_, &[f32])> =
        vec![("height", &band.height), ("the slope along x", &band.dx), ("the slope along y", &band.dy)];
    if covering.needs_curvature() {
        planes.push(("the curvature", &band.curvature));
    }
    planes.extend((0..covering.others()).map(|other| {
        ("a field that materials look at", band.others.get(other).map_or(&[][..], Vec::as_slice))
    }));
    planes
}

/// The weights of materials `first …`, as many as there are channels.
pub(crate) struct Weights<const N: usize> {
    pub(crate) covering: Covering,
    pub(crate) first: usize,
}

impl<const N: usize> SampleFormat for Weights<N> {
    const BYTES: usize = N;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        planes(&self.covering, band)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let materials = self.covering.materials().len();
        // Beyond the last material the bytes stay 0.
        let (mut weights, mut bytes) = ([0.0; MAX_MATERIALS], [0; MAX_MATERIALS + CHANNELS]);
        for (channels, at) in out.as_chunks_mut::<N>().0.iter_mut().zip(samples) {
            self.covering.bytes(band, at, &mut weights[..materials], &mut bytes[..materials]);
            channels.copy_from_slice(&bytes[self.first..][..N]);
        }
    }
}

pub(crate) struct Colours {
    pub(crate) covering: Covering,
    pub(crate) sea: Option<Sea>,
}

impl SampleFormat for Colours {
    const BYTES: usize = 3;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        planes(&self.covering, band)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let Self { covering, sea } = self;
        let materials = covering.materials().len();
        let mut weights = [0.0; MAX_MATERIALS];
        for (rgb, at) in out.as_chunks_mut::<3>().0.iter_mut().zip(samples) {
            let water = sea.as_ref().and_then(|sea| sea.over(band.height[at]));
            *rgb = water.unwrap_or_else(|| {
                covering.weights(band, at, &mut weights[..materials]);
                covering.color(&weights[..materials])
            });
        }
    }
}
