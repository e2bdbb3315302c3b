//! Ambient occlusion and wetness.

use std::fs;
use std::path::Path;

use crate::harness::{HILLS, description, generate, heights, orogen, try_generate};
use crate::verify::verify;

const LAND: &str = "orogen = 1\n[domain]\nsize = '2 km'\n[height]\nfield = 'land'\nscale = 300\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '1 km'\noctaves = 2\n\
    [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 300.0\ndetail = 16.0\n";

fn recipe(folder: &Path, text: &str) -> String {
    let path = folder.join("recipe.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Columns, and the values of a picture of 16-bit grey.
fn values(path: &Path) -> (usize, Vec<u16>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Sixteen));
    (info.width as usize, bytes.as_chunks().0.iter().map(|&two| u16::from_be_bytes(two)).collect())
}

fn file(folder: &Path, name: &str) -> serde_json::Value {
    let info = description(folder);
    let files = info["files"].as_array().unwrap();
    files.iter().find(|file| file["name"] == name).unwrap().clone()
}

/// The share of the sky at a sample, in double precision from the heights of the whole domain: horizons in 64 directions,
/// marched by quarters of a sample over the ground between the samples.
fn marched(heights: &[f32], side: usize, spacing: f64, radius: f64, [i, j]: [usize; 2]) -> f64 {
    let ground = |x: f64, y: f64| {
        let (left, top) = (x.floor(), y.floor());
        let at = |i: f64, j: f64| f64::from(heights[j as usize * side + i as usize]);
        let row = |j: f64| at(left, j) * (1.0 - (x - left)) + at(left + 1.0, j) * (x - left);
        row(top) * (1.0 - (y - top)) + row(top + 1.0) * (y - top)
    };
    let here = f64::from(heights[j * side + i]);
    let sine = |direction: usize| {
        let (sin, cos) = (direction as f64 * std::f64::consts::TAU / 64.0).sin_cos();
        let rise = |step: i32| {
            let samples = 0.25 * f64::from(step);
            (ground(i as f64 + samples * cos, j as f64 + samples * sin) - here) / (samples * spacing)
        };
        let steps = (4.0 * radius / spacing) as i32;
        let tangent = (4..=steps).map(rise).fold(0.0, f64::max);
        tangent / (1.0 + tangent * tangent).sqrt()
    };
    1.0 - (0..64).map(sine).sum::<f64>() / 64.0
}

#[test]
fn occlusion_is_the_visible_share_of_the_sky() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (recipe(folder.path(), HILLS), folder.path().join("out"));
    generate(&recipe, &out, &["--size", "101", "--format", "f32,occlusion", "--occlusion-radius", "80"]);
    let entry = file(&out, "occlusion.png");
    assert_eq!((&entry["kind"], entry["radius"].as_f64()), (&"occlusion".into(), Some(80.0)));
    assert!(entry["meaning"].as_str().unwrap().starts_with("visible share of the sky = value / 65535"));
    let (heights, (_, shares)) = (heights(&out), values(&out.join("occlusion.png")));
    let (mut mean, mut lowest) = (0.0, 1.0_f64);
    let inside: Vec<_> = (10..90).flat_map(|j| (10..90).map(move |i| [i, j])).collect();
    for &[i, j] in &inside {
        let expected = marched(&heights, 101, 10.0, 80.0, [i, j]);
        let error = (f64::from(shares[101 * j + i]) / 65_535.0 - expected).abs();
        assert!(error < 0.03, "{error} at {i}, {j}: {expected}");
        mean += error / inside.len() as f64;
        lowest = lowest.min(expected);
    }
    assert!(mean < 0.006 && lowest < 0.9, "{mean}, {lowest}");
    let verified = verify(&out, &[]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
}

/// Edges see the ground beyond them: crops, tiles and bands have the values of the whole.
#[test]
fn occlusion_does_not_depend_on_crops_tiles_and_threads() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(folder.path(), HILLS);
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let common = [
            "--size",
            "201",
            "--format",
            "occlusion",
            "--occlusion-radius",
            "90",
            "--no-normal",
            "--no-preview",
        ];
        generate(&recipe, &out, &[&common[..], more].concat());
        out
    };
    let (side, whole) = values(&run("whole", &[]).join("occlusion.png"));
    assert!(values(&run("one", &["--threads", "1"]).join("occlusion.png")).1 == whole);
    let (columns, crop) = values(&run("crop", &["--region", "250,300,650,800"]).join("occlusion.png"));
    assert_eq!((columns, crop.len()), (81, 81 * 101));
    for (row, found) in crop.chunks(81).enumerate() {
        assert!(found == &whole[(60 + row) * side + 50..][..81], "row {row}");
    }
    let tiles = run("tiles", &["--tiles", "2"]);
    for (tile, first) in [("x0_y0", 0), ("x1_y0", 100), ("x0_y1", 100 * side), ("x1_y1", 100 * side + 100)] {
        let (columns, found) = values(&tiles.join(format!("occlusion_{tile}.png")));
        assert_eq!(columns, 101);
        for (row, found) in found.chunks(101).enumerate() {
            assert!(found == &whole[first + row * side..][..101], "{tile}, row {row}");
        }
    }
    let verified = verify(&tiles, &[]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
}

/// ln(a / tan β) in double precision from the exported flow and slope.
#[test]
fn wetness_is_the_topographic_index() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (recipe(folder.path(), LAND), folder.path().join("out"));
    generate(&recipe, &out, &["--size", "65", "--format", "f32,wetness,slope", "--field", "land.flow"]);
    let entry = file(&out, "wetness.png");
    assert_eq!((&entry["field"], entry["cell"].as_f64()), (&"land.flow".into(), Some(16.0)));
    fs::rename(out.join("land.flow.f32"), out.join("flow")).unwrap();
    let flow = fs::read(out.join("flow")).unwrap();
    fs::rename(out.join("flow"), out.join("land.flow.f32")).unwrap();
    let (_, index) = values(&out.join("wetness.png"));
    let (_, slope) = values(&out.join("slope.png"));
    let mut compared = 0;
    for ((four, &index), &slope) in flow.as_chunks::<4>().0.iter().zip(&index).zip(&slope) {
        let area = 10_f64.powf(f32::from_le_bytes(*four).into()) * 1e6;
        let tangent = (f64::from(slope) * 90.0 / 65_535.0).to_radians().tan();
        if tangent > 0.01 {
            let expected = (area / 16.0 / tangent).ln();
            let found = f64::from(index) * 35.0 / 65_535.0 - 5.0;
            // Half a step of the index, and half a step of the slope.
            assert!((found - expected).abs() < 0.003, "{found}, not {expected}");
            compared += 1;
        }
    }
    assert!(compared > 3000, "{compared}");
    let verified = verify(&out, &[]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    // Alone, without the file of the flow.
    let alone = folder.path().join("alone");
    generate(&recipe, &alone, &["--size", "65", "--format", "wetness", "--no-normal", "--no-preview"]);
    assert_eq!(crate::harness::names(&alone), ["terrain.json", "wetness.png"]);
    assert!(values(&alone.join("wetness.png")).1 == index);
    assert_eq!(verify(&alone, &[]).status, Some(0));
}

#[test]
fn masks_that_are_left_out_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (recipe(folder.path(), HILLS), folder.path().join("out"));
    let made = generate(&recipe, &out, &["--size", "16", "--masks"]);
    assert!(
        made.err.contains("hint: wetness.png is not written: it needs the flow of an `erosion`"),
        "{}",
        made.err
    );
    let planet = generate("terra", &out, &["--equirect", "16", "--masks"]);
    assert!(planet.err.contains("hint: occlusion.png is not written: it is for planes"), "{}", planet.err);
    let refused = |recipe: &str, more: &[&str], phrases: &[&str]| {
        try_generate(recipe, &folder.path().join("none"), more).refuses(2, phrases);
    };
    refused(&recipe, &["--format", "wetness"], &["needs the flow of an `erosion`", "orogen nodes erosion"]);
    refused("terra", &["--format", "occlusion"], &["occlusion.png is for planes"]);
    let radius = ["--size", "101", "--format", "occlusion", "--occlusion-radius", "3"];
    refused(&recipe, &radius, &["a radius of 3 m is too small", "--occlusion-radius from 10 to 10240"]);
    assert!(orogen(&["generate", "--help"]).out.contains("--occlusion-radius"));
}
