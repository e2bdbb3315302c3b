//! Replays the lines of a journal.

use std::sync::Arc;

use super::JournalError;
use super::line::{Line, Mark};
use super::line_reader::LineReader;
use crate::error::StrokeError;
use crate::stroke::Stroke;

/// Replays the lines after the header. Returns the active strokes, and the undone strokes with the last undone at the end.
/// `keep` gets each stroke with the offset and length of its line.
pub(super) fn replay<T>(
    lines: &mut LineReader<'_>,
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
                let verb = if mark == Mark::Undo { "undo" } else { "redo" };
                to.push(from.pop().ok_or_else(|| lines.broken(format!("there is nothing to {verb}")))?);
            }
        }
    }
    Ok([active, undone])
}

/// The list from which a mark takes the last stroke, and the list that gets it.
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
