//! The distribution of a terrain's heights and slopes.

use rayon::prelude::*;

use super::height_field::HeightField;

/// The percentiles to report.
pub(crate) const PERCENTS: [u32; 7] = [1, 5, 25, 50, 75, 95, 99];

/// The distribution of heights and slopes. Samples that are not finite are counted and otherwise ignored.
pub(crate) struct Statistics {
    /// Mean height.
    pub(crate) mean: f64,
    /// Standard deviation of the heights.
    pub(crate) deviation: f64,
    /// Share of the samples that are not finite, from 0 to 1.
    pub(crate) not_finite: f64,
    /// Every finite height, sorted.
    pub(crate) heights: Vec<f32>,
    /// Every finite slope in degrees, sorted; empty if the scale is unknown.
    pub(crate) degrees: Vec<f32>,
    /// Mean slope in degrees.
    pub(crate) mean_degrees: f64,
}

impl Statistics {
    /// The statistics of a terrain, or `None` if it has no finite height.
    pub(crate) fn of(field: &HeightField) -> Option<Self> {
        let heights = sorted(field.heights.iter().copied());
        if heights.is_empty() {
            return None;
        }
        let slopes = field.scale.iter().flat_map(|scale| &scale.slopes);
        let degrees = sorted(slopes.map(|&slope| libm::atanf(slope).to_degrees()));
        let mean = mean(&heights, |height| height);
        let variance = self::mean(&heights, |height| (height - mean) * (height - mean));
        Some(Self {
            mean,
            deviation: variance.sqrt(),
            not_finite: 1.0 - heights.len() as f64 / field.heights.len() as f64,
            mean_degrees: self::mean(&degrees, |slope| slope),
            heights,
            degrees,
        })
    }

    /// Lowest height.
    pub(crate) fn min(&self) -> f64 {
        f64::from(self.heights[0])
    }

    /// Highest height.
    pub(crate) fn max(&self) -> f64 {
        f64::from(self.heights[self.heights.len() - 1])
    }

    /// The area under the hypsometric curve: (mean − min)/(max − min) (Pike and Wilson, 1971). `None` for flat terrain.
    pub(crate) fn hypsometric_integral(&self) -> Option<f64> {
        let range = self.max() - self.min();
        (range > 0.0).then(|| (self.mean - self.min()) / range)
    }
}

fn sorted(values: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = values.filter(|value| value.is_finite()).collect();
    values.par_sort_unstable_by(f32::total_cmp);
    values
}

/// The mean of a function of the values, 0 if there are none.
fn mean(values: &[f32], function: impl Fn(f64) -> f64) -> f64 {
    let sum: f64 = values.iter().map(|&value| function(f64::from(value))).sum();
    sum / values.len().max(1) as f64
}

/// The value below which this share of the sorted values is, by linear interpolation between neighbours.
pub(crate) fn quantile(sorted: &[f32], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    let (below_value, above_value) = (f64::from(sorted[below]), f64::from(sorted[above]));
    below_value + (place - below as f64) * (above_value - below_value)
}

/// Shares of sorted values in `bins` equal intervals of `from..=to`.
pub(crate) fn histogram(sorted: &[f32], from: f64, to: f64, bins: usize) -> Vec<f64> {
    let edge = |bin: usize| from + (to - from) * bin as f64 / bins as f64;
    // The last interval includes its upper edge.
    let below = |bin: usize| {
        if bin == bins { sorted.len() } else { sorted.partition_point(|&value| f64::from(value) < edge(bin)) }
    };
    (0..bins).map(|bin| (below(bin + 1) - below(bin)) as f64 / sorted.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(heights: Vec<f32>) -> HeightField {
        HeightField { name: String::new(), columns: heights.len(), rows: 1, heights, scale: None }
    }

    #[test]
    fn statistics_of_a_ramp() {
        let mut heights: Vec<f32> = (0..=100).rev().map(|i| 10.0 + i as f32).collect();
        heights.extend([f32::NAN, f32::INFINITY]);
        let statistics = Statistics::of(&field(heights)).unwrap();
        assert_eq!((statistics.min(), statistics.max(), statistics.mean), (10.0, 110.0, 60.0));
        // The variance of n even steps of 1 is (n² − 1)/12.
        assert!((statistics.deviation - ((101.0_f64 * 101.0 - 1.0) / 12.0).sqrt()).abs() < 1e-9);
        assert!((statistics.not_finite - 2.0 / 103.0).abs() < 1e-12);
        assert_eq!(statistics.hypsometric_integral(), Some(0.5));
        assert_eq!(quantile(&statistics.heights, 0.25), 35.0);
        assert_eq!(histogram(&statistics.heights, 10.0, 110.0, 2), [50.0 / 101.0, 51.0 / 101.0]);
    }

    #[test]
    fn flat_terrain_and_terrain_without_heights() {
        assert_eq!(Statistics::of(&field(vec![3.0; 9])).unwrap().hypsometric_integral(), None);
        assert!(Statistics::of(&field(vec![f32::NAN; 9])).is_none());
    }
}
