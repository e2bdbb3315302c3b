//! Checks a series: a file, or its tiles.

use orogen_files::verify::{self, Borders, Findings, Series};
use orogen_files::{FileError, FileInfo};

use super::reference::Reference;
use crate::failure::Failure;

/// The result of checking a file.
pub(super) struct FileCheck {
    pub(super) file: FileInfo,
    /// `None` if the file could not be read completely, or is of an unknown kind.
    pub(super) findings: Option<Findings>,
    /// Descriptions of the errors in the file.
    pub(super) flaws: Vec<String>,
}

/// The result of checking a series.
pub(super) struct SeriesCheck {
    pub(super) files: Vec<FileCheck>,
    /// The number of borders that were compared.
    pub(super) borders: u64,
    /// Descriptions of the errors between the files.
    pub(super) flaws: Vec<String>,
}

/// Checks the files of a series and their borders.
pub(super) fn check(reference: &Reference<'_>, series: &Series<'_>) -> Result<SeriesCheck, Failure> {
    let mut borders = Borders::default();
    let (mut files, mut flaws) = (Vec::new(), of_missing(series).into_iter().collect::<Vec<_>>());
    for &file in &series.files {
        let mut result = check_file(reference, file)?;
        let edges = result.findings.as_mut().map(|findings| std::mem::take(&mut findings.edges));
        if let (Some(tile), Some(edges)) = (file.tile, edges) {
            for neighbour in borders.add(tile, edges) {
                let other = series.files.iter().find(|other| other.tile == Some(neighbour));
                let other = other.map_or("", |other| &other.name);
                flaws.push(format!("{other} and {} differ at their shared border", file.name));
            }
        }
        files.push(result);
    }
    Ok(SeriesCheck { files, borders: borders.count(), flaws })
}

fn of_missing(series: &Series<'_>) -> Option<String> {
    let [column, row] = series.first_missing?;
    let count = series.missing;
    Some(format!(
        "terrain.json lacks {count} tiles of the series of {}; the first missing tile is at column {column}, row {row}",
        series.files[0].name
    ))
}

fn check_file(reference: &Reference<'_>, file: &FileInfo) -> Result<FileCheck, Failure> {
    let changed = verify::changes(file, &reference.path(file)).err();
    let (findings, broken) = match reference.compare(file)? {
        Ok(findings) => (findings, None),
        Err(error) => (None, Some(error)),
    };
    let mut flaws: Vec<String> =
        changed.into_iter().chain(broken).map(|FileError { message, .. }| message).collect();
    // A missing file gives the same error twice.
    flaws.dedup();
    flaws.extend(findings.as_ref().and_then(Findings::flaw));
    Ok(FileCheck { file: file.clone(), findings, flaws })
}
