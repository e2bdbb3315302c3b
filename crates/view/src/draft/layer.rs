//! One scattering component of the air.

use std::f32::consts::PI;

use super::curves::fade;

/// A scattering layer: constant density up to a level, exponential falloff above.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    /// Scattering per metre up to the level. Extinction has the same unit.
    pub(super) scattering: [f32; 3],
    pub(super) extinction: [f32; 3],
    /// Mean cosine of the scattering angle; `None` for molecules.
    pub(super) asymmetry: Option<[f32; 3]>,
    /// Height of the level, in metres.
    pub(super) level: f32,
    /// Height above the level in which density falls to 1/e, in metres.
    pub(super) falloff: f32,
    /// Height below which the layer is empty.
    pub(super) bottom: f32,
}

impl Layer {
    /// The column of air straight up from a height, in metres of air with the density at the level.
    pub(super) fn above(&self, height: f32) -> f32 {
        let over = height.max(self.bottom) - self.level;
        self.falloff * libm::expf(-over.max(0.0) / self.falloff) + (-over).max(0.0)
    }

    /// The column of air along a straight segment. It is the length of the part below the level, plus the mean density of the
    /// part above the level times the length of that part.
    pub(super) fn along(&self, [first, last]: [f32; 2], length: f32) -> f32 {
        let [first, last] = [first, last].map(|end| end.max(self.bottom));
        let (low, high) = (first.min(last) - self.level, first.max(last) - self.level);
        let below = (-low / (high - low).max(1e-6)).clamp(0.0, 1.0);
        let bottom = low.max(0.0) / self.falloff;
        let rise = high.max(0.0) / self.falloff - bottom;
        length * (below + (1.0 - below) * libm::expf(-bottom) * fade(rise))
    }

    /// Phase function: the share of the scattered light per steradian, for the cosine of the scattering angle. It is
    /// Rayleigh's for molecules, otherwise that of W. Cornette and J. Shanks (1992).
    pub(super) fn phase(&self, cosine: f32, colour: usize) -> f32 {
        let Some(forward) = self.asymmetry else { return 3.0 / (16.0 * PI) * (1.0 + cosine * cosine) };
        let g = forward[colour];
        let spread = 1.0 + g * g - 2.0 * g * cosine;
        let scale = 3.0 / (8.0 * PI) * (1.0 - g * g) / (2.0 + g * g);
        scale * (1.0 + cosine * cosine) / (spread * spread.sqrt())
    }
}
