//! What the lines of a journal come to.

use std::sync::Arc;

use super::JournalError;
use super::line::{Line, Mark};
use super::lines::Lines;
use crate::error::StrokeError;
use crate::stroke::Stroke;

/// What is kept of the strokes that there are, and of those that were undone, the last of them last. The header was read;
/// `keep` is given a stroke, where its line begins and how long that is.
pub(super) fn replay<T>(
    lines: &mut Lines<'_>,
    keep: impl Fn(Arc<Stroke>, u64, usize) -> Result<T, StrokeError>,
) -> Result<[Vec<T>; 2], JournalError> {
    let (mut active, mut undone) = (Vec::new(), Vec::new());
    while let Some((offset, length, line)) = lines.next()? {
        match line {
            Line::Header(_) => return Err(lines.broken("a second header".to_owned())),
            Line::Stroke(stroke) => {
                let kept = keep(stroke, offset, length);
                active.push(kept.map_err(|error| lines.broken(error.to_string()))?);
                undone.clear();
            }
            Line::Mark(mark) => {
                let [from, to] = sides(mark, &mut active, &mut undone);
                let name = if mark == Mark::Undo { "an undo" } else { "a redo" };
                to.push(from.pop().ok_or_else(|| lines.broken(format!("{name} of nothing")))?);
            }
        }
    }
    Ok([active, undone])
}

/// Those that a mark takes the last stroke of, and those that get it.
pub(super) fn sides<'a, T>(
    mark: Mark,
    active: &'a mut Vec<T>,
    undone: &'a mut Vec<T>,
) -> [&'a mut Vec<T>; 2] {
    match mark {
        Mark::Undo => [active, undone],
        Mark::Redo => [undone, active],
    }
}
