//! Pictures of a surface: normals and colours.

use glam::{DVec3, Vec4};
use half::f16;
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
        let fresh_water = GroundColours::fresh_water();
        let decoded: [f32; 256] = std::array::from_fn(|byte| srgb::decode(byte as u8));
        // Linear light, and 1 on dry ground.
        let light = |(at, &ground): (usize, &[u8; 3])| {
            let is_fresh = depths[at] > 0.0 && samples.band.height[at] >= sea;
            let colour = if is_fresh { fresh_water } else { ground };
            let [red, green, blue] = colour.map(|byte| decoded[usize::from(byte)]);
            Vec4::new(red, green, blue, if depths[at] > 0.0 { 0.0 } else { 1.0 })
        };
        let lights: Vec<_> = ground.as_chunks().0.iter().enumerate().map(light).collect();
        let (mut normals, mut colours) = (Vec::new(), Vec::new());
        for at in samples.texels(1) {
            let (mut normal, mut light) = (DVec3::ZERO, Vec4::ZERO);
            for (sample, weight) in samples.around(at) {
                normal += samples.normal(sample, depths[sample]) * f64::from(weight);
                light += lights[sample] * weight;
            }
            let DVec3 { x, y, z } = normal.normalize();
            normals.extend([x, y, z, 1.0].map(|part| f16::from_f64(0.5 * part + 0.5).to_bits()));
            let [red, green, blue, dry] = light.to_array();
            colours.extend([red, green, blue].map(srgb::encode_byte));
            colours.push((255.0 * dry).round() as u8);
        }
        Self { normals, colours }
    }
}
