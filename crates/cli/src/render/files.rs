//! The files of pictures.

use std::fs;
use std::path::{Path, PathBuf};

use orogen_files::{CreatedFolders, picture};
use orogen_view::Picture;

use crate::failure::Failure;
use crate::output;

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// 8 bits, sRGB.
    Png,
    /// Linear light.
    Exr,
}

impl Format {
    /// The format for a file name.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "png" => Ok(Self::Png),
            "exr" => Ok(Self::Exr),
            _ => Err(Failure::usage(
                format!("{} has no known picture format", path.display()),
                "use the extension .png (8 bits, sRGB) or .exr (linear light)",
            )),
        }
    }

    /// Writes a picture. A PNG is `stops` brighter than its exposure. The file appears when it is complete.
    pub(super) fn write(self, path: &Path, rendered: &Picture, stops: f32) -> Result<(), Failure> {
        let output = match self {
            Self::Png => picture::png(path, rendered.size, &rendered.to_srgb(stops))?,
            Self::Exr => picture::exr(path, rendered.size, &rendered.light)?,
        };
        output.commit()?;
        Ok(())
    }
}

/// The path of a frame: `frame_00000.png`. The names sort by number.
pub(super) fn frame(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("frame_{number:05}.png"))
}

/// Creates missing folders, and refuses to overwrite files that orogen did not render. The result removes the created
/// folders again if no picture is written.
pub(super) fn prepare(paths: &[PathBuf], force: bool) -> Result<CreatedFolders, Failure> {
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
