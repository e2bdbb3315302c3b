//! Reads a journal without opening it for writing.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::JournalError;
use super::line::Line;
use super::line_reader::LineReader;
use super::replay::replay;
use crate::stroke::{Ground, Stroke};

/// The content of a journal.
///
/// # Example
/// ```
/// use orogen_strokes::journal::{Journal, read};
/// use orogen_strokes::stroke::Ground;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("alps.strokes");
/// drop(Journal::open(&path, "alps.toml", Ground::Plane)?);
///
/// let recorded = read(&path)?;
/// assert_eq!((recorded.of.as_str(), recorded.strokes.len()), ("alps.toml", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What the journal belongs to.
    pub of: String,
    /// The ground that the strokes are on.
    pub ground: Ground,
    /// The strokes in order, without those that were undone.
    pub strokes: Vec<Arc<Stroke>>,
    /// Number of strokes that can be redone.
    pub undone: usize,
    /// The number of an incomplete last line that was ignored, counted from 1.
    pub dropped: Option<usize>,
}

/// Reads the strokes of a journal. Another program may have it open and write to it. The file is unchanged.
///
/// # Errors
/// The file does not exist or cannot be read, is not a journal, or has a damaged line.
pub fn read(path: &Path) -> Result<Recorded, JournalError> {
    let path_of = || path.to_owned();
    let file = File::open(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => JournalError::Missing { path: path_of() },
        _ => JournalError::Io { path: path_of(), source },
    })?;
    let mut lines = LineReader::new(path, &file)?;
    let Some((_, _, Line::Header(header))) = lines.next()? else {
        return Err(JournalError::NoJournal { path: path.to_owned() });
    };
    let (of, ground) = header.belongs(path)?;
    let keep = |stroke: Arc<Stroke>, _, _| stroke.check(ground).map(|()| stroke);
    let [strokes, undone] = replay(&mut lines, keep)?;
    let (_, dropped) = lines.end();
    Ok(Recorded { of, ground, strokes, undone: undone.len(), dropped })
}
