//! Folders that are created for output files.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::FileError;
use crate::pending::PendingFile;

/// Folders that were created for the files of a run. The empty ones are removed when this value is dropped.
///
/// ```
/// use orogen_files::CreatedFolders;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// let path = parent.path().join("pictures/of/hills");
/// let created = CreatedFolders::prepare(&path)?;
/// assert!(path.is_dir());
/// drop(created);
/// assert!(!parent.path().join("pictures").exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
#[must_use = "empty folders are removed when it is dropped"]
pub struct CreatedFolders {
    /// The deepest first.
    folders: Vec<PathBuf>,
}

impl CreatedFolders {
    /// Creates a folder with its parents.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let lacks = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let created = Self { folders: folder.ancestors().take_while(lacks).map(Path::to_owned).collect() };
        fs::create_dir_all(folder)?;
        Ok(created)
    }

    /// Creates a folder with its parents, and checks that a file can be written in it.
    ///
    /// # Errors
    /// A part of the path is a file or is not writable, or the disk is full.
    pub fn prepare(folder: &Path) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(folder, &error);
        let created = Self::create(folder).map_err(|error| match error.kind() {
            // Special file systems such as /proc do not accept new folders, and report `NotFound`.
            ErrorKind::NotFound => {
                FileError::new(folder, "the folder cannot be created here", "choose another folder")
            }
            _ => file_error(error),
        })?;
        let probe = PendingFile::create(&folder.join("probe"));
        let mut probe = probe.map_err(|error| FileError { path: folder.to_owned(), ..error })?;
        probe.write_all(&[0; 512]).map_err(file_error)?;
        Ok(created)
    }

    /// Keeps the folders, empty or not.
    pub(crate) fn keep(mut self) {
        self.folders.clear();
    }

    /// Removes the empty folders, as dropping this value does. Call this in a program that exits without dropping its values.
    pub fn remove_empty(&self) {
        for folder in &self.folders {
            // `remove_dir` fails for a folder that is not empty, so that the folder and its parents stay.
            _ = fs::remove_dir(folder);
        }
    }
}

impl Drop for CreatedFolders {
    fn drop(&mut self) {
        self.remove_empty();
    }
}

/// Creates `folder` with its parents, and checks that a file can be written in it.
///
/// Use this for a single file. Use an [`OutputFolder`](crate::OutputFolder) for the files of a terrain, and
/// [`CreatedFolders`] for a run that can be stopped.
///
/// # Errors
/// A part of the path is a file or is not writable, or the disk is full.
pub fn prepare_folder(folder: &Path) -> Result<(), FileError> {
    CreatedFolders::prepare(folder).map(CreatedFolders::keep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_folders_and_folders_with_files_stay() {
        let parent = tempfile::tempdir().unwrap();
        let there = parent.path().join("there");
        fs::create_dir(&there).unwrap();
        drop(CreatedFolders::prepare(&there).unwrap());
        assert!(there.is_dir());
        let deep = there.join("a/b/c");
        let created = CreatedFolders::prepare(&deep).unwrap();
        fs::write(there.join("a/mine"), "").unwrap();
        created.remove_empty();
        assert!(there.join("a/mine").exists() && !there.join("a/b").exists());
        drop(created);
        assert!(there.join("a/mine").exists());
        CreatedFolders::prepare(&deep).unwrap().keep();
        assert!(deep.is_dir());
    }

    #[test]
    fn a_path_that_cannot_be_created_leaves_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let name = "n".repeat(300);
        assert!(CreatedFolders::prepare(&parent.path().join("a/b").join(name)).is_err());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn prepare_creates_an_empty_folder() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("x/y/z");
        prepare_folder(&deep).unwrap();
        assert_eq!(fs::read_dir(&deep).unwrap().count(), 0);
    }

    #[test]
    fn a_file_in_the_place_of_a_folder_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x"), b"").unwrap();
        for path in ["x", "x/y"] {
            let error = prepare_folder(&folder.path().join(path)).unwrap_err();
            assert!(error.message.contains("is a file, not a folder"), "{error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_system_without_room_for_folders_is_reported() {
        let error = prepare_folder(Path::new("/proc/terrain")).unwrap_err();
        assert!(error.message.contains("cannot be created"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_not_writable_is_reported() {
        use std::os::unix::fs::PermissionsExt;
        let own = tempfile::tempdir().unwrap();
        fs::set_permissions(own.path(), fs::Permissions::from_mode(0o555)).unwrap();
        // The superuser can write in a read-only folder, but not in a folder of the kernel.
        let superuser = fs::write(own.path().join("probe"), "").is_ok();
        let folder = if superuser { Path::new("/proc/self") } else { own.path() };
        assert!(
            folder.exists(),
            "every folder here is writable for the superuser: run the tests as an ordinary user"
        );
        let error = prepare_folder(folder).unwrap_err();
        assert_eq!(error.path, folder);
    }
}
