//! Compares every fractal with a second implementation. The second implementation follows the published loops and evaluates
//! single octaves.

use crate::cases::{PERLIN, fractals, layout, point};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::{Layout, Octaves, Roughness};

/// Octaves of noise, evaluated one at a time: value, and slopes per wavelength.
struct Source<const D: usize> {
    octaves: Vec<(Noise<D>, f64)>,
    amplitudes: Vec<f64>,
}

impl<const D: usize> Source<D>
where
    AnyBasis: Dimension<D>,
{
    fn new(layout: &Layout) -> Self {
        let list = Octaves::<D>::new(layout).list;
        let mut amplitude = 1.0;
        let mut amplitudes = Vec::new();
        for index in 0..list.len() {
            amplitudes.push(amplitude);
            amplitude *= match layout.roughness {
                Roughness::Gain(gain) => gain,
                Roughness::Hurst(hurst) => layout.lacunarity.powf(-hurst),
                Roughness::Pair { coarse, fine } => {
                    let t = if index < 7 { index as f64 / 7.0 } else { 1.0 };
                    coarse * (1.0 - t) + fine * t
                }
            };
        }
        let single = |octave: &orogen_noise::octaves::Octave<D>| {
            let mut octaves = Octaves::new(&Layout::single(0, 1.0));
            octaves.list = vec![*octave];
            let noise = Noise { basis: PERLIN, fractal: AnyFractal::Fbm(Fbm), octaves };
            (noise, octave.wavelength)
        };
        Self { octaves: list.iter().map(single).collect(), amplitudes }
    }

    fn noise(&self, k: usize, p: [f64; D], shift: [f64; D]) -> (f64, [f64; D]) {
        let (noise, wavelength) = &self.octaves[k];
        let jet = noise.at(std::array::from_fn(|i| p[i] + shift[i]));
        (jet.v, jet.g.map(|g| g * wavelength))
    }

    /// The average of a function of each octave, weighted by the amplitudes.
    fn average(&self, p: [f64; D], f: impl Fn(f64) -> f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (k, a) in self.amplitudes.iter().enumerate() {
            sum += a * f(self.noise(k, p, [0.0; D]).0);
            total += a;
        }
        sum / total
    }

    fn swiss(&self, p: [f64; D], warp: f64) -> f64 {
        let (mut sum, mut amplitude, mut d, mut total) = (0.0, 1.0, [0.0; D], 0.0);
        for k in 0..self.octaves.len() {
            let (n, slopes) = self.noise(k, p, d.map(|d| warp * d * self.octaves[0].1));
            sum += amplitude * (1.0 - n.abs());
            for i in 0..D {
                d[i] += amplitude * slopes[i] * -n;
            }
            total += self.amplitudes[k];
            let gain = self.amplitudes.get(k + 1).map_or(0.0, |next| next / self.amplitudes[k]);
            amplitude *= gain * f64::clamp(sum, 0.0, 1.0);
        }
        sum / total
    }

    fn jordan(&self, p: [f64; D], j: &orogen_noise::fractal::Jordan) -> f64 {
        let (n, slopes) = self.noise(0, p, [0.0; D]);
        let mut sum = n * n;
        let mut warp = slopes.map(|s| j.warp0 * n * s);
        let mut damp = slopes.map(|s| j.damp0 * n * s);
        let gain = |k: usize| self.amplitudes.get(k + 1).map_or(0.0, |next| next / self.amplitudes[k]);
        let mut amplitude = j.gain1;
        let mut damped = j.gain1 * gain(0);
        let (mut undamped, mut total) = (damped, 1.0);
        for k in 1..self.octaves.len() {
            let (n, slopes) = self.noise(k, p, warp.map(|w| w * self.octaves[k].1));
            sum += damped * n * n;
            total += undamped;
            for i in 0..D {
                warp[i] += j.warp * n * slopes[i];
                damp[i] += j.damp * n * slopes[i];
            }
            amplitude *= gain(k - 1);
            undamped = amplitude;
            let square: f64 = damp.iter().map(|d| d * d).sum();
            damped = amplitude * (1.0 - j.damp_scale / (1.0 + square));
        }
        sum / total
    }

    fn damped(&self, p: [f64; D], damping: f64) -> f64 {
        let (mut sum, mut total, mut s) = (0.0, 0.0, [0.0; D]);
        for (k, a) in self.amplitudes.iter().enumerate() {
            let (n, slopes) = self.noise(k, p, [0.0; D]);
            for i in 0..D {
                s[i] += slopes[i];
            }
            let square: f64 = s.iter().map(|s| s * s).sum();
            sum += a * n / (1.0 + damping * square);
            total += a;
        }
        sum / total
    }

    fn ridged_multifractal(&self, p: [f64; D], offset: f64, gain: f64) -> f64 {
        let mut signal = (offset - self.noise(0, p, [0.0; D]).0.abs()).powi(2);
        let mut result = signal;
        for k in 1..self.octaves.len() {
            let weight = f64::clamp(signal * gain, 0.0, 1.0);
            signal = weight * (offset - self.noise(k, p, [0.0; D]).0.abs()).powi(2);
            result += signal * self.amplitudes[k];
        }
        let highest = f64::max(offset * offset, (1.0 - offset) * (1.0 - offset));
        result / (highest * self.amplitudes.iter().sum::<f64>())
    }

    fn hybrid_multifractal(&self, p: [f64; D], offset: f64) -> f64 {
        let run = |noise: &dyn Fn(usize) -> f64| {
            let mut result = noise(0) + offset;
            let mut weight = result;
            for k in 1..self.octaves.len() {
                if weight > 1.0 {
                    weight = 1.0;
                }
                let signal = (noise(k) + offset) * self.amplitudes[k];
                result += weight * signal;
                weight *= signal;
            }
            result
        };
        // With a positive offset, the sum is highest where all octaves are highest.
        run(&|k| self.noise(k, p, [0.0; D]).0) / run(&|_| 1.0)
    }

    fn value(&self, fractal: &AnyFractal, p: [f64; D]) -> f64 {
        match fractal {
            AnyFractal::Billow(_) => self.average(p, f64::abs),
            AnyFractal::Damped(d) => self.damped(p, d.damping),
            AnyFractal::Fbm(_) => self.average(p, |n| n),
            AnyFractal::HybridMultifractal(h) => self.hybrid_multifractal(p, h.offset),
            AnyFractal::Jordan(j) => self.jordan(p, j),
            AnyFractal::Ridged(_) => self.average(p, |n| 1.0 - n.abs()),
            AnyFractal::RidgedMultifractal(r) => self.ridged_multifractal(p, r.offset, r.sharpness),
            AnyFractal::Ridges(_) => 1.0 - self.average(p, |n| n).abs(),
            AnyFractal::Swiss(s) => self.swiss(p, s.warp),
        }
    }
}

fn agree<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    let kinds = [
        (2.0, 30.0, Roughness::Gain(0.5)),
        (2.13, 0.0, Roughness::Hurst(0.8)),
        (1.9, 41.0, Roughness::Pair { coarse: 0.65, fine: 0.4 }),
    ];
    for octaves in 1..=8 {
        let (lacunarity, rotation, roughness) = kinds[octaves as usize % 3];
        let layout = Layout { lacunarity, rotation, roughness, ..layout(octaves) };
        let source = Source::<D>::new(&layout);
        for fractal in fractals() {
            let noise = Noise::<D>::new(PERLIN, fractal, &layout).unwrap();
            for index in 0..300 {
                let p = point(index, 3000.0);
                let (value, expected) = (noise.at(p).v, source.value(&fractal, p));
                assert!(
                    (value - expected).abs() < 1e-9,
                    "{fractal:?}, {octaves} octaves, at {p:?}: {value}, expected {expected}"
                );
            }
        }
    }
}

#[test]
fn agree_in_the_plane() {
    agree::<2>();
}

#[test]
fn agree_in_space() {
    agree::<3>();
}
