//! The sand of the desert style as a uniform: the twin of `desert.wgsl`.

use bytemuck::{Pod, Zeroable};
use orogen_engine::recipe::Sand;
use orogen_engine::srgb;

/// See `desert.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SandUniform {
    low: [f32; 4],
    high: [f32; 4],
    shine: [f32; 4],
    ripple: [f32; 4],
    wind: [f32; 4],
}

/// Period in metres of patterns on the device.
const PERIOD: f64 = 4096.0;

impl SandUniform {
    pub(crate) fn new(sand: &Sand) -> Self {
        let color = |rgb: [u8; 3], w: f64| {
            let [red, green, blue] = rgb.map(srgb::decode);
            [red, green, blue, w as f32]
        };
        let four = |numbers: [f64; 4]| numbers.map(|number| number as f32);
        let (sin, cos) = libm::sincos(sand.wind.to_radians());
        // Rounded so that a period has a whole number of cells or ripples.
        let whole = |rate: f64| (rate * PERIOD).round() / PERIOD;
        Self {
            low: color(sand.low, sand.contrast),
            high: color(sand.high, sand.gain),
            shine: four([sand.shininess, sand.ocean_specular, sand.glitter_exponent, sand.glitter]),
            ripple: four([sand.ripple_shininess, sand.ripple_specular, sand.ripple, sand.ripple_height]),
            wind: four([
                whole(cos / sand.ripple),
                whole(sin / sand.ripple),
                whole(sand.glitter_density),
                sand.grain,
            ]),
        }
    }
}
