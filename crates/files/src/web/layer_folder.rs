//! The folder of one baked layer: tiles of any format, with the description that viewers expect beside them.

use std::path::{Path, PathBuf};

use super::baked;
use super::tile_folder::{self, is_tile, names, write_file};
use crate::FileError;
use crate::pending::PendingOutput;
use crate::pending_folder::{OwnershipCheck, PendingFolder};

/// The endings of tiles.
const ENDINGS: [&str; 6] = ["png", "f32", "tif", "mvt", "terrain", "glb"];

/// Recognises the files of an unfinished folder of tiles, which may lack its description: only the paths of the files count.
pub(crate) const UNFINISHED: OwnershipCheck = OwnershipCheck {
    is_output_folder: |_| true,
    is_output_file: |path| tile_folder::is_output_file(path) || is_layer_file(path),
};

/// Recognises a folder that an earlier run baked.
const BAKED: OwnershipCheck =
    OwnershipCheck { is_output_folder: baked::is_listed, is_output_file: is_layer_file };

/// Accepts every folder.
const ANY: OwnershipCheck = OwnershipCheck { is_output_folder: |_| true, is_output_file: |_| true };

/// The folder of a layer that is being written. It gets its name when it is [complete](Self::complete) and committed, and then
/// replaces an older one completely.
///
/// ```
/// use orogen_files::web::LayerFolder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// let path = parent.path().join("shade");
/// let folder = LayerFolder::create(&path, false)?;
/// folder.write("0/0/0.png", b"a picture")?;
/// assert!(!path.exists());
/// folder.complete().commit()?;
/// assert_eq!(std::fs::read(path.join("0/0/0.png"))?, b"a picture");
/// # Ok(())
/// # }
/// ```
pub struct LayerFolder {
    folder: PendingFolder,
    path: PathBuf,
}

impl LayerFolder {
    /// Creates a temporary folder beside `path`. With `force`, a folder with files that orogen did not write is replaced, too.
    ///
    /// # Errors
    /// The parent folder cannot be written; `path` is a file; without `force`, it has a file that orogen did not write.
    pub fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        let folder = PendingFolder::create(path, if force { ANY } else { BAKED })?;
        Ok(Self { folder, path: path.to_owned() })
    }

    /// Writes a file of the folder, such as `14/8556/5795.png`. Threads may write different files at once.
    ///
    /// # Errors
    /// The disk is full or cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let written = write_file(&self.folder.path().join(name), bytes);
        written.map_err(|error| FileError::from_io(&self.path.join(name), &error))
    }

    /// The folder with all its files.
    pub fn complete(self) -> PendingOutput {
        self.folder.complete_unhashed(self.path)
    }
}

/// Whether a baked layer has files with this path.
fn is_layer_file(path: &Path) -> bool {
    match names(path).as_deref() {
        Some(["layer.json" | "tileset.json"]) => true,
        Some(["subtrees", file @ ..]) => is_tile(file, &["subtree"]),
        Some(file) => is_tile(file, &ENDINGS),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_tiles_and_descriptions() {
        let is_layer = |path: &&str| is_layer_file(Path::new(path));
        let ours =
            ["0/0/0.png", "3/7/1.mvt", "layer.json", "tileset.json", "subtrees/8/1/2.subtree", "2/1/3.glb"];
        assert!(ours.iter().all(is_layer));
        let foreign =
            ["tiles.json", "0/0/0.jpg", "0/00/0.png", "subtrees/0/0/0.png", "0/0/0.png.bak", "a/layer.json"];
        assert!(!foreign.iter().any(is_layer));
    }
}
