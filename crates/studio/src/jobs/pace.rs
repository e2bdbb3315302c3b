//! Adapts the size of work to a time, by the time that earlier work took.

use std::time::Duration;

/// The share of the time that a larger size than the last must fit, so that sizes do not alternate.
const GROWTH: f64 = 0.7;

/// Sizes of a kind of work, and its speed.
#[derive(Debug)]
pub(super) struct Pace {
    /// The sizes, small to large.
    sizes: &'static [usize],
    /// The time that the work may take.
    time: Duration,
    /// Index of the size that was chosen last.
    level: usize,
    /// Seconds per unit of work, averaged over the last pieces. `None` until something was measured.
    seconds: Option<f64>,
}

impl Pace {
    pub(super) fn new(sizes: &'static [usize], time: Duration) -> Self {
        Self { sizes, time, level: 0, seconds: None }
    }

    /// Takes note of finished work of this many units.
    pub(super) fn add(&mut self, units: usize, took: Duration) {
        let seconds = took.as_secs_f64() / units as f64;
        self.seconds = Some(self.seconds.map_or(seconds, |mean| 0.5 * (mean + seconds)));
    }

    /// Index of the largest size whose work fits the time; `units` gives the work of a size. The first size if none fits, or if
    /// nothing was measured yet.
    pub(super) fn fitting(&mut self, units: impl Fn(usize) -> usize) -> usize {
        let fits = |level: &usize| {
            let share = if *level > self.level { GROWTH } else { 1.0 };
            let time = share * self.time.as_secs_f64();
            self.seconds.is_some_and(|seconds| seconds * units(self.sizes[*level]) as f64 <= time)
        };
        self.level = (0..self.sizes.len()).rev().find(fits).unwrap_or(0);
        self.level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_measured_time() {
        let mut pace = Pace::new(&[10, 20, 40], Duration::from_millis(10));
        let fitting = |pace: &mut Pace| pace.fitting(|side| side * side);
        assert_eq!(fitting(&mut pace), 0, "nothing was measured");
        // Microseconds for 100 units, and the mean that follows from them.
        for (micros, mean, expected) in [
            (400, 400, 2),
            (2000, 1200, 1),
            (8000, 4600, 0),
            (200, 2400, 0),
            (600, 1500, 1),
            // Fits the largest size, but not with room for it.
            (0, 750, 1),
            (450, 600, 1),
            (200, 400, 2),
            (800, 600, 2),
        ] {
            pace.add(100, Duration::from_micros(micros));
            assert_eq!(fitting(&mut pace), expected, "{mean} µs for 100 units: {pace:?}");
        }
    }
}
