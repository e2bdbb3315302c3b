//! Ctrl-C in the middle of a job.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::{self, OROGEN, Outcome, generate, names, send, try_generate};

/// A job that is writing its files, long before its end.
fn started(folder: &Path) -> Child {
    let mut command = Command::new(OROGEN);
    command.args(["generate", "alps", "--size", "32768", "--format", "r16", "-o"]).arg(folder);
    let size = || {
        let files = std::fs::read_dir(folder).unwrap();
        files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).max().unwrap_or(0)
    };
    harness::started(&mut command, || size() >= 1_000_000)
}

#[test]
fn a_stopped_job_leaves_no_files() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let job = started(folder.path());
        send(signal, &job);
        let outcome = Outcome::from(job.wait_with_output().unwrap());
        outcome.refuses(status, &["stopped: nothing was written"]);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

/// A job that is stopped before its first file removes the folder it created.
#[test]
fn an_early_stop_leaves_no_folder() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("new/deep");
    let picture = folder.join("a.png");
    let [out, picture] = [&folder, &picture].map(|path| path.to_str().unwrap());
    for args in [
        &["generate", "alps", "--size", "32768", "--format", "r16", "-o", out][..],
        &["render", "alps", "--size", "4096x4096", "--samples", "64", "-o", picture],
    ] {
        let mut job =
            Command::new(OROGEN).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while !folder.exists() {
            assert!(
                Instant::now() < deadline && job.try_wait().unwrap().is_none(),
                "{args:?} makes no folder"
            );
            thread::sleep(Duration::from_millis(1));
        }
        send("-INT", &job);
        let outcome = Outcome::from(job.wait_with_output().unwrap());
        assert_eq!(outcome.status, Some(130), "{}", outcome.err);
        assert!(outcome.err.contains("error: stopped: nothing was written"), "{}", outcome.err);
        assert_eq!(names(parent.path()), [""; 0], "{args:?}");
    }
}

#[test]
fn the_next_job_removes_the_files_of_a_killed_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = started(folder.path());
    let running = try_generate("alps", folder.path(), &["--size", "16"]);
    running.refuses(1, &["another run of orogen is writing to this folder"]);
    send("-KILL", &job);
    job.wait().unwrap();
    // The files of heights, normals and preview, and the lock file.
    assert_eq!(names(folder.path()).len(), 4);
    let outcome = generate("alps", folder.path(), &["--size", "16"]);
    assert!(
        outcome.err.starts_with("removed 3 unfinished files that a killed run left in "),
        "{}",
        outcome.err
    );
    assert_eq!(names(folder.path()), ["height.png", "normal.png", "preview.png", "terrain.json"]);
}

/// Ctrl-C stops the solution of erosion, also in commands that have nothing else to stop.
#[cfg(target_os = "linux")]
#[test]
fn a_solution_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("land.toml");
    let land = "orogen = 1\nheight = { field = 'land', scale = 900 }\ndomain = { size = '40 km', samples = 4096 }\n\
                [fields.hills]\ntype = 'fbm'\nwavelength = '9 km'\noctaves = 3\n\
                [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 900\n";
    std::fs::write(&recipe, land).unwrap();
    for verb in ["check", "generate"] {
        let mut job = Command::new(OROGEN)
            .arg(verb)
            .arg(&recipe)
            .args(if verb == "generate" { &["--size", "16", "-o", "out"][..] } else { &[] })
            .current_dir(folder.path())
            .env("OROGEN_CACHE", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while !handles_ctrl_c(&job) {
            assert!(Instant::now() < deadline && job.try_wait().unwrap().is_none(), "{verb} solves nothing");
            thread::sleep(Duration::from_millis(5));
        }
        send("-INT", &job);
        let outcome = Outcome::from(job.wait_with_output().unwrap());
        outcome.refuses(130, &["the solution of `land` was stopped"]);
    }
}

/// Whether the process has a handler for SIGINT, which is signal 2.
#[cfg(target_os = "linux")]
fn handles_ctrl_c(job: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", job.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> 1 & 1 == 1))
}
