//! A splat map with the weights of all materials in four channels, for programs that have no more.

use std::ops::Range;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{MAX_MATERIALS, Material};
use orogen_engine::srgb;

use super::{CHANNELS, checked, planes, product};
use crate::encode::PngKind;
use crate::product::SampleFormat;
use crate::{FileError, Product};

/// A splat map of all materials. If there are more than four, materials of similar colours share a channel, and the channel has
/// the sum of their weights. So the channels sum to 255 at every sample. [`channels`] names the materials of each channel.
///
/// # Errors
/// The folder is missing or cannot be written, the grid is empty, or the recipe has no material.
pub fn folded(path: &Path, grid: &Grid, covering: &Covering) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, PngKind::Rgba8, Folded::new(checked(path, covering, 0)?))
}

/// The materials of each channel of a [folded](folded()) splat map: their names, joined by `+`.
///
/// ```
/// # use orogen_engine::recipe::{Recipe, Source};
/// # let text = r##"
/// # orogen = 1
/// # domain.size = 1000.0
/// # height.field = "flat"
/// # fields.flat = { type = "constant" }
/// # materials = [
/// #     { name = "rock", color = "#777777" }, { name = "grass", color = "#3f7a2c" }, { name = "moss", color = "#3a7030" },
/// #     { name = "sand", color = "#d0b080" }, { name = "snow", color = "#ffffff" },
/// # ]
/// # "##;
/// # let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry())?;
/// // rock, grass, moss, sand and snow
/// assert_eq!(orogen_files::materials::channels(&recipe.materials), ["rock", "grass+moss", "sand", "snow"]);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn channels(materials: &[Material]) -> Vec<String> {
    let name = |&material: &usize| &*materials[material].name;
    groups(materials).iter().map(|group| group.iter().map(name).collect::<Vec<_>>().join("+")).collect()
}

/// At most four groups of materials, in the order of their first materials. The two groups with the nearest mean colours, as
/// linear light, are joined until four are left.
fn groups(materials: &[Material]) -> Vec<Vec<usize>> {
    let light = |material: usize| materials[material].color.map(srgb::decode);
    let mean = |group: &[usize]| {
        let sum = group.iter().map(|&material| light(material)).fold([0.0; 3], |sum: [f32; 3], light| {
            std::array::from_fn(|channel| sum[channel] + light[channel])
        });
        sum.map(|channel| channel / group.len() as f32)
    };
    let mut groups: Vec<Vec<usize>> = (0..materials.len()).map(|material| vec![material]).collect();
    while groups.len() > CHANNELS {
        let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
        let distance = |&(a, b): &(usize, usize)| {
            let (a, b) = (mean(&groups[a]), mean(&groups[b]));
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>()
        };
        let Some((a, b)) = pairs.min_by(|one, other| distance(one).total_cmp(&distance(other))) else {
            break;
        };
        let joined = groups.remove(b);
        groups[a].extend(joined);
    }
    groups
}

/// The weights of groups of materials.
pub(crate) struct Folded {
    covering: Covering,
    /// The channel of each material.
    channel: Vec<usize>,
}

impl Folded {
    pub(crate) fn new(covering: Covering) -> Self {
        let mut channel = vec![0; covering.materials().len()];
        for (index, group) in groups(covering.materials()).iter().enumerate() {
            group.iter().for_each(|&material| channel[material] = index);
        }
        Self { covering, channel }
    }
}

impl SampleFormat for Folded {
    const BYTES: usize = CHANNELS;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        planes(&self.covering, band)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let materials = self.channel.len();
        let (mut weights, mut bytes) = ([0.0; MAX_MATERIALS], [0; MAX_MATERIALS]);
        for (channels, at) in out.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(samples) {
            self.covering.bytes(band, at, &mut weights[..materials], &mut bytes[..materials]);
            *channels = [0; CHANNELS];
            // The weights of all materials sum to 255.
            self.channel.iter().zip(bytes).for_each(|(&channel, byte)| channels[channel] += byte);
        }
    }
}
