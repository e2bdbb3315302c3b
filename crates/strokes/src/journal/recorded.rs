//! Reading a journal without keeping it.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::JournalError;
use super::line::{Line, Mark};
use super::lines::Lines;
use crate::stroke::{Ground, Stroke};

/// What a journal holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What it says that it belongs to.
    pub of: String,
    /// What its strokes lie on.
    pub ground: Ground,
    /// The strokes in their order, without those that were undone.
    pub strokes: Vec<Arc<Stroke>>,
    /// How many can be redone.
    pub undone: usize,
    /// The number of a torn last line that was left out, counted from 1.
    pub dropped: Option<usize>,
}

/// Reads the strokes of a journal. Nothing is changed; another program may have it open and go on.
///
/// # Errors
/// It is not there or cannot be read, is no journal, or has a line that is broken.
pub fn read(path: &Path) -> Result<Recorded, JournalError> {
    let path_of = || path.to_owned();
    let file = File::open(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => JournalError::Missing { path: path_of() },
        _ => JournalError::Io { path: path_of(), source },
    })?;
    let mut lines = Lines::new(path, &file)?;
    let Some((_, _, Line::Header(header))) = lines.next()? else {
        return Err(JournalError::NoJournal { path: path.to_owned() });
    };
    let (of, ground) = header.belongs(path)?;
    let (mut strokes, mut undone) = (Vec::new(), Vec::new());
    while let Some((_, _, line)) = lines.next()? {
        let broken = |what: String| JournalError::Line { path: path.to_owned(), line: lines.number(), what };
        match line {
            Line::Header(_) => return Err(broken("a second header".to_owned())),
            Line::Stroke(stroke) => {
                stroke.check(ground).map_err(|error| broken(error.to_string()))?;
                strokes.push(stroke);
                undone.clear();
            }
            Line::Mark(Mark::Undo) => {
                undone.push(strokes.pop().ok_or_else(|| broken("an undo of nothing".to_owned()))?);
            }
            Line::Mark(Mark::Redo) => {
                strokes.push(undone.pop().ok_or_else(|| broken("a redo of nothing".to_owned()))?);
            }
        }
    }
    let (_, dropped) = lines.end();
    Ok(Recorded { of, ground, strokes, undone: undone.len(), dropped })
}
