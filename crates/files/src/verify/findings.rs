//! What the comparison of a file found.

use orogen::digits::significant;

use super::Edges;

/// What an error is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres of height.
    Metres,
    /// Steps of the numbers in the file, of the channel that is off most.
    Steps,
    /// The length of a normal, of the component that is off most.
    Length,
}

/// One sample in so many may be on the other side of a cliff or a crease when a device made it.
const FEW: u64 = 500;

/// How many times the leeway its height is off at most then.
pub(super) const FARTHEST: f64 = 100.0;

/// What the comparison of a file found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// What the errors are measured in.
    pub unit: Unit,
    /// The largest difference between the file and the recipe; infinite where the file holds no number.
    pub largest: f64,
    /// The largest difference that the format makes necessary.
    pub allowed: f64,
    /// How much more than that the rounding of a graphics device explains; 0 if the processor made the terrain.
    pub leeway: f64,
    /// Samples compared.
    pub samples: u64,
    /// Samples that are not those which the format would have been given.
    pub wrong: u64,
    /// Column and row of the first of these.
    pub first: Option<[usize; 2]>,
    /// The samples along the sides of the file; empty unless it is a tile.
    pub edges: Edges,
    /// What was found of the normals, if the file has some besides its heights.
    pub normals: Option<Box<Findings>>,
}

impl Findings {
    pub(super) fn new(unit: Unit, allowed: f64, leeway: f64) -> Self {
        let (edges, normals) = (Edges::default(), None);
        Self { unit, largest: 0.0, allowed, leeway, samples: 0, wrong: 0, first: None, edges, normals }
    }

    /// Takes the error of a sample, and whether it is another sample than it should be.
    pub(super) fn add(&mut self, error: f64, wrong: bool, at: impl FnOnce() -> [usize; 2]) {
        self.samples += 1;
        self.largest = self.largest.max(if error.is_nan() { f64::INFINITY } else { error });
        if wrong && (self.leeway == 0.0 || self.exceeds(error)) {
            self.wrong += 1;
            self.first.get_or_insert_with(at);
        }
    }

    /// Whether an error is larger than allowed, which is itself rounded.
    pub(super) fn exceeds(&self, error: f64) -> bool {
        error > self.allowed * (1.0 + 1e-6) + self.leeway
    }

    /// The largest difference that format and device explain.
    pub fn bound(&self) -> f64 {
        self.allowed + self.leeway
    }

    /// Whether a device may be excused: of a cliff, or where two slopes meet, a few samples are on the other side. How far
    /// their heights may be off is known. What is made of slopes jumps there from anything to anything, so normals,
    /// colours and masks have no such bound.
    fn is_excused(&self) -> bool {
        let near = self.unit != Unit::Metres || self.largest <= self.allowed + FARTHEST * self.leeway;
        self.leeway > 0.0 && near && self.wrong <= self.samples / FEW
    }

    /// What is wrong, in words, if anything is.
    pub fn flaw(&self) -> Option<String> {
        let of_normals = self.normals.as_ref().and_then(|normals| normals.flaw());
        let flaws: Vec<_> = self.own_flaw().into_iter().chain(of_normals).collect();
        (!flaws.is_empty()).then(|| flaws.join("; "))
    }

    fn own_flaw(&self) -> Option<String> {
        let (things, unit) = match self.unit {
            Unit::Metres => ("samples", "m"),
            Unit::Steps => ("samples", "steps"),
            Unit::Length => ("normals", "of their length"),
        };
        if self.is_excused() {
            return None;
        }
        let (wrong, samples, largest) = (self.wrong, self.samples, self.largest);
        if let Some([column, row]) = self.first {
            let largest = significant(largest, 4);
            return Some(format!(
                "{wrong} of {samples} {things} are not the recipe's, by {largest} {unit} at most; the first lies at \
                 column {column}, row {row}"
            ));
        }
        self.exceeds(largest).then(|| {
            let [largest, allowed] = [largest, self.bound()].map(|error| significant(error, 4));
            format!("it is off by {largest} {unit}, where {allowed} are allowed")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(leeway: f64, errors: &[f64]) -> Findings {
        let mut findings = Findings::new(Unit::Metres, 0.5, leeway);
        errors.iter().for_each(|&error| findings.add(error, error > 0.0, || [3, 4]));
        findings
    }

    #[test]
    fn the_processor_has_no_leeway() {
        assert_eq!(found(0.0, &[0.0, 0.1]).wrong, 1);
        let mut errors = vec![0.0; 1000];
        errors[7] = 0.1;
        assert!(found(0.0, &errors).flaw().is_some_and(|flaw| flaw.contains("1 of 1000 samples")));
    }

    #[test]
    fn a_device_is_excused_of_a_few_samples_that_are_near() {
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
