//! The folder a verb writes to.

use std::path::Path;

use orogen_files::{FileInfo, OutputFolder, foreign};

use crate::failure::Failure;
use crate::generate::DESCRIPTION;

/// The most names that are told one by one.
const MOST_NAMES: usize = 12;

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

/// Refuses to replace files that are not as an earlier run wrote them.
pub(crate) fn refuse_foreign(folder: &Path, files: &[FileInfo]) -> Result<(), Failure> {
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    let foreign = foreign(folder, DESCRIPTION, &names)?;
    if foreign.is_empty() {
        return Ok(());
    }
    let shown = foreign.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if foreign.len() > MOST_NAMES {
        format!(" and {} more", foreign.len() - MOST_NAMES)
    } else {
        String::new()
    };
    let message = format!(
        "{}: {shown}{more} would be replaced, but orogen did not write that, or it was changed since",
        folder.display()
    );
    Err(Failure::of_job(message, "choose another folder, move it away, or replace it with --force"))
}
