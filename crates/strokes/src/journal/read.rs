//! Reads a journal without opening it for writing.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use super::JournalError;
use super::line::Line;
use super::line_reader::LineReader;
use super::replay::replay;
use crate::stroke::{Stroke, Surface};

/// The content of a journal.
///
/// # Example
/// ```
/// use orogen_strokes::journal::{Journal, read};
/// use orogen_strokes::stroke::Surface;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("alps.strokes");
/// drop(Journal::open(&path, "alps.toml", Surface::Plane)?);
///
/// let contents = read(&path)?;
/// assert_eq!((contents.of.as_str(), contents.strokes.len()), ("alps.toml", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JournalContents {
    /// The recipe or ground that the journal belongs to.
    pub of: String,
    /// The surface that the strokes are on.
    pub surface: Surface,
    /// The strokes in order, without those that were undone.
    pub strokes: Vec<Arc<Stroke>>,
    /// Number of strokes that can be redone.
    pub undone: usize,
    /// The number of an incomplete last line that was ignored, counted from 1. `None` if the last line is complete.
    pub dropped: Option<usize>,
}

/// Reads the strokes of a journal, without changing the file. On Linux and macOS this also works while another program has the
/// file open.
///
/// # Errors
/// Fails if the file does not exist or cannot be read, is not a journal, or has a damaged line.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let path_of = || path.to_owned();
    let refused = |source: io::Error| match source.kind() {
        ErrorKind::NotFound => JournalError::Missing { path: path_of() },
        _ => JournalError::Io { path: path_of(), source },
    };
    if !fs::metadata(path).map_err(refused)?.is_file() {
        return Err(JournalError::NotAFile { path: path_of() });
    }
    let file = File::open(path).map_err(refused)?;
    let mut lines = LineReader::new(path, &file)?;
    let Some((_, _, Line::Header(header))) = lines.next()? else {
        return Err(JournalError::NoJournal { path: path.to_owned() });
    };
    let (of, surface) = header.belongs(path)?;
    let keep = |stroke: Arc<Stroke>, _, _| stroke.check(surface).map(|()| stroke);
    let [strokes, undone] = replay(&mut lines, keep)?;
    let (_, dropped) = lines.end();
    Ok(JournalContents { of, surface, strokes, undone: undone.len(), dropped })
}
