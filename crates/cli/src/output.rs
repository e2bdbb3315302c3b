//! The folder a verb writes to.

use std::path::Path;

use orogen_files::OutputFolder;

use crate::failure::Failure;

/// Makes the folder where it is not there and claims it for this run; on stderr, unless nobody wants to know, says
/// what a killed run had left in it.
pub(crate) fn claim(path: &Path, quiet: bool) -> Result<OutputFolder, Failure> {
    let folder = OutputFolder::claim(path)?;
    let count = folder.cleared();
    if count > 0 && !quiet {
        let files = if count == 1 { "file" } else { "files" };
        eprintln!("removed {count} unfinished {files} that a killed run had left in {}", path.display());
    }
    Ok(folder)
}
