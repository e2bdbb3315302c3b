//! A folder that one run at a time writes its files to.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use same_file::{Handle, is_same_file};

use crate::file_info::is_plain_name;
use crate::pending::{is_pending, prepare_folder};
use crate::pending_folder::SET_ASIDE;
use crate::{Digest, FileError, MadeFolders, TerrainInfo};

/// The file that is locked while a run writes to its folder; nothing stands in it, and the run removes it.
const LOCK: &str = ".orogen-lock";

/// A folder that nobody else writes a terrain to as long as this lives.
///
/// The operating system holds the lock, so that it ends with the process whatever ends that. A killed run leaves the
/// files it had not finished; the next one to claim the folder removes them.
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
    // Closed after the file is removed: see `drop`.
    _lock: File,
    // Gone after that, if nothing came into them.
    _made: MadeFolders,
    cleared: usize,
}

/// What became of the files of an earlier terrain that the new one does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Superseded {
    /// Names of those that were removed, folders among them.
    pub removed: Vec<String>,
    /// Names of those that stay, because they are not what the earlier run wrote.
    pub kept: Vec<String>,
}

impl OutputFolder {
    /// Makes the folder with its parents, claims it, proves that a file can be written in it, and removes what a
    /// killed run left unfinished. Worth a call before long work starts. Folders that it made and that are empty when this is
    /// dropped are removed.
    ///
    /// # Errors
    /// Another run holds the folder; a part of the path is in the way or not writable; the disk is full.
    pub fn claim(path: &Path) -> Result<Self, FileError> {
        let refused = |error| FileError::from_io(path, &error);
        let made = MadeFolders::make(path).map_err(refused)?;
        let lock = lock(path)?;
        let mut folder = Self { path: path.to_owned(), _lock: lock, _made: made, cleared: 0 };
        prepare_folder(path)?;
        folder.cleared = clear(path).map_err(refused)?;
        Ok(folder)
    }

    /// How many unfinished files of killed runs were removed.
    pub fn cleared(&self) -> usize {
        self.cleared
    }

    /// Removes the files and folders that `old`, the terrain that was here, lists and `new` does not, each only if its
    /// content is still what `old` says. To be called when the new terrain is whole.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn supersede(&self, old: &TerrainInfo, new: &TerrainInfo) -> Result<Superseded, FileError> {
        let mut outcome = Superseded::default();
        let listed = Listed::of(&self.path, new);
        for file in old.files.iter().filter(|file| is_plain_name(&file.name) && !listed.has(&file.name)) {
            let path = self.path.join(&file.name);
            let refused = |error| FileError::from_io(&path, &error);
            match is_unchanged(&path, file.digest.as_ref()) {
                Ok(true) => {
                    remove(&path).map_err(refused)?;
                    outcome.removed.push(file.name.clone());
                }
                Ok(false) => outcome.kept.push(file.name.clone()),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(refused(error)),
            }
        }
        Ok(outcome)
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        // While the lock is still held: whoever has opened the file meanwhile finds it gone once they get the lock.
        // A file that cannot be removed does no harm; what counts is the lock on it.
        _ = fs::remove_file(self.path.join(LOCK));
    }
}

/// Locks the folder's lock file.
///
/// The one who held it before removes the file, maybe between our opening and our locking it. Then we hold a lock on
/// a file that has no name, and a third could make and lock a new one: so look, under the lock, whether the name still
/// means the file that is locked, and begin anew if not.
fn lock(folder: &Path) -> Result<File, FileError> {
    let refused = |error: io::Error| FileError::from_io(folder, &error);
    let path = folder.join(LOCK);
    loop {
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(refused)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mend = "wait until it has ended, or choose another folder";
                return Err(FileError::new(folder, "another run of orogen is writing to this folder", mend));
            }
            Err(TryLockError::Error(error)) => {
                let what = format!("this folder cannot be locked: {error}");
                return Err(FileError::new(folder, what, "choose a folder on another disk"));
            }
        }
        if has_name(&file, &path).map_err(refused)? {
            return Ok(file);
        }
    }
}

fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(named) => Ok(Handle::from_file(file.try_clone()?)? == named),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The files of a terrain by their names.
struct Listed<'a> {
    folder: &'a Path,
    /// Those of each name in small letters: on many disks they are one file.
    names: BTreeMap<String, Vec<&'a str>>,
}

impl<'a> Listed<'a> {
    fn of(folder: &'a Path, info: &'a TerrainInfo) -> Self {
        let mut names: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for file in &info.files {
            names.entry(file.name.to_ascii_lowercase()).or_default().push(&*file.name);
        }
        Self { folder, names }
    }

    /// Whether a name means one of the files. Where that cannot be told, it does.
    fn has(&self, name: &str) -> bool {
        let is_same = |other: &&str| {
            *other == name
                || is_same_file(self.folder.join(other), self.folder.join(name))
                    .unwrap_or_else(|error| error.kind() != ErrorKind::NotFound)
        };
        self.names.get(&name.to_ascii_lowercase()).is_some_and(|alike| alike.iter().any(is_same))
    }
}

/// Whether a file or folder is there and has this content; no link counts, nor a file of which nothing is known.
pub(crate) fn is_unchanged(path: &Path, digest: Option<&Digest>) -> io::Result<bool> {
    let facts = fs::symlink_metadata(path)?;
    match digest {
        // What cannot be read in it is none of ours.
        Some(digest) if facts.is_dir() => Ok(Digest::of_folder(path).is_ok_and(|found| found == *digest)),
        Some(digest) if facts.is_file() && facts.len() == digest.bytes => {
            Ok(Digest::of_file(path)? == *digest)
        }
        _ => Ok(false),
    }
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Removes files and folders that were never committed. Under the lock they can only be those of a run that was killed.
/// One that was killed between the two renamings of a folder left the older one set aside: that stays.
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
        } else if kind.is_dir() && !path.join(SET_ASIDE).exists() {
            fs::remove_dir_all(path)?;
        } else {
            continue;
        }
        cleared += 1;
    }
    Ok(cleared)
}
