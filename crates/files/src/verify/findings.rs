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
}

/// What the comparison of a file found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// What the errors are measured in.
    pub unit: Unit,
    /// The largest difference between the file and the recipe; infinite where the file holds no number.
    pub largest: f64,
    /// The largest difference that the format makes necessary.
    pub allowed: f64,
    /// Samples compared.
    pub samples: u64,
    /// Samples that are not those which the format would have been given.
    pub wrong: u64,
    /// Column and row of the first of these.
    pub first: Option<[usize; 2]>,
    /// The samples along the sides of the file; empty unless it is a tile.
    pub edges: Edges,
}

impl Findings {
    pub(super) fn new(unit: Unit, allowed: f64) -> Self {
        Self { unit, largest: 0.0, allowed, samples: 0, wrong: 0, first: None, edges: Edges::default() }
    }

    /// Takes the error of a sample, and whether it is another sample than it should be.
    pub(super) fn add(&mut self, error: f64, wrong: bool, at: impl FnOnce() -> [usize; 2]) {
        self.samples += 1;
        self.largest = self.largest.max(if error.is_nan() { f64::INFINITY } else { error });
        if wrong {
            self.wrong += 1;
            self.first.get_or_insert_with(at);
        }
    }

    /// What is wrong, in words, if anything is.
    pub fn flaw(&self) -> Option<String> {
        let unit = if self.unit == Unit::Metres { "m" } else { "steps" };
        if let Some([column, row]) = self.first {
            let (wrong, samples, largest) = (self.wrong, self.samples, significant(self.largest, 4));
            return Some(format!(
                "{wrong} of {samples} samples are not the recipe's, by {largest} {unit} at most; the first lies at \
                 column {column}, row {row}"
            ));
        }
        // The allowed error is itself rounded.
        (self.largest > self.allowed * (1.0 + 1e-6)).then(|| {
            let [largest, allowed] = [self.largest, self.allowed].map(|error| significant(error, 4));
            format!("it is off by {largest} {unit}, where {allowed} are allowed")
        })
    }
}
