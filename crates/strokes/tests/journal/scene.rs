//! Distinguishable strokes, and journals.

use std::path::Path;

use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::{Journal, JournalError};
use orogen_strokes::stroke::{Point, Stroke, Surface};

/// A stroke with a number. The number is stored as the metres by which the stroke raises the ground.
pub(crate) fn stroke(number: usize) -> Stroke {
    let place = |i: usize| [(number * 37 % 1000) as f64 + 0.1 * i as f64, (number * 91 % 1000) as f64 / 3.0];
    let points = (0..1 + number % 7).map(|i| Point { position: place(i), pressure: 1.0 / (1 + i) as f64 });
    Stroke { brush: Brush::new(Tool::Raise { metres: number as f64 }, 10.0), points: points.collect() }
}

pub(crate) fn number(stroke: &Stroke) -> usize {
    let Tool::Raise { metres } = stroke.brush.tool else { unreachable!("every stroke raises") };
    metres as usize
}

pub(crate) fn open(path: &Path) -> Result<Journal, JournalError> {
    Journal::open(path, "scene", Surface::Plane)
}

/// The numbers of all strokes. Each stroke must be equal to the stroke that was saved.
pub(crate) fn numbers(journal: &mut Journal) -> Vec<usize> {
    let found = (0..journal.len()).map(|index| journal.stroke(index).unwrap());
    let found: Vec<_> = found.collect();
    assert!(found.iter().all(|found| **found == stroke(number(found))));
    found.iter().map(|stroke| number(stroke)).collect()
}
