//! The errors of this crate: what is wrong, where, and what to do about it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What is wrong, and how to fix it.
///
/// Its `Display` text is one line.
///
/// ```
/// use orogen_files::targets::{Target, Unity};
///
/// // Unity's tiles are squares.
/// let problem = Unity.accepted_sizes(Some([2, 3])).unwrap_err();
/// assert_eq!(problem.help, "choose --tiles 2 or --tiles 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}{help}", if help.is_empty() { "" } else { "; " })]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// What the user can do about it, or "".
    pub help: String,
}

impl Problem {
    /// A problem and its help, which may be "".
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }

    pub(crate) fn in_file(self, path: &Path) -> FileError {
        FileError::new(path, self.message, self.help)
    }
}

impl From<FileError> for Problem {
    /// The path becomes part of the message.
    fn from(error: FileError) -> Self {
        Self::new(format!("{}: {}", error.path.display(), error.message), error.help)
    }
}

/// Why a file could not be read or written: a [`Problem`] and the path.
///
/// Its `Display` text is one line: the path, what is wrong, and what to do.
///
/// ```
/// use orogen_files::read_heightmap;
///
/// let error = read_heightmap("no/such/hill.png".as_ref()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no/such/hill.png: there is no such file or folder; check the spelling of the path",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}; {help}", path.display())]
pub struct FileError {
    /// The file or folder, as the caller named it.
    pub path: PathBuf,
    /// What is wrong.
    pub message: String,
    /// What the user can do about it.
    pub help: String,
}

impl FileError {
    pub(crate) fn new(path: &Path, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { path: path.to_owned(), message: message.into(), help: help.into() }
    }

    /// Neither a file nor a folder: reading it may never end.
    pub(crate) fn not_a_file(path: &Path) -> Self {
        Self::new(path, "it is a device or a pipe, not a file, and reading it might never end", "name a file")
    }

    /// An error of the operating system, in words that a user can act on.
    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
        if is_too_many_open_files(error) {
            let help = "write fewer tiles or formats at a time, or raise the limit (`ulimit -n`)";
            return Self::new(path, "more files would be open at a time than the system allows", help);
        }
        let (message, help) = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::WriteZero => {
                ("the disk is full", "free some space or choose a folder on another disk")
            }
            ErrorKind::FileTooLarge => (
                "the file is larger than the file system or the limit of this process allows",
                "make it smaller, raise the limit (`ulimit -f`), or choose a folder on another disk",
            ),
            ErrorKind::PermissionDenied => {
                ("permission is denied", "choose another folder or change the permissions of this one")
            }
            ErrorKind::ReadOnlyFilesystem => ("the disk is read-only", "choose a folder on another disk"),
            ErrorKind::NotFound => ("there is no such file or folder", "check the spelling of the path"),
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                ("a part of this path is a file, not a folder", "remove the file or choose another path")
            }
            ErrorKind::IsADirectory => ("it is a folder, not a file", "name a file, or move the folder away"),
            _ => {
                let message = format!("the operating system reports: {error}");
                return Self::new(
                    path,
                    message,
                    "check that the disk is present and healthy, then try again",
                );
            }
        };
        Self::new(path, message, help)
    }
}

/// Whether too many files are open: `EMFILE` or `ENFILE`, on Windows `ERROR_TOO_MANY_OPEN_FILES`. `ErrorKind` has no
/// variant for it.
fn is_too_many_open_files(error: &io::Error) -> bool {
    let codes: &[i32] = if cfg!(windows) { &[4] } else { &[23, 24] };
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Restores the error "too many open files", which the `tempfile` crate wraps in another error. To recognise that case,
/// this function opens the folder, which then fails with the same error.
pub(crate) fn unwrap_temporary(folder: &Path, error: io::Error) -> io::Error {
    File::open(folder).err().filter(is_too_many_open_files).unwrap_or(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_reported_as_full() {
        let error = FileError::from_io(Path::new("a/b.png"), &ErrorKind::StorageFull.into());
        assert_eq!(
            error.to_string(),
            "a/b.png: the disk is full; free some space or choose a folder on another disk",
        );
    }

    #[cfg(unix)]
    #[test]
    fn too_many_open_files_are_not_a_disk_error() {
        for code in [23, 24] {
            let error = FileError::from_io(Path::new("a"), &io::Error::from_raw_os_error(code));
            assert!(error.help.contains("ulimit -n"), "{error}");
        }
    }

    #[test]
    fn an_unknown_system_error_is_quoted() {
        let error = FileError::from_io(Path::new("a"), &io::Error::other("the tape is torn"));
        assert!(error.message.contains("the tape is torn"), "{error}");
    }
}
