//! Layers of hard and soft rock, and their effect on ground that is eroded through them.
//!
//! Both rules of erosion, the incision of rivers and the sliding of slopes, are integrals over the height. So a time step may
//! pass through many thin layers at once, and each of them has its effect. The two integrals are in tables.

use orogen_noise::hash::combine;

use crate::land::{Amount, Land, Strata};

/// Boundaries between layers are displaced from even positions by at most this share of a thickness.
const STRAYING: f32 = 0.35;

/// The tangent of the angle of repose grows with this power of the hardness. If shale has slopes of 40°, rock ten times as
/// hard has cliffs of 70°.
const STEEPNESS: f32 = 0.5;

/// Entries of the tables for each layer. The next constant is the maximum number of entries.
const ENTRIES: f32 = 16.0;
const MAX_ENTRIES: f32 = 65536.0;

/// The layers in a range of heights, as integrals over the height.
#[derive(Debug)]
pub(crate) struct Layers {
    /// The lowest height of the tables in metres, measured from the zero height of the layers.
    low: f32,
    /// Height between two entries in metres.
    step: f32,
    /// The integral of the hardness: the time that a river takes to cut through, relative to the time for common rock.
    resistance: Vec<f32>,
    /// The integral of 1/steepness: the horizontal length of a slope at its angle of repose, relative to the length in common
    /// rock.
    run: Vec<f32>,
    shift: Amount,
}

impl Layers {
    /// The layers of land. Ground never gets lower than the lowest place of the land, or much higher than its highest place.
    pub(crate) fn new(land: &Land, strata: &Strata, seed: u64) -> Self {
        let extremes = |numbers: &[f32]| {
            numbers.iter().fold([f32::MAX, f32::MIN], |[low, high], &n| [low.min(n), high.max(n)])
        };
        let [lowest, highest] = extremes(&land.height);
        let [down, up] = match &strata.shift {
            Amount::Number(number) => [*number; 2],
            Amount::Raster(numbers) => extremes(numbers),
        };
        let low = lowest - up - strata.thickness;
        let high = highest - down + strata.thickness;
        let step = (strata.thickness / ENTRIES).max((high - low) / MAX_ENTRIES);
        // Entries are at multiples of the step, so that land with another range has the same layers.
        let low = (low / step).floor() * step;
        let count = ((high - low) / step).ceil() as usize + 2;
        let hardness = (0..count - 1).map(|entry| {
            let height = low + (entry as f32 + 0.5) * step;
            libm::powf(strata.contrast, exponent(height / strata.thickness, seed))
        });
        let hardness: Vec<f32> = hardness.collect();
        let integral = |of: &dyn Fn(f32) -> f32| {
            let mut sum = 0.0_f64;
            let entries = hardness.iter().map(|&hardness| {
                sum += f64::from(of(hardness) * step);
                sum as f32
            });
            [0.0].into_iter().chain(entries).collect()
        };
        Self {
            low,
            step,
            resistance: integral(&|hardness| hardness),
            run: integral(&|hardness| 1.0 / libm::powf(hardness, STEEPNESS)),
            shift: strata.shift.clone(),
        }
    }

    /// The height of ground after a time step in which rivers cut from `before` towards `numerator/denominator`. The time for
    /// each layer is proportional to its hardness.
    ///
    /// Below, `h₀` is `before`, `N` is `numerator`, `D` is `denominator`, and `R` is the integral of the hardness. In common
    /// rock, the height `h` after the step follows from the implicit scheme `h₀ − h = D·h − N`. In layers, the time to cut
    /// from `h₀` down to `h` is the difference of the integrals: `R(h₀) − R(h) = D·h − N`. With growing `h`, the right side
    /// grows and the left side falls, so there is one solution.
    pub(crate) fn incised(&self, cell: usize, before: f32, numerator: f32, denominator: f32) -> f32 {
        let shift = self.shift.at(cell);
        if denominator * before <= numerator {
            return before;
        }
        let target = self.value(&self.resistance, before - shift) + numerator;
        let at = |entry: usize| self.resistance[entry] + denominator * (self.height(entry) + shift);
        let entry = self.last_entry(|entry| at(entry) <= target);
        let (here, next) = (at(entry), at(entry + 1));
        (self.height(entry) + shift + (target - here) / (next - here) * self.step).min(before)
    }

    /// Converts a height to a scale on which slopes at their angle of repose are equally steep in all layers.
    pub(crate) fn level(&self, cell: usize, height: f32) -> f32 {
        self.value(&self.run, height - self.shift.at(cell))
    }

    /// Converts a level on that scale to a height.
    pub(crate) fn height_of(&self, cell: usize, level: f32) -> f32 {
        let entry = self.last_entry(|entry| self.run[entry] <= level);
        let (here, next) = (self.run[entry], self.run[entry + 1]);
        self.height(entry) + self.shift.at(cell) + (level - here) / (next - here) * self.step
    }

    /// The height of an entry, measured from the zero height of the layers.
    fn height(&self, entry: usize) -> f32 {
        self.low + entry as f32 * self.step
    }

    /// The value of a table at a height. Beyond its ends, the table continues linearly.
    fn value(&self, table: &[f32], height: f32) -> f32 {
        let place = (height - self.low) / self.step;
        let entry = (place.max(0.0) as usize).min(table.len() - 2);
        table[entry] + (place - entry as f32) * (table[entry + 1] - table[entry])
    }

    /// The last entry for which `holds` is true, but at most the last entry but one. `holds` must be true up to some entry
    /// and false after it.
    fn last_entry(&self, holds: impl Fn(usize) -> bool) -> usize {
        let (mut first, mut end) = (0, self.run.len() - 1);
        while end - first > 1 {
            let middle = first.midpoint(end);
            if holds(middle) { first = middle } else { end = middle }
        }
        first
    }
}

/// The exponent of the contrast at a height in units of the mean thickness: 0 to 1/2 in hard layers, 0 to −1/2 in soft
/// layers.
fn exponent(height: f32, seed: u64) -> f32 {
    let random = |layer: i64, salt: u64| {
        let word = combine(combine(seed, layer as u64), salt);
        (word >> 40) as f32 * (1.0 / (1 << 24) as f32)
    };
    let boundary = |layer: i64| layer as f32 + STRAYING * (2.0 * random(layer, 0) - 1.0);
    let floor = height.floor() as i64;
    let layer = (floor - 1..=floor + 1).rev().find(|&layer| boundary(layer) <= height).unwrap_or(floor - 1);
    let strength = 0.5 * (0.35 + 0.65 * random(layer, 1));
    if layer % 2 == 0 { strength } else { -strength }
}

#[cfg(test)]
mod tests {
    use super::{Layers, Strata};
    use crate::land::{Amount, Land};

    fn layers(contrast: f32, shift: f32) -> Layers {
        let land = Land::new(8, 10.0, (0..64).map(|cell| cell as f32 * 10.0).collect());
        let strata = Strata { thickness: 25.0, contrast, shift: Amount::Number(shift) };
        Layers::new(&land, &strata, 3)
    }

    /// Without contrast, the scheme is the same as for common rock: `h = (h₀ + N)/(1 + D)`.
    #[test]
    fn layers_of_one_hardness_are_common_rock() {
        let layers = layers(1.0, 7.0);
        for [before, receiver, factor] in [[400.0, 100.0, 0.3], [630.0, 0.0, 40.0], [50.0, 49.0, 2.0]] {
            let expected = (before + factor * receiver) / (1.0 + factor);
            let height = layers.incised(0, before, factor * receiver, factor);
            assert!((height - expected).abs() < 0.01, "{height} instead of {expected}");
        }
    }

    /// Compares the scheme with many small explicit steps of `dh/dt = −F·(h − hᵣ)/hardness`, with `hᵣ` the height of the
    /// receiver and `F` a factor. The implicit scheme uses the slope at the end of the step, so the explicit steps use this
    /// slope, too.
    #[test]
    fn rivers_take_as_long_as_layers_are_hard() {
        let layers = layers(8.0, 0.0);
        let (before, receiver) = (600.0_f32, 40.0_f32);
        for factor in [0.05_f32, 0.4, 3.0] {
            let height = layers.incised(0, before, factor * receiver, factor);
            let slope = factor * (height - receiver);
            // Cuts the rock that can be cut in this time, layer by layer.
            let (mut left, mut at) = (slope, before);
            while left > 0.0 {
                let hardness = (layers.value(&layers.resistance, at)
                    - layers.value(&layers.resistance, at - 0.01))
                    / 0.01;
                (left, at) = (left - 0.01 * hardness, at - 0.01);
            }
            assert!((at - height).abs() < 1.0, "{at} m and {height} m");
        }
    }

    #[test]
    fn levels_are_those_of_heights() {
        let layers = layers(8.0, -12.0);
        for height in [-300.0_f32, 0.0, 11.0, 333.0, 600.0, 1500.0] {
            let back = layers.height_of(0, layers.level(0, height));
            assert!((back - height).abs() < 0.01, "{back} instead of {height}");
        }
        assert_eq!(layers.level(0, f32::INFINITY), f32::INFINITY);
        // Layers move up with their shift.
        let shifted = super::tests::layers(8.0, 0.0);
        let step = |layers: &Layers, height: f32| layers.level(0, height + 1.0) - layers.level(0, height);
        assert!(
            (0..60)
                .all(|k| (step(&layers, k as f32 * 10.0 - 12.0) - step(&shifted, k as f32 * 10.0)).abs()
                    < 0.01)
        );
    }
}
