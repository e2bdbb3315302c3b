//! Where pictures go.

use std::fs;
use std::path::{Path, PathBuf};

use orogen_files::{MadeFolders, picture};
use orogen_view::Picture;

use crate::failure::Failure;

/// Names told one by one.
const MOST_NAMES: usize = 5;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// 8 bits, for screens.
    Png,
    /// Light.
    Exr,
}

impl Format {
    /// The format a name asks for.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "png" => Ok(Self::Png),
            "exr" => Ok(Self::Exr),
            _ => Err(Failure::of_use(
                format!("{} does not say what kind of picture it is to be", path.display()),
                "let it end with .png (8 bits, sRGB) or .exr (linear light)",
            )),
        }
    }

    /// Writes a picture, `stops` brighter than exposed where light is not kept as it is. It appears when it is whole.
    pub(super) fn write(self, path: &Path, shown: &Picture, stops: f32) -> Result<(), Failure> {
        let whole = match self {
            Self::Png => picture::png(path, shown.size, &shown.encoded(stops))?,
            Self::Exr => picture::exr(path, shown.size, &shown.light)?,
        };
        whole.commit()?;
        Ok(())
    }
}

/// The names of frames, so that they sort: `frame_00000.png`.
pub(super) fn frame(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("frame_{number:05}.png"))
}

/// Makes room for pictures: folders are there, can be written to, and hold nothing that would be lost. Those that were made go
/// again if no picture comes.
pub(super) fn prepare(paths: &[PathBuf], force: bool) -> Result<MadeFolders, Failure> {
    if let Some(path) = paths.iter().find(|path| fs::metadata(path).is_ok_and(|known| !known.is_file())) {
        let message = format!("{} is no file", path.display());
        return Err(Failure::of_use(message, "name a picture, such as alps.png"));
    }
    let foreign: Vec<_> = paths.iter().filter(|path| !force && !picture::is_replaceable(path)).collect();
    if !foreign.is_empty() {
        let shown: Vec<_> = foreign.iter().take(MOST_NAMES).map(|path| path.display().to_string()).collect();
        let more = foreign.len().saturating_sub(MOST_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!("{}{more} would be replaced, but orogen did not paint that", shown.join(", "));
        return Err(Failure::of_job(message, "choose another name, or replace it with --force"));
    }
    let folder = paths.first().and_then(|path| path.parent());
    match folder.filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => Ok(MadeFolders::prepare(folder)?),
        None => Ok(MadeFolders::default()),
    }
}
