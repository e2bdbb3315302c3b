//! Reading a journal without keeping it.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::JournalError;
use super::line::Line;
use super::lines::Lines;
use super::replay::replay;
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
    let keep = |stroke: Arc<Stroke>, _, _| stroke.check(ground).map(|()| stroke);
    let [strokes, undone] = replay(&mut lines, keep)?;
    let (_, dropped) = lines.end();
    Ok(Recorded { of, ground, strokes, undone: undone.len(), dropped })
}
