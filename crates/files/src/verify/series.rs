//! Which files belong together.

use crate::{FileInfo, TerrainInfo};

/// A file, or the tiles of what would be one.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<'a> {
    /// The tiles row by row from the top; or the one file that is not a tile.
    pub files: Vec<&'a FileInfo>,
    /// The tiles that no file is listed for.
    pub missing: Vec<[usize; 2]>,
}

/// The files of a terrain by what they hold, in the order in which they are listed.
pub fn series(info: &TerrainInfo) -> Vec<Series<'_>> {
    let mut found: Vec<Series<'_>> = Vec::new();
    for file in &info.files {
        let fellow = |series: &&mut Series<'_>| {
            file.tile.is_some()
                && alike(series.files[0], file)
                && series.files.iter().all(|other| other.tile != file.tile)
        };
        match found.iter_mut().find(fellow) {
            Some(series) => series.files.push(file),
            None => found.push(Series { files: vec![file], missing: Vec::new() }),
        }
    }
    for series in found.iter_mut().filter(|series| series.files[0].tile.is_some()) {
        series.files.sort_by_key(|file| file.tile.map(|[column, row]| [row, column]));
        let [across, down] = info.tiles.unwrap_or_default();
        let tiles = (0..down).flat_map(|row| (0..across).map(move |column| [column, row]));
        series.missing =
            tiles.filter(|&tile| series.files.iter().all(|file| file.tile != Some(tile))).collect();
    }
    found
}

/// Whether two files differ in their place and content only.
fn alike(one: &FileInfo, other: &FileInfo) -> bool {
    let bare = |file: &FileInfo| FileInfo { name: String::new(), tile: None, digest: None, ..file.clone() };
    bare(one) == bare(other)
}
