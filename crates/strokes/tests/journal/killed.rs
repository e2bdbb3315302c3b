//! A process that paints, and is killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::scene::{numbers, open, stroke};

/// The variable with the path of the file to paint into.
const FILE: &str = "OROGEN_STROKES_FILE";

/// A step of the painter. Sometimes it compacts the file, which does not change the strokes.
fn next(journal: &mut orogen_strokes::journal::Journal, step: usize) {
    if step % 7 == 6 {
        journal.compact().unwrap();
    }
    match step % 5 {
        3 => journal.undo().map(drop),
        4 if step.is_multiple_of(2) => journal.redo().map(drop),
        _ => journal.push(&stroke(step)).map(drop),
    }
    .unwrap();
}

/// The expected content of the file after some steps.
fn model(steps: usize) -> (Vec<usize>, usize) {
    let (mut active, mut undone) = (Vec::new(), Vec::new());
    for step in 0..steps {
        match step % 5 {
            3 => undone.extend(active.pop()),
            4 if step.is_multiple_of(2) => active.extend(undone.pop()),
            _ => {
                active.push(step);
                undone.clear();
            }
        }
    }
    (active, undone.len())
}

/// If the test below has started it, paints until it is killed. Otherwise does nothing.
#[test]
fn painter() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let mut journal = open(Path::new(&path)).unwrap();
    let first: usize = std::env::var("OROGEN_STROKES_FIRST").unwrap().parse().unwrap();
    for step in first.. {
        next(&mut journal, step);
        println!("\ndone {step}");
    }
}

#[test]
fn a_painter_that_is_killed_fifty_times_loses_the_stroke_it_draws_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.strokes");
    let part = folder.path().join("killed.strokes.part");
    let (mut steps, mut torn, mut unfinished, mut seed) = (0, 0, 0, 7_u64);
    for _ in 0..50 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let life = Duration::from_micros(2_000 + (seed >> 33) % 40_000);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["killed::painter", "--exact", "--nocapture"])
            .env(FILE, &path)
            .env("OROGEN_STROKES_FIRST", steps.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = child.stdout.take().unwrap();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(life);
            child.kill().unwrap();
            child.wait().unwrap();
        });
        // The steps that the painter reported as done.
        let done = BufReader::new(out).lines().map_while(Result::ok);
        let done = done.filter_map(|line| line.strip_prefix("done ").and_then(|step| step.parse().ok()));
        let said: usize = done.last().map_or(steps, |step: usize| step + 1);
        killer.join().unwrap();

        let mut journal = open(&path).unwrap();
        torn += usize::from(journal.dropped().is_some());
        unfinished += usize::from(part.exists());
        let found = (numbers(&mut journal), journal.undone());
        // The painter may have died between the last write and its report.
        steps = [said, said + 1].into_iter().find(|&steps| model(steps) == found).unwrap_or_else(|| {
            panic!("after {said} steps {found:?} is in the file instead of {:?}", model(said))
        });
    }
    println!("{steps} steps, {torn} torn lines, {unfinished} times a new file was unfinished");
    assert!(steps > 100, "{steps} steps");
}
