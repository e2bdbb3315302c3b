//! How often values occur.

/// The number of bins.
const BINS: usize = 48;

/// How often values occur, in bins of equal width.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The lowest and the highest value.
    pub range: [f64; 2],
    /// The mean of all values.
    pub mean: f64,
    /// The share of values in each bin, from low to high values. The shares add up to 1.
    pub shares: Vec<f64>,
}

impl Histogram {
    /// Counts values. `None` if there are none.
    pub fn of(values: &[f32]) -> Option<Self> {
        let all = values.len() as f64;
        let start = [f64::INFINITY, f64::NEG_INFINITY, 0.0];
        let [low, high, sum] = values.iter().fold(start, |[low, high, sum], value| {
            let value = f64::from(*value);
            [low.min(value), high.max(value), sum + value]
        });
        if values.is_empty() {
            return None;
        }
        let mut shares = vec![0.0; BINS];
        let width = (high - low).max(f64::MIN_POSITIVE);
        for value in values {
            let bin = (f64::from(*value) - low) / width * BINS as f64;
            shares[(bin as usize).min(BINS - 1)] += 1.0 / all;
        }
        Some(Self { range: [low, high], mean: sum / all, shares })
    }

    /// The middle of each bin, with its share.
    pub fn bins(&self) -> impl Iterator<Item = [f64; 2]> {
        let width = self.width();
        let middle = move |at: usize| self.range[0] + (at as f64 + 0.5) * width;
        self.shares.iter().enumerate().map(move |(at, share)| [middle(at), *share])
    }

    /// The width of a bin.
    pub fn width(&self) -> f64 {
        (self.range[1] - self.range[0]) / BINS as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_1_and_follow_the_values() {
        let values: Vec<f32> = (0..4800).map(|at| if at < 3600 { 0.5 } else { at as f32 / 100.0 }).collect();
        let histogram = Histogram::of(&values).unwrap();
        assert_eq!(histogram.range, [0.5, f64::from(47.99_f32)]);
        assert!((histogram.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((histogram.shares[0] - 0.75).abs() < 1e-9, "{:?}", histogram.shares);
        assert!(histogram.shares[1..30].iter().all(|share| *share == 0.0));
        assert!(histogram.mean > 10.0 && histogram.mean < 11.0, "{}", histogram.mean);
        let flat = Histogram::of(&[3.0, 3.0]).unwrap();
        assert_eq!((flat.range, flat.shares[0]), ([3.0; 2], 1.0));
        assert_eq!(Histogram::of(&[]), None);
    }
}
