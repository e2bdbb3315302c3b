//! Colour ramps.

use super::{Linear, linear, mix};

/// Steps of a ramp's table.
const STEPS: usize = 1024;

/// A colour ramp as a table: colours at `STEPS + 1` levels from 0 to 1.
pub(crate) struct Ramp(Vec<Linear>);

impl Ramp {
    /// A ramp through these stops: levels in growing order and colours as `0xRRGGBB` in sRGB.
    pub(crate) fn new(stops: &[(f32, u32)]) -> Self {
        Self((0..=STEPS).map(|i| interpolated(stops, i as f32 / STEPS as f32)).collect())
    }

    /// The colour of the nearest level in the table.
    pub(crate) fn at(&self, level: f32) -> Linear {
        self.0[(level.clamp(0.0, 1.0) * STEPS as f32 + 0.5) as usize]
    }
}

/// The colour at `level`, interpolated in linear light.
fn interpolated(stops: &[(f32, u32)], level: f32) -> Linear {
    let next = stops.iter().position(|stop| stop.0 > level).unwrap_or(stops.len() - 1).max(1);
    let ((a, from), (b, to)) = (stops[next - 1], stops[next]);
    mix(linear(from), linear(to), ((level - a) / (b - a)).clamp(0.0, 1.0))
}
