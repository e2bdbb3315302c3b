//! The names of a terrain's files.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use same_file::is_same_file;

use crate::file_info::FileInfo;

/// The file names of a terrain.
pub(crate) struct FileNames<'a> {
    folder: &'a Path,
    /// Names by their lower-case form: many file systems ignore case.
    names: BTreeMap<String, Vec<&'a str>>,
}

impl<'a> FileNames<'a> {
    pub(crate) fn of(folder: &'a Path, files: &'a [FileInfo]) -> Self {
        let mut names: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for file in files {
            names.entry(file.name.to_ascii_lowercase()).or_default().push(&*file.name);
        }
        Self { folder, names }
    }

    /// Whether a name refers to one of the files. True if that cannot be determined.
    pub(crate) fn has(&self, name: &str) -> bool {
        let is_same = |other: &&str| {
            *other == name
                || is_same_file(self.folder.join(other), self.folder.join(name))
                    .unwrap_or_else(|error| error.kind() != ErrorKind::NotFound)
        };
        self.names.get(&name.to_ascii_lowercase()).is_some_and(|names| names.iter().any(is_same))
    }
}
