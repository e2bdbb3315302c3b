//! Painted masks, through the command.

use std::fs;

use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::stroke::{Point, Stroke, Surface};

use crate::harness::{description, generate, heights, orogen};

const TEXT: &str = "orogen = 1\ndomain = { size = 1000, samples = 65 }\nheight = { field = 'land', scale = 50 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 300\n[fields.mask]\ntype = 'painted'\nstrokes = 'mask.strokes'\n\
    [fields.land]\ntype = 'mix'\na = 'hills'\nb = 2\nmask = 'mask'\n";

fn click(to: f64, [x, y]: [f64; 2]) -> Stroke {
    let brush = Brush { inner: 0.5, ..Brush::new(Tool::Level { to }, 200.0) };
    Stroke { brush, points: vec![Point { position: [x, y], pressure: 1.0 }] }
}

#[test]
fn verify_finds_other_strokes_of_a_mask_and_ignores_undone_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine.toml"), TEXT).unwrap();
    let mut journal = Journal::open(path("mask.strokes"), "mine", Surface::Plane).unwrap();
    journal.push(&click(1.0, [500.0, 500.0])).unwrap();
    let (recipe, out) = (path("mine.toml").display().to_string(), path("out"));
    generate(&recipe, &out, &["--format", "f32", "--field", "mask"]);
    let middle = heights(&out)[32 * 65 + 32];
    assert!((middle - 100.0).abs() < 1e-3, "{middle}");
    assert_eq!(description(&out)["details"]["pictures"]["mask"]["file"], "mask.strokes");
    let verify = || orogen(&["verify", out.to_str().unwrap(), "--recipe", &recipe, "--quiet"]);
    assert_eq!(verify().status, Some(0), "{}", verify().err);
    journal.push(&click(0.0, [500.0, 500.0])).unwrap();
    verify().refuses(2, &["mask.strokes", "read by the field `mask`, has changed"]);
    journal.undo().unwrap();
    assert_eq!(verify().status, Some(0), "{}", verify().err);
    // The strokes are an input, which no job overwrites.
    drop(journal);
    let strokes = path("mask.strokes");
    let refused = orogen(&["preview", &recipe, "-o", strokes.to_str().unwrap(), "--force"]);
    assert_ne!(refused.status, Some(0));
    assert!(Journal::open(&strokes, "mine", Surface::Plane).is_ok(), "it is unchanged");
}

#[test]
fn wrong_masks_are_errors_at_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine.toml"), TEXT).unwrap();
    let check = || orogen(&["check", path("mine.toml").to_str().unwrap()]);
    check().refuses(2, &["mine.toml:9:11", "mask.strokes does not exist", "relative to the recipe's folder"]);
    let mut journal = Journal::open(path("mask.strokes"), "mine", Surface::Plane).unwrap();
    journal.push(&click(1.0, [500.0, 500.0])).unwrap();
    journal.push(&click(0.0, [300.0, 500.0])).unwrap();
    drop(journal);
    let whole = fs::read_to_string(path("mask.strokes")).unwrap();
    assert_eq!(check().status, Some(0), "{}", check().err);
    fs::write(path("mask.strokes"), whole.replacen("200.0", "201.0", 1)).unwrap();
    check().refuses(2, &["mine.toml:9:11", "mask.strokes:2", "--salvage"]);
    // Strokes that lie outside are a warning at the same line.
    fs::remove_file(path("mask.strokes")).unwrap();
    let mut journal = Journal::open(path("mask.strokes"), "mine", Surface::Plane).unwrap();
    journal.push(&click(1.0, [-5000.0, 500.0])).unwrap();
    let outcome = check();
    assert!(
        outcome.err.contains("mine.toml:9:11") && outcome.err.contains("outside of the domain"),
        "{}",
        outcome.err
    );
}

/// The example: mountains and forest under the mask.
#[test]
fn the_example_has_mountains_under_its_mask() {
    let folder = tempfile::tempdir().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/masks/grove.toml");
    generate(example, folder.path(), &["--size", "129", "--format", "f32", "--field", "grove"]);
    let bytes = fs::read(folder.path().join("grove.f32")).unwrap();
    let mask: Vec<f32> = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let heights = heights(folder.path());
    let relief = |is_under: bool| {
        let here = mask
            .iter()
            .zip(&heights)
            .filter(|(mask, _)| if is_under { **mask > 0.99 } else { **mask == 0.0 });
        here.fold([f32::MAX, f32::MIN, 0.0], |[low, high, count], (_, height)| {
            [low.min(*height), high.max(*height), count + 1.0]
        })
    };
    let ([low, high, under], [plain_low, plain_high, around]) = (relief(true), relief(false));
    assert!(under > 1000.0 && around > 3000.0, "{under} {around}");
    assert!(high - low > 2.0 * (plain_high - plain_low), "{low} to {high}, {plain_low} to {plain_high}");
}
