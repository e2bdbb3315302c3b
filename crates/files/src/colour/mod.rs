//! The colours of ground and water: palettes, ramps, and the conversion between sRGB and linear light.
//!
//! All colours are mixed in linear light. They are written in sRGB in [`palette`] and leave as sRGB bytes.

use orogen_engine::covering;

mod palette;
mod ramp;
mod water;

pub use palette::Palette;
pub(crate) use palette::{PaletteColours, SAND, SNOW};
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
    [red, green, blue].map(covering::linear)
}

/// Encodes linear light, 0 to 1, as a byte of sRGB (IEC 61966-2-1).
pub(crate) fn byte(v: f32) -> u8 {
    let encoded = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * libm::powf(v, 1.0 / 2.4) - 0.055 };
    (encoded * 255.0 + 0.5) as u8
}

/// Encodes linear light as sRGB bytes, without a tone curve.
pub(crate) fn srgb(light: Linear) -> [u8; 3] {
    light.map(|v| byte(v.clamp(0.0, 1.0)))
}
