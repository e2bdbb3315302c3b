//! Pictures of a surface: normals and colours.

use glam::{DVec3, Vec4};
use half::f16;
use orogen::engine::srgb;
use orogen_files::preview::GroundColours;

use crate::surfaces::{Samples, normal, vertices};

/// The pictures of a surface, a texel for each sample or for each second one along a side.
pub(crate) struct Pictures {
    /// Four half floats for each texel: `(n + 1) / 2` of the normal, and 1.
    pub(crate) normals: Vec<u16>,
    /// Four bytes for each texel: the colour in sRGB, and the share of dry ground.
    pub(crate) colours: Vec<u8>,
}

impl Pictures {
    /// `ground` are the colours of the samples in sRGB, `depths` those of the water over them, and `sea` its level.
    pub(crate) fn new(samples: &Samples, ground: &[u8], depths: &[f32], sea: f32) -> Self {
        let Samples { side, stride, band, frames, .. } = samples;
        let fresh_water = GroundColours::fresh_water();
        let decoded: [f32; 256] = std::array::from_fn(|byte| srgb::decode(byte as u8));
        // Linear light, and 1 on dry ground.
        let light = |(at, &ground): (usize, &[u8; 3])| {
            let is_fresh = depths[at] > 0.0 && band.height[at] >= sea;
            let [red, green, blue] =
                if is_fresh { fresh_water } else { ground }.map(|byte| decoded[usize::from(byte)]);
            Vec4::new(red, green, blue, if depths[at] > 0.0 { 0.0 } else { 1.0 })
        };
        let lights: Vec<_> = ground.as_chunks().0.iter().enumerate().map(light).collect();
        let texels = vertices(*side, *stride);
        let (mut normals, mut colours) = (Vec::new(), Vec::new());
        for at in texels {
            let (mut normal_sum, mut light_sum) = (DVec3::ZERO, Vec4::ZERO);
            for (sample, weight) in around(at, *side, *stride) {
                normal_sum += normal(&frames[sample], band, sample, depths[sample]) * f64::from(weight);
                light_sum += lights[sample] * weight;
            }
            let unit = normal_sum.normalize();
            normals
                .extend([unit.x, unit.y, unit.z, 1.0].map(|part| f16::from_f64(0.5 * part + 0.5).to_bits()));
            let [red, green, blue, dry] = light_sum.to_array();
            colours.extend([red, green, blue].map(srgb::encode_byte));
            colours.push((255.0 * dry).round() as u8);
        }
        Self { normals, colours }
    }
}

/// The samples that a texel covers, with weights that sum to 1: of each neighbour half as much as of the sample itself. Those at the
/// border of a tile have no neighbours across it, so that two tiles agree there.
fn around(at: usize, side: usize, stride: usize) -> impl Iterator<Item = (usize, f32)> {
    let along = move |line: usize| -> &'static [(isize, f32)] {
        match stride == 1 || line == 0 || line == side - 1 {
            true => &[(0, 1.0)],
            false => &[(-1, 0.25), (0, 0.5), (1, 0.25)],
        }
    };
    let (column, row) = (at % side, at / side);
    let sample = move |right: isize, down: isize| at.wrapping_add_signed(down * side as isize + right);
    along(row).iter().flat_map(move |&(down, one)| {
        along(column).iter().map(move |&(right, other)| (sample(right, down), one * other))
    })
}
