//! `render` on planets.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::harness::{HILLS, Outcome, orogen};
use crate::render::{mean, pixels};

const PLANET: &str = "\
orogen = 1
domain = { kind = \"planet\", radius = \"800 km\" }
height = { field = \"hills\", scale = 2000 }
[fields.hills]
type = \"fbm\"
wavelength = \"300 km\"
octaves = 6
";

fn render(folder: &Path, recipe: &str, more: &[&str]) -> Outcome {
    let path = folder.join("recipe.toml");
    fs::write(&path, recipe).unwrap();
    let output = folder.join("a.png");
    let first = ["render", path.to_str().unwrap(), "-o", output.to_str().unwrap()];
    let small = ["--size", "64x64", "--samples", "1"];
    orogen(&[&first[..], &small, more].concat())
}

#[test]
fn a_planet_is_rendered_and_its_options_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = render(folder.path(), PLANET, &[]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let (columns, rows, whole) = pixels(&folder.path().join("a.png"));
    assert_eq!((columns, rows), (64, 64));
    // The planet is in the centre, with black space around it.
    let at = |column: usize, row: usize| mean(&whole[3 * (64 * row + column)..][..3]);
    assert!(at(24, 32) > 40.0 && at(2, 2) < 30.0 && at(61, 2) < 30.0, "{} {}", at(24, 32), at(2, 2));
    let said = outcome.out.lines().last().unwrap();
    let again: Vec<_> = said.split_whitespace().collect();
    assert_eq!(render(folder.path(), PLANET, &again).status, Some(0), "{said}");
    assert_eq!(pixels(&folder.path().join("a.png")).2, whole, "{said}");
}

#[test]
fn a_planet_is_rendered_from_the_ground() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = render(
        folder.path(),
        PLANET,
        &["--from", "10,20,2", "--look", "30,0,60", "--sun", "40,200", "--json"],
    );
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(facts["from"]["altitude"].as_f64(), Some(2.0));
    assert_eq!(facts["look"]["degrees"].as_f64(), Some(60.0));
    assert_eq!((facts["air"].as_str(), facts["haze"].as_f64()), (Some("earth"), Some(3.0)));
    assert!(facts["clouds"].is_null());
    let (.., bytes) = pixels(&folder.path().join("a.png"));
    // The sky is blue, and the ground is not.
    let blueness = |row: usize| {
        let row = &bytes[3 * 64 * row..3 * 64 * (row + 1)];
        let of = |channel| row.chunks(3).map(|pixel| f64::from(pixel[channel])).sum::<f64>();
        of(2) / of(0)
    };
    assert!(blueness(4) > 1.2 && blueness(60) < 1.1, "{} {}", blueness(4), blueness(60));
}

/// A flight from orbit down to the ground. A flight into a hill is refused before any work.
#[test]
fn a_flight_goes_down_to_the_ground() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, path) = (folder.path().join("recipe.toml"), folder.path().join("path.toml"));
    fs::write(&recipe, PLANET).unwrap();
    let key = |time: f64, from: &str| format!("[[key]]\ntime = {time:?}\nfrom = {from}\n");
    let fly = |keys: &str| {
        fs::write(&path, format!("rate = 2\n{keys}")).unwrap();
        let [recipe, path] = [&recipe, &path].map(|path| path.to_str().unwrap());
        let frames = folder.path().join("frames");
        let first = ["render", recipe, "-o", frames.to_str().unwrap(), "--flyover", path];
        orogen(&[&first[..], &["--size", "32x32", "--samples", "1", "--from", "1"]].concat())
    };
    let down = key(0.0, "[10, 20, \"900 km\"]") + &key(1.0, "[10, 20, 50]\nlook = [90, -10]\nfov = 60");
    let outcome = fly(&down);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let frames: Vec<_> = fs::read_dir(folder.path().join("frames")).unwrap().collect();
    assert_eq!(frames.len(), 2);
    assert!(outcome.out.contains("--look 45,"), "{}", outcome.out);
    // The options of an interpolated frame have few digits.
    let slantwise =
        key(0.0, "[10.1, 20.7, \"90 km\"]") + &key(1.5, "[11.3, 21.9, 571.3]\nlook = [91.7, -11]\nfov = 61");
    let outcome = fly(&slantwise);
    let said = outcome.out.lines().last().unwrap_or_default();
    let numbers: Vec<_> =
        said.split(' ').filter(|word| !word.starts_with("--")).flat_map(|list| list.split(',')).collect();
    assert_eq!(numbers.len(), 8, "{said}{}", outcome.err);
    for (at, number) in numbers.into_iter().enumerate() {
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        assert!(decimals <= if at == 2 { 2 } else { 6 }, "{said}");
    }
    for (keys, phrase) in [
        (key(0.0, "[10, 20, 5]"), "at least two keys"),
        (
            key(1.0, "[10, 20, 5]") + &key(1.0, "[10, 20, 9]"),
            "the time of key 2 is 1 s: it must be later than",
        ),
        (key(0.0, "[10, 20, 5]") + &key(1.0, "[10, 20, 5]\nlook = 3"), "clockwise from north"),
        (key(0.0, "[10, 20, 5]") + &key(1.0, "[10, 20]"), "three numbers"),
        (key(0.0, "[10, 20, 5]") + &key(1.0, "[10, 20, -3]"), "from 0.01 to"),
        (
            key(0.0, "[10, 20, 5]") + &key(1.0, "[-10, -160, 5]"),
            "key 2: it is more than a quarter of the way",
        ),
        (key(0.0, "[10, 20, 0.1]") + &key(9.0, "[10, 100, 0.1]"), "frame "),
    ] {
        let outcome = fly(&keys);
        assert_eq!(outcome.status, Some(2), "{keys}: {}", outcome.err);
        assert!(
            outcome.err.contains(phrase) && !outcome.err.contains("rendering on"),
            "{keys}: {}",
            outcome.err
        );
    }
}

/// A stopped turntable continues with its position and the next frame.
#[test]
fn a_turntable_continues_from_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, frames) = (folder.path().join("recipe.toml"), folder.path().join("frames"));
    fs::write(&recipe, PLANET).unwrap();
    let turn = |more: &[&str]| {
        let first = ["render", recipe.to_str().unwrap(), "-o", frames.to_str().unwrap(), "--turntable", "3"];
        orogen(&[&first[..], &["--size", "16x16", "--samples", "1", "--from", "10,20,50 km"], more].concat())
    };
    let whole = turn(&[]);
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    let last = frames.join("frame_00002.png");
    let before = pixels(&last).2;
    fs::remove_file(&last).unwrap();
    let rest = turn(&["--from", "2"]);
    assert_eq!(rest.status, Some(0), "{}", rest.err);
    assert!(pixels(&last).2 == before && rest.out.contains("--from 10,-100,"), "{}", rest.out);
    for more in [["--from", "1", "--from", "2"], ["--from", "11,20,2", "--to", "2"]] {
        let outcome = turn(&more);
        assert!(outcome.status == Some(2) && outcome.err.contains("given twice"), "{}", outcome.err);
    }
}

/// The default view works for any planet and any angle of view, and clouds change the picture.
#[test]
fn the_default_view_is_never_refused() {
    let folder = tempfile::tempdir().unwrap();
    let large = PLANET.replace("800 km", "100000 km").replace("300 km", "30000 km");
    for (recipe, more) in [(large.as_str(), &["--look", "0,-90,1"][..]), (PLANET, &["--look", "0,-90,170"])] {
        let outcome = render(folder.path(), recipe, more);
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    }
    let clear = pixels(&folder.path().join("a.png")).2;
    let outcome = render(folder.path(), PLANET, &["--look", "0,-90,170", "--clouds", "0.6", "--json"]);
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(facts["clouds"]["height"].as_f64(), Some(5000.0));
    assert_ne!(pixels(&folder.path().join("a.png")).2, clear);
}

#[test]
fn options_for_planes_are_refused_with_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    for (recipe, more, phrase) in [
        (PLANET, &["--from", "100,0,2"][..], "latitudes are"),
        (PLANET, &["--from", "10,0"], "latitude,longitude,altitude"),
        (PLANET, &["--from", "10,0,-3"], "an altitude above 0"),
        (PLANET, &["--from", "10,0,2", "--look", "0,91"], "-90 to 90"),
        (PLANET, &["--from", "3"], "no frames to select"),
        (PLANET, &["--camera", "map"], "--from latitude,longitude,altitude"),
        (PLANET, &["--camera", "fov=60"], "--look azimuth,elevation,fov for the direction"),
        (PLANET, &["--orbit", "10,20"], "--from latitude,longitude,altitude"),
        (PLANET, &["--clouds", "2"], "0 to 1"),
        (PLANET, &["--air", "none", "--clouds", "0.5"], "clouds need air"),
        (PLANET, &["--flyover", "a.toml", "--look", "0,0"], "the keys of the flight set"),
        (
            &PLANET.replace("scale = 2000", "scale = 2000, offset = -9e5"),
            &[],
            "as deep as the planet's centre",
        ),
        (PLANET, &["--clouds", "0.5,5 km,1 km"], "give only cover and height"),
        (PLANET, &["--surface", "march"], "ray marching is not available on planets"),
        (PLANET, &["--style", "map"], "use `realistic` or `clay`"),
        (PLANET, &["--bounds", "domain"], "--bounds domain is not available on planets"),
        (PLANET, &["--fog", "2 km"], "--fog none"),
        (PLANET, &["--time", "9", "--latitude", "3"], "--from sets the latitude"),
        (HILLS, &["--from", "10,20,2"], "is for planets"),
        (HILLS, &["--look", "10,20"], "is for planets"),
    ] {
        let outcome = render(folder.path(), recipe, more);
        assert_eq!(outcome.status, Some(2), "{more:?}: {}", outcome.err);
        assert!(outcome.err.contains(phrase), "{more:?}: {}", outcome.err);
        assert!(!folder.path().join("a.png").exists());
    }
}

/// A picture whose pixels fit into the free memory, but whose tiles do not, is refused before any work.
#[test]
#[cfg(target_os = "linux")]
fn tiles_of_a_planet_are_counted_as_memory() {
    let facts = fs::read_to_string("/proc/meminfo").unwrap();
    let free = facts.lines().find_map(|line| line.strip_prefix("MemAvailable:")).unwrap();
    let free = 1024.0 * free.trim().strip_suffix("kB").unwrap().trim().parse::<f64>().unwrap();
    // 28 bytes per pixel, with tiles 128.
    let side = (free / 60.0).sqrt() as u32;
    if !(2000..32_768).contains(&side) {
        return eprintln!("not tested with {free} bytes of free memory");
    }
    let folder = tempfile::tempdir().unwrap();
    let size = format!("{side}x{side}");
    let (path, output) = (folder.path().join("recipe.toml"), folder.path().join("a.png"));
    fs::write(&path, PLANET).unwrap();
    let [path, output] = [&path, &output].map(|path| path.to_str().unwrap());
    // The device does not exist, so that nothing is rendered if the picture is not refused.
    orogen(&["render", path, "-o", output, "--size", &size, "--device", "no such"])
        .refuses(1, &["of memory, but only", "smaller --size"]);
}

#[test]
fn a_file_in_the_way_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, file) = (folder.path().join("recipe.toml"), folder.path().join("file"));
    fs::write(&recipe, PLANET).unwrap();
    fs::write(&file, "mine").unwrap();
    let output = file.join("x.png");
    let [recipe, output] = [&recipe, &output].map(|path| path.to_str().unwrap());
    orogen(&["render", recipe, "-o", output])
        .refuses(1, &[file.to_str().unwrap(), "is a file, not a folder", "choose another path"]);
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}
