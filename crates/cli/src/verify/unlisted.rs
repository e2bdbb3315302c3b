//! Finds files in a terrain's folder that look like its own but are not listed.

use std::collections::BTreeSet;
use std::path::Path;

use orogen_files::TerrainInfo;
use orogen_files::terrains::terrains;

/// The default names of a terrain's files, without tile and extension.
const STEMS: [&str; 16] = [
    "height",
    "normal",
    "preview",
    "slope",
    "aspect",
    "curvature",
    "occlusion",
    "wetness",
    "splat0",
    "weight0",
    "water",
    "colour",
    "terrarium",
    "mapbox",
    "terrain",
    "index",
];

/// The extensions of a terrain's files.
const EXTENSIONS: [&str; 11] =
    ["png", "r16", "f32", "raw", "exr", "tif", "glb", "obj", "stl", "pmtiles", "html"];

/// The sorted names of files in the folder that look like the terrain's own, but that no description lists.
/// Files that cannot be read are left out.
pub(super) fn unlisted(info: &TerrainInfo, folder: &Path) -> Vec<String> {
    // A folder that cannot be read has no files to find.
    let others = terrains(folder).unwrap_or_default();
    let files = info.files.iter().chain(others.iter().flat_map(|terrain| &terrain.info.files));
    let listed: BTreeSet<&str> = files.map(|file| file.name.as_str()).collect();
    let stems: BTreeSet<&str> = listed.iter().filter_map(|name| bare(name)).chain(STEMS).collect();
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let unlisted = names.filter(|name| {
        !listed.contains(name.as_str()) && bare(name).is_some_and(|stem| stems.contains(stem))
    });
    let mut unlisted: Vec<_> = unlisted.collect();
    unlisted.sort();
    unlisted
}

/// A name without extension and tile, if it has one of the extensions: `height` for `height_x0_y1.png` and
/// `height_0_1.raw`.
fn bare(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    if !EXTENSIONS.contains(&extension) {
        return None;
    }
    let is_number = |part: &str| {
        let digits = part.trim_start_matches(['x', 'y']);
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let mut parts = stem.rsplitn(3, '_');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(y), Some(x), Some(stem)) if is_number(x) && is_number(y) => Some(stem),
        _ => Some(stem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_the_stem_of_their_series() {
        let cases = [("height_x0_y12.png", "height"), ("my_hills_3_4.raw", "my_hills"), ("a_b.png", "a_b")];
        for (name, stem) in cases {
            assert_eq!(bare(name), Some(stem));
        }
        assert_eq!((bare("terrain.json"), bare("height.txt"), bare("height")), (None, None, None));
    }
}
