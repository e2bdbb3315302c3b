//! Recipe files. A save replaces the file once the new one is complete.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use orogen_engine::recipe::MAX_BYTES;
use tempfile::{Builder, NamedTempFile};

/// Why a recipe cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system reports an error.
    #[error("{path} cannot be {what}: {error}{help}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `saved`.
        what: &'static str,
        /// The error.
        error: io::Error,
        /// How to fix it.
        help: &'static str,
    },
    /// The file is not a recipe.
    #[error("{path} is not a recipe: {why}", path = path.display())]
    NotARecipe {
        /// The file.
        path: PathBuf,
        /// Why the file is not a recipe.
        why: &'static str,
    },
}

/// Identifies the contents of a file: modification time, length and hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    written: Option<SystemTime>,
    length: u64,
    hash: [u8; 32],
}

impl Fingerprint {
    /// Returns the text of a file if it differs from `known`, and updates `known`. A file with the same time and length is
    /// read again only if `thorough` is true. Thorough checks are needed because some file systems store times only to two
    /// seconds.
    ///
    /// # Errors
    /// The errors of [`load`].
    pub fn check(
        path: &Path,
        known: &mut Option<Self>,
        thorough: bool,
    ) -> Result<Option<Arc<str>>, StoreError> {
        let facts = fs::metadata(path).map_err(|error| unread(path, error))?;
        let (written, length) = (facts.modified().ok(), facts.len());
        if !thorough && known.is_some_and(|known| (known.written, known.length) == (written, length)) {
            return Ok(None);
        }
        let text = load(path)?;
        let hash = *blake3::hash(text.as_bytes()).as_bytes();
        let same = known.is_some_and(|known| known.hash == hash);
        *known = Some(Self { written, length, hash });
        Ok((!same).then_some(text))
    }

    /// The fingerprint of a text, without the time and length of its file, so that the next check reads the file.
    pub fn of_text(text: &str) -> Self {
        Self { written: None, length: 0, hash: *blake3::hash(text.as_bytes()).as_bytes() }
    }
}

/// Reads a recipe's file.
///
/// # Errors
/// The file cannot be read, is not a regular file, is larger than [`MAX_BYTES`], or is not UTF-8.
pub fn load(path: &Path) -> Result<Arc<str>, StoreError> {
    let refused = |why| StoreError::NotARecipe { path: path.to_owned(), why };
    let facts = fs::metadata(path).map_err(|error| unread(path, error))?;
    if !facts.is_file() {
        return Err(refused("it is a folder or a device. Choose a .toml file"));
    }
    // The kernel's files, as those in /proc, have no length but may have no end.
    if facts.len() == 0 {
        return Ok(Arc::from(""));
    }
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| unread(path, error))?;
    if bytes.len() > MAX_BYTES {
        return Err(refused("recipes are limited to 1 MiB"));
    }
    String::from_utf8(bytes).map(Arc::from).map_err(|_| refused("it is not UTF-8 text"))
}

/// Writes a file atomically: until all of it is on disk, the file keeps its old contents.
///
/// # Errors
/// The file cannot be written. The file is then unchanged.
pub fn save(path: &Path, text: &str) -> Result<(), StoreError> {
    let target = if path.is_symlink() {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    };
    write(&target, text).map_err(|error| {
        let help = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ". Free some space or save elsewhere. The file is unchanged, and your changes are kept"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ". Save elsewhere. Your changes are kept"
            }
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
                ". A file exists where a folder is needed: choose another folder. Your changes are kept"
            }
            _ => "",
        };
        StoreError::Io { path: path.to_owned(), what: "saved", error, help }
    })
}

fn write(target: &Path, text: &str) -> io::Result<()> {
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace(target, |file| file.write_all(text.as_bytes()))
}

/// Writes a temporary file, and renames it once it is on disk.
pub(crate) fn replace(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<()> {
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    written(target, write)?.persist(target).map(drop).map_err(|error| error.error)
}

/// Like `replace`, but fails if the target exists.
pub(crate) fn create(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<()> {
    written(target, write)?.persist_noclobber(target).map(drop).map_err(|error| error.error)
}

/// Writes a temporary file beside the target.
fn written(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".orogen-").suffix(".part");
    // Temporary files are private to their owner. The file keeps its permissions, or gets those of a new file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let rights = fs::metadata(target)
            .map_or_else(|_| fs::Permissions::from_mode(0o666), |facts| facts.permissions());
        builder.permissions(rights);
    }
    let mut file = builder.tempfile_in(folder)?;
    write(&mut file)?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn unread(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io { path: path.to_owned(), what: "read", error, help: "" }
}
