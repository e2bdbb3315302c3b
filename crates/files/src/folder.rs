//! An output folder that one run at a time writes to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::created_folders::prepare_folder;
use crate::file_info::is_plain_name;
use crate::file_names::FileNames;
use crate::pending::is_pending;
use crate::pending_folder::{SET_ASIDE, foreign_file};
use crate::terrains::{Change, DESCRIPTION, FolderTerrain, terrains};
use crate::web::UNFINISHED;
use crate::{CreatedFolders, Digest, FileError, TerrainInfo};

/// The file that is locked while a run writes to its folder. It is empty, and the run removes it.
const LOCK: &str = ".orogen-lock";

/// An exclusive lock on an output folder: no other run writes a terrain there while this value exists.
///
/// The operating system releases the lock when the process ends, even if the process is killed. A killed run leaves unfinished
/// files. The next run that claims the folder removes them, apart from unfinished folders that also contain other files.
///
/// ```
/// use orogen_files::OutputFolder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// let path = parent.path().join("out");
/// let folder = OutputFolder::claim(&path)?;
/// assert!(OutputFolder::claim(&path).is_err());
/// drop(folder);
/// assert!(OutputFolder::claim(&path).is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    // Closed after the lock file is removed, see `drop`.
    _lock: File,
    // Dropped after the lock: removes the created folders that are empty.
    _created: CreatedFolders,
    cleared: usize,
}

/// What happened to the files of an earlier terrain that the new one does not have.
///
/// ```
/// use orogen_files::Superseded;
///
/// let outcome = Superseded { kept: vec!["edited.png".to_owned()], ..Superseded::default() };
/// assert!(outcome.removed.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Superseded {
    /// Names of the files and folders that were removed.
    pub removed: Vec<String>,
    /// Names of the files and folders that stay because their content is not what the earlier run recorded.
    pub kept: Vec<String>,
    /// For each other terrain that stays in the folder: the name of its recipe and the name of its description.
    pub beside: Vec<[String; 2]>,
}

impl OutputFolder {
    /// Creates the folder with its parents, locks it, checks that a file can be written in it, and removes unfinished files
    /// of a killed run. Call this before long work starts. When the returned value is dropped, the folders that this call
    /// created are removed if they are empty.
    ///
    /// # Errors
    /// Another run has locked the folder; a part of the path is a file or is not writable; the disk is full.
    pub fn claim(path: &Path) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(path, &error);
        let created = CreatedFolders::create(path).map_err(file_error)?;
        let lock = lock(path)?;
        let mut folder = Self { path: path.to_owned(), _lock: lock, _created: created, cleared: 0 };
        prepare_folder(path)?;
        folder.cleared = clear(path).map_err(file_error)?;
        Ok(folder)
    }

    /// The path as the caller spelled it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of unfinished files of killed runs that were removed.
    pub fn cleared(&self) -> usize {
        self.cleared
    }

    /// Prepares to commit a new terrain. The result says what happens to the other [terrains](crate::terrains) of the folder.
    ///
    /// # Errors
    /// The folder cannot be read, or a description cannot be written.
    pub fn replace(&self, new: &TerrainInfo) -> Result<Change, FileError> {
        let earlier = terrains(&self.path)?;
        // Descriptions that a user changed stay as they are, except terrain.json, which the new one replaces.
        let is_ours = |terrain: &&FolderTerrain| terrain.is_unchanged || terrain.description == DESCRIPTION;
        Change::new(&self.path, &earlier.iter().filter(is_ours).cloned().collect::<Vec<_>>(), new)
    }

    /// Removes the files and folders that the earlier terrain `old` lists but `new` does not list. Keeps those whose content is
    /// not what `old` recorded. Call this function when the new terrain is complete.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn supersede(&self, old: &TerrainInfo, new: &TerrainInfo) -> Result<Superseded, FileError> {
        let mut outcome = Superseded::default();
        let listed = FileNames::of(&self.path, &new.files);
        for file in old.files.iter().filter(|file| is_plain_name(&file.name) && !listed.has(&file.name)) {
            let path = self.path.join(&file.name);
            let file_error = |error| FileError::from_io(&path, &error);
            match is_unchanged(&path, file.digest.as_ref()) {
                Ok(true) => {
                    remove(&path).map_err(file_error)?;
                    outcome.removed.push(file.name.clone());
                }
                Ok(false) => outcome.kept.push(file.name.clone()),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(file_error(error)),
            }
        }
        Ok(outcome)
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        // The file is removed while the lock is still held. So a run that has already opened the file finds it gone when
        // that run gets the lock. If the file cannot be removed, it does no harm: only the lock on it matters.
        _ = fs::remove_file(self.path.join(LOCK));
    }
}

/// Locks the folder's lock file.
///
/// When another run ends, it may remove the lock file after we open it and before we lock it. Then our lock is on a file
/// without a name, and a third run could create and lock a new file. So this function checks, under the lock, that the name
/// still refers to the locked file, and tries again if not.
fn lock(folder: &Path) -> Result<File, FileError> {
    let file_error = |error: io::Error| FileError::from_io(folder, &error);
    let path = folder.join(LOCK);
    loop {
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(file_error)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let help = "wait until it has ended, or choose another folder";
                return Err(FileError::new(folder, "another run of orogen is writing to this folder", help));
            }
            Err(TryLockError::Error(error)) => {
                let message = format!("this folder cannot be locked: {error}");
                return Err(FileError::new(folder, message, "choose a folder on another disk"));
            }
        }
        if is_at(&file, &path).map_err(file_error)? {
            return Ok(file);
        }
    }
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(named) => Ok(Handle::from_file(file.try_clone()?)? == named),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a file or folder exists and has this content. False for a link, and without a digest.
pub(crate) fn is_unchanged(path: &Path, digest: Option<&Digest>) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    match digest {
        // A folder that cannot be read counts as changed, because a run writes only what can be read.
        Some(digest) if metadata.is_dir() => Ok(Digest::of_folder(path).is_ok_and(|found| found == *digest)),
        Some(digest) if metadata.is_file() && metadata.len() == digest.bytes => {
            Ok(Digest::of_file(path)? == *digest)
        }
        _ => Ok(false),
    }
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Removes files and folders that were not committed. Under the lock, only a killed run can have left them. Two kinds of
/// folders stay: one with files of the user, and one that holds an older folder, which a run set aside before it was killed.
fn clear(folder: &Path) -> io::Result<usize> {
    let mut cleared = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !is_pending(&entry.file_name()) {
            continue;
        }
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_file() {
            fs::remove_file(path)?;
        } else if kind.is_dir()
            && !path.join(SET_ASIDE).exists()
            && foreign_file(&path, UNFINISHED)?.is_none()
        {
            fs::remove_dir_all(path)?;
        } else {
            continue;
        }
        cleared += 1;
    }
    Ok(cleared)
}
