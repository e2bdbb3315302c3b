//! Finds files that a new terrain would overwrite and that no earlier run wrote.

use std::io::ErrorKind;
use std::path::Path;

use crate::FileError;
use crate::folder::is_unchanged;
use crate::maps::{DESCRIPTION, maps};

/// Returns the files among `names` in `folder` that no earlier run wrote, or that changed after a run wrote them. A file counts
/// as written by a run if an unchanged description of a [map](crate::maps) lists it with its present content. The result includes
/// `terrain.json` if that file exists and is not as a run wrote it.
///
/// Folders are skipped; they are checked when they are replaced.
///
/// # Errors
/// A file cannot be read.
pub fn foreign(folder: &Path, names: &[&str]) -> Result<Vec<String>, FileError> {
    // An invalid or edited description does not count.
    let maps: Vec<_> = maps(folder)?.into_iter().filter(|map| map.is_unchanged).collect();
    let mut foreign = Vec::new();
    if !maps.iter().any(|map| map.description == DESCRIPTION) && folder.join(DESCRIPTION).is_file() {
        foreign.push(DESCRIPTION.to_owned());
    }
    for &name in names {
        let path = folder.join(name);
        if path.is_dir() {
            continue;
        }
        let listed = maps.iter().flat_map(|map| &map.info.files).find(|file| file.name == name);
        match is_unchanged(&path, listed.and_then(|file| file.digest.as_ref())) {
            Ok(true) => {}
            Ok(false) => foreign.push(name.to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(FileError::from_io(&path, &error)),
        }
    }
    Ok(foreign)
}
