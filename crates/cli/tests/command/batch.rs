//! `--seeds` and `--vary`: many terrains of one recipe.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::harness::{OROGEN, generate, names, orogen, try_generate};

const LAND: &str = "orogen = 1\n[domain]\nsize = '1 km'\n[parameters]\nrelief = { value = 100, range = [0, 500] }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '300 m'\n[height]\nfield = 'hills'\nscale = 'relief'\n";

fn recipe(folder: &Path) -> String {
    let path = folder.join("land.toml");
    fs::write(&path, LAND).unwrap();
    path.to_str().unwrap().to_owned()
}

fn written(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

/// Each terrain equals that of a separate job, and existing terrains are not generated again.
#[test]
fn seeds_have_folders() {
    let folder = tempfile::tempdir().unwrap();
    let (land, out) = (recipe(folder.path()), folder.path().join("out"));
    let batch = ["--seeds", "3..6", "--size", "33"];
    generate(&land, &out, &batch);
    assert_eq!(names(&out), ["contact.html", "seed-3", "seed-4", "seed-5", "seed-6"]);
    let page = fs::read_to_string(out.join("contact.html")).unwrap();
    for seed in ["3", "4", "5", "6"] {
        let alone = folder.path().join(seed);
        generate(&land, &alone, &["--seed", seed, "--size", "33"]);
        for file in ["height.png", "normal.png", "preview.png"] {
            let [one, other] =
                [&alone, &out.join(format!("seed-{seed}"))].map(|at| fs::read(at.join(file)).unwrap());
            assert!(one == other, "{file} of {seed}");
        }
        assert!(page.contains(&format!("src=\"seed-{seed}/preview.png\"")), "{page}");
    }
    let heights = ["seed-3", "seed-4", "seed-5"].map(|name| out.join(name).join("height.png"));
    fs::write(&heights[1], "damaged").unwrap();
    fs::remove_dir_all(out.join("seed-6")).unwrap();
    let before = heights.each_ref().map(|path| written(path));
    let again = try_generate(&land, &out, &batch);
    // A damaged file was not written by orogen.
    again.refuses(1, &["refusing to overwrite height.png"]);
    let forced = generate(&land, &out, &[&batch[..], &["--force"]].concat());
    assert!(forced.out.contains("4 terrains, ") && !forced.out.contains(", 4 of them"), "{}", forced.out);
    let after = heights.each_ref().map(|path| written(path));
    assert_eq!([before[0], before[2]], [after[0], after[2]]);
    assert!(fs::read(&heights[1]).unwrap().len() > 100 && out.join("seed-6/height.png").exists());
    for mine in ["mine".to_owned(), page.replace("seed-3<", "the third<")] {
        fs::write(out.join("contact.html"), mine).unwrap();
        try_generate(&land, &out, &batch).refuses(1, &["refusing to overwrite contact.html"]);
    }
    generate(&land, &out, &[&batch[..], &["--force"]].concat());
    // Other options give other files.
    generate(&land, &out, &["--seeds", "3..6", "--size", "33", "--format", "f32"]);
    assert!(out.join("seed-3/height.f32").exists() && !out.join("seed-3/height.png").exists());
}

#[test]
fn parameters_vary() {
    let folder = tempfile::tempdir().unwrap();
    let (land, out) = (recipe(folder.path()), folder.path().join("out"));
    let options = ["--vary", "relief=50..150:3", "--seeds", "1,2", "--size", "16", "--json"];
    let printed = generate(&land, &out, &options).out;
    let names = ["relief-50_seed-1", "relief-50_seed-2", "relief-100_seed-1", "relief-150_seed-2"];
    for name in names {
        assert!(out.join(name).join("height.png").exists() && printed.contains(name), "{printed}");
    }
    generate(&land, &folder.path().join("one"), &["--set", "relief=150", "--seed", "2", "--size", "16"]);
    let expected = fs::read(folder.path().join("one/height.png")).unwrap();
    assert!(fs::read(out.join("relief-150_seed-2/height.png")).unwrap() == expected);
    let refused = |options: &[&str], phrases: &[&str]| {
        try_generate(&land, &folder.path().join("new"), options).refuses(2, phrases);
        assert!(!folder.path().join("new").exists());
    };
    refused(&["--vary", "relief=50..1500:3"], &["relief"]);
    refused(&["--vary", "relif=50..150:3"], &["relif", "did you mean"]);
    refused(&["--vary", "relief=0..1:2", "--vary", "relief=0..1:3"], &["`relief` is set twice"]);
    refused(&["--vary", "relief=0..1:2", "--set", "relief=7"], &["`relief` is set twice"]);
    refused(&["--seeds", "4,5,4"], &["two terrains have the name seed-4"]);
    refused(&["--vary", "relief=50..150:300", "--seeds", "1..300"], &["90000 terrains are too many"]);
    assert_eq!(orogen(&["generate", &land, "-o", "x", "--seeds", "5..1"]).status, Some(2));
}

/// A batch that was killed at any moment continues: in the end all terrains exist, and none was generated twice.
#[test]
fn a_killed_batch_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (land, out) = (recipe(folder.path()), folder.path().join("out"));
    let batch = ["--seeds", "1..40", "--size", "200"];
    for tenths in 1..6 {
        let mut job = Command::new(OROGEN);
        job.args(["generate", &land, "-o"]).arg(&out).args(batch).stdout(Stdio::null()).stderr(Stdio::null());
        let mut job = job.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100 * tenths));
        job.kill().unwrap();
        job.wait().unwrap();
    }
    let complete: Vec<_> = (1..=40)
        .map(|seed| out.join(format!("seed-{seed}/terrain.json")))
        .filter(|path| path.exists())
        .map(|path| (written(&path), path))
        .collect();
    assert!(!complete.is_empty());
    generate(&land, &out, &batch);
    assert!(complete.iter().all(|(time, path)| written(path) == *time));
    for seed in 1..=40 {
        let found = names(&out.join(format!("seed-{seed}")));
        assert_eq!(found, ["height.png", "normal.png", "preview.png", "terrain.json"], "{seed}");
    }
}

/// The page shows the terrains of all batches in its folder, and planets by each of their previews.
#[test]
fn the_page_shows_all_terrains() {
    let folder = tempfile::tempdir().unwrap();
    let (land, out) = (recipe(folder.path()), folder.path().join("out"));
    let shown = |name: &str| {
        fs::read_to_string(out.join("contact.html")).unwrap().contains(&format!("src=\"{name}\""))
    };
    generate(&land, &out, &["--seeds", "1,2", "--size", "9"]);
    generate(&land, &out, &["--seeds", "7", "--size", "9"]);
    // A terrain that is of no batch.
    generate(&land, &out.join("mine"), &["--size", "9"]);
    generate("terra", &out, &["--seeds", "8", "--cube", "8"]);
    generate("terra", &out, &["--seeds", "9", "--equirect", "16"]);
    for name in ["seed-1", "seed-2", "seed-7", "seed-9"] {
        assert!(shown(&format!("{name}/preview.png")), "{name}");
    }
    for face in ["px", "nx", "py", "ny", "pz", "nz"] {
        assert!(shown(&format!("seed-8/preview_{face}.png")), "{face}");
    }
    assert!(!shown("mine/preview.png"));
    fs::remove_dir_all(out.join("seed-2")).unwrap();
    generate(&land, &out, &["--seeds", "7", "--size", "9"]);
    assert!(!shown("seed-2/preview.png") && shown("seed-1/preview.png"));
}

/// A warning that all terrains have is printed once.
#[test]
fn warnings_are_printed_once() {
    let folder = tempfile::tempdir().unwrap();
    let land = folder.path().join("land.toml");
    fs::write(&land, format!("{LAND}[fields.spare]\ntype = 'ramp'\n")).unwrap();
    let (land, out) = (land.to_str().unwrap(), folder.path().join("out"));
    let alone = generate(land, &folder.path().join("alone"), &["--size", "9"]).err;
    let warning = alone.lines().find(|line| line.starts_with("warning: ")).expect("a field is not used");
    let batch = ["--seeds", "1..3", "--size", "9"];
    let printed = generate(land, &out, &batch).err;
    assert_eq!(printed.matches(warning).count(), 1, "{printed}");
    let quiet = generate(land, &out, &[&batch[..], &["--force", "--quiet", "--format", "f32"]].concat());
    assert_eq!(quiet.err, "");
}
