//! Errors of reading a file of heights.

use std::io;
use std::path::Path;

use super::{MAX_SAMPLES, MAX_SIDE};
use crate::FileError;

pub(super) enum ReadError {
    /// The file has another format.
    WrongFormat,
    /// The raster has too many samples: width and height.
    TooLarge(u64, u64),
    /// The file ends too early.
    Truncated,
    /// The file is damaged: the reason.
    Damaged(String),
    /// The file is valid but not supported: what is wrong, and what to do.
    Unsupported(String, String),
    /// The operating system reports an error.
    Io(io::Error),
}

impl ReadError {
    pub(super) fn unsupported(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Unsupported(message.into(), help.into())
    }

    /// The error for users. `format` names the expected format.
    pub(super) fn into_file_error(self, path: &Path, format: &str) -> FileError {
        match self {
            Self::WrongFormat => FileError::new(
                path,
                format!("it is not {} {format}, despite its name", article(format)),
                format!("save it as {} {format}", article(format)),
            ),
            Self::TooLarge(width, height) => FileError::new(
                path,
                format!("{width} × {height} samples are too many"),
                format!("scale it down: at most {MAX_SIDE} a side and {MAX_SAMPLES} in all can be read"),
            ),
            Self::Truncated => {
                FileError::new(path, format!("the {format} is cut short"), "copy or export it again")
            }
            Self::Damaged(why) => {
                FileError::new(path, format!("the {format} is broken: {why}"), "copy or export it again")
            }
            Self::Unsupported(message, help) => FileError::new(path, message, help),
            Self::Io(error) => FileError::from_io(path, &error),
        }
    }
}

fn article(format: &str) -> &'static str {
    if format.starts_with(['A', 'E']) { "an" } else { "a" }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Io(error) }
    }
}

/// Checks a raster before memory is allocated for it: its size, and that its `bytes` are at most `most`, the number of
/// bytes that the file can expand to.
pub(super) fn check_size(width: u64, height: u64, bytes: u64, most: u64) -> Result<(), ReadError> {
    if width.max(height) > MAX_SIDE as u64 || width * height > MAX_SAMPLES as u64 {
        return Err(ReadError::TooLarge(width, height));
    }
    if bytes > most { Err(ReadError::Truncated) } else { Ok(()) }
}
