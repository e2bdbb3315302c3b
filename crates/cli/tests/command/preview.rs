//! `preview`: quick pictures.

use std::fs;
use std::path::Path;

use crate::harness::{HILLS, description, generate, heights, orogen};

/// Runs `preview RECIPE -o picture.png`.
fn preview(recipe: &str, folder: &Path, more: &[&str]) -> crate::harness::Outcome {
    let path = folder.join("picture.png");
    let mut args = vec!["preview", recipe, "-o", path.to_str().unwrap()];
    args.extend(more);
    orogen(&args)
}

/// Columns, rows, and the bytes of the pixels.
fn pixels(path: &Path) -> ([u32; 2], Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    ([info.width, info.height], bytes)
}

const SHORE: &str = "\
orogen = 1
domain = { size = 1000, samples = 65 }
height = { field = 'hills', scale = 80 }
[water]
field = 'lake'
[sea]
[fields.hills]
type = 'fbm'
wavelength = 400
[fields.lake]
type = 'constant'
value = 0.1
[[materials]]
name = 'rock'
color = '#7d7568'
[[materials]]
name = 'grass'
color = '#5a7a3a'
slope = [0, 20]
curvature = [-0.01, 0.01]
";

/// At the same samples, the picture is that of `generate`: on planes with materials, water and sea, and on planets.
#[test]
fn it_shows_what_generate_shows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let recipes = [("shore.toml", SHORE), ("hills.toml", HILLS)];
    let written = recipes.map(|(name, text)| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name).to_str().unwrap().to_owned()
    });
    let cases: [(&str, &[&str], &[&str]); 5] = [
        (&written[0], &["--size", "97"], &["--size", "97x97"]),
        (
            &written[0],
            &["--size", "101", "--region", "200,300,700,600"],
            &["--size", "51x31", "--region", "200,300,700,600"],
        ),
        (&written[1], &["--size", "80"], &["--size", "80x80", "--seed", "3"]),
        ("terra", &["--equirect", "64"], &["--size", "64x32"]),
        (
            "terra",
            &["--size", "33", "--region", "46.5,-44.5,900km"],
            &["--size", "33x33", "--region", "46.5,-44.5,900km"],
        ),
    ];
    for (recipe, of_generate, of_preview) in cases {
        let out = folder.join("out");
        generate(recipe, &out, of_generate);
        let drawn = preview(recipe, folder, of_preview);
        assert_eq!(drawn.status, Some(0), "{}", drawn.err);
        assert!(pixels(&folder.join("picture.png")) == pixels(&out.join("preview.png")), "{recipe}");
    }
}

#[test]
fn the_sun_moves_and_other_shapes_show_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.join("picture.png");
    let draw = |more: &[&str]| {
        let drawn = preview("gullies", folder, more);
        assert_eq!(drawn.status, Some(0), "{}", drawn.err);
        (pixels(&path), drawn.out)
    };
    let ((size, default), text) = draw(&[]);
    assert_eq!(size, [960, 960]);
    assert!(text.contains("picture.png: 960 × 960 pixels, 17.08"), "{text}");
    let ((_, evening), _) = draw(&["--sun", "12,250"]);
    assert_ne!(default, evening);
    let ((wide, _), _) = draw(&["--size", "64x36"]);
    assert_eq!(wide, [64, 36]);
    let report = preview("terra", folder, &["--size", "40x60", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!((report["columns"].as_u64(), report["rows"].as_u64()), (Some(40), Some(60)));
    assert_eq!(pixels(&path).0, [40, 60]);
}

/// Grey levels are shares of the range of the values in the picture.
#[test]
fn a_field_is_drawn_from_its_lowest_to_its_highest_value() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    let recipe = folder.join("hills.toml");
    fs::write(&recipe, HILLS).unwrap();
    let recipe = recipe.to_str().unwrap();
    generate(recipe, &out, &["--size", "40", "--format", "f32", "--field", "drift"]);
    fs::rename(out.join("drift.f32"), out.join("height.f32")).unwrap();
    let values = heights(&out);
    let least = values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let grey =
        preview(recipe, folder, &["--size", "40x40", "--field", "drift", "--colours", "grey", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&grey.out).unwrap();
    assert_eq!(report["values"], serde_json::json!([least, most]));
    let (_, bytes) = pixels(&folder.join("picture.png"));
    for (value, pixel) in values.iter().zip(bytes.as_chunks::<3>().0) {
        let expected = 255.0 * (f64::from(*value) - f64::from(least)) / (f64::from(most) - f64::from(least));
        assert!((f64::from(pixel[0]) - expected).abs() <= 0.501, "{pixel:?} for {expected}");
        assert!(pixel[1] == pixel[0] && pixel[2] == pixel[0]);
    }
    preview(recipe, folder, &["--size", "40x40", "--field", "drift"]);
    let (_, colours) = pixels(&folder.join("picture.png"));
    let lowest = values.iter().position(|&value| value == least).unwrap();
    // The first colour of viridis: dark violet.
    assert_eq!(colours[3 * lowest..][..3], [68, 1, 84]);
    assert_eq!(description(&out)["recipe"], "Hills");
}

#[test]
fn bad_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |recipe: &str, more: &[&str], status, phrases: &[&str]| {
        preview(recipe, folder, more).refuses(status, phrases);
        assert!(!folder.join("picture.png").exists());
    };
    refused("gullies", &["--field", "nothing"], 2, &["no field `nothing`", "help: "]);
    refused("gullies", &["--region", "0,0,1e9,5"], 2, &["extends beyond the domain"]);
    refused("gullies", &["--region", "1,2,3km"], 2, &["this recipe is not a planet"]);
    refused("terra", &["--region", "0,0,10,10"], 2, &["a square around a position"]);
    orogen(&["preview", "gullies", "-o", "picture.jpg"])
        .refuses(2, &["not the name of a PNG", "-o picture.png"]);
    fs::write(folder.join("picture.png"), "mine").unwrap();
    preview("gullies", folder, &["--size", "8x8"]).refuses(1, &["refusing to overwrite", "--force"]);
    assert_eq!(fs::read(folder.join("picture.png")).unwrap(), b"mine");
    assert_eq!(preview("gullies", folder, &["--size", "8x8", "--force"]).status, Some(0));
}
