//! Folders of many files that take their final name together.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

use crate::pending::{NAMES, Whole, folder_of};
use crate::{Digest, FileError};

/// What file managers leave in any folder that they show.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// Whether a file of this name is nobody's work.
pub(crate) fn is_litter(name: &OsStr) -> bool {
    LITTER.iter().any(|litter| name == *litter)
}

/// The name an older folder has within a temporary one, until the new folder has its name.
pub(crate) const SET_ASIDE: &str = "older";

/// By what a folder of an earlier run is told from one that somebody else made.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    /// Whether a folder says of itself that a run made it.
    pub(crate) is_signed: fn(&Path) -> bool,
    /// Whether a run writes a file of this path within the folder.
    pub(crate) is_ours: fn(&Path) -> bool,
}

/// A folder under a temporary name beside its target. Dropped uncommitted, it is removed with all that is in it.
///
/// The folder takes its name by one renaming. If there is an older one, that is first moved aside, so between two
/// renamings there is none of that name; no usual system call swaps folders. If the second is refused the first is
/// undone.
pub(crate) struct PendingFolder {
    folder: TempDir,
    target: PathBuf,
    marks: Marks,
}

impl PendingFolder {
    /// Opens a temporary folder beside `target`. A target that holds what by its `marks` no earlier run wrote is
    /// refused, now and on commit.
    pub(crate) fn create(target: &Path, marks: Marks) -> Result<Self, FileError> {
        let refused = |error| FileError::from_io(target, &error);
        // Through a link, so that the new folder comes to lie where the old one does.
        let real =
            if target.exists() { fs::canonicalize(target).map_err(refused)? } else { target.to_owned() };
        refuse_foreign(target, marks)?;
        Ok(Self { folder: folder_beside(&real).map_err(refused)?, target: real, marks })
    }

    /// Where the files are to be made.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder as a product whose name is `path`, as the caller spelt it.
    pub(crate) fn whole(self, path: PathBuf) -> io::Result<Whole> {
        let (digest, named) = (Digest::of_folder(self.path())?, path.clone());
        Ok(Whole::of(path.clone(), vec![(path, digest)], move || {
            refuse_foreign(&named, self.marks)?;
            self.commit().map_err(|error| FileError::from_io(&named, &error))
        }))
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
                // Better under a strange name than gone.
                _ = older.keep();
            }
            return Err(error);
        }
        // The name it would be removed by is no longer its own. The older one is removed as `older` is dropped.
        _ = self.folder.keep();
        Ok(())
    }
}

fn folder_beside(target: &Path) -> io::Result<TempDir> {
    Builder::new().prefix(NAMES.0).suffix(NAMES.1).tempdir_in(folder_of(target))
}

/// Refuses a folder to be replaced that holds anything but what an earlier run wrote.
fn refuse_foreign(target: &Path, marks: Marks) -> Result<(), FileError> {
    if !target.exists() {
        return Ok(());
    }
    if !target.is_dir() {
        return Err(FileError::from_io(target, &io::ErrorKind::NotADirectory.into()));
    }
    let foreign = foreign_file(target, marks).map_err(|error| FileError::from_io(target, &error))?;
    foreign.map_or(Ok(()), |file| {
        let what =
            format!("this folder is to be replaced, but orogen did not write {} in it", file.display());
        Err(FileError::new(target, what, "move that elsewhere, or choose another folder"))
    })
}

/// The path within `target` of some file that is not ours: of any, where the folder is not signed.
fn foreign_file(target: &Path, marks: Marks) -> io::Result<Option<PathBuf>> {
    let is_signed = (marks.is_signed)(target);
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(target.join(&folder))? {
            let entry = entry?;
            let (path, kind) = (folder.join(entry.file_name()), entry.file_type()?);
            let ours = is_signed && kind.is_file() && (marks.is_ours)(&path);
            if kind.is_dir() {
                folders.push(path);
            } else if !(ours || is_litter(&entry.file_name())) {
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: Marks = Marks {
        is_signed: |folder| !folder.join("unsigned").exists(),
        is_ours: |path| path.extension().is_some_and(|extension| extension == "bin"),
    };

    /// A folder in which `file` holds `text`, not yet committed.
    fn pending(target: &Path, file: &str, text: &str) -> PendingFolder {
        let folder = PendingFolder::create(target, MARKS).unwrap();
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
        let whole = pending(&target, "a.bin", "older").whole(target.clone()).unwrap();
        assert!(!target.exists());
        assert_eq!(whole.commit().unwrap(), target);
        let whole = pending(&target, "b.bin", "newer").whole(target.clone()).unwrap();
        assert_eq!(fs::read_to_string(target.join("deep/a.bin")).unwrap(), "older");
        whole.commit().unwrap();
        assert_eq!(names(&target.join("deep")), ["b.bin"]);
        assert_eq!(names(parent.path()), ["set"]);
    }

    #[test]
    fn dropped_it_leaves_nothing_and_spares_the_older_one() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "older").whole(target.clone()).unwrap().commit().unwrap();
        drop(pending(&target, "b.bin", "newer"));
        drop(pending(&target, "b.bin", "newer").whole(target.clone()).unwrap());
        assert_eq!(names(&target.join("deep")), ["a.bin"]);
        assert_eq!(names(parent.path()), ["set"]);
    }

    #[test]
    fn a_folder_with_somebody_elses_file_is_never_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "older").whole(target.clone()).unwrap().commit().unwrap();
        let whole = pending(&target, "b.bin", "newer").whole(target.clone()).unwrap();
        fs::write(target.join("deep/notes.txt"), "mine").unwrap();
        let late = whole.commit().unwrap_err();
        let early = PendingFolder::create(&target, MARKS).err().unwrap();
        for error in [late, early] {
            assert!(error.what.contains("notes.txt"), "{error}");
        }
        assert_eq!(names(&target.join("deep")), ["a.bin", "notes.txt"]);
        assert_eq!(names(parent.path()), ["set"]);
        fs::rename(target.join("deep/notes.txt"), target.join("deep/.DS_Store")).unwrap();
        assert!(PendingFolder::create(&target, MARKS).is_ok());
    }

    #[test]
    fn a_folder_that_is_not_signed_is_never_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        pending(&target, "a.bin", "theirs").whole(target.clone()).unwrap().commit().unwrap();
        fs::create_dir(target.join("unsigned")).unwrap();
        let error = PendingFolder::create(&target, MARKS).err().unwrap();
        assert!(error.what.contains("a.bin"), "{error}");
        fs::remove_dir_all(target.join("deep")).unwrap();
        assert!(PendingFolder::create(&target, MARKS).is_ok(), "it holds nothing");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_to_the_folder_but_not_out_of_it() {
        let parent = tempfile::tempdir().unwrap();
        let (target, link) = (parent.path().join("set"), parent.path().join("link"));
        pending(&target, "a.bin", "older").whole(target.clone()).unwrap().commit().unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        pending(&link, "b.bin", "newer").whole(link.clone()).unwrap().commit().unwrap();
        assert_eq!(names(&target.join("deep")), ["b.bin"]);
        assert!(link.is_symlink());
        std::os::unix::fs::symlink(&target, target.join("out.bin")).unwrap();
        assert!(PendingFolder::create(&target, MARKS).err().unwrap().what.contains("out.bin"));
    }

    #[test]
    fn a_file_of_that_name_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("set");
        fs::write(&target, "").unwrap();
        assert!(PendingFolder::create(&target, MARKS).is_err());
        assert_eq!(names(parent.path()), ["set"]);
    }
}
