//! Finds files that a new terrain would overwrite and that no earlier run wrote.

use std::io::ErrorKind;
use std::path::Path;

use crate::folder::is_unchanged;
use crate::{FileError, TerrainInfo, checksum};

/// Returns the files among `names` in `folder` that an earlier run did not write, or that changed after it wrote them.
/// `description` is the name of the `terrain.json` that lists the files of that run.
///
/// Folders are skipped; they are checked when they are replaced.
///
/// # Errors
/// A file cannot be read.
pub fn foreign(folder: &Path, description: &str, names: &[&str]) -> Result<Vec<String>, FileError> {
    let path = folder.join(description);
    // An invalid or edited description does not count.
    let earlier = TerrainInfo::read(&path).ok().filter(|_| matches!(checksum::flaw(&path), Ok(None)));
    let mut foreign = Vec::new();
    if earlier.is_none() && path.is_file() {
        foreign.push(description.to_owned());
    }
    for &name in names {
        let path = folder.join(name);
        if path.is_dir() {
            continue;
        }
        let listed = earlier.iter().flat_map(|info| &info.files).find(|file| file.name == name);
        match is_unchanged(&path, listed.and_then(|file| file.digest.as_ref())) {
            Ok(true) => {}
            Ok(false) => foreign.push(name.to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(FileError::from_io(&path, &error)),
        }
    }
    Ok(foreign)
}
