//! The list of recent recipes, a file of paths in the program's state folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::document::save;

/// The number of recipes kept.
const MAX_RECENT: usize = 8;

/// The files of the list that exist, newest first.
pub(super) fn recent(list: &Path) -> Vec<PathBuf> {
    // A missing list is an empty one.
    let text = fs::read_to_string(list).unwrap_or_default();
    text.lines().map(PathBuf::from).filter(|path| path.is_file()).take(MAX_RECENT).collect()
}

/// Puts a file first in the list. Errors of writing are ignored: nobody could act on them.
pub(super) fn remember(list: &Path, path: &Path) {
    let Some(name) = path.to_str().filter(|name| !name.contains('\n')) else { return };
    let others = recent(list).into_iter().filter(|other| other != path).take(MAX_RECENT - 1);
    write(list, std::iter::once(name.to_owned()).chain(others.map(|other| other.display().to_string())));
}

/// Removes a file from the list. Errors of writing are ignored, as in [`remember`].
pub(super) fn forget(list: &Path, path: &Path) {
    let others = recent(list).into_iter().filter(|other| other != path);
    write(list, others.map(|other| other.display().to_string()));
}

fn write(list: &Path, lines: impl Iterator<Item = String>) {
    let text: String = lines.map(|line| line + "\n").collect();
    if list.parent().is_none_or(|folder| fs::create_dir_all(folder).is_ok()) {
        _ = save(list, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_first_and_missing_files_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("new/recent");
        let files: Vec<_> = (0..12).map(|at| folder.path().join(format!("{at}.toml"))).collect();
        for file in &files {
            fs::write(file, "").unwrap();
            remember(&list, file);
        }
        remember(&list, &files[6]);
        fs::remove_file(&files[10]).unwrap();
        let expected = [6, 11, 9, 8, 7, 5, 4].map(|at: usize| files[at].clone());
        assert_eq!(recent(&list), expected);
        forget(&list, &files[6]);
        assert_eq!(recent(&list), expected[1..]);
        assert!(recent(&folder.path().join("none")).is_empty());
    }
}
