//! Audio sources for the system thread. They never wait, and fade in and out without clicks.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use rodio::{ChannelCount, Sample, SampleRate, Source};

use crate::wind::{Air, Wind};

/// Time constant of volume changes, in seconds.
const FADE: f32 = 0.04;

/// Amplitude below which a fading voice ends: one step of 16 bits.
const SILENCE: f32 = 1.0 / 32_768.0;

/// Samples between updates of the air.
const UPDATE_INTERVAL: u32 = 256;

/// The volume of a voice.
#[derive(Debug, Default)]
pub(super) struct Fader {
    amplitude: AtomicU32,
    over: AtomicBool,
}

impl Fader {
    pub(super) fn set(&self, amplitude: f32) {
        self.amplitude.store(amplitude.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }

    /// Fades out and ends the voice.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    fn target(&self) -> f32 {
        if self.over.load(Ordering::Relaxed) {
            0.0
        } else {
            f32::from_bits(self.amplitude.load(Ordering::Relaxed))
        }
    }
}

/// A source behind a fader.
pub(super) struct Voice<S> {
    sound: S,
    fader: Arc<Fader>,
    amplitude: f32,
    coefficient: f32,
}

impl<S: Source> Voice<S> {
    /// Starts from silence.
    pub(super) fn new(sound: S, fader: Arc<Fader>) -> Self {
        let samples = sound.sample_rate().get() as f32 * f32::from(sound.channels().get());
        Self { sound, fader, amplitude: 0.0, coefficient: 1.0 / (FADE * samples).max(1.0) }
    }
}

impl<S: Source> Iterator for Voice<S> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        self.amplitude += self.coefficient * (self.fader.target() - self.amplitude);
        if self.amplitude < SILENCE && self.fader.over.load(Ordering::Relaxed) {
            return None;
        }
        self.sound.next().map(|sample| sample * self.amplitude)
    }
}

impl<S: Source> Source for Voice<S> {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        self.sound.channels()
    }

    fn sample_rate(&self) -> SampleRate {
        self.sound.sample_rate()
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

/// Wind that follows the shared air.
pub(super) struct WindSource {
    wind: Wind,
    air: Arc<Mutex<Air>>,
    rate: SampleRate,
    /// Samples until the next update.
    left: u32,
    /// The sample of the right channel, while it is next.
    right: Option<f32>,
}

impl WindSource {
    pub(super) fn new(air: Arc<Mutex<Air>>, rate: SampleRate) -> Self {
        Self { wind: Wind::new(1, rate.get()), air, rate, left: 0, right: None }
    }
}

impl Iterator for WindSource {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        if self.left == 0 {
            self.left = UPDATE_INTERVAL;
            match self.air.try_lock() {
                Ok(air) => self.wind.set_air(*air),
                Err(TryLockError::Poisoned(air)) => self.wind.set_air(*air.into_inner()),
                // The air is being changed: the next update will do.
                Err(TryLockError::WouldBlock) => {}
            }
        }
        self.left -= 1;
        let [left, right] = self.wind.frame();
        self.right = Some(right);
        Some(left)
    }
}

impl Source for WindSource {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { NonZero::new(2).unwrap() }
    }

    fn sample_rate(&self) -> SampleRate {
        self.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
