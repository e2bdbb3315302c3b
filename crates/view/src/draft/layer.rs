//! Something in the air that scatters light.

use std::f32::consts::PI;

use super::curves::fade;

/// Something that scatters light, as dense everywhere up to a level and ever thinner above.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    /// Scattering, and that with absorption, per metre up to the level.
    pub(super) scattered: [f32; 3],
    pub(super) lost: [f32; 3],
    /// Mean cosine of the angle by which light is turned; of molecules, none.
    pub(super) forward: Option<[f32; 3]>,
    /// Metres.
    pub(super) level: f32,
    /// Metres above that in which the density falls to 1/e.
    pub(super) falloff: f32,
    /// Height below which there is none.
    pub(super) bottom: f32,
}

impl Layer {
    /// Metres of it, as dense as up to the level, straight above a height.
    pub(super) fn above(&self, height: f32) -> f32 {
        let over = height.max(self.bottom) - self.level;
        self.falloff * libm::expf(-over.max(0.0) / self.falloff) + (-over).max(0.0)
    }

    /// The same along a straight way: its share below the level, and the mean density of the rest.
    pub(super) fn along(&self, [first, last]: [f32; 2], length: f32) -> f32 {
        let [first, last] = [first, last].map(|end| end.max(self.bottom));
        let (low, high) = (first.min(last) - self.level, first.max(last) - self.level);
        let below = (-low / (high - low).max(1e-6)).clamp(0.0, 1.0);
        let bottom = low.max(0.0) / self.falloff;
        let rise = high.max(0.0) / self.falloff - bottom;
        length * (below + (1.0 - below) * libm::expf(-bottom) * fade(rise))
    }

    /// Share of the scattered light per steradian, by the cosine of the angle it turns: Rayleigh's, or that of W. Cornette and
    /// J. Shanks (1992).
    pub(super) fn phase(&self, cosine: f32, colour: usize) -> f32 {
        let Some(forward) = self.forward else { return 3.0 / (16.0 * PI) * (1.0 + cosine * cosine) };
        let g = forward[colour];
        let spread = 1.0 + g * g - 2.0 * g * cosine;
        let scale = 3.0 / (8.0 * PI) * (1.0 - g * g) / (2.0 + g * g);
        scale * (1.0 + cosine * cosine) / (spread * spread.sqrt())
    }
}
