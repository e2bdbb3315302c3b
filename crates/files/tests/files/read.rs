//! Reading PNGs: every kind, and every kind of damage.

use std::path::Path;

use orogen_files::{MAX_SIDE, read_heightmap, read_png_bytes};
use proptest::prelude::*;

use crate::handmade::{self, Picture};

fn picture(width: u32, height: u32, bits: u8, colour: u8, rows: Vec<Vec<u8>>) -> Picture {
    Picture { width, height, bits, colour, interlaced: false, chunks: Vec::new(), rows }
}

fn samples(picture: &Picture) -> Vec<f32> {
    read_png_bytes(&picture.bytes()).unwrap().samples
}

#[test]
fn all_16_bit_values_are_divided_exactly_grey_or_coloured() {
    let values: Vec<u16> = (0..=u16::MAX).collect();
    let grey = Picture::grey16(256, 256, &values);
    let expected: Vec<f32> = values.iter().map(|&v| f32::from(v) / 65_535.0).collect();
    assert_eq!(samples(&grey), expected);
    let tripled = |row: &[u16]| row.iter().flat_map(|v| [v.to_be_bytes(); 3].concat()).collect();
    let rgb = picture(256, 256, 16, 2, values.chunks(256).map(tripled).collect());
    assert_eq!(samples(&rgb), expected);
}

#[test]
fn few_bits_fill_the_whole_range() {
    assert_eq!(samples(&picture(8, 1, 1, 0, vec![vec![0b0101_1001]])), [0., 1., 0., 1., 1., 0., 0., 1.]);
    assert_eq!(samples(&picture(4, 1, 2, 0, vec![vec![0b0001_1011]])), [0., 1. / 3., 2. / 3., 1.]);
    assert_eq!(samples(&picture(3, 1, 4, 0, vec![vec![0x07, 0xf0]])), [0., 7. / 15., 1.]);
    assert_eq!(samples(&picture(3, 1, 8, 0, vec![vec![0, 51, 255]])), [0., 0.2, 1.]);
}

#[test]
fn alpha_is_ignored() {
    assert_eq!(samples(&picture(2, 1, 8, 4, vec![vec![51, 0, 255, 7]])), [0.2, 1.0]);
    assert_eq!(samples(&picture(1, 1, 8, 6, vec![vec![51, 51, 51, 0]])), [0.2]);
    assert_eq!(samples(&picture(1, 1, 16, 4, vec![vec![0x33, 0x33, 0, 9]])), [0.2]);
    let mut keyed = picture(2, 1, 8, 0, vec![vec![51, 255]]);
    keyed.chunks.push((b"tRNS", vec![0, 51]));
    assert_eq!(samples(&keyed), [0.2, 1.0]);
}

#[test]
fn colours_become_their_luma() {
    let primaries = picture(3, 1, 8, 2, vec![vec![255, 0, 0, 0, 255, 0, 0, 0, 255]]);
    assert_eq!(samples(&primaries), [0.2126, 0.7152, 0.0722]);
    let mut palette = picture(2, 1, 4, 3, vec![vec![0x10]]);
    palette.chunks.push((b"PLTE", vec![255, 255, 255, 0, 255, 0]));
    assert_eq!(samples(&palette), [0.7152, 1.0]);
}

#[test]
fn interlaced_pictures_are_assembled() {
    // Adam7 (specification, 8.2): first column and row of each pass, and the steps to the next.
    const PASSES: [[usize; 4]; 7] =
        [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];
    let (width, height) = (11, 9);
    let value = |x: usize, y: usize| (y * width + x) as u8;
    let mut rows = Vec::new();
    for [x, y, right, down] in PASSES {
        for y in (y..height).step_by(down) {
            rows.push((x..width).step_by(right).map(|x| value(x, y)).collect());
        }
    }
    let interlaced = Picture { interlaced: true, ..picture(11, 9, 8, 0, rows) };
    let expected: Vec<f32> = (0..99).map(|v| f32::from(value(v % 11, v / 11)) / 255.0).collect();
    assert_eq!(samples(&interlaced), expected);
}

#[test]
fn a_file_is_read_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hill.PNG");
    std::fs::write(&path, Picture::grey16(2, 3, &[0, 1, 2, 3, 4, 65_535]).bytes()).unwrap();
    let map = read_heightmap(&path).unwrap();
    assert_eq!((map.width, map.height, map.samples[5]), (2, 3, 1.0));
}

#[test]
fn files_that_are_not_png_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = read_heightmap(&path).unwrap_err();
        assert_eq!(error.path, path);
        error.message
    };
    assert!(refuse("a.tif", b"II*").contains("`.tif` files cannot be read"));
    assert!(refuse("a", b"II*").contains("no extension"));
    assert!(refuse("a.png", b"\xff\xd8\xff\xe0 JFIF").contains("not a PNG"));
    assert!(refuse("b.png", b"").contains("not a PNG"));
    assert!(refuse("c.png", b"\x89PNG\r\n\x1a\n").contains("cut short"));
    let missing = read_heightmap(&folder.path().join("none.png")).unwrap_err();
    assert!(missing.message.contains("no such file"), "{missing}");
    std::fs::create_dir(folder.path().join("d.png")).unwrap();
    let directory = read_heightmap(&folder.path().join("d.png")).unwrap_err();
    assert!(directory.message.contains("is a folder"), "{directory}");
    let nameless = read_heightmap(folder.path()).unwrap_err();
    assert!(nameless.message.contains("is a folder"), "{nameless}");
    #[cfg(unix)]
    for endless in ["zero.png", "pipe.png"] {
        let path = folder.path().join(endless);
        match endless {
            "zero.png" => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
            _ => assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success()),
        }
        let error = read_heightmap(&path).unwrap_err();
        assert!(error.message.contains("might never end"), "{error}");
    }
}

#[test]
fn sizes_are_checked_before_memory_is_allocated() {
    let message =
        |width, height| read_png_bytes(&picture(width, height, 8, 0, vec![]).bytes()).unwrap_err().message;
    let side = MAX_SIDE as u32;
    assert!(message(side + 1, 1).contains("too many"));
    assert!(message(1, side + 1).contains("too many"));
    assert!(message(side, side).contains("too many"));
    assert!(message(0x7fff_ffff, 0x7fff_ffff).contains("too many"));
    // Allowed sizes, but more than the few bytes of the file can expand to.
    assert!(message(side, 8192).contains("cut short"));
    for (width, height) in [(0, 5), (5, 0)] {
        assert!(message(width, height).contains("broken"), "{}", message(width, height));
    }
}

#[test]
fn every_truncation_is_noticed() {
    let bytes = Picture::grey16(7, 5, &(0..35).collect::<Vec<_>>()).bytes();
    for length in 0..bytes.len() {
        assert!(read_png_bytes(&bytes[..length]).is_err(), "cut to {length} of {} bytes", bytes.len());
    }
    assert!(read_png_bytes(&bytes).is_ok());
}

#[test]
fn a_flipped_bit_in_the_samples_is_noticed() {
    let bytes = Picture::grey16(7, 5, &(0..35).collect::<Vec<_>>()).bytes();
    let data = bytes.windows(4).position(|name| name == b"IDAT").unwrap() + 20;
    for bit in 0..8 {
        let mut flipped = bytes.clone();
        flipped[data] ^= 1 << bit;
        let error = read_png_bytes(&flipped).unwrap_err();
        assert!(error.message.contains("broken"), "{error}");
    }
}

/// One kind of change to a valid file.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Flip(usize, u8),
    Set(usize, u8),
    Remove(usize, usize),
    Insert(usize, Vec<u8>),
}

pub(crate) fn damage() -> impl Strategy<Value = Damage> {
    let at = 0..400_usize;
    prop_oneof![
        (at.clone(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (at.clone(), any::<u8>()).prop_map(|(at, value)| Damage::Set(at, value)),
        (at.clone(), 1..40_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (at, prop::collection::vec(any::<u8>(), 1..20)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
    ]
}

pub(crate) fn harm(bytes: &mut Vec<u8>, damage: &Damage) {
    let last = bytes.len() - 1;
    match damage {
        Damage::Flip(at, bit) => bytes[*at.min(&last)] ^= 1 << bit,
        Damage::Set(at, value) => bytes[*at.min(&last)] = *value,
        Damage::Remove(at, length) => {
            bytes.drain((*at).clamp(1, last)..bytes.len().min((*at).clamp(1, last) + length));
        }
        Damage::Insert(at, new) => {
            bytes.splice((*at).min(last)..(*at).min(last), new.iter().copied());
        }
    }
}

/// Corrects the checksums of the chunks, so that the damage reaches the code after the check of checksums.
fn mend_checksums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let Some(body) = bytes.get(at + 4..).and_then(|rest| rest.get(..length.checked_add(4)?)) else {
            return;
        };
        let sum = handmade::crc(body).to_be_bytes();
        let Some(old) = bytes.get_mut(at + 8 + length..at + 12 + length) else {
            return;
        };
        old.copy_from_slice(&sum);
        at += 12 + length;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn damaged_files_never_panic(
        seed in 0..4_usize,
        interlaced in any::<bool>(),
        damages in prop::collection::vec(damage(), 1..4),
        mended in any::<bool>(),
    ) {
        let (bits, colour, row) = [(16, 0, 14), (8, 3, 7), (2, 0, 2), (8, 6, 28)][seed];
        let mut whole = picture(7, 5, bits, colour, vec![vec![1; row]; 5]);
        whole.interlaced = interlaced;
        whole.chunks.push((b"PLTE", vec![9; 12]));
        let mut bytes = whole.bytes();
        damages.iter().for_each(|damage| harm(&mut bytes, damage));
        if mended {
            mend_checksums(&mut bytes);
        }
        if let Ok(map) = read_png_bytes(&bytes) {
            prop_assert_eq!(map.samples.len(), map.width * map.height);
            prop_assert!(map.samples.iter().all(|v| (0.0..=1.0).contains(v)));
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), signed in any::<bool>()) {
        let signature: &[u8] = if signed { b"\x89PNG\r\n\x1a\n" } else { b"" };
        prop_assert!(read_png_bytes(&[signature, &bytes].concat()).is_err());
    }
}

#[test]
fn the_path_of_bytes_in_memory_is_empty() {
    assert_eq!(read_png_bytes(b"").unwrap_err().path, Path::new(""));
}
