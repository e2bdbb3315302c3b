//! `render`, on a device that every machine can have: Mesa's lavapipe, which computes on the processor.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use exr::math::Vec2;
use serde_json::Value;

use crate::harness::{HILLS, OROGEN, Outcome, names, orogen, send};

/// Options for fast pictures.
const SMALL: [&str; 6] = ["--size", "64x36", "--samples", "1", "--style", "clay"];

/// The largest domain, with hills as large as continents.
const HUGE: &str = "\
orogen = 1
domain.size = 1e9
height = { field = \"hills\", scale = 1e7 }
[fields.hills]
type = \"fbm\"
wavelength = 3e8
octaves = 4
";

/// Runs `render` of a recipe of hills into a folder.
fn render(folder: &Path, output: &str, more: &[&str]) -> Outcome {
    orogen(&arguments(folder, output, more))
}

fn arguments(folder: &Path, output: &str, more: &[&str]) -> Vec<String> {
    let recipe = folder.join("hills.toml");
    fs::write(&recipe, HILLS).unwrap();
    let output = folder.join(output);
    let first = ["render", recipe.to_str().unwrap(), "-o", output.to_str().unwrap()];
    [&first[..], &SMALL, more].concat().into_iter().map(str::to_owned).collect()
}

/// The bytes of a PNG, which must be in sRGB.
pub(crate) fn pixels(path: &Path) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    assert!(reader.info().srgb.is_some());
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    (info.width, info.height, bytes)
}

/// The mean of some rows.
pub(crate) fn mean(bytes: &[u8]) -> f64 {
    bytes.iter().map(|&byte| f64::from(byte)).sum::<f64>() / bytes.len() as f64
}

#[test]
fn a_picture_is_rendered_and_its_options_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = render(folder.path(), "a.png", &["--json"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert!(outcome.err.contains("rendering on "), "{}", outcome.err);
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!((facts["columns"].as_u64(), facts["rows"].as_u64()), (Some(64), Some(36)));
    assert!(facts["camera"]["eye"][2].as_f64().unwrap() > 0.0);
    let (columns, rows, bytes) = pixels(&folder.path().join("a.png"));
    assert_eq!((columns, rows), (64, 36));
    // Light and shadow, neither all black nor all white.
    let (least, most) = (bytes.iter().min().unwrap(), bytes.iter().max().unwrap());
    assert!(most - least > 60 && (30.0..230.0).contains(&mean(&bytes)), "{least} {most} {}", mean(&bytes));
    assert_eq!(names(folder.path()), ["a.png", "hills.toml"]);
}

/// The printed options render the same light, and replace the old picture. Cameras that were found have few digits.
#[test]
fn printed_options_render_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    for (more, most_letters) in [
        (&[][..], 90),
        (&["--camera", "fov=31.7"], 95),
        (&["--camera", "eye=333.3,0.1 km,+17,target=500,700"], 150),
        (&["--orbit", "33.3,21.7", "--bounds", "domain"], 90),
        (&["--orbit", "33.3,21.7,1.234 km", "--time", "9.1"], 100),
        (&["--map", "--sun", "33.333333333,77.7"], 50),
    ] {
        let said = render(folder.path(), "a.exr", more);
        let first = fs::read(folder.path().join("a.exr")).unwrap();
        let line = said.out.lines().nth(1).unwrap();
        assert!(line.len() < most_letters, "{line}");
        let (camera, sun) = line.split_once(" --sun ").unwrap();
        let camera: Vec<_> = camera.split(' ').map(|word| word.trim_matches('"')).collect();
        let bounds = if more.contains(&"domain") { "domain" } else { "endless" };
        let again = [&camera[..], &["--sun", sun, "--bounds", bounds, "--quiet"]].concat();
        let again = render(folder.path(), "a.exr", &again);
        assert_eq!((again.status, &*again.out), (Some(0), ""), "{}", again.err);
        assert!(fs::read(folder.path().join("a.exr")).unwrap() == first, "{line}");
    }
}

/// The largest possible domain has a map: it is a thousand times as wide as a planet.
#[test]
fn the_largest_domain_has_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("hills.toml");
    fs::write(&recipe, HUGE).unwrap();
    let picture = folder.path().join("a.png");
    let first = ["render", recipe.to_str().unwrap(), "-o", picture.to_str().unwrap(), "--map", "--json"];
    let outcome = orogen(&[&first[..], &["--style", "map", "--size", "40x40", "--samples", "1"]].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert!(facts["camera"]["lens"]["metres"].as_f64().unwrap() >= 1e9, "{facts}");
    let (_, _, bytes) = pixels(&picture);
    let (least, most) = (bytes.iter().min().unwrap(), bytes.iter().max().unwrap());
    assert!(most - least > 60, "{least} {most}");
}

/// The bytes of a PNG follow the light of the EXR: a brighter pixel has a larger value.
#[test]
fn an_exr_has_the_light() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.exr"] {
        let outcome = render(folder.path(), name, &["--stops", "0.5"]);
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    }
    let image = exr::prelude::read_first_rgba_layer_from_file(
        folder.path().join("a.exr"),
        |size, _| vec![0.0; size.area()],
        |green: &mut Vec<f32>, Vec2(x, y), (_, g, _, _): (f32, f32, f32, f32)| green[y * 64 + x] = g,
    );
    let light = image.unwrap().layer_data.channel_data.pixels;
    let (_, _, bytes) = pixels(&folder.path().join("a.png"));
    assert!(light.len() == 64 * 36 && light.iter().all(|light| light.is_finite() && *light >= 0.0));
    let mut order: Vec<usize> = (0..light.len()).collect();
    order.sort_by(|&a, &b| light[a].total_cmp(&light[b]));
    let green = |share: &[usize]| {
        share.iter().map(|&at| f64::from(bytes[3 * at + 1])).sum::<f64>() / share.len() as f64
    };
    let (dark, bright) = order.split_at(order.len() / 2);
    assert!(green(bright) > green(dark) + 20.0, "{} {}", green(bright), green(dark));
}

/// The map is square, and a low sun in the west lights slopes that face west.
#[test]
fn maps_and_suns_are_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("hills.toml");
    fs::write(&recipe, HILLS).unwrap();
    let run = |output: &str, more: &[&str]| {
        let path = folder.path().join(output);
        let first =
            ["render", recipe.to_str().unwrap(), "-o", path.to_str().unwrap(), "--map", "--size", "40x40"];
        let outcome = orogen(&[&first[..], &["--samples", "1", "--style", "clay", "--json"], more].concat());
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
        let facts: Value = serde_json::from_str(&outcome.out).unwrap();
        (facts, pixels(&path).2)
    };
    let (facts, west) = run("west.png", &["--sun", "15,270"]);
    assert_eq!(facts["camera"]["lens"]["metres"], 1000.0);
    let (facts, east) = run("east.png", &["--time", "7", "--latitude", "0"]);
    assert!((facts["sun"]["elevation"].as_f64().unwrap() - 15.0).abs() < 1e-9, "{facts}");
    assert!((facts["sun"]["azimuth"].as_f64().unwrap() - 90.0).abs() < 1e-9, "{facts}");
    // Slopes that are bright in one picture are dark in the other.
    let (mean_west, mean_east) = (mean(&west), mean(&east));
    let together: f64 =
        west.iter().zip(&east).map(|(&a, &b)| (f64::from(a) - mean_west) * (f64::from(b) - mean_east)).sum();
    assert!(together < 0.0, "{together}");
}

#[test]
fn invalid_options_are_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    for (output, more, phrases) in [
        (
            "a.png",
            &["--camera", "eye=500,500,-900,target=0,0,0"][..],
            &["the camera is inside the ground", "+2"][..],
        ),
        (
            "a.png",
            &["--camera", "eye=500,500,900,target=500,500,900"],
            &["the camera's eye is at its target"],
        ),
        ("a.png", &["--air", "none", "--haze", "2"], &["`--haze 2` needs air", "--air earth"]),
        (
            "a.png",
            &["--fog", "2"],
            &["the fog's visibility is 2: it must be from 10", "--fog visibility,level,falloff"],
        ),
        ("a.png", &["--camera", "eye=2e9,0,+2"], &["the camera's eye is 2000000000"]),
        ("a.jpg", &[], &["a.jpg has no known picture format", ".png"]),
        ("a.png", &["--from", "3"], &["a single picture has no frames"]),
        ("a.png", &["--device", "cpu"], &["needs a graphics device"]),
        ("turn", &["--turntable", "4", "--from", "2", "--to", "4"], &["the sequence has frames 0 to 3"]),
        (
            "turn",
            &["--turntable", "4", "--orbit", "0,-80,4 km"],
            &["frame 0: the camera is inside the ground"],
        ),
        ("hills.toml", &["--turntable", "4"], &["is a file, but frames need a folder"]),
    ] {
        let outcome = render(folder.path(), output, more);
        outcome.refuses(2, phrases);
        assert_eq!(names(folder.path()).iter().filter(|name| *name != "hills.toml").count(), 0);
    }
}

/// An eye under water is refused before a device is opened, like an eye in the ground.
#[test]
fn an_eye_under_water_is_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("lake.toml");
    fs::write(&recipe, format!("{HILLS}\n[sea]\nlevel = 5000\n")).unwrap();
    let mut command = Command::new(OROGEN);
    command.args(["render", recipe.to_str().unwrap(), "-o", "a.png", "--camera", "eye=500,500,4000"]);
    command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    let outcome: Outcome = command.current_dir(folder.path()).output().unwrap().into();
    outcome.refuses(2, &["the camera is under water", "the sea at 5000.00 m", "+2"]);
}

/// Errors of clap name the option.
#[test]
fn invalid_values_are_refused() {
    for (option, value, phrase) in [
        ("--camera", "eye=nan,0,0", "`eye` must be x,y,height"),
        ("--camera", "eye=1,2,3,fov=0", "`fov` must be a number of degrees from 0.01 to 170"),
        ("--size", "40000x10", "1 to 32768 each"),
        ("--size", "0x10", "1 to 32768 each"),
        ("--sun", "95,0", "`elevation` must be a number of degrees"),
        ("--samples", "0", "from 1 to 4096"),
        ("--time", "25", "from 0 to 24"),
        ("--haze", "-1", "from 0 to 100"),
        ("--air", "venus", "mars"),
        ("--stops", "nan", "from -20 to 20"),
        ("--turntable", "1", "from 2 to 100000"),
    ] {
        let outcome = orogen(&["render", "hills", "-o", "a.png", option, value]);
        outcome.refuses(2, &[option, phrase]);
    }
    orogen(&["render", "hills", "-o", "a.png", "--latitude", "3"]).refuses(2, &["--time"]);
    orogen(&["render", "hills", "-o", "a.png", "--surface", "mesh", "--style", "raymarch"])
        .refuses(2, &["has no mesh", "--style clay"]);
}

#[test]
fn without_a_device_the_error_has_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(OROGEN);
    command.args(arguments(folder.path(), "a.png", &[]));
    command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    let outcome: Outcome = command.output().unwrap().into();
    outcome.refuses(1, &["there is no graphics device", "mesa-vulkan-drivers"]);
    assert_eq!(names(folder.path()), ["hills.toml"]);
}

#[test]
fn pictures_of_others_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    fs::write(&path, "a photograph").unwrap();
    render(folder.path(), "a.png", &[]).refuses(1, &["refusing to overwrite", "--force"]);
    assert_eq!(fs::read(&path).unwrap(), b"a photograph");
    let outcome = render(folder.path(), "a.png", &["--force"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert_eq!(pixels(&path).0, 64);
}

const FLIGHT: &str = "\
rate = 4
[[key]]
time = 0.0
eye = [100, 900, \"+40 m\"]
target = [\"0.5 km\", 500, 0]
[[key]]
time = 1.0
eye = [300, 800, \"+60 m\"]
look = [45, -10]
fov = 60
";

/// Frames are numbered within the whole flight, whichever are rendered.
#[test]
fn a_flight_is_rendered_frame_by_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("path.toml");
    fs::write(&path, FLIGHT).unwrap();
    let path = path.to_str().unwrap();
    let outcome = render(folder.path(), "all", &["--flyover", path, "--from", "2", "--to", "4"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let frames = folder.path().join("all");
    assert_eq!(names(&frames), ["frame_00002.png", "frame_00003.png", "frame_00004.png"]);
    let [one, other] = ["frame_00002.png", "frame_00004.png"].map(|name| pixels(&frames.join(name)).2);
    assert!(one != other);
}

/// An invalid flight is an error with its line and a fix.
#[test]
fn errors_in_flights_have_their_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("path.toml");
    for (wrong, right, phrases) in [
        (
            "time = 0.0",
            "time = 2.0",
            &["path.toml:6", "the time of key 2", "in the order of their times"][..],
        ),
        ("time = 0.0", "tiem = 0.0", &["path.toml:3:1", "has no key `tiem`", "did you mean `time`"]),
        ("look = [45, -10]\n", "", &["lacks `target` or `look`", "look = [azimuth, elevation]"]),
        ("look = [45, -10]", "look = [45]", &["path.toml:9", "a direction has two angles"]),
        ("[300, 800, \"+60 m\"]", "[300, 800]", &["path.toml:8:7", "a position has three numbers", "2 km"]),
        ("[300, 800, \"+60 m\"]", "[300, 800, nan]", &["path.toml:8:18", "wants a finite number"]),
        ("fov = 60", "fov = 0", &["path.toml:10:7", "`fov` is out of range"]),
        ("rate = 4", "rate = ", &["path.toml:1", "a value is missing"]),
        ("rate = 4", "rate = 0", &["path.toml:1:8", "`rate` is out of range"]),
        (
            "eye = [300, 800, \"+60 m\"]",
            "eye = [300, 800, -500]",
            &["frame ", "the camera is inside the ground"],
        ),
    ] {
        let text = FLIGHT.replacen(wrong, right, 1);
        assert_ne!(text, FLIGHT);
        fs::write(&path, text).unwrap();
        let outcome = render(folder.path(), "all", &["--flyover", path.to_str().unwrap()]);
        outcome.refuses(2, phrases);
    }
    render(folder.path(), "all", &["--flyover", "nowhere.toml"]).refuses(2, &["cannot read", "nowhere.toml"]);
    assert!(!folder.path().join("all").exists());
}

/// Complete frames stay, and the unfinished one leaves no file.
#[cfg(unix)]
#[test]
fn a_stopped_sequence_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = Command::new(OROGEN)
        .args(arguments(folder.path(), "turn", &["--turntable", "3000"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    let third: PathBuf = folder.path().join("turn/frame_00002.png");
    while !third.exists() {
        assert!(Instant::now() < deadline && job.try_wait().unwrap().is_none(), "no third frame");
        thread::sleep(Duration::from_millis(20));
    }
    send("-INT", &job);
    let mut outcome = Outcome::from(job.wait_with_output().unwrap());
    let frames = names(&folder.path().join("turn"));
    assert!(frames.iter().all(|name| name.starts_with("frame_") && name.ends_with(".png")), "{frames:?}");
    for name in &frames {
        assert_eq!(pixels(&folder.path().join("turn").join(name)).2.len(), 64 * 36 * 3);
    }
    // The line with the device comes first.
    outcome.err = outcome.err.split_once("error: ").map(|(_, rest)| format!("error: {rest}")).unwrap();
    let next = format!("--from {}", frames.len());
    outcome.refuses(130, &["stopped: ", &next]);
}
