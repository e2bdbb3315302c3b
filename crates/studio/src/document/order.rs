//! The order of the steps of undo: changes of recipes, and strokes. Each step has a number of its own.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering};

/// The number of the text that a document was opened with: after the strokes of earlier sessions, and before all new steps.
pub(crate) const OPEN: i64 = 0;

static LAST: AtomicI64 = AtomicI64::new(OPEN);
static EARLIEST: AtomicI64 = AtomicI64::new(OPEN);
static LATEST: AtomicI64 = AtomicI64::new(i64::MAX);

/// The number of a new step, which is greater than those of all steps before it.
pub(crate) fn next() -> i64 {
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Numbers for steps that were done in an earlier session, which are less than [`OPEN`]. The first step has the least one.
pub(crate) fn earlier(count: usize) -> Range<i64> {
    below(&EARLIEST, count)
}

/// Numbers for steps that were undone in an earlier session, which are greater than those of all new steps: a new step does not
/// drop them. The first step to redo has the least one.
pub(crate) fn later(count: usize) -> Range<i64> {
    below(&LATEST, count)
}

fn below(end: &AtomicI64, count: usize) -> Range<i64> {
    let count = count as i64;
    let end = end.fetch_sub(count, Ordering::Relaxed);
    end - count..end
}
