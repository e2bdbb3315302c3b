//! Finds the threshold for a number of triangles.

/// Bits of a 32-bit float that are not used: nine bits of the fraction are, so a bin is at most 0.2 % wide.
const DROPPED: u32 = 23 - 9;

/// The triangles that splits add, by the error of the splits.
pub(super) struct Histogram(Vec<i64>);

impl Histogram {
    pub(super) fn new() -> Self {
        Self(vec![0; (f32::INFINITY.to_bits() >> DROPPED) as usize + 1])
    }

    /// Adds a split. Bits of positive floats have the order of the floats.
    pub(super) fn add(&mut self, error: f32, triangles: i64) {
        self.0[(error.to_bits() >> DROPPED) as usize] += triangles;
    }

    pub(super) fn plus(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
        self
    }

    /// The number of triangles that the splits with errors above a threshold add. Splits whose errors are in the threshold's bin
    /// count too.
    pub(super) fn above(&self, threshold: f32) -> u64 {
        let bin = (threshold.to_bits() >> DROPPED) as usize;
        self.0[bin..].iter().sum::<i64>() as u64
    }

    /// The smallest threshold, to the width of a bin, for which the splits with larger errors add at most `most` triangles.
    pub(super) fn threshold(&self, most: u64) -> f32 {
        let mut added = 0;
        for (bin, triangles) in self.0.iter().enumerate().rev() {
            added += triangles;
            if added > most as i64 {
                // The largest error of this bin is not split.
                return f32::from_bits((((bin + 1) as u32) << DROPPED) - 1);
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_splits_as_many_as_the_budget_allows() {
        let mut histogram = Histogram::new();
        let errors = [0.0, 0.5, 1.0, 1.0, 4.0, 8.0, 1e30];
        errors.iter().for_each(|&error| histogram.add(error, 2));
        let added = |most| {
            let threshold = histogram.threshold(most);
            2 * errors.iter().filter(|&&error| error > threshold).count()
        };
        // Splits with equal errors are made together.
        let counts = [0, 1, 2, 4, 6, 8, 10, 11, 12, 100].map(added);
        assert_eq!(counts, [0, 0, 2, 4, 6, 6, 10, 10, 12, 12]);
        // Samples that are on the triangles are never split.
        assert_eq!(histogram.threshold(1000), 0.0);
        // 1.001 is in the bin of 1, and 1.01 is not.
        let above = [0.0, 0.25, 1.001, 1.01, 4.1, f32::MAX].map(|threshold| histogram.above(threshold));
        assert_eq!(above, [14, 12, 10, 6, 4, 0]);
    }
}
