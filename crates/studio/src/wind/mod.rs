//! Synthesised wind: filtered noise, louder and brighter with speed and height.
//!
//! One number, the *strength*, sets the loudness and brightness of the wind. The strength follows the air through two
//! one-pole filters, so that neither the strength nor its derivative ever jumps. Gusts vary the strength. Everything after
//! the noise is linear in the noise, so there is no aliasing.

mod filter;
#[cfg(test)]
mod tests;

use std::f32::consts::PI;

use filter::{Noise, OnePole, Resonator, coefficient};

/// The RMS of the strongest wind: 1/8. A sum of many independent samples is nearly normal, so 8 deviations practically never
/// occur; the clamp at full scale is only a safeguard.
const MAX_RMS: f32 = 0.125;

/// Natural logarithm of the RMS of the strongest wind divided by that of the weakest: 30 dB.
const RANGE: f32 = 3.45;

/// Cutoff frequency of the weakest wind in Hz.
const MIN_CUTOFF: f32 = 150.0;
/// Octaves from that frequency to the cutoff frequency of the strongest wind.
const OCTAVES: f32 = 4.0;

/// Whistle frequency of the weakest wind in Hz.
const WHISTLE_FREQUENCY: f32 = 280.0;
/// Octaves from that frequency to the whistle frequency of the strongest wind.
const WHISTLE_OCTAVES: f32 = 1.5;
/// The Q of the whistle (frequency over bandwidth).
const SHARPNESS: f32 = 8.0;

/// Loudness of the whistle relative to the rest, at full strength.
const WHISTLE_GAIN: f32 = 0.3;

/// Cutoff frequency of the high-pass in Hz: below it, sound is inaudible.
const HIGH_PASS: f32 = 40.0;

/// Time constant of the strength in seconds, for each of two filters.
const TIME_CONSTANT: f32 = 0.35;

/// Gusts per second.
const GUST_RATE: f32 = 1.5;
/// The maximum deviation in strength by a gust.
const GUST_STRENGTH: f32 = 0.2;

/// The air around the listener.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Air {
    /// Metres above the ground.
    pub height: f32,
    /// Speed in metres per second.
    pub speed: f32,
}

impl Air {
    /// The strength of the wind, 0 to 1. It grows with speed and with height. 60 m/s, the speed of a free fall, gives half of the
    /// effect of speed; height alone gives at most half of the strength.
    fn strength(self) -> f32 {
        // For NaN, `max` gives 0.
        let missed = |value: f32, half: f32| half / (value.max(0.0) + half);
        let (calm, slow) = (0.5 + 0.5 * missed(self.height, 300.0), missed(self.speed, 60.0));
        1.0 - calm * slow
    }
}

/// Stereo wind, sample by sample. The same seed, rate and air give the same samples.
///
/// ```
/// use orogen_studio::wind::{Air, Wind};
///
/// let mut wind = Wind::new(7, 48_000);
/// wind.set_air(Air { height: 120.0, speed: 30.0 });
/// let [left, right] = wind.frame();
/// assert!(left.abs() < 1.0 && right.abs() < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Wind {
    /// Samples per second, for each channel.
    rate: f32,
    air: Air,
    gusts: Noise,
    /// The current gust.
    gust: f32,
    /// Samples until the next gust.
    left: u32,
    /// The filters of the strength.
    strength: [OnePole; 2],
    channels: [Channel; 2],
}

impl Wind {
    /// Wind that starts from silence. `rate` is in samples per second; a rate below 8000 counts as 8000.
    pub fn new(seed: u64, rate: u32) -> Self {
        let rate = rate.max(8000) as f32;
        let mut gusts = Noise::new(seed);
        let channels = [0; 2].map(|_| Channel::new(Noise::new(gusts.bits())));
        Self {
            rate,
            air: Air::default(),
            gusts,
            gust: 0.0,
            left: 0,
            strength: [OnePole::default(); 2],
            channels,
        }
    }

    /// Sets the air. The sound follows smoothly, within about two seconds.
    pub fn set_air(&mut self, air: Air) {
        self.air = air;
    }

    /// The next sample of each channel, −1 to 1.
    pub fn frame(&mut self) -> [f32; 2] {
        let tuning = Tuning::of(self.strength(), self.rate);
        std::array::from_fn(|side| self.channels[side].sample(&tuning))
    }

    /// The current strength, 0 to 1.
    fn strength(&mut self) -> f32 {
        if self.left == 0 {
            self.gust = GUST_STRENGTH * self.gusts.sample();
            self.left = (self.rate / GUST_RATE) as u32;
        }
        self.left -= 1;
        let target = (self.air.strength() + self.gust).clamp(0.0, 1.0);
        let coefficient = coefficient(1.0 / (2.0 * PI * TIME_CONSTANT), self.rate);
        self.strength.iter_mut().fold(target, |target, filter| filter.process(target, coefficient))
    }
}

/// Filter coefficients for a strength.
struct Tuning {
    /// The coefficient of the low-pass filter.
    low: f32,
    /// The coefficient of the high-pass filter.
    high: f32,
    band: [f32; 2],
    /// The gain of the breeze.
    breeze: f32,
    /// The gain of the whistle.
    whistle: f32,
}

impl Tuning {
    /// White noise in −1 to 1 has a mean square of 1/3, spread evenly up to half the rate r. Of that, two equal poles at the
    /// frequency f pass ∫₀^∞ (1 + (x/f)²)⁻² dx = πf/4 Hz, and a resonance at f with quality Q and gain 1 at its peak passes
    /// πf/(2Q) Hz. So the mean squares are πf/(6r) and πf/(3Qr).
    fn of(strength: f32, rate: f32) -> Self {
        let cutoff = MIN_CUTOFF * libm::exp2f(OCTAVES * strength);
        let pitch = WHISTLE_FREQUENCY * libm::exp2f(WHISTLE_OCTAVES * strength);
        let loudness = MAX_RMS * libm::expf(RANGE * (strength - 1.0));
        Self {
            low: coefficient(cutoff, rate),
            high: coefficient(HIGH_PASS, rate),
            band: Resonator::tuned(pitch, SHARPNESS, rate),
            breeze: loudness * (6.0 * rate / (PI * cutoff)).sqrt(),
            whistle: WHISTLE_GAIN * strength * loudness * (3.0 * SHARPNESS * rate / (PI * pitch)).sqrt(),
        }
    }
}

/// The filters of a channel.
#[derive(Clone, Debug)]
struct Channel {
    noise: Noise,
    low: [OnePole; 2],
    high: OnePole,
    band: Resonator,
}

impl Channel {
    fn new(noise: Noise) -> Self {
        Self { noise, low: [OnePole::default(); 2], high: OnePole::default(), band: Resonator::default() }
    }

    fn sample(&mut self, tuning: &Tuning) -> f32 {
        let noise = self.noise.sample();
        let breeze = self.low.iter_mut().fold(noise, |signal, filter| filter.process(signal, tuning.low));
        let breeze = breeze - self.high.process(breeze, tuning.high);
        let whistle = self.band.process(noise, tuning.band, SHARPNESS);
        (tuning.breeze * breeze + tuning.whistle * whistle).clamp(-1.0, 1.0)
    }
}
