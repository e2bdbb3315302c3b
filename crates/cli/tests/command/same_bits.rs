//! The same recipe gives the same bits with any threads, SIMD levels and regions.

use std::fs;
use std::path::Path;

use crate::harness::{HILLS, description, generate, heights, names};

/// The files of a folder with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    names(folder).into_iter().map(read).collect()
}

fn made(more: &[&str]) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &[&["--size", "150", "--format", "png16,r16,f32"], more].concat());
    files(folder.path())
}

#[test]
fn threads_do_not_change_bits() {
    let one = made(&["--threads", "1"]);
    assert_eq!(one.len(), 6);
    for threads in ["2", "7"] {
        assert!(made(&["--threads", threads]) == one, "{threads} threads");
    }
    assert!(made(&["--seed", "8"]) != one);
}

#[test]
fn simd_levels_do_not_change_bits() {
    let scalar = made(&["--simd", "scalar"]);
    for (level, _) in orogen_engine::level::Level::all() {
        assert!(made(&["--simd", level]) == scalar, "{level}");
    }
}

#[test]
fn a_region_is_a_crop_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, whole) = (folder.path().join("hills.toml"), folder.path().join("whole"));
    fs::write(&recipe, HILLS).unwrap();
    let recipe = recipe.to_str().unwrap();
    let format = ["--size", "101", "--format", "f32"];
    generate(recipe, &whole, &format);
    let whole = heights(&whole);
    // The spacing is 10 m: 299 to 581 m contain columns 30 to 58, and the far corner is included.
    for (region, left, top, columns, rows) in [
        ("299,100,581,140", 30, 10, 29, 5),
        ("700,995,1000,1000", 70, 100, 31, 1),
        ("0,0,1000,1000", 0, 0, 101, 101),
    ] {
        let part = folder.path().join("part");
        let outcome = generate(recipe, &part, &[&format[..], &["--region", region]].concat());
        let expected: Vec<u32> = (top..top + rows)
            .flat_map(|row| &whole[row * 101 + left..][..columns])
            .map(|height| height.to_bits())
            .collect();
        let heights: Vec<u32> = heights(&part).iter().map(|height| height.to_bits()).collect();
        assert!(heights == expected, "{region}");
        let description = description(&part);
        assert_eq!(
            (description["width"].as_u64(), description["height"].as_u64()),
            (Some(columns as u64), Some(rows as u64))
        );
        assert_eq!(description["origin"], serde_json::json!([left as f64 * 10.0, top as f64 * 10.0]));
        let said = format!("columns {left}..{} and rows {top}..{}", left + columns, top + rows);
        assert_eq!(outcome.err.contains(&said), columns < 101, "{}", outcome.err);
    }
}

#[test]
fn the_16_bit_values_of_a_region_are_those_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, part) = (folder.path().join("whole"), folder.path().join("part"));
    let size = ["--size", "129", "--format", "r16"];
    generate("alps", &whole, &size);
    generate("alps", &part, &[&size[..], &["--region", "0,0,16384,1000"]].concat());
    let (whole, part) =
        (fs::read(whole.join("height.r16")).unwrap(), fs::read(part.join("height.r16")).unwrap());
    assert_eq!(part.len(), 2 * 129 * 8);
    assert!(whole.starts_with(&part));
}

#[test]
fn a_spacing_equals_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let (by_size, by_spacing) = (folder.path().join("a"), folder.path().join("b"));
    generate("alps", &by_size, &["--size", "65"]);
    generate("alps", &by_spacing, &["--spacing", "256"]);
    assert!(files(&by_size) == files(&by_spacing));
}

#[test]
fn a_spacing_must_divide_a_period() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (folder.path().join("hills.toml"), folder.path().join("out"));
    let text = HILLS
        .replace("samples = 33", "samples = 32, tile = true")
        .replace("wavelength = 300", "wavelength = 250");
    fs::write(&recipe, text.replace("wavelength = 400", "wavelength = 500")).unwrap();
    let recipe = recipe.to_str().unwrap();
    crate::harness::try_generate(recipe, &out, &["--spacing", "30"])
        .refuses(2, &["a spacing of 30 m does not divide the period of 1000 m"]);
    // The far edge equals the near edge, and has no samples.
    let outcome = generate(recipe, &out, &["--spacing", "25", "--region", "0,0,1000,1000"]);
    let facts = description(&out);
    assert_eq!((facts["width"].as_u64(), facts["tileable"].as_bool()), (Some(40), Some(true)));
    assert_eq!(facts["period"], 1000.0);
    assert!(
        outcome
            .out
            .contains("repeats every 1000 m along x and y: sample 40, one past the last, equals sample 0")
    );
    // A region repeats with the domain, but not at its own edges.
    let outcome = generate(recipe, &out, &["--spacing", "25", "--region", "0,0,500,500"]);
    let facts = description(&out);
    assert_eq!((facts["tileable"].as_bool(), facts["period"].as_f64()), (Some(false), Some(1000.0)));
    assert!(outcome.out.contains("sample i + 40 equals sample i"), "{}", outcome.out);
}
