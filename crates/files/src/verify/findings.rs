//! The result of comparing a file.

use orogen_engine::digits::significant;

use super::Edges;

/// The unit of an error.
///
/// ```
/// use orogen_files::verify::Unit;
///
/// let label = |unit| match unit {
///     Unit::Metres => "m",
///     Unit::Values => "of the field",
///     Unit::Steps => "steps",
///     Unit::Length => "of the length",
/// };
/// assert_eq!(label(Unit::Metres), "m");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres of height.
    Metres,
    /// Values of a field.
    Values,
    /// Steps of the numbers in the file, in the channel that differs most.
    Steps,
    /// Fractions of the length of a normal, in the component that differs most.
    Length,
}

/// If a graphics device computed the samples, at most one in this number may be on the other side of a cliff or a crease.
const SAMPLES_PER_OUTLIER: u64 = 500;

/// Maximum error of the height of such a sample, as a multiple of the tolerance.
pub(super) const OUTLIER_FACTOR: f64 = 100.0;

/// The result of comparing a file with the recipe. [`Check::complete`](super::Check::complete) returns it.
///
/// ```
/// use orogen_files::verify::{Edges, Findings, Unit};
///
/// let findings = Findings {
///     unit: Unit::Metres,
///     largest: 0.25,
///     allowed: 0.0,
///     tolerance: 0.0,
///     samples: 4,
///     wrong: 1,
///     first: Some([1, 1]),
///     edges: Edges::default(),
///     normals: None,
/// };
/// assert!(findings.flaw().unwrap().starts_with("1 of 4 samples"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The unit of the errors.
    pub unit: Unit,
    /// The largest difference between the file and the recipe; infinite if the file contains NaN.
    pub largest: f64,
    /// The largest difference that the rounding of the format causes.
    pub allowed: f64,
    /// Additional tolerance for the rounding of a graphics device; 0 if the processor computed the terrain.
    pub tolerance: f64,
    /// Samples compared.
    pub samples: u64,
    /// Number of samples that differ from those that the format would store. With a tolerance, only samples whose error
    /// exceeds `allowed + tolerance` count.
    pub wrong: u64,
    /// Column and row of the first wrong sample.
    pub first: Option<[usize; 2]>,
    /// The samples along the edges of the file; empty unless the file is a tile.
    pub edges: Edges,
    /// The findings of the normals, if the file has normals besides heights.
    pub normals: Option<Box<Findings>>,
}

impl Findings {
    pub(super) fn new(unit: Unit, allowed: f64, tolerance: f64) -> Self {
        let (edges, normals) = (Edges::default(), None);
        Self { unit, largest: 0.0, allowed, tolerance, samples: 0, wrong: 0, first: None, edges, normals }
    }

    /// Adds the error of a sample, and whether the sample is wrong.
    pub(super) fn add(&mut self, error: f64, wrong: bool, at: impl FnOnce() -> [usize; 2]) {
        self.samples += 1;
        self.largest = self.largest.max(if error.is_nan() { f64::INFINITY } else { error });
        if wrong && (self.tolerance == 0.0 || self.exceeds(error)) {
            self.wrong += 1;
            self.first.get_or_insert_with(at);
        }
    }

    /// Whether an error is larger than allowed. A small margin makes up for the rounding of `allowed`.
    pub(super) fn exceeds(&self, error: f64) -> bool {
        error > self.allowed * (1.0 + 1e-6) + self.tolerance
    }

    /// The largest difference that the rounding of the format and of the device together can cause. On a graphics device, a few
    /// samples at cliffs and creases may differ by more.
    pub fn bound(&self) -> f64 {
        self.allowed + self.tolerance
    }

    /// Whether the wrong samples are within the limits for a graphics device. At cliffs and creases a few samples may be on the
    /// other side. Their errors of height are bounded. Values that depend on slopes jump there, so the errors of normals,
    /// colours and masks have no bound.
    fn is_within_device_limits(&self) -> bool {
        let near = !matches!(self.unit, Unit::Metres | Unit::Values)
            || self.largest <= self.allowed + OUTLIER_FACTOR * self.tolerance;
        self.tolerance > 0.0 && near && self.wrong <= self.samples / SAMPLES_PER_OUTLIER
    }

    /// Describes what is wrong; `None` if the file matches.
    pub fn flaw(&self) -> Option<String> {
        let of_normals = self.normals.as_ref().and_then(|normals| normals.flaw());
        let messages: Vec<_> = self.own_flaw().into_iter().chain(of_normals).collect();
        (!messages.is_empty()).then(|| messages.join("; "))
    }

    fn own_flaw(&self) -> Option<String> {
        let (things, unit) = match self.unit {
            Unit::Metres => ("samples", "m"),
            Unit::Values => ("samples", "of the field"),
            Unit::Steps => ("samples", "steps"),
            Unit::Length => ("normals", "of their length"),
        };
        if self.is_within_device_limits() {
            return None;
        }
        let (wrong, samples, largest) = (self.wrong, self.samples, self.largest);
        if let Some([column, row]) = self.first {
            let largest = significant(largest, 4);
            return Some(format!(
                "{wrong} of {samples} {things} differ from the recipe; the largest difference is {largest} {unit}, the \
                 first is at column {column}, row {row}"
            ));
        }
        self.exceeds(largest).then(|| {
            let [largest, allowed] = [largest, self.bound()].map(|error| significant(error, 4));
            format!("it is off by {largest} {unit}, but only {allowed} are allowed")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tolerance: f64, errors: &[f64]) -> Findings {
        let mut findings = Findings::new(Unit::Metres, 0.5, tolerance);
        errors.iter().for_each(|&error| findings.add(error, error > 0.0, || [3, 4]));
        findings
    }

    #[test]
    fn the_processor_has_no_tolerance() {
        assert_eq!(found(0.0, &[0.0, 0.1]).wrong, 1);
        let mut errors = vec![0.0; 1000];
        errors[7] = 0.1;
        assert!(found(0.0, &errors).flaw().is_some_and(|flaw| flaw.contains("1 of 1000 samples")));
    }

    #[test]
    fn a_device_may_have_a_few_outliers_within_limits() {
        let mut errors = vec![0.5; 1000];
        assert_eq!((found(0.01, &errors).wrong, found(0.01, &errors).flaw()), (0, None));
        errors[..2].fill(1.4);
        assert_eq!((found(0.01, &errors).wrong, found(0.01, &errors).flaw()), (2, None));
        errors[2] = 1.4;
        assert!(found(0.01, &errors).flaw().is_some_and(|flaw| flaw.contains("3 of 1000 samples")));
        errors[..3].copy_from_slice(&[1.6, 0.0, 0.0]);
        assert!(found(0.01, &errors).flaw().is_some_and(|flaw| flaw.contains("1 of 1000 samples")));
    }
}
