//! Folders of many files that get their final name together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

use crate::digest::is_from_file_manager;
use crate::pending::{NAMES, PendingOutput, folder_of};
use crate::{Digest, FileError};

/// The name of the older folder inside a temporary folder, where it stays until the new folder has its final name.
pub(crate) const SET_ASIDE: &str = "older";

/// Functions that tell whether an earlier run wrote a folder.
#[derive(Clone, Copy)]
pub(crate) struct OwnershipCheck {
    /// Whether the folder contains a file that identifies it as the output of a run.
    pub(crate) is_output_folder: fn(&Path) -> bool,
    /// Whether a run writes files with this path within the folder.
    pub(crate) is_output_file: fn(&Path) -> bool,
}

/// A folder with a temporary name beside its target. It is removed with its contents if it is dropped before it is
/// committed.
///
/// One rename gives the folder its name. An older folder is first moved aside, so between the two renames no folder has the
/// name: no portable system call swaps folders. If the second rename fails, the first is undone.
pub(crate) struct PendingFolder {
    folder: TempDir,
    target: PathBuf,
    ownership: OwnershipCheck,
}

impl PendingFolder {
    /// Creates a temporary folder beside `target`. Fails, now and on commit, if the target contains files that no earlier run
    /// wrote, as `ownership` determines.
    pub(crate) fn create(target: &Path, ownership: OwnershipCheck) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(target, &error);
        // If the target is a link, this follows it, so that the new folder replaces the folder that the link points to.
        let real =
            if target.exists() { fs::canonicalize(target).map_err(file_error)? } else { target.to_owned() };
        check_ownership(target, ownership)?;
        Ok(Self { folder: folder_beside(&real).map_err(file_error)?, target: real, ownership })
    }

    /// The temporary folder, in which the files are written.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The complete folder, with its final `path` as the caller spelled it.
    pub(crate) fn complete(self, path: PathBuf) -> io::Result<PendingOutput> {
        let digest = Digest::of_folder(self.path())?;
        Ok(self.output(path.clone(), vec![(path, digest)]))
    }

    /// The complete folder without its digest, for which all files would be read again.
    pub(crate) fn complete_unhashed(self, path: PathBuf) -> PendingOutput {
        self.output(path, Vec::new())
    }

    fn output(self, path: PathBuf, files: Vec<(PathBuf, Digest)>) -> PendingOutput {
        let named = path.clone();
        PendingOutput::of(path, files, move || {
            check_ownership(&named, self.ownership)?;
            self.commit().map_err(|error| FileError::from_io(&named, &error))
        })
    }

    fn commit(self) -> io::Result<()> {
        let older = self.target.exists().then(|| folder_beside(&self.target)).transpose()?;
        let aside = older.as_ref().map(|folder| folder.path().join(SET_ASIDE));
        if let Some(aside) = &aside {
            fs::rename(&self.target, aside)?;
        }
        if let Err(error) = fs::rename(self.folder.path(), &self.target) {
            if let (Some(aside), Some(older)) = (aside, older)
                && fs::rename(&aside, &self.target).is_err()
            {
                // Keep the older folder under the temporary name rather than delete it.
                _ = older.keep();
            }
            return Err(error);
        }
        // The new folder was renamed, so there is nothing to remove. The older folder is removed when `older` is dropped.
        _ = self.folder.keep();
        Ok(())
    }
}

fn folder_beside(target: &Path) -> io::Result<TempDir> {
    Builder::new().prefix(NAMES.0).suffix(NAMES.1).tempdir_in(folder_of(target))
}

/// Fails if the folder to be replaced contains anything that no earlier run wrote.
fn check_ownership(target: &Path, ownership: OwnershipCheck) -> Result<(), FileError> {
    if !target.exists() {
        return Ok(());
    }
    if !target.is_dir() {
        return Err(FileError::from_io(target, &io::ErrorKind::NotADirectory.into()));
    }
    let foreign = foreign_file(target, ownership).map_err(|error| FileError::from_io(target, &error))?;
    foreign.map_or(Ok(()), |file| {
        let message =
            format!("this folder would be replaced, but orogen did not write {} in it", file.display());
        Err(FileError::new(target, message, "move that file elsewhere, or choose another folder"))
    })
}

/// The path within `target` of a file that no run wrote. If the folder is not an output folder, that is any file.
pub(crate) fn foreign_file(target: &Path, ownership: OwnershipCheck) -> io::Result<Option<PathBuf>> {
    let is_output_folder = (ownership.is_output_folder)(target);
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(target.join(&folder))? {
            let entry = entry?;
            let (path, kind) = (folder.join(entry.file_name()), entry.file_type()?);
            let ours = is_output_folder && kind.is_file() && (ownership.is_output_file)(&path);
            if kind.is_dir() {
                folders.push(path);
            } else if !(ours || is_from_file_manager(&entry.file_name())) {
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWNERSHIP: OwnershipCheck = OwnershipCheck {
        is_output_folder: |folder| !folder.join("unsigned").exists(),
        is_output_file: |path| path.extension().is_some_and(|extension| extension == "bin"),
    };

    /// A folder with a `file` that contains `text`, not yet committed.
    fn pending(target: &Path, file: &str, text: &str) -> PendingFolder {
        let folder = PendingFolder::create(target, OWNERSHIP).unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::write(folder.path().join("deep").join(file), text).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_folder_appears_on_commit_and_replaces_the_older_one() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        let output = pending(&target, "a.bin", "older").complete(target.clone()).unwrap();
        assert!(!target.exists());
        assert_eq!(output.commit().unwrap(), target);
        let output = pending(&target, "b.bin", "newer").complete(target.clone()).unwrap();
        assert_eq!(fs::read_to_string(target.join("deep/a.bin")).unwrap(), "older");
        output.commit().unwrap();
        assert_eq!(names(&target.join("deep")), ["b.bin"]);
        assert_eq!(names(parent.path()), ["set"]);
    }

    #[test]
    fn a_dropped_folder_leaves_nothing_and_keeps_the_older_one() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "older").complete(target.clone()).unwrap().commit().unwrap();
        drop(pending(&target, "b.bin", "newer"));
        drop(pending(&target, "b.bin", "newer").complete(target.clone()).unwrap());
        assert_eq!(names(&target.join("deep")), ["a.bin"]);
        assert_eq!(names(parent.path()), ["set"]);
    }

    #[test]
    fn a_folder_with_a_foreign_file_is_never_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "older").complete(target.clone()).unwrap().commit().unwrap();
        let output = pending(&target, "b.bin", "newer").complete(target.clone()).unwrap();
        fs::write(target.join("deep/notes.txt"), "mine").unwrap();
        let late = output.commit().unwrap_err();
        let early = PendingFolder::create(&target, OWNERSHIP).err().unwrap();
        for error in [late, early] {
            assert!(error.message.contains("notes.txt"), "{error}");
        }
        assert_eq!(names(&target.join("deep")), ["a.bin", "notes.txt"]);
        assert_eq!(names(parent.path()), ["set"]);
        fs::rename(target.join("deep/notes.txt"), target.join("deep/.DS_Store")).unwrap();
        assert!(PendingFolder::create(&target, OWNERSHIP).is_ok());
    }

    #[test]
    fn a_folder_that_is_no_output_folder_is_never_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "theirs").complete(target.clone()).unwrap().commit().unwrap();
        fs::create_dir(target.join("unsigned")).unwrap();
        let error = PendingFolder::create(&target, OWNERSHIP).err().unwrap();
        assert!(error.message.contains("a.bin"), "{error}");
        fs::remove_dir_all(target.join("deep")).unwrap();
        assert!(PendingFolder::create(&target, OWNERSHIP).is_ok(), "it is empty");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_folder_is_followed_but_none_inside_it() {
        let parent = tempfile::tempdir().unwrap();
        let (target, link) = (parent.path().join("set"), parent.path().join("link"));
        pending(&target, "a.bin", "older").complete(target.clone()).unwrap().commit().unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        pending(&link, "b.bin", "newer").complete(link.clone()).unwrap().commit().unwrap();
        assert_eq!(names(&target.join("deep")), ["b.bin"]);
        assert!(link.is_symlink());
        std::os::unix::fs::symlink(&target, target.join("out.bin")).unwrap();
        assert!(PendingFolder::create(&target, OWNERSHIP).err().unwrap().message.contains("out.bin"));
    }

    #[test]
    fn a_file_with_the_name_of_the_folder_is_an_error() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        fs::write(&target, "").unwrap();
        assert!(PendingFolder::create(&target, OWNERSHIP).is_err());
        assert_eq!(names(parent.path()), ["set"]);
    }
}
