//! Finds files that a new terrain would overwrite and that no earlier run wrote.

use std::io::ErrorKind;
use std::path::Path;

use crate::FileError;
use crate::folder::is_unchanged;
use crate::terrains::{DESCRIPTION, terrains};

/// Returns the files among `names` in `folder` that no earlier run wrote, or that changed after a run wrote them. A file counts
/// as written by a run if an unchanged description of a [terrain](crate::terrains) lists it with its present content. The result includes
/// `terrain.json` if that file exists and is not as a run wrote it.
///
/// Folders that no description lists are skipped; they are checked when they are replaced.
///
/// # Errors
/// A file cannot be read.
pub fn foreign(folder: &Path, names: &[&str]) -> Result<Vec<String>, FileError> {
    // An invalid or edited description does not count.
    let terrains: Vec<_> = terrains(folder)?.into_iter().filter(|terrain| terrain.is_unchanged).collect();
    let mut foreign = Vec::new();
    if !terrains.iter().any(|terrain| terrain.description == DESCRIPTION)
        && folder.join(DESCRIPTION).is_file()
    {
        foreign.push(DESCRIPTION.to_owned());
    }
    for &name in names {
        let path = folder.join(name);
        let listed = terrains.iter().flat_map(|terrain| &terrain.info.files).find(|file| file.name == name);
        let digest = listed.and_then(|file| file.digest.as_ref());
        if path.is_dir() && digest.is_none() {
            continue;
        }
        match is_unchanged(&path, digest) {
            Ok(true) => {}
            Ok(false) => foreign.push(name.to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(FileError::from_io(&path, &error)),
        }
    }
    Ok(foreign)
}
