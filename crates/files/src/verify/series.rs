//! Groups the files of a terrain into series of tiles.

use std::collections::BTreeMap;

use crate::{FileInfo, TerrainInfo};

/// A file that is not a tile, or all tiles of one raster. [`series`] returns them.
///
/// ```
/// use orogen_files::FileInfo;
/// use orogen_files::verify::Series;
///
/// let file = FileInfo::height_png("height.png");
/// let series = Series { files: vec![&file], missing: 0, first_missing: None };
/// assert_eq!(series.files.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series<'a> {
    /// The tiles row by row from the top, or the one file that is not a tile.
    pub files: Vec<&'a FileInfo>,
    /// Number of tiles without a listed file.
    pub missing: usize,
    /// Column and row of the first missing tile.
    pub first_missing: Option<[usize; 2]>,
}

/// Groups the files of a terrain into series, in the order in which they are listed. All tiles with the same kind of content form
/// one series; each other file is a series by itself.
pub fn series(info: &TerrainInfo) -> Vec<Series<'_>> {
    let mut found: Vec<SeriesBuilder<'_>> = Vec::new();
    for file in &info.files {
        let tile = file.tile.map(|[column, row]| [row, column]);
        let matching = found.iter_mut().find(|series| {
            tile.is_some() && !series.tiles.contains_key(&tile) && same_content(series.first, file)
        });
        match matching {
            Some(series) => drop(series.tiles.insert(tile, file)),
            None => found.push(SeriesBuilder { first: file, tiles: BTreeMap::from([(tile, file)]) }),
        }
    }
    found.into_iter().map(|series| series.build(info)).collect()
}

/// The first file of a series, and all its files by row and column of their tiles.
struct SeriesBuilder<'a> {
    first: &'a FileInfo,
    tiles: BTreeMap<Option<[usize; 2]>, &'a FileInfo>,
}

impl<'a> SeriesBuilder<'a> {
    fn build(self, info: &TerrainInfo) -> Series<'a> {
        let [across, down] = info.tiles.filter(|_| self.first.tile.is_some()).unwrap_or_default();
        let mut positions = (0..down).flat_map(|row| (0..across).map(move |column| [column, row]));
        let missing = across.saturating_mul(down).saturating_sub(self.tiles.len());
        // This search ends after at most one step more than there are files, however many tiles `terrain.json` claims.
        let first = positions.find(|&[column, row]| !self.tiles.contains_key(&Some([row, column])));
        Series { missing, first_missing: first, files: self.tiles.into_values().collect() }
    }
}

/// Whether two files differ only in name, tile, levels of detail and digest.
fn same_content(one: &FileInfo, other: &FileInfo) -> bool {
    let bare = |file: &FileInfo| FileInfo {
        name: String::new(),
        tile: None,
        levels: Vec::new(),
        digest: None,
        ..file.clone()
    };
    bare(one) == bare(other)
}
