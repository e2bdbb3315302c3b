//! Tiles as files: `{z}/{x}/{y}.png`, with a `tiles.json` beside them.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Tileset;
use super::layout::Tile;
use super::pyramid::Store;
use super::tilejson::{self, TileJson};
use crate::FileError;
use crate::pending::PendingOutput;
use crate::pending_folder::{OwnershipCheck, PendingFolder};
use crate::read::read_at_most;

/// Name of the TileJSON file.
pub(super) const DESCRIPTION: &str = "tiles.json";

/// The paths of the tiles, relative to their folder.
const TEMPLATE: &str = "{z}/{x}/{y}.png";

pub(super) struct TileFolder {
    folder: PendingFolder,
    path: PathBuf,
}

impl TileFolder {
    pub(super) fn create(path: &Path, tileset: &Tileset) -> Result<Self, FileError> {
        let file_error = |error| FileError::from_io(path, &error);
        let folder = PendingFolder::create(path, OwnershipCheck { is_output_folder, is_output_file })?;
        let text = TileJson::new(tileset, &[TEMPLATE]).text().map_err(|error| file_error(error.into()))?;
        fs::write(folder.path().join(DESCRIPTION), text).map_err(file_error)?;
        Ok(Self { folder, path: path.to_owned() })
    }
}

impl Store for TileFolder {
    fn put(&mut self, tile: Tile, png: &[u8]) -> io::Result<()> {
        let file = self.folder.path().join(tile_path(tile));
        write_file(&file, png)
    }

    fn complete(self) -> Result<PendingOutput, FileError> {
        let path = self.path.clone();
        self.folder.complete(self.path).map_err(|error| FileError::from_io(&path, &error))
    }
}

/// Writes a file, and creates its folder if it is missing.
pub(super) fn write_file(file: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::write(file, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(file.parent().unwrap_or(file))?;
            fs::write(file, bytes)
        }
        written => written,
    }
}

/// The path of a tile's file within the folder.
pub(super) fn tile_path(Tile { zoom, x, y }: Tile) -> PathBuf {
    [zoom.to_string(), x.to_string(), format!("{y}.png")].iter().collect()
}

/// Whether the folder has a `tiles.json` that orogen wrote. Many programs write `{z}/{x}/{y}.png`, but only this
/// `tiles.json` contains the positions of the samples in a terrain.
fn is_output_folder(folder: &Path) -> bool {
    let text = read_at_most(&folder.join(DESCRIPTION), tilejson::MAX_BYTES, "");
    text.is_ok_and(|text| TileJson::parse(&text).is_ok())
}

pub(super) fn is_output_file(path: &Path) -> bool {
    match names(path).as_deref() {
        Some([file]) => *file == DESCRIPTION,
        Some(tile) => is_tile(tile, &["png"]),
        None => false,
    }
}

/// The names of a relative path. `None` if it leaves its folder or is not UTF-8.
pub(super) fn names(path: &Path) -> Option<Vec<&str>> {
    let name = |part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    };
    path.components().map(name).collect()
}

/// Whether the names are those of a tile, `z/x/y.ending`.
pub(super) fn is_tile(names: &[&str], endings: &[&str]) -> bool {
    let number = |text: &str| text.parse::<u32>().is_ok_and(|number| number.to_string() == text);
    let [zoom, x, file] = names else { return false };
    let is_file = |(y, ending): (&str, &str)| number(y) && endings.contains(&ending);
    number(zoom) && number(x) && file.split_once('.').is_some_and(is_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tiles_and_their_description_are_replaced() {
        let is_output = |path: &str| is_output_file(Path::new(path));
        assert!(["tiles.json", "14/8191/8192.png", "0/0/0.png"].into_iter().all(is_output));
        let foreign =
            ["index.html", "14/8191/8192.jpg", "14/8191.png", "1/2/03.png", "1/2/-3.png", "1/2/3/4.png"];
        assert!(!foreign.into_iter().any(is_output));
    }
}
