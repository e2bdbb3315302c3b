//! The files of `generate`, and that they have the same contents.

use std::fs;

use orogen_files::{TerrainInfo, read_heightmap};

use crate::harness::{HILLS, description, generate, heights, names};

#[test]
fn the_requested_files_are_written() {
    let cases: [(&[&str], &[&str]); 4] = [
        (&[], &["height.png"]),
        (&["--format", "r16"], &["height.r16"]),
        (&["--format", "f32,png16"], &["height.f32", "height.png"]),
        (&["--format", "r16", "--format", "f32", "--format", "r16"], &["height.f32", "height.r16"]),
    ];
    for (more, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep/er");
        let outcome = generate("alps", &out, &[more, &["--size", "40"]].concat());
        assert_eq!(names(&out), [expected, &["normal.png", "preview.png", "terrain.json"]].concat());
        assert!(expected.iter().all(|name| outcome.out.contains(name)), "{}", outcome.out);
        // Progress is hidden in a pipe.
        assert_eq!(outcome.err, "");
        let described = description(&out)["files"].as_array().unwrap().len();
        assert_eq!(described, expected.len() + 2);
    }
}

#[test]
fn all_formats_store_the_same_heights() {
    let folder = tempfile::tempdir().unwrap();
    generate("gullies", folder.path(), &["--size", "64", "--format", "png16,r16,f32"]);
    let info = TerrainInfo::read(&folder.path().join("terrain.json")).unwrap();
    let exact = heights(folder.path());
    let bits = info.sixteen_bit.as_ref().unwrap();
    // The range of the recipe is symmetric about 2200 m.
    let reach = [2200.0 - bits.min_metres, bits.max_metres - 2200.0];
    assert!(reach.iter().all(|reach| (reach - 1763.702).abs() < 1e-3), "{bits:?}");
    for file in &info.files[..3] {
        let read = info.read_heights(file, &folder.path().join(&file.name)).unwrap();
        let tolerance = if file.format == "f32" { 0.0 } else { 0.5 * bits.metres_per_step as f32 + 1e-3 };
        assert!(
            read.iter().zip(&exact).all(|(read, exact)| (read - exact).abs() <= tolerance),
            "{}",
            file.name
        );
    }
    let lowest = exact.iter().copied().fold(f32::INFINITY, f32::min);
    let highest = exact.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert_eq!((info.min_height, info.max_height), (lowest, highest));
    assert_eq!((info.width, info.height, info.seed), (64, 64, 7));
    assert_eq!(info.recipe_hash.len(), 64);
}

#[test]
fn fitted_heights_span_the_16_bit_range() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "64", "--fit"]);
    let map = read_heightmap(&folder.path().join("height.png")).unwrap();
    assert_eq!(map.samples.iter().copied().fold(1.0, f32::min), 0.0);
    assert_eq!(map.samples.iter().copied().fold(0.0, f32::max), 1.0);
    let info = TerrainInfo::read(&folder.path().join("terrain.json")).unwrap();
    let bits = info.sixteen_bit.unwrap();
    assert_eq!((bits.min_metres as f32, bits.max_metres as f32), (info.min_height, info.max_height));
}

#[test]
fn heights_that_use_few_16_bit_values_get_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let output = |more: &[&str]| {
        let outcome = generate("alps", folder.path(), &[&["--size", "64"][..], more].concat());
        assert!(!outcome.err.contains("hint"), "{}", outcome.err);
        outcome.out
    };
    // A small region has a small part of the heights.
    let region = ["--region", "8000,8000,8600,8600"];
    let hint = "% of the 16-bit range: --fit maps the whole range";
    assert!(output(&region).contains(hint), "{}", output(&region));
    assert!(!output(&[]).contains("hint"), "{}", output(&[]));
    for more in [&["--fit"][..], &["--format", "f32"], &["--quiet"]] {
        assert!(!output(&[&region[..], more].concat()).contains("hint"), "{more:?}");
    }
    let facts = |more: &[&str]| -> serde_json::Value {
        serde_json::from_str(&output(&[&region[..], &["--json"], more].concat())).unwrap()
    };
    assert!(facts(&[])["hint"].as_str().unwrap().contains(hint));
    assert!(facts(&["--fit"])["hint"].is_null());
    // The size of a block does not depend on the heights.
    let more = ["--for", "worldpainter", "--spacing", "64", region[0], region[1]];
    let blocks = generate("alps", folder.path(), &more);
    assert!(!blocks.out.contains("hint"), "{}", blocks.out);
}

#[test]
fn flat_terrain_has_a_mapping() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("flat.toml");
    let text = "orogen = 1\ndomain.size = 10\nheight = { field = \"flat\", scale = 10 }\n\
                fields.flat = { type = \"constant\", value = 0.5 }\n";
    fs::write(&recipe, text).unwrap();
    for more in [&[][..], &["--fit"]] {
        generate(recipe.to_str().unwrap(), folder.path(), &[more, &["--size", "8"]].concat());
        let bits = &description(folder.path())["sixteen_bit"];
        assert_eq!((bits["min_metres"].as_f64(), bits["max_metres"].as_f64()), (Some(5.0), Some(6.0)));
    }
}

#[test]
fn the_hash_depends_on_everything_that_changes_heights() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("hills.toml");
    let hash = |text: &str, more: &[&str]| {
        fs::write(&recipe, text).unwrap();
        generate(recipe.to_str().unwrap(), folder.path(), more);
        description(folder.path())["recipe_hash"].as_str().unwrap().to_owned()
    };
    let plain = hash(HILLS, &[]);
    assert_eq!(hash(&HILLS.replace("Hills", "Mounds"), &[]), plain, "the name does not matter");
    assert_ne!(hash(&HILLS.replace("scale = 80", "scale = 81"), &[]), plain);
    assert_ne!(hash(HILLS, &["--seed", "4"]), plain);
    assert_eq!(hash(&HILLS.replace("seed = 3", "seed = 4"), &["--seed", "3"]), plain);
    // The contents of images matter.
    let image = HILLS.replace("type = \"fbm\"\nwavelength = 400", "type = \"image\"\nfile = \"map.png\"");
    let picture = |seed: &str| {
        let made = tempfile::tempdir().unwrap();
        generate("gullies", made.path(), &["--size", "16", "--seed", seed]);
        fs::copy(made.path().join("height.png"), folder.path().join("map.png")).unwrap();
    };
    picture("1");
    let first = hash(&image, &[]);
    picture("2");
    assert_ne!(hash(&image, &[]), first);
}

#[test]
fn json_and_timings() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = generate("alps", folder.path(), &["--size", "32", "--json", "--timings"]);
    let facts: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(facts["width"], 32);
    assert_eq!(facts["files"][0], "height.png");
    for line in ["evaluation", "normal.png", "preview.png", "waiting", "total", "file encoding is"] {
        assert!(outcome.err.contains(line), "{}", outcome.err);
    }
    let outcome = generate("alps", folder.path(), &["--size", "32", "--quiet", "--region", "0,0,9000,9000"]);
    assert_eq!((outcome.out.as_str(), outcome.err.as_str()), ("", ""));
}
