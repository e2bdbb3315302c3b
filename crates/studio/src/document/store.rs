//! Recipes in files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use orogen::recipe::MAX_BYTES;
use tempfile::{Builder, NamedTempFile};

/// Why a recipe cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses.
    #[error("{path} cannot be {what}: {error}{mend}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Read, or saved.
        what: &'static str,
        /// Why not.
        error: io::Error,
        /// What to do.
        mend: &'static str,
    },
    /// It is no recipe.
    #[error("{path} is no recipe: {why}", path = path.display())]
    NoRecipe {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: &'static str,
    },
}

/// What a file is known by: when it was written, how long it is, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    written: Option<SystemTime>,
    length: u64,
    hash: [u8; 32],
}

impl Fingerprint {
    /// Looks at a file: its text, if that is another than what is `known`, which is brought up to date. A file of the same time
    /// and length is not read again, except by `thorough` looks: some disks tell times to two seconds only.
    ///
    /// # Errors
    /// As [`load`].
    pub fn look(
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

    /// That of a file that holds a text, as far as can be said without looking: the next look reads it.
    pub fn of_text(text: &str) -> Self {
        Self { written: None, length: 0, hash: *blake3::hash(text.as_bytes()).as_bytes() }
    }
}

/// The text of a recipe's file.
///
/// # Errors
/// It is not there, is larger than [`MAX_BYTES`], is not a file or is not UTF-8.
pub fn load(path: &Path) -> Result<Arc<str>, StoreError> {
    let refused = |why| StoreError::NoRecipe { path: path.to_owned(), why };
    let facts = fs::metadata(path).map_err(|error| unread(path, error))?;
    if !facts.is_file() {
        return Err(refused("it is a folder or a device; choose a file that ends with .toml"));
    }
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| unread(path, error))?;
    if bytes.len() > MAX_BYTES {
        return Err(refused("a recipe has at most 1 MiB of text"));
    }
    String::from_utf8(bytes).map(Arc::from).map_err(|_| refused("it is not UTF-8 text"))
}

/// Writes a text into a file. Until all of it is on the disk the file holds what it held before.
///
/// # Errors
/// It cannot be written; the file is as it was.
pub fn save(path: &Path, text: &str) -> Result<(), StoreError> {
    let target = if path.is_symlink() {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    };
    write(&target, text).map_err(|error| {
        let mend = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ". Make room or save elsewhere; the file is as it was, and your changes are still here"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ". Save elsewhere; your changes are still here"
            }
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
                ". A file is where a folder should be: choose another folder; your changes are still here"
            }
            _ => "",
        };
        StoreError::Io { path: path.to_owned(), what: "saved", error, mend }
    })
}

fn write(target: &Path, text: &str) -> io::Result<()> {
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace(target, |file| file.write_all(text.as_bytes()))
}

/// Writes a file under a temporary name that takes its own when it is whole and on the disk.
fn replace(target: &Path, write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>) -> io::Result<()> {
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    written(target, write)?.persist(target).map(drop).map_err(|error| error.error)
}

/// The same where no file is.
pub(crate) fn create(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<()> {
    written(target, write)?.persist_noclobber(target).map(drop).map_err(|error| error.error)
}

/// A file beside another that is to take its name.
fn written(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".orogen-").suffix(".part");
    // A temporary file is private to its owner; a recipe has the rights it had, or those of any new file.
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
    StoreError::Io { path: path.to_owned(), what: "read", error, mend: "" }
}
