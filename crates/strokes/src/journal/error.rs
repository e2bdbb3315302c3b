//! Errors of journals.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::error::StrokeError;

/// Why a journal cannot be read or a stroke cannot be saved. A call that fails removes no saved stroke from the file.
///
/// # Example
/// ```
/// use orogen_strokes::journal::{JournalError, read};
///
/// let missing = std::path::Path::new("no-such-file.strokes");
/// assert!(matches!(read(missing), Err(JournalError::Missing { .. })));
/// ```
#[derive(Debug, Error)]
pub enum JournalError {
    /// An error of the operating system, for example a full disk. Strokes that were saved before are still in the file. A stroke
    /// that was being saved is not.
    #[error("{}: {source}; it still has all strokes that were saved before", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file does not exist.
    #[error("{} does not exist", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The path is a folder, a pipe or a device. Such paths are not opened, since opening a pipe would wait for the other
    /// end.
    #[error("{} is not a file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// Another program has the file open.
    #[error("{} is open in another program: close it there", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file does not begin like a journal.
    #[error("{} is not a stroke file, or its first line is damaged: use a backup or another file name; the file \
             is unchanged", path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
    },
    /// A line is damaged.
    #[error("{}:{line}: {what}: use a backup, or save the lines before it to a new file with `salvage`; the file \
             is unchanged", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Line number, counted from 1.
        line: usize,
        /// What is wrong with the line.
        what: String,
    },
    /// Another program changed the file while it was open.
    #[error("{} was changed by another program while it was open: reopen it", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The path now leads to another file or to no file. Strokes saved to the open file would be lost.
    #[error("{} was deleted or replaced by another program while it was open: reopen it, or continue in a copy", path.display())]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// The file has another version of the format.
    #[error("{} has format version {version}, but this program reads version 1: open it with the program that \
             wrote it", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file's format.
        version: u32,
    },
    /// The file belongs to another recipe or ground.
    #[error("{} has strokes of {of}, not of {expected}: use the stroke file of this recipe", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The recipe or ground that the file belongs to.
        of: String,
        /// The recipe or ground that the file should belong to.
        expected: String,
    },
    /// The stroke is invalid.
    #[error(transparent)]
    Stroke(#[from] StrokeError),
}
