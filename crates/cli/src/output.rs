//! The folder a command writes to, and which of its files may be overwritten.

use std::path::{Path, PathBuf};

use orogen_files::terrains::lost;
use orogen_files::{FileInfo, OutputFolder, foreign};

pub(crate) use orogen_files::terrains::DESCRIPTION;

use crate::failure::Failure;
use crate::printable;

/// The most names that a message lists.
const MAX_NAMES: usize = 12;

/// Creates the folder if it is missing, and claims it for this run. This removes unfinished files of a killed run. Unless
/// `quiet`, their number is reported on stderr.
pub(crate) fn claim(path: &Path, quiet: bool) -> Result<OutputFolder, Failure> {
    let folder = OutputFolder::claim(path)?;
    let count = folder.cleared();
    if count > 0 && !quiet {
        let files = if count == 1 { "file" } else { "files" };
        let folder = printable::path(path);
        eprintln!("removed {count} unfinished {files} that a killed run left in {folder}");
    }
    Ok(folder)
}

/// The paths that a new terrain of the recipe `name` with these files changes: its own files, and those that earlier terrains
/// in the folder lose.
pub(crate) fn touched(folder: &Path, name: &str, files: &[FileInfo]) -> Result<Vec<PathBuf>, Failure> {
    let names = files.iter().map(|file| file.name.clone()).chain(lost(folder, name, files)?);
    Ok(names.chain([DESCRIPTION.to_owned()]).map(|name| folder.join(name)).collect())
}

/// Refuses to overwrite files that are not as an earlier run wrote them.
pub(crate) fn refuse_foreign(folder: &Path, files: &[FileInfo]) -> Result<(), Failure> {
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    let foreign = foreign(folder, &names)?;
    if foreign.is_empty() {
        return Ok(());
    }
    let message = format!(
        "refusing to overwrite {} in {}: not written by orogen, or changed since",
        listed(&foreign),
        folder.display()
    );
    Err(Failure::job(message, "choose another folder, move the files away, or overwrite with --force"))
}

/// Names separated by commas. If there are many, the rest are only counted: `a, b and 3 more`.
pub(crate) fn listed(names: &[String]) -> String {
    let shown = names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
