//! The colours of ground and water: palettes, ramps, and the conversion between sRGB and linear light.
//!
//! All colours are mixed in linear light. [`palette`] lists them in sRGB, and pictures store them as sRGB bytes.

use orogen_engine::srgb;

mod palette;
mod ramp;
mod water;

pub(crate) use palette::{PreviewColours, SAND, SNOW, preview_colours};
pub(crate) use ramp::Ramp;
pub(crate) use water::Water;

/// Red, green and blue in linear light; 1 is white.
pub(crate) type Linear = [f32; 3];

/// `a + t·(b − a)`.
pub(crate) fn mix(a: Linear, b: Linear, t: f32) -> Linear {
    std::array::from_fn(|c| a[c] + t * (b[c] - a[c]))
}

/// 0 below `from`, 1 above `to`, and 3t² − 2t³ between.
pub(crate) fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The linear light of a colour written as `0xRRGGBB` in sRGB.
pub(crate) fn linear(hex: u32) -> Linear {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue].map(srgb::decode)
}
