//! `orogen inspect`: statistics and plots.

use std::fs;

use serde_json::Value;

use crate::harness::{generate, heights, names, orogen};

fn facts(target: &str, more: &[&str]) -> Value {
    let outcome = orogen(&[&["inspect", target, "--json"], more].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    serde_json::from_str(&outcome.out).unwrap()
}

#[test]
fn a_recipe_and_its_files_have_the_same_statistics() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "128", "--format", "f32,r16,png16"]);
    let of_recipe = facts("alps", &["--size", "128"]);
    let number = |facts: &Value, name: &str| facts["heights"][name].as_f64().unwrap();
    // The most precise file of the folder is used.
    assert_eq!(facts(folder.path().to_str().unwrap(), &[])["heights"], of_recipe["heights"]);
    for name in ["terrain.json", "height.f32", "height.r16", "height.png"] {
        let of_file = facts(folder.path().join(name).to_str().unwrap(), &[]);
        for figure in ["min", "max", "mean", "standard_deviation", "hypsometric_integral"] {
            let (a, b) = (number(&of_file, figure), number(&of_recipe, figure));
            assert!((a - b).abs() < 0.05, "{name} {figure}: {a} {b}");
        }
        assert_eq!(of_file["metres_per_sample"], of_recipe["metres_per_sample"]);
        let (a, b) =
            (of_file["spectral_slope"].as_f64().unwrap(), of_recipe["spectral_slope"].as_f64().unwrap());
        assert!((a - b).abs() < 0.05, "{name}: {a} {b}");
        assert_eq!(
            (of_file["slope_degrees"]["exact"].as_bool(), of_recipe["slope_degrees"]["exact"].as_bool()),
            (Some(false), Some(true))
        );
    }
    let heights = heights(folder.path());
    let mean = heights.iter().map(|&height| f64::from(height)).sum::<f64>() / heights.len() as f64;
    assert!((number(&of_recipe, "mean") - mean).abs() < 1e-6);
}

#[test]
fn tiles_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let (tiles, whole) = (folder.path().join("tiles"), folder.path().join("whole"));
    let size = ["--size", "65", "--format"];
    generate("alps", &whole, &[&size[..], &["f32"]].concat());
    let figures = |target: &std::path::Path| {
        let facts = facts(target.to_str().unwrap(), &[]);
        (facts["heights"].clone(), facts["slope_degrees"].clone(), facts["width"].clone())
    };
    // The slope mask comes first, but has no heights.
    generate("alps", &tiles, &[&size[..], &["slope,r16,f32", "--tiles", "4x2"]].concat());
    assert_eq!(figures(&tiles), figures(&whole));
    let tile = facts(tiles.join("height_x3_y1.f32").to_str().unwrap(), &[]);
    assert_eq!((&tile["width"], &tile["height"]), (&17.into(), &33.into()));
    // If one file is missing, the next best is used.
    fs::remove_file(tiles.join("height_x1_y1.f32")).unwrap();
    let (rough, exact) = (figures(&tiles), figures(&whole));
    assert_eq!(rough.2, 65);
    assert!((rough.0["mean"].as_f64().unwrap() - exact.0["mean"].as_f64().unwrap()).abs() < 0.05);
    assert_ne!(rough.0["mean"], exact.0["mean"]);
}

#[test]
fn the_files_of_every_target_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for (target, file) in
        [("unity", "alps.raw"), ("godot", "alps.exr"), ("blender", "alps.glb"), ("gis", "alps.tif")]
    {
        let (out, size) = (&folder.path().join(target), if target == "godot" { "192" } else { "65" });
        generate("alps", out, &["--for", target, "--size", size]);
        let (of_folder, of_file) =
            (facts(out.to_str().unwrap(), &[]), facts(out.join(file).to_str().unwrap(), &[]));
        for figure in ["min", "max", "mean"] {
            let of = |facts: &Value| facts["heights"][figure].as_f64().unwrap();
            assert!((of(&of_folder) - of(&of_file)).abs() < 4.1, "{target} {figure}");
        }
        fs::remove_file(out.join("terrain.json")).unwrap();
        let bare = orogen(&["inspect", out.join(file).to_str().unwrap()]);
        match file {
            // EXRs and GeoTIFFs of orogen store their spacing.
            "alps.exr" | "alps.tif" => assert!(bare.out.contains("spacing"), "{} {}", bare.out, bare.err),
            _ => bare.refuses(2, &["has no header", "put the terrain.json"]),
        }
    }
}

#[test]
fn pictures_without_a_description_have_no_scale() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "64", "--format", "png16,r16"]);
    fs::remove_file(folder.path().join("terrain.json")).unwrap();
    let png = folder.path().join("height.png");
    let facts = facts(png.to_str().unwrap(), &[]);
    assert!(facts["metres_per_sample"].is_null() && facts["slope_degrees"].is_null());
    assert!(facts["heights"]["max"].as_f64().unwrap() <= 1.0);
    let outcome = orogen(&["inspect", png.to_str().unwrap()]);
    assert!(outcome.out.contains("scale              unknown"), "{}", outcome.out);
    let r16 = folder.path().join("height.r16");
    orogen(&["inspect", r16.to_str().unwrap()]).refuses(2, &["has no header", "put the terrain.json"]);
    orogen(&["inspect", folder.path().to_str().unwrap()])
        .refuses(2, &["contains no terrain.json", "give a recipe"]);
}

#[test]
fn samples_that_are_not_finite_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "64", "--format", "f32"]);
    let path = folder.path().join("height.f32");
    let mut bytes = fs::read(&path).unwrap();
    bytes[..1024 * 4].as_chunks_mut().0.iter_mut().for_each(|four| *four = f32::NAN.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    let facts = facts(path.to_str().unwrap(), &["-o", folder.path().to_str().unwrap()]);
    assert_eq!(facts["heights"]["share_not_finite"], 0.25);
    assert!(facts["heights"]["mean"].is_f64() && facts["spectral_slope"].is_f64());
    fs::write(&path, f32::NAN.to_le_bytes().repeat(64 * 64)).unwrap();
    orogen(&["inspect", path.to_str().unwrap()]).refuses(2, &["no finite height"]);
}

#[test]
fn the_sheet_shows_every_plot() {
    let folder = tempfile::tempdir().unwrap();
    for size in ["2", "100", "256"] {
        let out = folder.path().to_str().unwrap();
        let outcome = orogen(&["inspect", "alps", "--size", size, "-o", out]);
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
        assert_eq!(names(folder.path()), ["inspect.svg"]);
        let svg = fs::read_to_string(folder.path().join("inspect.svg")).unwrap();
        for title in [
            "Alps",
            "Heights",
            "Hypsometric curve",
            "Slopes",
            "Radial spectrum",
            "Profile along",
            "height, m",
            "largest rivers",
        ] {
            assert!(svg.contains(title), "{title}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{size}");
        assert_eq!(svg.contains("from the source, km"), size == "256");
    }
}

/// The preset `alps` is eroded, and drains as mountains do. Noise does not.
#[test]
fn eroded_land_drains_and_noise_does_not() {
    let folder = tempfile::tempdir().unwrap();
    generate("alps", folder.path(), &["--size", "512", "--format", "f32"]);
    let of = |target: &str| facts(target, &["--size", "512"])["drainage"].clone();
    let (alps, noise) = (of("alps"), of("gullies"));
    assert_eq!(of(folder.path().to_str().unwrap()), alps);
    let number = |figures: &Value, name: &str| figures[name].as_f64().unwrap();
    assert!(number(&alps, "undrained") < 0.02 && number(&noise, "undrained") > 0.02, "{alps} {noise}");
    assert!(number(&alps, "rivers_in_valleys") > number(&noise, "rivers_in_valleys"), "{alps} {noise}");
    assert!((0.2..0.6).contains(&number(&alps["concavity"], "exponent")), "{alps}");
    assert!((0.4..0.65).contains(&number(&alps["hack"], "exponent")), "{alps}");
    let outcome = orogen(&["inspect", "alps", "--size", "100"]);
    assert!(outcome.out.contains("drainage           none: fewer than 128 samples"), "{}", outcome.out);
    assert!(facts("alps", &["--size", "100"])["drainage"].is_null());
}
