//! Ground materials: splat maps, a weight map for each material, and the picture of their colours.

mod folded;

use std::ops::Range;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::MAX_MATERIALS;
use orogen_engine::srgb;

use crate::FileError;
use crate::colour::Water;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

pub(crate) use folded::Folded;
pub use folded::{channels, folded};

/// The number of materials in a splat map: one in each of the channels red, green, blue and alpha.
pub const CHANNELS: usize = 4;

/// A splat map: the weights of four materials, from the index `4·group` on, in red, green, blue and alpha. The weights of
/// all materials sum to 255; channels without a material are 0.
///
/// # Errors
/// The folder is missing or cannot be written, the grid is empty, or the recipe has no material with the first index.
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
        Weights::<CHANNELS> { covering: checked(path, covering, first)?, first },
    )
}

/// The weight of one material, 8-bit grey. The weights of all materials sum to 255.
///
/// # Errors
/// The same as those of [`splat`].
pub fn weight(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    material: usize,
) -> Result<Box<dyn Product>, FileError> {
    let weights = Weights::<1> { covering: checked(path, covering, material)?, first: material };
    product(path, grid, PngKind::Grey8, weights)
}

/// The colours of the materials without lighting, 8-bit sRGB. They are mixed by weight in linear light. Ground below the surface
/// of `sea` has the colour of water at its depth.
///
/// # Errors
/// The same as those of [`splat`].
pub fn colour(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    sea: Option<Sea>,
) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, PngKind::Srgb8, Colours { covering: checked(path, covering, 0)?, sea })
}

/// The colours of the samples of a band, as [`colour`] writes them: three bytes for each sample.
///
/// # Panics
/// The covering has no materials, or the band lacks a plane that their weights depend on.
///
/// ```
/// use orogen_engine::covering::Covering;
/// use orogen_engine::raster::Band;
/// use orogen_files::materials::pixels;
/// # use orogen_engine::recipe::{Recipe, Source};
/// # let text = "orogen = 1\ndomain.size = 9\nheight.field = 'x'\nfields.x = { type = 'constant' }\n\
/// #     materials = [{ name = 'rock', color = '#778899' }]";
/// # let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry())?;
/// let band = Band { columns: 1, height: vec![5.0], dx: vec![0.0], dy: vec![0.0], ..Band::default() };
/// assert_eq!(pixels(&Covering::new(&recipe.materials), None, &band), [0x77, 0x88, 0x99]);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn pixels(covering: &Covering, sea: Option<&Sea>, band: &Band) -> Vec<u8> {
    let mut pixels = vec![0; 3 * band.height.len()];
    let colours = Colours { covering: covering.clone(), sea: sea.cloned() };
    colours.encode(band, 0..band.height.len(), &mut pixels);
    pixels
}

/// A sea in the picture of materials.
///
/// ```
/// use orogen_files::materials::Sea;
///
/// // The surface at 0 m; the darkest colour at a depth of 11 km.
/// let sea = Sea::new(0.0, 11_000.0);
/// # _ = sea;
/// ```
#[derive(Clone, Debug)]
pub struct Sea {
    level: f32,
    /// Table steps per metre of depth.
    per_metre: f32,
    /// The colours of water from the surface to the greatest depth.
    colours: Vec<[u8; 3]>,
}

/// Steps of the colour table.
const STEPS: usize = 1024;

impl Sea {
    /// A sea with its surface at the height `level`. Its colour is the darkest at the depth `deepest`, which must be above 0.
    /// Both are in metres.
    pub fn new(level: f32, deepest: f32) -> Self {
        let water = Water::of_planet();
        let colour = |step: usize| water.colour(step as f32 / STEPS as f32, 0.0).map(srgb::encode_byte);
        Self { level, per_metre: STEPS as f32 / deepest, colours: (0..=STEPS).map(colour).collect() }
    }

    /// The colour of the water over ground at a height. `None` if the ground is not below the surface.
    fn over(&self, height: f32) -> Option<[u8; 3]> {
        let step = (self.level - height) * self.per_metre;
        (height < self.level).then(|| self.colours[(step as usize).min(STEPS)])
    }
}

pub(crate) fn product<F: SampleFormat + 'static>(
    path: &Path,
    grid: &Grid,
    kind: PngKind,
    format: F,
) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, kind)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, format, encoder)))
}

/// The covering, if it has a material with this index.
pub(crate) fn checked(path: &Path, covering: &Covering, material: usize) -> Result<Covering, FileError> {
    if material < covering.materials().len() {
        return Ok(covering.clone());
    }
    let message = match covering.materials().len() {
        0 => "the recipe has no materials".to_owned(),
        count => format!("the recipe has {count} materials, but this file needs number {}", material + 1),
    };
    let help = "add materials to the recipe: [[materials]] with name = \"rock\" and color = \"#7d7568\"";
    Err(FileError::new(path, message, help))
}

/// The planes that the weights depend on.
pub(crate) fn planes<'a>(covering: &Covering, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
    let mut planes: Vec<(_, &[f32])> =
        vec![("height", &band.height), ("the slope along x", &band.dx), ("the slope along y", &band.dy)];
    if covering.needs_curvature() {
        planes.push(("the curvature", &band.curvature));
    }
    planes.extend((0..covering.others()).map(|other| {
        ("a field that the materials use", band.others.get(other).map_or(&[][..], Vec::as_slice))
    }));
    planes
}

/// The weights of `N` materials from `first` on, one per channel.
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
