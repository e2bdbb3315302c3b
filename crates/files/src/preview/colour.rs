//! Colours: linear light inside, sRGB at both ends.

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

/// The linear light of a colour written as `0xRRGGBB` in sRGB (IEC 61966-2-1).
pub(crate) fn linear(hex: u32) -> Linear {
    [16, 8, 0].map(|shift| {
        let v = ((hex >> shift) & 0xff) as f32 / 255.0;
        if v <= 0.040_45 { v / 12.92 } else { libm::powf((v + 0.055) / 1.055, 2.4) }
    })
}

/// Linear light, 0 to 1, to a byte of sRGB.
fn byte(v: f32) -> u8 {
    let encoded = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * libm::powf(v, 1.0 / 2.4) - 0.055 };
    (encoded * 255.0 + 0.5) as u8
}

/// Linear light to sRGB bytes as it is, for colours of things, not of what they look like under a sun.
pub(crate) fn srgb(light: Linear) -> [u8; 3] {
    light.map(|v| byte(v.clamp(0.0, 1.0)))
}

/// Linear light to sRGB bytes, by a table of 65536 entries: fine enough to be off by no more than a hair
/// (0.05 of a step) where the curve is steepest.
pub(crate) struct Display {
    table: Vec<u8>,
}

impl Display {
    pub(crate) fn new() -> Self {
        let table = (0..=u16::MAX).map(|i| byte(f32::from(i) / 65_535.0)).collect();
        Self { table }
    }

    pub(crate) fn encode(&self, light: Linear) -> [u8; 3] {
        light.map(|v| self.table[usize::from((tone(v).clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16)])
    }
}

/// The tone curve: the identity up to `KNEE`, above it a hyperbola that joins with the same slope and nears 1,
/// so that sunlit snow keeps its modelling instead of clipping.
fn tone(v: f32) -> f32 {
    const KNEE: f32 = 0.5;
    if v <= KNEE {
        return v;
    }
    let room = 1.0 - KNEE;
    let over = (v - KNEE) / room;
    KNEE + room * over / (1.0 + over)
}
