//! Recipes with strokes: all outputs include the strokes, and errors in strokes are reported.

use std::fs;
use std::path::{Path, PathBuf};

use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::stroke::{Point, Stroke, Surface};
use serde_json::Value;

use crate::harness::{HILLS, Outcome, description, generate, heights, names, orogen, try_generate};

const SCULPT: &str = "[sculpt]\nstrokes = \"mine.strokes\"\n";

const MOON: &str = "orogen = 1\ndomain = { kind = \"planet\", radius = 20000 }\nheight = { field = \"hills\", scale = 90 }\n\
                    [fields.hills]\ntype = \"fbm\"\nwavelength = 7000\noctaves = 3\n";

/// A project: a recipe beside its strokes.
struct Project(tempfile::TempDir);

impl Project {
    fn new(text: &str, ground: Surface, strokes: &[Stroke]) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        fs::write(project.path("mine.toml"), format!("{text}{SCULPT}")).unwrap();
        fs::write(project.path("base.toml"), text).unwrap();
        let mut journal = project.journal(ground);
        strokes.iter().for_each(|stroke| assert!(journal.push(stroke).is_ok()));
        project
    }

    fn journal(&self, ground: Surface) -> Journal {
        Journal::open(self.path("mine.strokes"), "mine.toml", ground).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn recipe(&self) -> String {
        self.path("mine.toml").display().to_string()
    }

    fn base(&self) -> String {
        self.path("base.toml").display().to_string()
    }

    fn out(&self) -> PathBuf {
        self.path("out")
    }

    fn check(&self) -> Outcome {
        orogen(&["check", &self.recipe()])
    }

    fn verify(&self) -> Outcome {
        orogen(&["verify", self.out().to_str().unwrap(), "--recipe", &self.recipe(), "--quiet"])
    }
}

fn stroke(tool: Tool, radius: f64, points: &[[f64; 3]]) -> Stroke {
    let points = points.iter().map(|&point| Point::from(point)).collect();
    Stroke { brush: Brush { inner: 0.3, strength: 0.7, ..Brush::new(tool, radius) }, points }
}

/// Strokes on the hills, all of them functions of the position.
fn list() -> Vec<Stroke> {
    let noise = NoiseBrush { wavelength: 120.0, octaves: 5, ..NoiseBrush::new(Noise::Swiss, 40.0) };
    vec![
        stroke(Tool::Raise { metres: 25.0 }, 120.0, &[[200.0, 300.0, 1.0], [500.0, 350.0, 0.5]]),
        stroke(noise.tool().unwrap(), 180.0, &[[600.0, 700.0, 1.0], [800.0, 500.0, 1.0]]),
        stroke(Tool::Level { to: 12.0 }, 90.0, &[[450.0, 330.0, 1.0]]),
        stroke(Tool::Ledge { step: 9.0, riser: 0.4 }, 200.0, &[[300.0, 800.0, 1.0]]),
        stroke(Tool::Erase, 60.0, &[[650.0, 600.0, 1.0]]),
    ]
}

fn project() -> Project {
    Project::new(HILLS, Surface::Plane, &list())
}

fn succeeds(outcome: &Outcome) {
    assert_eq!((outcome.status, outcome.err.as_str()), (Some(0), ""), "{}", outcome.out);
}

#[test]
fn heights_are_the_same_at_any_resolution() {
    // The same octaves at any resolution.
    let text = HILLS.replace("wavelength = 400", "wavelength = 400\noctaves = 6");
    let project = Project::new(&text, Surface::Plane, &list());
    let made = |size: &str| {
        generate(&project.recipe(), &project.out(), &["--size", size, "--format", "f32,png16"]);
        succeeds(&project.verify());
        heights(&project.out())
    };
    let (fine, coarse) = (made("129"), made("33"));
    let every_fourth: Vec<_> = (0..33 * 33).map(|i| fine[i / 33 * 4 * 129 + i % 33 * 4].to_bits()).collect();
    assert!(coarse.iter().map(|height| height.to_bits()).eq(every_fourth));
    generate(&project.base(), &project.path("base"), &["--size", "33", "--format", "f32"]);
    let differ =
        coarse.iter().zip(heights(&project.path("base"))).filter(|(one, base)| **one != *base).count();
    assert!((200..900).contains(&differ), "{differ} of {} samples are sculpted", coarse.len());
}

#[test]
fn verify_finds_other_strokes_and_ignores_undone_ones() {
    let project = project();
    generate(&project.recipe(), &project.out(), &["--size", "33"]);
    let facts = description(&project.out());
    assert_eq!(
        (&facts["details"]["strokes"]["file"], &facts["details"]["strokes"]["count"]),
        (&"mine.strokes".into(), &5.into())
    );
    let mut journal = project.journal(Surface::Plane);
    journal.push(&list()[0]).unwrap();
    let path = project.path("mine.strokes").display().to_string();
    project.verify().refuses(2, &[&path, "6 now, 5 then", "undo or redo"]);
    journal.undo().unwrap();
    succeeds(&project.verify());
    journal.compact().unwrap();
    succeeds(&project.verify());
}

#[test]
fn samples_equal_the_files_with_exact_slopes() {
    let project = project();
    generate(&project.recipe(), &project.out(), &["--size", "33", "--format", "f32"]);
    let heights = heights(&project.out());
    let (mut points, h) = ("x,y\n".to_owned(), 0.01);
    for (i, j) in [(10, 10), (20, 22), (15, 11), (9, 26), (30, 2)] {
        let [x, y] = [i, j].map(|index| f64::from(index) * 1000.0 / 32.0);
        points += &format!("{x},{y}\n{},{y}\n{},{y}\n", x - h, x + h);
    }
    let csv = project.path("points.csv");
    fs::write(&csv, points).unwrap();
    let rows = |precision: &str| {
        let spacing = (1000.0_f64 / 32.0).to_string();
        let outcome = orogen(&[
            "sample",
            &project.recipe(),
            "--points",
            csv.to_str().unwrap(),
            "--precision",
            precision,
            "--spacing",
            &spacing,
        ]);
        succeeds(&outcome);
        let row =
            |line: &str| line.split(',').map(|number| number.parse::<f64>().unwrap()).collect::<Vec<_>>();
        outcome.out.lines().skip(1).map(row).collect::<Vec<_>>()
    };
    let single = rows("f32");
    for (row, (i, j)) in single.iter().step_by(3).zip([(10, 10), (20, 22), (15, 11), (9, 26), (30, 2)]) {
        assert_eq!((row[2] as f32).to_bits(), heights[j * 33 + i].to_bits());
    }
    for three in rows("f64").chunks(3) {
        let difference = (three[2][2] - three[1][2]) / (2.0 * h);
        assert!((three[0][3] - difference).abs() < 5e-4, "{three:?}");
    }
}

#[test]
fn tiles_meshes_and_targets_include_strokes() {
    let project = project();
    for options in [
        &["--size", "65", "--format", "png16,geotiff,exr,glb,stl,slope,curvature", "--tiles", "2"][..],
        &["--for", "web", "--size", "256"],
        &["--for", "godot", "--size", "512"],
    ] {
        generate(&project.recipe(), &project.out(), options);
        let verified = project.verify();
        assert_eq!(verified.status, Some(0), "{options:?}: {}", verified.err);
    }
    let inspected = orogen(&["inspect", &project.recipe(), "--json", "--size", "64"]);
    assert_eq!(inspected.status, Some(0), "{}", inspected.err);
    let base = orogen(&["inspect", &project.base(), "--json", "--size", "64"]);
    assert_ne!(inspected.out, base.out);
}

fn moon(strokes: &[Stroke]) -> Project {
    let ground = Surface::Planet(orogen_engine::planet::Sphere::new(20_000.0).unwrap());
    Project::new(MOON, ground, strokes)
}

#[test]
fn maps_of_planets_include_strokes() {
    let ring = [[40.0, 10.0, 1.0], [48.0, 22.0, 1.0], [40.0, 33.0, 0.5]];
    let project = moon(&[stroke(Tool::Raise { metres: 150.0 }, 1500.0, &ring)]);
    for options in [
        &["--equirect", "256", "--format", "f32"][..],
        &["--cube", "65", "--format", "png16"],
        &["--region", "45,20,8km", "--size", "65", "--format", "png16,glb"],
        &["--tile", "px/2/1/3", "--size", "65", "--format", "f32"],
    ] {
        generate(&project.recipe(), &project.out(), options);
        let verified = project.verify();
        assert_eq!(verified.status, Some(0), "{options:?}: {}", verified.err);
    }
    let at = |recipe: &str| {
        let outcome = orogen(&["sample", recipe, "--at", "47,21"]);
        outcome.out.lines().nth(1).unwrap().split(',').nth(2).unwrap().parse::<f64>().unwrap()
    };
    assert!(at(&project.recipe()) > at(&project.base()) + 50.0);
}

#[test]
fn a_stroke_that_does_not_fit_a_planet_is_named() {
    let recipe = "orogen = 1\nheight = { field = \"flat\" }\n[fields.flat]\ntype = \"constant\"\n".to_owned();
    let flat = Tool::Field { recipe, metres: 5.0, grain: Grain::PLAIN };
    let flat = stroke(flat, 900.0, &[[10.0, 10.0, 1.0]]);
    let project = moon(&[stroke(Tool::Erase, 900.0, &[[0.0, 0.0, 1.0]]), flat]);
    let phrases = ["mine.toml:9:11", "stroke 2: the brush's recipe", "undo it"];
    project.check().refuses(2, &phrases);
    try_generate(&project.recipe(), &project.out(), &["--equirect", "64"]).refuses(2, &phrases);
    assert!(!project.out().exists(), "nothing is made");
}

#[test]
fn check_knows_strokes() {
    let project = project();
    let outcome = project.check();
    assert!(outcome.out.contains("OK, heights between"), "{}", outcome.err);
    assert_eq!(outcome.err, "");
    let facts = orogen(&["check", &project.recipe(), &project.base(), "--json"]);
    let facts: Value = serde_json::from_str(&facts.out).unwrap();
    let [mine, base] = [0, 1].map(|i| facts["recipes"][i]["max_height"].as_f64().unwrap());
    assert!(mine > base, "the range allows for strokes: {mine} m and {base} m");
    // A stroke outside the domain.
    project.journal(Surface::Plane).push(&stroke(Tool::Erase, 10.0, &[[-500.0, 0.0, 1.0]])).unwrap();
    let outcome = project.check();
    assert_eq!(outcome.status, Some(0));
    assert!(
        outcome.err.contains("1 of 6 strokes lie outside of the domain; the first is number 6"),
        "{}",
        outcome.err
    );
}

#[test]
fn missing_and_mismatched_strokes_are_refused() {
    let project = project();
    let path = project.path("mine.strokes");
    let shown = path.display().to_string();
    let planet = moon(&[]);
    fs::copy(planet.path("mine.strokes"), &path).unwrap();
    project
        .check()
        .refuses(2, &["the strokes are on a planet with a radius of 20000 m, but this terrain is a plane"]);
    fs::remove_file(&path).unwrap();
    let said = [&format!("{shown} does not exist")[..], "mine.toml:15:11", "the recipe's folder"];
    project.check().refuses(2, &said);
    try_generate(&project.recipe(), &project.out(), &[]).refuses(2, &said);
    fs::write(&path, "a picture\n").unwrap();
    project.check().refuses(2, &[&shown, "is not a stroke file", "mine.toml:15:11"]);
    fs::remove_file(&path).unwrap();
    #[cfg(unix)]
    {
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        project.check().refuses(2, &[&shown, "is not a file", "mine.toml:15:11", "the recipe's folder"]);
    }
    let stamp = Tool::Stamp { image: "crater.png".to_owned(), metres: 30.0, turn: false };
    let stamped = Project::new(HILLS, Surface::Plane, &[stroke(stamp, 100.0, &[[500.0, 500.0, 1.0]])]);
    stamped.check().refuses(2, &["stroke 1: ", stamped.path("crater.png").to_str().unwrap()]);
    let repeats = HILLS.replace("samples = 33", "samples = 33, tile = true");
    Project::new(&repeats, Surface::Plane, &list())
        .check()
        .refuses(2, &["a terrain that repeats cannot be sculpted"]);
}

/// The image of a stamp is in the same folder as the strokes.
#[test]
fn images_of_stamps_are_hashed() {
    let stamp = Tool::Stamp { image: "crater.png".to_owned(), metres: 30.0, turn: false };
    let project = Project::new(HILLS, Surface::Plane, &[stroke(stamp, 200.0, &[[500.0, 500.0, 1.0]])]);
    let picture = |level: u16| {
        let file = fs::File::create(project.path("crater.png")).unwrap();
        let mut encoder = png::Encoder::new(file, 8, 8);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Sixteen);
        let bytes: Vec<_> = (0..64_u16).flat_map(|i| (level + 100 * i).to_be_bytes()).collect();
        encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
    };
    picture(9000);
    generate(&project.recipe(), &project.out(), &["--size", "33"]);
    succeeds(&project.verify());
    picture(20_000);
    project.verify().refuses(2, &["the strokes in", "have changed since the terrain was generated"]);
}

/// Flips bits of the strokes file, and removes lines.
#[test]
fn damaged_files_are_reported_with_their_line_and_recovered() {
    let project = project();
    let path = project.path("mine.strokes");
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = whole.lines().collect();
    let write = |lines: &[&str]| fs::write(&path, lines.join("\n") + "\n").unwrap();
    let changed = lines[3].replace("12.0", "13.0");
    assert_ne!(changed, lines[3]);
    let missing = [&lines[..3], &lines[4..]].concat();
    for broken in [[&lines[..3], &[changed.as_str()], &lines[4..]].concat(), missing] {
        write(&broken);
        let at = format!("{}:4: its checksum is wrong", path.display());
        project.check().refuses(2, &["mine.toml:15:11", &at, "--salvage"]);
        let left = fs::read(&path).unwrap();
        let saved = project.path("saved.strokes");
        let outcome =
            orogen(&["strokes", path.to_str().unwrap(), "--salvage", saved.to_str().unwrap(), "--json"]);
        let facts: Value = serde_json::from_str(&outcome.out).unwrap();
        assert_eq!((&facts["strokes"], &facts["undone"]), (&2.into(), &0.into()), "{}", outcome.err);
        assert_eq!(fs::read(&path).unwrap(), left);
        // No file is overwritten.
        orogen(&["strokes", path.to_str().unwrap(), "--salvage", saved.to_str().unwrap()])
            .refuses(2, &["saved.strokes"]);
        fs::remove_file(&saved).unwrap();
    }
    // An incomplete last line is skipped with a message; the file is not changed.
    fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    let outcome = project.check();
    assert_eq!(outcome.status, Some(0));
    assert!(outcome.err.contains("number 6, is incomplete and was ignored"), "{}", outcome.err);
    let told = orogen(&["strokes", path.to_str().unwrap()]);
    assert!(told.out.ends_with(
        "4 strokes on a plane, 0 undone, drawn on \"mine.toml\"; the last line, 6, is incomplete and was skipped\n"
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), whole[..whole.len() - 20]);
}

#[cfg(feature = "gpu")]
#[test]
fn shaders_are_refused() {
    let project = project();
    orogen(&["shader", &project.recipe(), "--lang", "wgsl"])
        .refuses(2, &["brush strokes cannot be exported as shaders", "[sculpt]"]);
}

/// The processor computes strokes that a device cannot.
#[cfg(feature = "gpu")]
#[test]
fn a_device_leaves_strokes_to_the_processor() {
    let project = project();
    generate(&project.recipe(), &project.out(), &["--size", "33", "--format", "f32"]);
    let device = project.path("device");
    let outcome =
        generate(&project.recipe(), &device, &["--size", "33", "--format", "f32", "--device", "gpu"]);
    assert!(outcome.err.contains("the layer of strokes is for the processor only"), "{}", outcome.err);
    assert_eq!(heights(&device), heights(&project.out()));
}

#[cfg(feature = "gpu")]
#[test]
fn render_shows_strokes_in_meshes_and_refuses_to_march() {
    let project = Project::new(
        HILLS,
        Surface::Plane,
        &[stroke(Tool::Raise { metres: 200.0 }, 300.0, &[[500.0, 500.0, 1.0]])],
    );
    let picture = |recipe: &str, name: &str| {
        let path = project.path(name);
        let shown = path.to_str().unwrap();
        let outcome = orogen(&["render", recipe, "-o", shown, "--map", "--size", "96x96", "--samples", "1"]);
        assert_eq!(outcome.status, Some(0), "{}", outcome.err);
        fs::read(path).unwrap()
    };
    assert_ne!(picture(&project.recipe(), "mine.png"), picture(&project.base(), "base.png"));
    let out = project.path("march.png");
    let march = [
        "render",
        &project.recipe(),
        "-o",
        out.to_str().unwrap(),
        "--surface",
        "march",
        "--size",
        "32x32",
        "--quiet",
    ];
    orogen(&march)
        .refuses(1, &["the layer of strokes is for the processor only", "leave out --surface march"]);
    assert!(!out.exists());
}

/// The example in the documentation.
#[test]
fn the_documented_example_is_valid() {
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sculpting/valley.toml");
    let folder = tempfile::tempdir().unwrap();
    let outcome = generate(recipe.to_str().unwrap(), folder.path(), &["--size", "65"]);
    assert_eq!(outcome.err, "");
    assert_eq!(description(folder.path())["details"]["strokes"]["count"], 7);
    assert!(names(folder.path()).contains(&"height.png".to_owned()));
}
