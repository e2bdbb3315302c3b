//! The sizes and files of pictures that a command draws.

use std::fs;
use std::path::PathBuf;

use orogen_files::{CreatedFolders, picture};

use crate::failure::Failure;
use crate::output;

/// Parses `--size`: columns and rows, at most `most` each.
pub(crate) fn size(most: u32) -> impl Fn(&str) -> Result<[u32; 2], String> + Clone {
    move |text| {
        let sides = text
            .split_once(['x', '×'])
            .map(|(columns, rows)| [columns, rows].map(|side| side.trim().parse()));
        match sides {
            Some([Ok(columns), Ok(rows)]) if [columns, rows].iter().all(|side| (1..=most).contains(side)) => {
                Ok([columns, rows])
            }
            _ => Err(format!("give columns and rows, 1 to {most} each: 960x540")),
        }
    }
}

/// Creates missing folders, and refuses to overwrite files that orogen did not render. The result removes the created
/// folders again if no picture is written.
pub(crate) fn prepare(paths: &[PathBuf], force: bool) -> Result<CreatedFolders, Failure> {
    if let Some(path) = paths.iter().find(|path| fs::metadata(path).is_ok_and(|known| !known.is_file())) {
        let message = format!("{} is not a regular file", path.display());
        return Err(Failure::usage(message, "give the path of a picture, such as alps.png"));
    }
    let foreign = paths.iter().filter(|path| !force && !picture::is_replaceable(path));
    let foreign: Vec<_> = foreign.map(|path| path.display().to_string()).collect();
    if !foreign.is_empty() {
        let message = format!("refusing to overwrite {}: not rendered by orogen", output::listed(&foreign));
        return Err(Failure::job(message, "choose another name, or overwrite with --force"));
    }
    let folder = paths.first().and_then(|path| path.parent());
    match folder.filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => Ok(CreatedFolders::prepare(folder)?),
        None => Ok(CreatedFolders::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed() {
        let size = size(32_768);
        assert_eq!(size("1920x1080"), Ok([1920, 1080]));
        assert_eq!(size("64 × 36"), Ok([64, 36]));
        for wrong in ["", "64", "0x10", "10x-1", "axb", "1.5x2", "32769x2", "99999999999x1", "1x2x3"] {
            assert!(size(wrong).unwrap_err().contains("1 to 32768"), "{wrong}");
        }
    }
}
