//! Heightmaps: compared with the bytes that their formats prescribe.

use orogen_engine::raster::{Band, Grid};
use orogen_files::{HeightMapping, height16, height32, read_heightmap};

use crate::handmade;
use crate::terrain::{MAKERS, decode, mapping, terrain, write};

/// The 16-bit value by definition, in plain arithmetic.
fn quantized(height: f32) -> u16 {
    let share = (f64::from(height) + 800.0) / 1_800.0;
    (share.clamp(0.0, 1.0) * 65_535.0).round() as u16
}

#[test]
fn headerless_files_contain_little_endian_rows() {
    let folder = tempfile::tempdir().unwrap();
    let (r16, f32) = (folder.path().join("height.r16"), folder.path().join("height.f32"));
    write(MAKERS[1].1, &r16, &[23]);
    write(MAKERS[2].1, &f32, &[23]);
    let heights = terrain().height;
    let expected: Vec<u8> = heights
        .iter()
        .flat_map(|&h| {
            let v = quantized(h);
            [v as u8, (v >> 8) as u8]
        })
        .collect();
    assert_eq!(std::fs::read(r16).unwrap(), expected);
    let expected: Vec<u8> = heights
        .iter()
        .flat_map(|h| {
            let b = h.to_bits();
            [0, 8, 16, 24].map(|s| (b >> s) as u8)
        })
        .collect();
    assert_eq!(std::fs::read(f32).unwrap(), expected);
}

#[test]
fn height_png_is_16_bit_grey() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("height.png");
    write(MAKERS[0].1, &path, &[23]);
    let (info, bytes, _) = decode(&path);
    assert_eq!((info.width, info.height), (37, 23));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Sixteen));
    let expected: Vec<u8> = terrain().height.iter().flat_map(|&h| quantized(h).to_be_bytes()).collect();
    assert_eq!(bytes, expected);
    let map = read_heightmap(&path).unwrap();
    assert_eq!(map.samples[40], f32::from(quantized(terrain().height[40])) / 65_535.0);
}

#[test]
fn the_chunks_of_a_png_are_in_order_with_valid_checksums() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in [MAKERS[0], MAKERS[3]] {
        let path = folder.path().join(name);
        write(make, &path, &[23]);
        let bytes = std::fs::read(&path).unwrap();
        let (mut at, mut names) = (8, Vec::new());
        while at < bytes.len() {
            let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
            let (body, sum) = bytes[at + 4..at + 12 + length].split_at(length + 4);
            assert_eq!(sum, handmade::crc(body).to_be_bytes());
            names.push(body[..4].to_vec());
            at += length + 12;
        }
        assert_eq!(at, bytes.len());
        assert_eq!(names, [b"IHDR", b"IDAT", b"IEND"]);
    }
}

#[test]
fn a_band_larger_than_the_buffer_is_written_completely() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("height.f32");
    let grid = Grid::square(300, 1.0);
    let height: Vec<f32> = (0..grid.len()).map(|i| i as f32).collect();
    let mut product = height32::f32(&path, &grid).unwrap();
    product.write(&Band { first_row: 0, columns: 300, height: height.clone(), ..Band::default() }).unwrap();
    product.finish().unwrap();
    let expected: Vec<u8> = height.iter().flat_map(|h| h.to_le_bytes()).collect();
    assert!(std::fs::read(path).unwrap() == expected);
}

#[test]
fn an_empty_png_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = height16::png(&folder.path().join("a.png"), &Grid::square(0, 1.0), mapping()).err().unwrap();
    assert!(error.message.contains("0 samples"), "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// A slope so gentle that it covers only 256 of the 65536 values. No value is skipped, and values never decrease.
#[test]
fn a_gentle_slope_has_all_its_levels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slope.png");
    let mapping = HeightMapping::new(-500.0, 3_000.0).unwrap();
    let grid = Grid { rows: 1, ..Grid::square(4_096, 1.0) };
    let (from, step) = (1_234.5, mapping.metres_per_step());
    let height = (0..grid.columns).map(|i| (from + 256.0 * step * i as f64 / 4_096.0) as f32).collect();
    let mut product = height16::png(&path, &grid, mapping).unwrap();
    product.write(&Band { columns: grid.columns, height, ..Band::default() }).unwrap();
    product.finish().unwrap();
    let (_, bytes, _) = decode(&path);
    let values: Vec<_> = bytes.as_chunks::<2>().0.iter().map(|&two| u16::from_be_bytes(two)).collect();
    assert!(values.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
    assert_eq!(values[4_095] - values[0], 256);
}
