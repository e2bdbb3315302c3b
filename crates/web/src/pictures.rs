//! Pictures of a surface: normals and colours.

use glam::{DVec3, Vec4};
use half::f16;
use orogen::engine::raster::Band;
use orogen::engine::srgb;
use orogen_files::preview::GroundColours;

use crate::samples::Samples;

/// The pictures of a surface.
pub(crate) struct Pictures {
    /// Four half floats for each texel: `(n + 1) / 2` of the normal, and 1.
    pub(crate) normals: Vec<u16>,
    /// Four bytes for each texel: the colour in sRGB, and the share of dry ground.
    pub(crate) colours: Vec<u8>,
}

impl Pictures {
    /// `ground` are the colours of the samples in sRGB, `depths` those of the water over them, and `sea` its level.
    pub(crate) fn new(samples: &Samples, ground: &[u8], depths: &[f32], sea: f32) -> Self {
        let colour = colours(&samples.band, ground, depths, sea);
        let mix = Mix::new();
        let (mut normals, mut colours) = (Vec::new(), Vec::new());
        for at in samples.texels(1) {
            let normal: DVec3 = samples
                .around(at)
                .map(|(sample, weight)| samples.normal(sample, depths[sample]) * f64::from(weight))
                .sum();
            let DVec3 { x, y, z } = normal.normalize();
            normals.extend([x, y, z, 1.0].map(|part| f16::from_f64(0.5 * part + 0.5).to_bits()));
            colours.extend(match samples.has_one_a_texel() {
                true => colour(at),
                false => mix.of(samples.around(at).map(|(sample, weight)| (colour(sample), weight))),
            });
        }
        Self { normals, colours }
    }
}

/// The colour of each sample in sRGB, and the share of dry ground. `ground` are the colours below fresh water, `depths` those of the
/// water, and `sea` its level.
pub(crate) fn colours(band: &Band, ground: &[u8], depths: &[f32], sea: f32) -> impl Fn(usize) -> [u8; 4] {
    let fresh_water = GroundColours::fresh_water();
    let (ground, _) = ground.as_chunks::<3>();
    move |at| {
        let is_fresh = depths[at] > 0.0 && band.height[at] >= sea;
        let [red, green, blue] = if is_fresh { fresh_water } else { ground[at] };
        [red, green, blue, if depths[at] > 0.0 { 0 } else { u8::MAX }]
    }
}

/// Mixes colours as linear light.
struct Mix([f32; 256]);

impl Mix {
    fn new() -> Self {
        Self(std::array::from_fn(|byte| srgb::decode(byte as u8)))
    }

    /// The mean of colours in sRGB, each with its weight. The fourth channel is a share.
    fn of(&self, colours: impl Iterator<Item = ([u8; 4], f32)>) -> [u8; 4] {
        let light = |[red, green, blue, share]: [u8; 4]| {
            let [red, green, blue] = [red, green, blue].map(|byte| self.0[usize::from(byte)]);
            Vec4::new(red, green, blue, f32::from(share))
        };
        let sum: Vec4 = colours.map(|(colour, weight)| light(colour) * weight).sum();
        let [red, green, blue] = [sum.x, sum.y, sum.z].map(srgb::encode_byte);
        [red, green, blue, sum.w.round() as u8]
    }
}
