//! Wind for the ears: noise through filters, louder and brighter the faster and higher one flies.
//!
//! One number, the *strength* of the wind, decides both how loud and how bright it is. It follows what the air does through two
//! one-pole filters, so that neither it nor its derivative ever jumps, and gusts shake what it follows. Everything after the noise
//! is linear in it, so that nothing folds back from above half the sampling rate.

mod filter;
#[cfg(test)]
mod tests;

use std::f32::consts::PI;

use filter::{Band, Noise, Pole, share};

/// The root of the mean square of the strongest wind: an eighth. A sum of many independent samples is nearly normal, and eight
/// deviations are not met in the age of the world; the limit at full scale is there to be a limit, not a sound.
const LOUDEST: f32 = 0.125;

/// Of the weakest wind against the strongest, as a power of e: 30 dB.
const RANGE: f32 = 3.45;

/// Hertz above which the weakest wind fades, and by how many octaves the strongest is brighter.
const DULLEST: f32 = 150.0;
const OCTAVES: f32 = 4.0;

/// Hertz of what the weakest wind whistles, by how many octaves the strongest is higher, and how narrow the whistle is.
const WHISTLE: f32 = 280.0;
const RISE: f32 = 1.5;
const SHARPNESS: f32 = 8.0;

/// Loudness of the whistle against the rest, at full strength.
const WHISTLING: f32 = 0.3;

/// Hertz below which nothing is left: no ear hears it, and loudspeakers would only move.
const LOWEST: f32 = 40.0;

/// Seconds in which the strength follows, in each of two steps.
const LAZINESS: f32 = 0.35;

/// Gusts in a second, and by how much of the whole range of strengths each may differ.
const GUSTS: f32 = 1.5;
const GUSTINESS: f32 = 0.2;

/// What is around one's ears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Air {
    /// Metres above the ground.
    pub height: f32,
    /// Metres in a second that one moves.
    pub speed: f32,
}

impl Air {
    /// How strong the wind is, 0 to 1: more with each of the two, whatever the other. A fall of 60 m/s is as fast as people fall,
    /// and half of all that speed can do; height alone does at most half.
    fn strength(self) -> f32 {
        // Of a value that is no number, the maximum is 0.
        let missed = |value: f32, half: f32| half / (value.max(0.0) + half);
        let (calm, slow) = (0.5 + 0.5 * missed(self.height, 300.0), missed(self.speed, 60.0));
        1.0 - calm * slow
    }
}

/// Wind, sample by sample, for two ears. The same seed, rate and air give the same samples.
///
/// ```
/// use orogen_studio::wind::{Air, Wind};
///
/// let mut wind = Wind::new(7, 48_000);
/// wind.blow(Air { height: 120.0, speed: 30.0 });
/// let [left, right] = wind.frame();
/// assert!(left.abs() < 1.0 && right.abs() < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Wind {
    /// Samples in a second, for each ear.
    rate: f32,
    air: Air,
    gusts: Noise,
    /// How much stronger it is in the present gust, and samples until the next.
    gust: f32,
    left: u32,
    /// The strength, and what it follows.
    strength: [Pole; 2],
    ears: [Ear; 2],
}

impl Wind {
    /// Wind that begins from stillness; `rate` is samples in a second, at least 8000.
    pub fn new(seed: u64, rate: u32) -> Self {
        let rate = rate.max(8000) as f32;
        let mut gusts = Noise::new(seed);
        let ears = [0; 2].map(|_| Ear::new(Noise::new(gusts.bits())));
        Self { rate, air: Air::default(), gusts, gust: 0.0, left: 0, strength: [Pole::default(); 2], ears }
    }

    /// What is around one's ears from now on; what is heard follows within a second.
    pub fn blow(&mut self, air: Air) {
        self.air = air;
    }

    /// The next sample of each ear, −1 to 1.
    pub fn frame(&mut self) -> [f32; 2] {
        let tuning = Tuning::of(self.strength(), self.rate);
        std::array::from_fn(|side| self.ears[side].hear(&tuning))
    }

    /// The strength now, 0 to 1.
    fn strength(&mut self) -> f32 {
        if self.left == 0 {
            self.gust = GUSTINESS * self.gusts.sample();
            self.left = (self.rate / GUSTS) as u32;
        }
        self.left -= 1;
        let aim = (self.air.strength() + self.gust).clamp(0.0, 1.0);
        let share = share(1.0 / (2.0 * PI * LAZINESS), self.rate);
        self.strength.iter_mut().fold(aim, |aim, pole| pole.low(aim, share))
    }
}

/// What a strength makes of the filters.
struct Tuning {
    /// Of the low-pass and the high-pass filters.
    low: f32,
    high: f32,
    band: [f32; 2],
    /// Factors that give the breeze and the whistle their loudness.
    breeze: f32,
    whistle: f32,
}

impl Tuning {
    /// White noise in −1 to 1 has a mean square of 1/3, spread evenly up to half the rate r. Of that two equal poles at the frequency
    /// f let ∫₀^∞ (1 + (x/f)²)⁻² dx = πf/4 Hz pass, and a resonance at f of sharpness Q, which is 1 at its peak, πf/(2Q) Hz. So the
    /// mean squares are πf/(6r) and πf/(3Qr).
    fn of(strength: f32, rate: f32) -> Self {
        let cutoff = DULLEST * libm::exp2f(OCTAVES * strength);
        let pitch = WHISTLE * libm::exp2f(RISE * strength);
        let loudness = LOUDEST * libm::expf(RANGE * (strength - 1.0));
        Self {
            low: share(cutoff, rate),
            high: share(LOWEST, rate),
            band: Band::tuned(pitch, SHARPNESS, rate),
            breeze: loudness * (6.0 * rate / (PI * cutoff)).sqrt(),
            whistle: WHISTLING * strength * loudness * (3.0 * SHARPNESS * rate / (PI * pitch)).sqrt(),
        }
    }
}

/// The filters of an ear.
#[derive(Clone, Debug)]
struct Ear {
    noise: Noise,
    low: [Pole; 2],
    high: Pole,
    band: Band,
}

impl Ear {
    fn new(noise: Noise) -> Self {
        Self { noise, low: [Pole::default(); 2], high: Pole::default(), band: Band::default() }
    }

    fn hear(&mut self, tuning: &Tuning) -> f32 {
        let noise = self.noise.sample();
        let breeze = self.low.iter_mut().fold(noise, |signal, pole| pole.low(signal, tuning.low));
        let breeze = breeze - self.high.low(breeze, tuning.high);
        let whistle = self.band.pass(noise, tuning.band, SHARPNESS);
        (tuning.breeze * breeze + tuning.whistle * whistle).clamp(-1.0, 1.0)
    }
}
