//! Which files belong together.

use std::collections::BTreeMap;

use crate::{FileInfo, TerrainInfo};

/// A file, or the tiles of what would be one.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<'a> {
    /// The tiles row by row from the top; or the one file that is not a tile.
    pub files: Vec<&'a FileInfo>,
    /// How many tiles no file is listed for.
    pub missing: usize,
    /// Column and row of the first of these.
    pub first_missing: Option<[usize; 2]>,
}

/// The files of a terrain by what they hold, in the order in which they are listed.
pub fn series(info: &TerrainInfo) -> Vec<Series<'_>> {
    let mut found: Vec<Gathered<'_>> = Vec::new();
    for file in &info.files {
        let place = file.tile.map(|[column, row]| [row, column]);
        let fellow = found.iter_mut().find(|series| {
            place.is_some() && !series.by_place.contains_key(&place) && alike(series.first, file)
        });
        match fellow {
            Some(series) => drop(series.by_place.insert(place, file)),
            None => found.push(Gathered { first: file, by_place: BTreeMap::from([(place, file)]) }),
        }
    }
    found.into_iter().map(|series| series.settled(info)).collect()
}

/// A series in the making: its first file, and all by row and column of their tiles.
struct Gathered<'a> {
    first: &'a FileInfo,
    by_place: BTreeMap<Option<[usize; 2]>, &'a FileInfo>,
}

impl<'a> Gathered<'a> {
    fn settled(self, info: &TerrainInfo) -> Series<'a> {
        let [across, down] = info.tiles.filter(|_| self.first.tile.is_some()).unwrap_or_default();
        let mut tiles = (0..down).flat_map(|row| (0..across).map(move |column| [column, row]));
        let missing = across.saturating_mul(down).saturating_sub(self.by_place.len());
        // Found among as many as there are files: however many are claimed, they are not gone through.
        let first = tiles.find(|&[column, row]| !self.by_place.contains_key(&Some([row, column])));
        Series { missing, first_missing: first, files: self.by_place.into_values().collect() }
    }
}

/// Whether two files differ in their place and content only.
fn alike(one: &FileInfo, other: &FileInfo) -> bool {
    let bare = |file: &FileInfo| FileInfo { name: String::new(), tile: None, digest: None, ..file.clone() };
    bare(one) == bare(other)
}
