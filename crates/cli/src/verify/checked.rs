//! The check of a series: a file, or the tiles of one.

use orogen_files::verify::{self, Borders, Findings, Series};
use orogen_files::{FileError, FileInfo};

use super::ground::Ground;
use crate::failure::Failure;

/// What was found out about a file.
pub(super) struct Checked {
    pub(super) file: FileInfo,
    /// Absent where it could not be read to its end, or is of an unknown kind.
    pub(super) findings: Option<Findings>,
    /// What is wrong with it, in words.
    pub(super) flaws: Vec<String>,
}

/// What was found out about files that belong together.
pub(super) struct CheckedSeries {
    pub(super) files: Vec<Checked>,
    /// How many borders were compared.
    pub(super) borders: u64,
    /// What is wrong between the files, in words.
    pub(super) flaws: Vec<String>,
}

pub(super) fn series(ground: &Ground<'_>, series: &Series<'_>) -> Result<CheckedSeries, Failure> {
    let mut borders = Borders::default();
    let (mut files, mut flaws) = (Vec::new(), of_missing(series).into_iter().collect::<Vec<_>>());
    for &file in &series.files {
        let mut checked = check(ground, file)?;
        let edges = checked.findings.as_mut().map(|findings| std::mem::take(&mut findings.edges));
        if let (Some(tile), Some(edges)) = (file.tile, edges) {
            for neighbour in borders.add(tile, edges) {
                let other = series.files.iter().find(|other| other.tile == Some(neighbour));
                let other = other.map_or("", |other| &other.name);
                flaws.push(format!("{other} and {} differ where they meet", file.name));
            }
        }
        files.push(checked);
    }
    Ok(CheckedSeries { files, borders: borders.count(), flaws })
}

fn of_missing(series: &Series<'_>) -> Option<String> {
    let [column, row] = series.first_missing?;
    let count = series.missing;
    Some(format!(
        "terrain.json lists no file like {} for {count} of the tiles; the first of these is column {column}, row {row}",
        series.files[0].name
    ))
}

fn check(ground: &Ground<'_>, file: &FileInfo) -> Result<Checked, Failure> {
    let changed = verify::changes(file, &ground.path(file)).err();
    let (findings, broken) = match ground.compare(file)? {
        Ok(findings) => (findings, None),
        Err(error) => (None, Some(error)),
    };
    let mut flaws: Vec<String> =
        changed.into_iter().chain(broken).map(|FileError { what, .. }| what).collect();
    // What is not there is not there twice.
    flaws.dedup();
    flaws.extend(findings.as_ref().and_then(Findings::flaw));
    Ok(Checked { file: file.clone(), findings, flaws })
}
