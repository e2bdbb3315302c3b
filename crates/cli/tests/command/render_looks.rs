//! Air, fog and sand in pictures, by recipe and by option.

use std::fs;
use std::path::Path;

use crate::harness::{HILLS, orogen};
use crate::render::{mean, pixels};

/// The mean of red, green and blue in the upper rows of a picture of a recipe.
fn upper_rows(folder: &Path, recipe: &str, more: &[&str]) -> [f64; 3] {
    let path = folder.join("hills.toml");
    fs::write(&path, recipe).unwrap();
    let picture = folder.join("a.png");
    let first = ["render", path.to_str().unwrap(), "-o", picture.to_str().unwrap(), "--quiet"];
    let outcome =
        orogen(&[&first[..], &["--size", "64x36", "--samples", "1", "--sun", "30,250"], more].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let (columns, _, bytes) = pixels(&picture);
    let upper = &bytes[..3 * 8 * columns as usize];
    [0, 1, 2].map(|channel| mean(&upper.iter().skip(channel).step_by(3).copied().collect::<Vec<_>>()))
}

/// The mean of red, green and blue in the sky above the horizon.
fn sky(folder: &Path, recipe: &str, more: &[&str]) -> [f64; 3] {
    let camera = ["--style", "clay", "--camera", "eye=500,900,+60,target=500,100,100"];
    upper_rows(folder, recipe, &[&camera, more].concat())
}

/// The sky is blue, butterscotch or black, by the recipe or by the option that overrides it.
#[test]
fn the_option_overrides_the_air_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let with = |view: &str, more: &[&str]| sky(folder.path(), &format!("{HILLS}\n[view]\n{view}\n"), more);
    let earth = sky(folder.path(), HILLS, &[]);
    assert!(earth[2] > earth[0] + 20.0, "{earth:?}");
    let mars = with("air = \"mars\"", &[]);
    assert!(mars[0] > mars[2] + 20.0, "{mars:?}");
    let none = with("air = \"none\"", &[]);
    assert!(none.iter().all(|mean| *mean < 3.0), "{none:?}");
    // Another air has its own haze.
    assert_eq!(with("air = \"none\"", &["--air", "earth"]), earth);
    assert_eq!(with("haze = 50", &["--air", "mars"]), mars);
    let hazy = with("haze = 50", &[]);
    let blue = |[red, _, blue]: [f64; 3]| blue - red;
    assert!(blue(hazy) < 0.7 * blue(earth), "{hazy:?}, {earth:?}");
    assert_eq!(with("haze = 50", &["--haze", "3"]), earth);
    assert_eq!(sky(folder.path(), HILLS, &["--haze", "50"]), hazy);
}

/// Thick fog above everything makes the sky as grey as the ground; `none` removes it.
#[test]
fn the_option_overrides_the_fog_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let with = |view: &str, more: &[&str]| sky(folder.path(), &format!("{HILLS}\n{view}\n"), more);
    let clear = sky(folder.path(), HILLS, &[]);
    let foggy = with("[view.fog]\nvisibility = 100\nlevel = 900\nfalloff = 50", &[]);
    assert!(foggy[2] - foggy[0] < 0.5 * (clear[2] - clear[0]), "{foggy:?}, {clear:?}");
    assert_eq!(sky(folder.path(), HILLS, &["--fog", "100,900,50"]), foggy);
    assert_eq!(with("[view.fog]\nlevel = 900", &["--fog", "none"]), clear);
}

/// Sand has the colours of the recipe.
#[test]
fn sand_is_that_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let desert = |view: &str| {
        let recipe = format!("{HILLS}\n[view.sand]\n{view}\n");
        upper_rows(
            folder.path(),
            &recipe,
            &["--style", "desert", "--camera", "eye=500,900,+60,target=500,800,-60"],
        )
    };
    let [red, _, blue] = desert("low = \"#700\"\nhigh = \"#700\"");
    assert!(red > 3.0 * blue, "{red} {blue}");
    let [red, _, blue] = desert("low = \"#007\"\nhigh = \"#007\"");
    assert!(blue > 3.0 * red, "{red} {blue}");
}

/// Closed clouds make the sky grey; `none` removes them.
#[test]
fn the_option_overrides_the_clouds_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let camera = ["--camera", "eye=500,900,+60,target=500,100,300"];
    let with = |view: &str, more: &[&str]| {
        upper_rows(folder.path(), &format!("{HILLS}\n{view}\n"), &[&camera[..], more].concat())
    };
    let clear = with("", &[]);
    let cloudy = with("[view.clouds]\ncover = 1\nheight = 900\nthickness = 2000", &[]);
    assert!(cloudy[2] - cloudy[0] < 0.5 * (clear[2] - clear[0]), "{cloudy:?}, {clear:?}");
    assert_eq!(with("", &["--clouds", "1,900,2 km"]), cloudy);
    assert_eq!(with("[view.clouds]\nthickness = 2000", &["--clouds", "1,900"]), cloudy);
    assert_eq!(with("[view.clouds]\ncover = 1", &["--clouds", "none"]), clear);
    // A map has only the clouds that are asked for.
    let map = |more: &[&str]| {
        let recipe = format!("{HILLS}\n[view.clouds]\ncover = 1\nheight = 900\n");
        upper_rows(folder.path(), &recipe, &[&["--map"], more].concat())
    };
    assert_eq!(map(&[]), map(&["--clouds", "none"]));
    assert_ne!(map(&[]), map(&["--clouds", "1,900"]));
}
