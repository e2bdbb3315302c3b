//! Why a file of heights is refused.

use std::io;
use std::path::Path;

use super::{MAX_SAMPLES, MAX_SIDE};
use crate::FileError;

pub(super) enum Flaw {
    /// It is of another format.
    Foreign,
    TooLarge(u64, u64),
    CutShort,
    Broken(String),
    /// It is sound, but not understood: what, and the mend.
    Unread(String, String),
    Unreadable(io::Error),
}

impl Flaw {
    pub(super) fn unread(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self::Unread(what.into(), mend.into())
    }

    /// The error that a user sees; `format` with the article `a` or `an` as it is spoken.
    pub(super) fn of(self, path: &Path, format: &str) -> FileError {
        match self {
            Self::Foreign => FileError::new(
                path,
                format!("it is not {} {format}, whatever its name says", article(format)),
                format!("save it as {} {format}", article(format)),
            ),
            Self::TooLarge(width, height) => FileError::new(
                path,
                format!("{width} × {height} samples are too many"),
                format!("at most {MAX_SIDE} a side and {MAX_SAMPLES} in all can be read: scale it down"),
            ),
            Self::CutShort => {
                FileError::new(path, format!("the {format} is cut short"), "copy or export it again")
            }
            Self::Broken(why) => {
                FileError::new(path, format!("the {format} is broken: {why}"), "copy or export it again")
            }
            Self::Unread(what, mend) => FileError::new(path, what, mend),
            Self::Unreadable(error) => FileError::from_io(path, &error),
        }
    }
}

fn article(format: &str) -> &'static str {
    if format.starts_with("EX") { "an" } else { "a" }
}

impl From<io::Error> for Flaw {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::CutShort } else { Self::Unreadable(error) }
    }
}

/// Refuses a raster that is larger than what is read, or than `most` bytes, which is what the file can unfold to:
/// before memory is taken for `bytes` of it.
pub(super) fn refuse_size(width: u64, height: u64, bytes: u64, most: u64) -> Result<(), Flaw> {
    if width.max(height) > MAX_SIDE as u64 || width * height > MAX_SAMPLES as u64 {
        return Err(Flaw::TooLarge(width, height));
    }
    if bytes > most { Err(Flaw::CutShort) } else { Ok(()) }
}
