//! `--watch`: results follow the files.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::{OROGEN, orogen};

/// A job that ends with the test.
struct Job(Child);

impl Drop for Job {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn write_ground(folder: &Path, height: &str) {
    let text = format!(
        "orogen = 1\ndomain.size = '1 km'\nheight.field = 'x'\n[fields.x]\ntype = 'constant'\nvalue = {height}\n"
    );
    fs::write(folder.join("ground.toml"), text).unwrap();
}

/// Waits until the terrain has this height everywhere.
fn until_height(out: &Path, wanted: f32) {
    let deadline = Instant::now() + Duration::from_secs(60);
    // There may be no file, or an older one.
    let is_there = || {
        let bytes = fs::read(out.join("height.f32")).unwrap_or_default();
        !bytes.is_empty() && bytes.as_chunks().0.iter().all(|&four| f32::from_le_bytes(four) == wanted)
    };
    while !is_there() {
        assert!(Instant::now() < deadline, "no terrain of {wanted} m");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A change of a used recipe makes the terrain again. An error does not end the job, and its correction counts as a change.
#[test]
fn terrains_follow_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    let mine = "orogen = 1\ndomain.size = '1 km'\nheight.field = 'a'\n[fields.a]\nuse = 'ground.toml'\n";
    fs::write(folder.join("mine.toml"), mine).unwrap();
    write_ground(folder, "5.0");
    let job = Command::new(OROGEN)
        .args(["generate", "mine.toml", "-o", "out", "--size", "16", "--format", "f32", "--quiet", "--watch"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut job = Job(job.unwrap());
    until_height(&out, 5.0);
    write_ground(folder, "70.0");
    until_height(&out, 70.0);
    write_ground(folder, "wrong");
    thread::sleep(Duration::from_millis(600));
    assert!(job.0.try_wait().unwrap().is_none(), "an error does not end the job");
    write_ground(folder, "123.0");
    until_height(&out, 123.0);
}

#[test]
fn standard_input_is_not_watched() {
    orogen(&["generate", "-", "-o", "out", "--watch"]).refuses(2, &["standard input cannot be watched"]);
}
