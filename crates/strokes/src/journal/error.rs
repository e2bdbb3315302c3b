//! What can go wrong with journals.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::error::StrokeError;

/// Why a journal cannot be had, or a stroke not be kept. The file is as it was before.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system's. A full disk is one: the strokes before are in the file, this one is not.
    #[error("{}: {source}; the strokes that were kept before are still in it", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is not there.
    #[error("there is no file {}", path.display())]
    Missing {
        /// Which file.
        path: PathBuf,
    },
    /// Another program has it open.
    #[error("{} is open in another program: close it there first", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// It does not begin as journals do.
    #[error("{} is no file of strokes, or its first line is broken: it was left as it is; take a copy, or another name", path.display())]
    NoJournal {
        /// Which file.
        path: PathBuf,
    },
    /// A line is broken.
    #[error("{}:{line}: {what}; nothing was changed: take a copy, or save the lines before into a new file with `salvage`", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It was changed while it was open.
    #[error("{} was changed by another program while it was open: open it again", path.display())]
    Changed {
        /// Which file.
        path: PathBuf,
    },
    /// What is at its path now is another file, or nothing: what is written would be found by nobody.
    #[error("{} was deleted or replaced by another program while it was open: open what is there now, or go on in a copy", path.display())]
    Replaced {
        /// Which file.
        path: PathBuf,
    },
    /// It has another version.
    #[error("{} has version {version} of the format, this program reads 1: take the program that wrote it", path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// It belongs to something else.
    #[error("{} has strokes of {of}, not of {expected}: give the file that belongs to it", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What it belongs to.
        of: String,
        /// What it was expected to belong to.
        expected: String,
    },
    /// The stroke is none.
    #[error(transparent)]
    Stroke(#[from] StrokeError),
}
