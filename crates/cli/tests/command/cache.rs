//! Solutions of erosion that are kept: by several processes at once, and on a disk that refuses them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::{OROGEN, Outcome, names};

const LAND: &str = "orogen = 1\nname = 'Land'\n[domain]\nsize = '2 km'\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '1 km'\noctaves = 2\n\
    [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 300.0\ndetail = 16.0\n\
    [height]\nfield = 'land'\nscale = 300.0\n";

/// `generate land.toml` in a folder, under a limit of the shell.
fn job(folder: &Path, limit: &str, out: &str) -> Command {
    let mut command = Command::new("sh");
    let line = format!(r#"{limit} exec "$0" "$@""#);
    command.args(["-c", &line, OROGEN, "generate", "land.toml", "--size", "32", "-o", out]);
    command.current_dir(folder).env("OROGEN_CACHE", folder.join("kept")).stdout(Stdio::null());
    command
}

/// The heights that a job wrote.
fn heights(folder: &Path, out: &str) -> Vec<u8> {
    fs::read(folder.join(out).join("height.png")).unwrap()
}

/// Four processes at once give the same bits and keep one solution.
#[test]
fn processes_may_solve_the_same_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("land.toml"), LAND).unwrap();
    let outs = ["a", "b", "c", "d"];
    let jobs = outs.map(|out| job(folder.path(), "", out).spawn().unwrap());
    for mut job in jobs {
        assert!(job.wait().unwrap().success());
    }
    assert_eq!(names(&folder.path().join("kept")).len(), 1);
    assert!(job(folder.path(), "", "later").status().unwrap().success());
    for out in outs {
        assert_eq!(heights(folder.path(), out), heights(folder.path(), "later"));
    }
}

/// A solution of 80 kB exceeds the limit. It is used all the same, no file of it remains, and the next job solves it again.
#[test]
fn a_solution_that_cannot_be_kept_is_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("land.toml"), LAND).unwrap();
    let limited: Outcome = job(folder.path(), "ulimit -f 64;", "a").output().unwrap().into();
    assert_eq!(limited.status, Some(0), "{}", limited.err);
    assert!(
        limited.err.contains("cannot be kept") && limited.err.contains("OROGEN_CACHE"),
        "{}",
        limited.err
    );
    assert_eq!(names(&folder.path().join("kept")), [""; 0]);
    assert!(job(folder.path(), "", "b").status().unwrap().success());
    assert_eq!(names(&folder.path().join("kept")).len(), 1);
    assert_eq!(heights(folder.path(), "a"), heights(folder.path(), "b"));
}

/// Heights that a picture lacks do not reach the solver.
#[test]
fn a_picture_may_lack_heights() {
    let folder = tempfile::tempdir().unwrap();
    let image = "[fields.hills]\ntype = 'image'\nfile = 'hills.tif'\n";
    let noise = "[fields.hills]\ntype = 'fbm'\nwavelength = '1 km'\noctaves = 2\n";
    fs::write(folder.path().join("land.toml"), LAND.replace(noise, image)).unwrap();
    let file = fs::File::create(folder.path().join("hills.tif")).unwrap();
    let mut heights: Vec<f32> = (0..64 * 64).map(|at| (at % 64) as f32 / 64.0).collect();
    heights[64 * 20..][..200].fill(f32::NAN);
    let mut encoder = tiff::encoder::TiffEncoder::new(file).unwrap();
    encoder.write_image::<tiff::encoder::colortype::Gray32Float>(64, 64, &heights).unwrap();
    let refused: Outcome = job(folder.path(), "", "a").output().unwrap().into();
    refused.refuses(2, &["hills.tif: it has no height at column 0, row 20", "land.toml:7:8", "fill = 0.0"]);
    assert!(!folder.path().join("kept").exists());
    let filled = fs::read_to_string(folder.path().join("land.toml")).unwrap();
    let filled = filled.replace("file = 'hills.tif'", "file = 'hills.tif'\nfill = 0.0");
    fs::write(folder.path().join("land.toml"), filled).unwrap();
    assert!(job(folder.path(), "", "a").status().unwrap().success());
}
