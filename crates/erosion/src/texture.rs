//! Noise that varies rock and rain, and bends valleys.

use orogen_noise::{Fbm, Grid, Perlin};
use rayon::prelude::*;

use crate::land::Land;

/// Rows that one task fills.
const BAND: usize = 32;

/// fBm with a mean of 0 and a standard deviation of about 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texture {
    /// Wavelength of the largest octave, in metres.
    pub(crate) wavelength: f64,
    /// Number of octaves.
    pub(crate) octaves: u32,
    /// Ratio of each octave's amplitude to that of the octave before.
    pub(crate) gain: f64,
    /// Seed of the random numbers.
    pub(crate) seed: u64,
}

/// The standard deviation of one octave of Perlin noise with amplitude 1.
const PERLIN: f64 = 0.266;

impl Texture {
    /// Values at the centres of the cells of land. If the land repeats, the values repeat, too.
    pub(crate) fn over(&self, land: &Land) -> Vec<f32> {
        let &Land { side, spacing, corner, .. } = land;
        let noise = Fbm::new(Perlin)
            .seed(self.seed)
            .wavelength(self.wavelength)
            .octaves(self.octaves)
            .gain(self.gain)
            .rotation(137.5);
        let noise = if land.repeats { noise.tile(side as f64 * spacing) } else { noise };
        let noise = noise.noise::<2>();
        let mut values = vec![0.0; side * side];
        let first = corner + 0.5 * spacing;
        values.par_chunks_mut(BAND * side).enumerate().for_each(|(band, values)| {
            let origin = [first, first + (band * BAND) as f64 * spacing];
            let grid = Grid { origin, spacing, columns: side, rows: values.len() / side };
            let filled = noise.fill(values, grid);
            debug_assert!(filled.is_ok(), "the grid has as many samples as the slice");
            let scale = self.scale() as f32;
            values.iter_mut().for_each(|value| *value *= scale);
        });
        values
    }

    /// The factor that gives the sum of octaves a standard deviation of about 1. Octaves are independent, so their variances
    /// are added. The amplitudes of `Fbm` sum to 1.
    fn scale(&self) -> f64 {
        let (mut sum, mut squares, mut amplitude) = (0.0, 0.0, 1.0);
        for _ in 0..self.octaves {
            sum += amplitude;
            squares += amplitude * amplitude;
            amplitude *= self.gain;
        }
        sum / (squares.sqrt() * PERLIN)
    }
}
