//! Files that stand where a terrain's files are to go, and that nobody but their owner may replace.

use std::io::ErrorKind;
use std::path::Path;

use crate::folder::is_unchanged;
use crate::{FileError, TerrainInfo, seal};

/// Which of the files `names` in `folder` are not as an earlier run wrote them: put there by somebody else, or changed
/// since. `description` is the name of the file that tells what the run wrote.
///
/// Folders are left to those who replace them.
///
/// # Errors
/// The operating system refuses to read one of them.
pub fn foreign(folder: &Path, description: &str, names: &[&str]) -> Result<Vec<String>, FileError> {
    let path = folder.join(description);
    // Whatever else is called so describes no files of ours.
    let earlier = TerrainInfo::read(&path).ok().filter(|_| matches!(seal::flaw(&path), Ok(None)));
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
