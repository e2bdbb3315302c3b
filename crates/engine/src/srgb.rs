//! Conversion between linear light and sRGB, IEC 61966-2-1.
//!
//! ```
//! use orogen_engine::srgb::{decode, encode, encode_byte};
//!
//! assert_eq!([decode(0), decode(255)], [0.0, 1.0]);
//! assert!((decode(188) - 0.5).abs() < 0.005);
//! assert!((encode(0.5) - 0.735).abs() < 0.001);
//! assert!((0..=255).all(|byte| encode_byte(decode(byte)) == byte));
//! ```

/// From a byte of sRGB to linear light, 0 to 1.
pub fn decode(value: u8) -> f32 {
    let value = f32::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

/// From linear light to sRGB, 0 to 1. Light outside 0 to 1 is clamped.
pub fn encode(light: f32) -> f32 {
    let light = light.clamp(0.0, 1.0);
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

/// From linear light to the nearest byte of sRGB. Light outside 0 to 1 is clamped.
pub fn encode_byte(light: f32) -> u8 {
    (255.0 * encode(light) + 0.5) as u8
}
