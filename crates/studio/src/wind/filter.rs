//! Noise, and the filters that turn it into wind.

use std::f32::consts::PI;

/// Pseudorandom numbers: Steele, Lea and Flood's `SplitMix` (2014), a counter and a bit mixer.
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

    /// A number between −1 and 1 with 24 bits, symmetric around 0.
    pub(super) fn sample(&mut self) -> f32 {
        let count = (self.bits() >> 40) as f32;
        (2.0 * count + 1.0) / 16_777_216.0 - 1.0
    }
}

/// The coefficient of a one-pole filter with cutoff frequency f at sample rate r: 1 − e^(−2πf/r), 0 to 1. The filter decays like
/// the analogue RC circuit.
pub(super) fn coefficient(frequency: f32, rate: f32) -> f32 {
    -libm::expm1f(-2.0 * PI * frequency / rate)
}

/// A one-pole low-pass filter. Its output is a weighted mean of its inputs (the weights sum to 1), even if the cutoff changes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OnePole(f32);

impl OnePole {
    pub(super) fn process(&mut self, input: f32, coefficient: f32) -> f32 {
        self.0 += coefficient * (input - self.0);
        self.0
    }
}

/// A resonant band-pass: the state-variable filter of Zavalishin (*The Art of VA Filter Design*, 2012), whose frequency can
/// change while it rings. Two trapezoidal integrators, with the feedback loop solved for each sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Resonator {
    held: [f32; 2],
}

impl Resonator {
    /// The coefficients for a frequency and a sharpness Q (frequency over bandwidth).
    pub(super) fn tuned(frequency: f32, sharpness: f32, rate: f32) -> [f32; 2] {
        let step = libm::tanf(PI * frequency / rate);
        [step, 1.0 / (1.0 + step * (step + 1.0 / sharpness))]
    }

    /// Filters a sample: gain 1 at the resonant frequency, 0 at 0 Hz.
    pub(super) fn process(&mut self, input: f32, [step, solved]: [f32; 2], sharpness: f32) -> f32 {
        let [first, second] = self.held;
        let band = solved * (first + step * (input - second));
        let low = second + step * band;
        self.held = [2.0 * band - first, 2.0 * low - second];
        band / sharpness
    }
}
