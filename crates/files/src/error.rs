//! The one error of this crate: where, what, and what to do about it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
///
/// It reads as one line: the path, what is wrong, and the mend.
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
#[error("{}: {what}; {mend}", path.display())]
pub struct FileError {
    /// The file or folder in question, as the caller named it.
    pub path: PathBuf,
    /// What is wrong.
    pub what: String,
    /// What the user can do about it.
    pub mend: String,
}

impl FileError {
    pub(crate) fn new(path: &Path, what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { path: path.to_owned(), what: what.into(), mend: mend.into() }
    }

    /// Something that has a name and no end.
    pub(crate) fn endless(path: &Path) -> Self {
        Self::new(path, "it is not a file but a device or a pipe, which may have no end", "name a file")
    }

    /// A refusal by the operating system, in words a user can act upon.
    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
        if is_of_open_files(error) {
            let mend = "make fewer tiles or formats at a time, or raise the limit (`ulimit -n`)";
            return Self::new(path, "more files would be open at a time than the system allows", mend);
        }
        let (what, mend) = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::WriteZero => {
                ("the disk is full", "free some space or choose a folder on another disk")
            }
            ErrorKind::FileTooLarge => (
                "the file is larger than this file system, or a limit set for this program, allows",
                "make it smaller, raise the limit (`ulimit -f`), or choose a folder on another disk",
            ),
            ErrorKind::PermissionDenied => {
                ("permission is denied", "choose another place or change the permissions of this one")
            }
            ErrorKind::ReadOnlyFilesystem => ("the disk can only be read", "choose a folder on another disk"),
            ErrorKind::NotFound => ("there is no such file or folder", "check the spelling of the path"),
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                ("a part of this path is a file, not a folder", "remove the file or choose another path")
            }
            ErrorKind::IsADirectory => ("it is a folder, not a file", "name a file, or move the folder away"),
            _ => {
                let what = format!("the operating system refuses: {error}");
                return Self::new(path, what, "check that the disk is present and sound, then try again");
            }
        };
        Self::new(path, what, mend)
    }
}

/// Whether there are too many open files: `EMFILE` or `ENFILE`, and on Windows `ERROR_TOO_MANY_OPEN_FILES`. No kind of
/// the standard library says so.
fn is_of_open_files(error: &io::Error) -> bool {
    let codes: &[i32] = if cfg!(windows) { &[4] } else { &[23, 24] };
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// The system's own error where a temporary file cannot be opened because too many are: the crate that opens it hides
/// that in one of its own. No other file can be opened then either, so the folder tells.
pub(crate) fn of_temporary(folder: &Path, error: io::Error) -> io::Error {
    File::open(folder).err().filter(is_of_open_files).unwrap_or(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_called_full() {
        let error = FileError::from_io(Path::new("a/b.png"), &ErrorKind::StorageFull.into());
        assert_eq!(
            error.to_string(),
            "a/b.png: the disk is full; free some space or choose a folder on another disk",
        );
    }

    #[cfg(unix)]
    #[test]
    fn too_many_open_files_are_no_matter_of_the_disk() {
        for code in [23, 24] {
            let error = FileError::from_io(Path::new("a"), &io::Error::from_raw_os_error(code));
            assert!(error.mend.contains("ulimit -n"), "{error}");
        }
    }

    #[test]
    fn an_unforeseen_refusal_is_quoted() {
        let error = FileError::from_io(Path::new("a"), &io::Error::other("the tape is torn"));
        assert!(error.what.contains("the tape is torn"), "{error}");
    }
}
