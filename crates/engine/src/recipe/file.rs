//! Reads the files of recipes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::syntax::MAX_BYTES;

/// Why the file of a recipe is not read.
#[derive(Debug)]
pub enum Unreadable {
    /// The system refuses.
    Io(io::Error),
    /// It is a folder.
    Folder,
    /// It is neither a file nor a folder, and reading it might never end.
    NotAFile,
    /// It has this number of bytes, which is more than [`MAX_BYTES`].
    TooLarge(u64),
}

/// The texts of the files that a recipe uses. The recipe keeps them, so that
/// [`Recipe::with_settings`](super::Recipe::with_settings) reads no files again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texts(BTreeMap<PathBuf, UsedText>);

/// The text of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UsedText {
    /// The file, without links in its path.
    pub(super) file: PathBuf,
    pub(super) text: Arc<str>,
}

impl Texts {
    /// The text at a path, if it was read.
    pub(super) fn get(&self, path: &Path) -> Option<UsedText> {
        self.0.get(path).cloned()
    }

    pub(super) fn insert(&mut self, path: PathBuf, text: UsedText) {
        self.0.insert(path, text);
    }
}

/// Reads a regular file that is not too large for a recipe.
///
/// # Errors
/// The file does not exist or cannot be read, is not a regular file, or has more than [`MAX_BYTES`] bytes.
///
/// ```
/// use std::path::Path;
/// use orogen_engine::recipe::{Unreadable, read_bytes};
///
/// assert!(matches!(read_bytes(Path::new(".")), Err(Unreadable::Folder)));
/// assert!(matches!(read_bytes(Path::new("no/such.toml")), Err(Unreadable::Io(_))));
/// ```
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let facts = fs::metadata(path).map_err(Unreadable::Io)?;
    if facts.is_dir() {
        return Err(Unreadable::Folder);
    }
    if !facts.is_file() {
        return Err(Unreadable::NotAFile);
    }
    // Files in /proc report a length of 0 but may be endless.
    if facts.len() == 0 {
        return Ok(Vec::new());
    }
    if facts.len() > MAX_BYTES as u64 {
        return Err(Unreadable::TooLarge(facts.len()));
    }
    // The file may have grown since.
    File::open(path).and_then(read_at_most).map_err(Unreadable::Io)
}

/// Reads at most [`MAX_BYTES`] + 1 bytes, one more than a recipe may have. The parser refuses texts that are too large.
///
/// # Errors
/// The stream cannot be read.
///
/// ```
/// assert_eq!(orogen_engine::recipe::read_at_most(&b"orogen = 1"[..])?.len(), 10);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_at_most(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Like `/proc/kmsg`, which waits for the next message of the kernel, this file has contents but no length.
    #[test]
    fn files_of_the_kernel_are_not_read() {
        let path = Path::new("/proc/version");
        assert!(!fs::read(path).unwrap().is_empty());
        assert!(read_bytes(path).unwrap().is_empty());
    }
}
