//! Files of heights that are damaged, truncated or have a wrong size in the header.

use std::io::Cursor;

use orogen_engine::image::SampleUnit;
use orogen_files::raw::RawLayout;
use orogen_files::{MAX_SIDE, RawNumber, RawShape, ReadOptions, read_heights, read_heights_bytes};
use proptest::prelude::*;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder, colortype};
use tiff::tags::Tag;

use crate::read::{damage, harm};
use crate::terrain::{MAKERS, write};

const FILLED: ReadOptions = ReadOptions { unit: None, fill: Some(0.0), nodata: None, raw: None };

/// A TIFF of 9 × 7 16-bit numbers in strips.
fn strips(compression: Compression) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).unwrap().with_compression(compression);
    let mut image = encoder.new_image::<colortype::Gray16>(9, 7).unwrap();
    image.rows_per_strip(3).unwrap();
    image.encoder().write_tag(Tag::GdalNodata, "77").unwrap();
    image.write_data(&(0..63).collect::<Vec<u16>>()).unwrap();
    bytes.into_inner()
}

/// The files that are damaged below.
fn sound() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let made = MAKERS.into_iter().filter(|(name, _)| name.ends_with(".exr") || name.ends_with(".tif"));
    let mut files: Vec<Vec<u8>> = made
        .map(|(name, make)| {
            write(make, &folder.path().join(name), &[23]);
            std::fs::read(folder.path().join(name)).unwrap()
        })
        .collect();
    // Files of other programs: the seeds of the fuzzer.
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/heights");
    let seeds = std::fs::read_dir(seeds).unwrap().map(|seed| seed.unwrap().path());
    let mut seeds: Vec<_> = seeds.filter(|path| path.to_string_lossy().contains("seed-")).collect();
    seeds.sort();
    files.extend(seeds.into_iter().map(|path| std::fs::read(path).unwrap()));
    files.extend([
        strips(Compression::Uncompressed),
        strips(Compression::Lzw),
        strips(Compression::Packbits),
        strips(Compression::Deflate(DeflateLevel::Fast)),
    ]);
    files
}

#[test]
fn every_truncation_is_noticed() {
    for (at, bytes) in sound().into_iter().enumerate() {
        assert!(read_heights_bytes(&bytes, &FILLED).is_ok(), "file {at}");
        // In a text file, a cut number can be a valid shorter number: `asc.rs` tests which truncations are noticed.
        if bytes.starts_with(b"ncols") {
            continue;
        }
        // The files end with a directory, a tile or a block, so every byte is needed.
        for length in 0..bytes.len() {
            assert!(read_heights_bytes(&bytes[..length], &FILLED).is_err(), "file {at} cut to {length}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damaged_files_never_panic(seed: prop::sample::Index, damages in prop::collection::vec(damage(), 1..5)) {
        use std::sync::LazyLock;
        static SOUND: LazyLock<Vec<Vec<u8>>> = LazyLock::new(sound);
        let mut bytes = seed.get(&SOUND).clone();
        damages.iter().for_each(|damage| harm(&mut bytes, damage));
        if let Ok(heights) = read_heights_bytes(&bytes, &FILLED) {
            prop_assert_eq!(heights.samples.len(), heights.width * heights.height);
            prop_assert!(heights.samples.iter().all(|height| height.is_finite()));
        }
    }

    #[test]
    fn any_bytes_never_panic(kind in 0..6_usize, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let signatures: [&[u8]; 6] =
            [b"", b"II\x2a\0\x08\0\0\0", b"MM\0\x2a", b"II\x2b\0\x08\0\0\0\x10\0\0\0\0\0\0\0", b"MM\0\x2b", b"\x76\x2f\x31\x01\x02\0\0\0"];
        prop_assert!(read_heights_bytes(&[signatures[kind], &bytes].concat(), &FILLED).is_err());
    }
}

/// A classic TIFF with one directory of single numbers and nothing else.
fn claims(fields: &[(u16, u32)]) -> Vec<u8> {
    let mut bytes = b"II\x2a\0\x08\0\0\0".to_vec();
    bytes.extend((fields.len() as u16).to_le_bytes());
    for (tag, value) in fields {
        bytes.extend([tag.to_le_bytes(), [4, 0], [1, 0], [0, 0]].concat());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes
}

fn message(bytes: &[u8]) -> String {
    read_heights_bytes(bytes, &FILLED).unwrap_err().message
}

#[test]
fn sizes_of_tiffs_are_checked_before_memory_is_allocated() {
    let image = |width, height| {
        claims(&[(256, width), (257, height), (258, 16), (262, 1), (273, 8), (278, height), (279, 8)])
    };
    let side = MAX_SIDE as u32;
    for (width, height) in [(side + 1, 1), (1, side + 1), (side, side), (u32::MAX, u32::MAX)] {
        assert!(message(&image(width, height)).contains("too many"));
    }
    assert!(message(&image(side, 8192)).contains("cut short"));
    let tiles = claims(&[
        (256, 4),
        (257, 4),
        (258, 16),
        (262, 1),
        (322, 1 << 31),
        (323, 1 << 31),
        (324, 8),
        (325, 8),
    ]);
    assert!(message(&tiles).contains("its tiles have 2147483648"), "{}", message(&tiles));
}

#[test]
fn sizes_of_exrs_are_checked_before_memory_is_allocated() {
    let bytes = sound().remove(0);
    let value = |name: &[u8]| bytes.windows(name.len()).position(|found| found == name).unwrap() + name.len();
    let (window, chunks) =
        (value(b"dataWindow\0box2i\0\x10\0\0\0") + 8, value(b"chunkCount\0int\0\x04\0\0\0"));
    let image = |width: i32, height: i32| {
        let mut bytes = bytes.clone();
        let mut put = |at: usize, value: i32| bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        put(window, width - 1);
        put(window + 4, height - 1);
        put(chunks, height / 16 + i32::from(height % 16 > 0));
        message(&bytes)
    };
    let side = MAX_SIDE as i32;
    for (width, height) in [(side + 1, 23), (37, side + 1), (side, side), (1 << 28, 1 << 28)] {
        assert!(image(width, height).contains("too many"), "{}", image(width, height));
    }
    assert!(image(side, 8192).contains("cut short"), "{}", image(side, 8192));
}

#[test]
fn headerless_files_must_match_their_shape() {
    let shape = RawShape { width: 3, height: 2, number: RawNumber::U16, layout: RawLayout::default() };
    let read = |bytes: &[u8], shape| read_heights_bytes(bytes, &ReadOptions { raw: Some(shape), ..FILLED });
    let heights = read(&[0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 51, 51], shape).unwrap();
    assert_eq!((heights.samples, heights.unit), (vec![0.0, 1.0, 0.0, 0.0, 0.0, 0.2], SampleUnit::Fraction));
    assert!(read(&[0; 13], shape).unwrap_err().message.contains("3 × 2 samples have 12"));
    for (width, height) in [(usize::MAX, usize::MAX), (0, 0), (1 << 15, 1 << 15)] {
        assert!(read(&[], RawShape { width, height, ..shape }).is_err());
    }
}

#[test]
fn the_extension_determines_headerless_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        read_heights(&path, &FILLED).map(|heights| (heights.samples, heights.unit == SampleUnit::Metres))
    };
    assert_eq!(read("a.R16", &[255, 255]).unwrap(), (vec![1.0], false));
    assert_eq!(read("a.r32", &1.5_f32.to_le_bytes()).unwrap(), (vec![1.5], true));
    assert_eq!(read("a.hgt", &[0, 9]).unwrap(), (vec![9.0], true));
    assert_eq!(read("a.hgt", &[128, 0]).unwrap(), (vec![0.0], true));
    assert!(read("a.raw", &[0; 6]).unwrap_err().message.contains("do not form a square"));
    assert!(read("a.raw", &[]).unwrap_err().message.contains("do not form a square"));
    for (name, format) in [("a.png", "a PNG"), ("a.tiff", "a TIFF"), ("a.exr", "an EXR")] {
        let error = read(name, b"text").unwrap_err();
        assert!(error.message.contains(&format!("is not {format}")), "{error}");
    }
    assert!(read("a.dem", &[0; 8]).unwrap_err().message.contains("format is unknown"));
    assert!(read_heights(folder.path(), &FILLED).unwrap_err().message.contains("is a folder"));
}

#[test]
fn pictures_can_hold_metres() {
    let bytes = crate::handmade::Picture::grey16(2, 1, &[300, 65_535]).bytes();
    let read = |unit| read_heights_bytes(&bytes, &ReadOptions { unit, ..FILLED }).unwrap().samples;
    assert_eq!(read(None), [300.0 / 65_535.0, 1.0]);
    assert_eq!(read(Some(SampleUnit::Metres)), [300.0, 65_535.0]);
    let tiff = strips(Compression::Lzw);
    let read = |unit| read_heights_bytes(&tiff, &ReadOptions { unit, ..FILLED }).unwrap().samples[62];
    // The file has a nodata value, so it is from a GIS.
    assert_eq!((read(None), read(Some(SampleUnit::Fraction))), (62.0, 62.0 / 65_535.0));
}
