//! The files of pictures.

use std::path::{Path, PathBuf};

use orogen_files::picture;
use orogen_view::Picture;

use crate::failure::Failure;

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
