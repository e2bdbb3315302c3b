//! Truncated, changed and invented files.

use std::path::Path;

use orogen_engine::raster::Grid;
use orogen_files::mesh::gltf;
use orogen_files::mesh::obj::{self, obj};
use orogen_files::mesh::stl::{self, stl};
use proptest::prelude::*;

use super::{FORMATS, GRID, Reader, band, heights, plain_glb, write};
use crate::terrain::PRINT;

#[test]
fn a_solid_with_a_hole_or_a_flipped_triangle_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.stl");
    write(FORMATS[2].1, &path);
    let whole = std::fs::read(&path).unwrap();
    let read = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        stl::read_heights(&path, &GRID, &PRINT).map(drop).map_err(|error| error.message)
    };
    // A triangle of a wall: two corners are exchanged, or the lowest bit of a coordinate is changed.
    let at = whole.len() - 500 * 50;
    let mut turned = whole.clone();
    turned[at + 12..at + 36].rotate_left(12);
    assert_eq!(read(&turned), Err("the solid is not closed".to_owned()));
    let mut moved = whole.clone();
    moved[at + 20] ^= 1;
    assert_eq!(read(&moved), Err("the solid is not closed".to_owned()));
    // The solid is closed, but one normal is wrong.
    let mut shaded = whole.clone();
    shaded[at + 3] ^= 1;
    assert_eq!(read(&shaded), Err("the normal of a triangle is not that of its corners".to_owned()));
    assert_eq!(read(&whole), Ok(()));
}

/// A file of each format, small enough to be truncated and changed at many positions.
fn small(k: usize, path: &Path) -> (Grid, Reader) {
    const SMALL: Grid = Grid { first_column: 0, first_row: 0, columns: 7, rows: 5, spacing: 2.0 };
    let product = match k {
        0 => plain_glb(path, &SMALL),
        1 => obj(path, &SMALL),
        _ => stl(path, &SMALL, &PRINT),
    };
    let mut product = product.unwrap();
    product.write(&band(&SMALL, heights(&SMALL))).unwrap();
    product.finish().unwrap();
    (SMALL, FORMATS[k].2)
}

#[test]
fn files_truncated_anywhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for k in 0..3 {
        let path = folder.path().join(FORMATS[k].0);
        let (grid, read) = small(k, &path);
        let whole = std::fs::read(&path).unwrap();
        assert!(read(&path, &grid).is_ok());
        // All lengths near the two ends, and some in between.
        let near_an_end = |length: usize| length < 100 || whole.len() - length < 100;
        for length in (0..whole.len()).filter(|&length| near_an_end(length) || length % 23 == 0) {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(read(&path, &grid).is_err(), "{} of {} bytes of {}", length, whole.len(), FORMATS[k].0);
        }
        std::fs::write(&path, [&whole[..], b"v 0 0 0\n"].concat()).unwrap();
        assert!(read(&path, &grid).is_err(), "more than all of {}", FORMATS[k].0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A damaged file gives an error, or heights equal or close to those of the sound file.
    #[test]
    fn broken_files_never_panic(k in 0..3usize, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FORMATS[k].0);
        let (grid, read) = small(k, &path);
        let mut bytes = std::fs::read(&path).unwrap();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        std::fs::write(&path, bytes).unwrap();
        if let Ok(heights) = read(&path, &grid) {
            prop_assert_eq!(heights.len(), grid.len());
            prop_assert!(heights.iter().all(|height| height.is_finite()));
        }
    }

    /// Invented text and JSON that look like ours.
    #[test]
    fn made_up_files_never_panic(text in "(v|f|vn|o|#)?( [-0-9./e]{0,6}){0,4}\n{0,2}", json in "\\{\"(nodes|meshes|accessors)\":\\[(\\{\"(mesh|count|scale)\":[0-9]{1,20}\\},?){0,3}\\]\\}") {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, text).unwrap();
        prop_assert!(obj::read_heights(&path, &GRID).is_err());
        let length = |bytes: usize| (bytes as u32).to_le_bytes();
        let head = [b"glTF\x02\0\0\0", &length(28 + json.len())[..], &length(json.len()), b"JSON"].concat();
        std::fs::write(&path, [&head, json.as_bytes(), b"\0\0\0\0BIN\0"].concat()).unwrap();
        prop_assert!(gltf::read_heights(&path, &GRID).is_err());
    }
}
