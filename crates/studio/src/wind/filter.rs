//! Noise, and the filters that make wind of it.

use std::f32::consts::PI;

/// Numbers that look like chance: Steele, Lea and Flood's `SplitMix` (2014), a counter and a mixer of its bits.
#[derive(Clone, Debug)]
pub(super) struct Noise(u64);

impl Noise {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number between −1 and 1, of 24 bits, as likely as its opposite.
    pub(super) fn sample(&mut self) -> f32 {
        let count = (self.bits() >> 40) as f32;
        (2.0 * count + 1.0) / 16_777_216.0 - 1.0
    }
}

/// The share of the way to its input that a pole at a frequency goes in a sample, 0 to 1: 1 − e^(−2πf/r), with which it decays like
/// the circuit it is named after.
pub(super) fn share(frequency: f32, rate: f32) -> f32 {
    -libm::expm1f(-2.0 * PI * frequency / rate)
}

/// A low-pass filter of one pole. Its output is a mean of its inputs with weights that sum to 1, however its frequency is changed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pole(f32);

impl Pole {
    pub(super) fn low(&mut self, input: f32, share: f32) -> f32 {
        self.0 += share * (input - self.0);
        self.0
    }
}

/// A resonance: the state-variable filter of Zavalishin (*The Art of VA Filter Design*, 2012), whose frequency can be changed while
/// it rings. Two integrators by the trapezoid rule, with the loop around them solved for each sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Band {
    held: [f32; 2],
}

impl Band {
    /// What a frequency and a sharpness (its frequency against its width) make of it.
    pub(super) fn tuned(frequency: f32, sharpness: f32, rate: f32) -> [f32; 2] {
        let step = libm::tanf(PI * frequency / rate);
        [step, 1.0 / (1.0 + step * (step + 1.0 / sharpness))]
    }

    /// What passes: all of its frequency, and nothing of constants.
    pub(super) fn pass(&mut self, input: f32, [step, solved]: [f32; 2], sharpness: f32) -> f32 {
        let [first, second] = self.held;
        let band = solved * (first + step * (input - second));
        let low = second + step * band;
        self.held = [2.0 * band - first, 2.0 * low - second];
        band / sharpness
    }
}
