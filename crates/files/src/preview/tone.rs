//! From linear light to the bytes of a preview: tone curve, then sRGB.

use orogen_engine::srgb;

use crate::colour::Linear;

/// Encodes linear light as sRGB bytes through a table of 65536 entries: off by at most 0.05 of a step where the curve is
/// steepest.
pub(crate) struct ToneTable(Vec<u8>);

impl ToneTable {
    pub(crate) fn new() -> Self {
        Self((0..=u16::MAX).map(|i| srgb::encode_byte(f32::from(i) / 65_535.0)).collect())
    }

    pub(crate) fn encode(&self, light: Linear) -> [u8; 3] {
        light.map(|v| self.0[usize::from((tone(v).clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16)])
    }
}

/// The tone curve: the identity up to `KNEE`. Above it a hyperbola continues with the same slope and approaches 1, so
/// that sunlit snow keeps its shading instead of clipping.
fn tone(v: f32) -> f32 {
    const KNEE: f32 = 0.5;
    if v <= KNEE {
        return v;
    }
    let room = 1.0 - KNEE;
    let over = (v - KNEE) / room;
    KNEE + room * over / (1.0 + over)
}
