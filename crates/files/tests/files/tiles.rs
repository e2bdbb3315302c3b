//! Damaged pyramids.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use orogen_files::FileError;
use orogen_files::web::{self, Encoding, GeoAnchor, Layout, Tiles, Tileset};
use proptest::prelude::*;

use crate::handmade::{Picture, chunk};
use crate::pyramid::{STORES, tileset, write};

/// A pyramid with two tiles on the finest level, small enough to damage it many times.
fn small() -> Tileset {
    let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 1_500.0, 10.0], 5.0, 256).unwrap();
    Tileset { name: "Small".to_owned(), encoding: Encoding::Terrarium, layout }
}

/// The bytes of a small archive.
static ARCHIVE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pmtiles");
    write(web::pmtiles, &path, &small(), 64);
    fs::read(path).unwrap()
});

/// Reads everything.
fn read(path: &Path) -> Result<f64, FileError> {
    Tiles::open(path)?.largest_parent_error()
}

fn read_bytes(bytes: &[u8]) -> Result<f64, FileError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pmtiles");
    fs::write(&path, bytes).unwrap();
    read(&path)
}

/// A folder of tiles, and the path of the first tile of the finest level.
fn folder_of_tiles() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    write(web::folder, &folder.path().join("web"), &tileset(Encoding::Terrarium), 512);
    let tile = folder.path().join("web/14/8540/5765.png");
    assert!(tile.exists());
    (folder, tile)
}

#[test]
fn a_coarse_tile_that_does_not_fit_is_found() {
    let (folder, tile) = folder_of_tiles();
    let path = folder.path().join("web");
    assert!(read(&path).unwrap() <= 1.0 / 256.0);
    fs::copy(&tile, path.join("13/4270/2882.png")).unwrap();
    assert!(read(&path).unwrap() > 100.0);
}

#[test]
fn missing_damaged_and_other_tiles_are_named() {
    let (folder, tile) = folder_of_tiles();
    let path = folder.path().join("web");
    let bytes = fs::read(&tile).unwrap();
    let picture = |width: u32, height: u32, bits: u8, colour: u8, bytes_each: usize| Picture {
        width,
        height,
        bits,
        colour,
        interlaced: false,
        chunks: Vec::new(),
        rows: vec![vec![0; width as usize * bytes_each]; height as usize],
    };
    let transparent = Picture { chunks: vec![(b"tRNS", vec![0; 6])], ..picture(256, 256, 8, 2, 3) };
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let mut long = bytes.clone();
    long.resize(1_000_000, 0);
    let mut bare = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut bare, b"IEND", &[]);
    let cases = [
        (bytes[..bytes.len() / 2].to_vec(), "cut short"),
        (flipped, "broken"),
        (bare, "broken"),
        (long, "more than"),
        (picture(200, 256, 8, 2, 3).bytes(), "200 × 256"),
        (picture(256, 256, 8, 6, 4).bytes(), "opaque"),
        (picture(256, 256, 16, 0, 2).bytes(), "8-bit RGB"),
        (transparent.bytes(), "opaque"),
    ];
    for (bytes, message) in cases {
        fs::write(&tile, bytes).unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.message.contains(message) && error.path == tile, "{error}");
    }
    fs::write(&tile, picture(256, 256, 8, 2, 3).bytes()).unwrap();
    assert!(read(&path).is_ok());
    fs::remove_file(&tile).unwrap();
    let error = read(&path).unwrap_err();
    assert!(error.message.contains("5765.png is missing"), "{error}");
}

#[test]
fn a_false_description_is_an_error() {
    let (folder, _) = folder_of_tiles();
    let path = folder.path().join("web");
    let description = path.join("tiles.json");
    let text = fs::read_to_string(&description).unwrap();
    let lies = [
        ("\"terrarium\"", "\"custom\""),
        ("\"maxzoom\": 14", "\"maxzoom\": 31"),
        ("\"maxzoom\": 14", "\"maxzoom\": 13"),
        ("\"minzoom\": 0", "\"minzoom\": 1"),
        ("\"xyz\"", "\"tms\""),
        ("\"tileSize\": 256", "\"tileSize\": 4294967295"),
        ("8539", "4294967295"),
        ("8539", "16383"),
        ("{", "["),
    ];
    for (truth, lie) in lies {
        let lying = text.replacen(truth, lie, 1);
        assert_ne!(lying, text, "{truth}");
        fs::write(&description, lying).unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.path == description && error.message.contains("does not describe"), "{error}");
    }
    // A description that claims very many tiles allocates no memory for them.
    fs::write(&description, text.replacen("      3,\n      2\n", "      1023,\n      1023\n", 1)).unwrap();
    assert!(read(&path).unwrap_err().message.contains("is missing"));
    fs::remove_file(&description).unwrap();
    assert!(read(&path).unwrap_err().message.contains("no such file"));
}

#[test]
fn other_files_are_no_archives() {
    for bytes in [&b""[..], b"PMTiles\x03", b"PMTiles\x02 and more", &[0; 400]] {
        assert!(read_bytes(bytes).is_err());
    }
    assert!(read_bytes(&ARCHIVE).is_ok());
    assert!(Tiles::open(Path::new("no/such.pmtiles")).is_err());
}

/// An archive built by hand: uncompressed, without tiles, and with this directory as root and as the only leaf.
fn archive_of(directory: &[u8]) -> Vec<u8> {
    let metadata = small_metadata();
    let (metadata_at, directory_at) = (127, 127 + metadata.len() as u64);
    let directory_length = directory.len() as u64;
    let mut bytes = b"PMTiles\x03".to_vec();
    let sections = [
        [directory_at, directory_length],
        [metadata_at, metadata.len() as u64],
        [directory_at, directory_length],
        [0; 2],
    ];
    bytes.extend(sections.iter().flatten().flat_map(|number| number.to_le_bytes()));
    bytes.resize(97, 0);
    bytes.extend([1, 1, 2]);
    bytes.resize(127, 0);
    [bytes, metadata, directory.to_vec()].concat()
}

#[test]
fn invalid_directories_are_errors() {
    let last = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
    let beyond_the_last = [&[2], &last[..], &[0, 5, 5, 1, 1, 1, 1]].concat();
    let count = small().layout.addresses().count() as u8 + 1;
    let too_many = [count].into_iter().chain((0..4 * count).map(|_| 1)).collect::<Vec<_>>();
    let cases: [(&[u8], &str); 9] = [
        (&beyond_the_last, "broken"),
        (&too_many, "broken"),
        (&[0], "is missing"),
        // An entry with a run length of 0 is a directory. This one points to itself.
        (&[1, 0, 0, 5, 1], "nested too deeply"),
        (&[1, 0, 1, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 1], "broken"),
        (&[1, 0, 1, 5, 0], "broken"),
        (&[255, 255, 255, 255, 15, 0, 0, 0, 0], "broken"),
        (&[2, 9, 0, 1, 1, 5, 5, 1, 1], "out of order"),
        (&[1, 0, 0, 255, 255, 3, 1], "cut short"),
    ];
    for (directory, message) in cases {
        let error = read_bytes(&archive_of(directory)).unwrap_err();
        assert!(error.message.contains(message), "{error} {directory:?}");
    }
}

#[test]
fn sections_beyond_the_end_are_errors() {
    let archive = archive_of(&[0]);
    for at in (8..72).step_by(8) {
        for number in [u64::MAX, 1 << 40, archive.len() as u64] {
            let mut bytes = archive.clone();
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            let error = read_bytes(&bytes).unwrap_err();
            // An empty section may lie right at the end.
            assert!(
                error.message.contains("cut short") || error.message.contains("missing"),
                "{error} {at} {number}"
            );
        }
    }
}

/// The metadata of the small archive.
fn small_metadata() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    write(STORES[0].1, &folder.path().join("web"), &small(), 64);
    fs::read(folder.path().join("web/tiles.json")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn an_archive_cut_anywhere_gives_an_error(length in 0..ARCHIVE.len()) {
        prop_assert!(read_bytes(&ARCHIVE[..length]).is_err());
    }

    #[test]
    fn any_archive_gives_metres_or_an_error(
        changes in prop::collection::vec((0..1_usize << 20, any::<u8>(), any::<bool>()), 1..5)
    ) {
        let mut bytes = ARCHIVE.clone();
        for (at, byte, early) in changes {
            // Half of the changes are in the header and the directory, which contain numbers.
            let at = if early { at % 400 } else { at % bytes.len() };
            bytes[at] = byte;
        }
        _ = read_bytes(&bytes);
    }
}
