//! Folders that are made for files to come.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::FileError;
use crate::pending::PendingFile;

/// Folders that were made for the files of a run. Those that are empty when this is dropped are removed: nothing came of them.
///
/// ```
/// use orogen_files::MadeFolders;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// let path = parent.path().join("pictures/of/hills");
/// let made = MadeFolders::prepare(&path)?;
/// assert!(path.is_dir());
/// drop(made);
/// assert!(!parent.path().join("pictures").exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
#[must_use = "folders that are empty when it is dropped are removed"]
pub struct MadeFolders {
    /// The deepest first.
    made: Vec<PathBuf>,
}

impl MadeFolders {
    /// Makes a folder, with its parents.
    pub(crate) fn make(folder: &Path) -> io::Result<Self> {
        let lacks = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let made = Self { made: folder.ancestors().take_while(lacks).map(Path::to_owned).collect() };
        fs::create_dir_all(folder)?;
        Ok(made)
    }

    /// Makes a folder, with its parents, and proves that a file can be written in it.
    ///
    /// # Errors
    /// Says which part of the path is in the way, is not writable, or that the disk is full.
    pub fn prepare(folder: &Path) -> Result<Self, FileError> {
        let refused = |error| FileError::from_io(folder, &error);
        let made = Self::make(folder).map_err(refused)?;
        let probe = PendingFile::create(&folder.join("probe"));
        let mut probe = probe.map_err(|error| FileError { path: folder.to_owned(), ..error })?;
        probe.write_all(&[0; 512]).map_err(refused)?;
        Ok(made)
    }

    /// Lets the folders stay, whatever is in them.
    pub(crate) fn keep(mut self) {
        self.made.clear();
    }

    /// Removes those that are empty, as is done when this is dropped: before a program ends without that.
    pub fn remove_empty(&self) {
        for folder in &self.made {
            // One that is not empty stays, and so do those above it; one that could not be made is not there.
            _ = fs::remove_dir(folder);
        }
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        self.remove_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_or_holds_something_stays() {
        let parent = tempfile::tempdir().unwrap();
        let there = parent.path().join("there");
        fs::create_dir(&there).unwrap();
        drop(MadeFolders::prepare(&there).unwrap());
        assert!(there.is_dir());
        let deep = there.join("a/b/c");
        let made = MadeFolders::prepare(&deep).unwrap();
        fs::write(there.join("a/mine"), "").unwrap();
        made.remove_empty();
        assert!(there.join("a/mine").exists() && !there.join("a/b").exists());
        drop(made);
        assert!(there.join("a/mine").exists());
        MadeFolders::prepare(&deep).unwrap().keep();
        assert!(deep.is_dir());
    }

    /// Part of a path that cannot be made is not left behind.
    #[test]
    fn a_path_that_cannot_be_made_leaves_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let name = "n".repeat(300);
        assert!(MadeFolders::prepare(&parent.path().join("a/b").join(name)).is_err());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
