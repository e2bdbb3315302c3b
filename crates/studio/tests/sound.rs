//! Sound without speakers: ALSA's file plugin over its null device records what is played.
#![cfg(all(feature = "sound", target_os = "linux"))]

mod host;

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::jobs::Waker;
use orogen_studio::sound::{SoundSettings, SoundSource, SoundWorker};
use orogen_studio::wind::Air;
use orogen_studio::{Startup, Studio};

/// Tells a test that it runs in its own process, with the device.
const INSIDE: &str = "OROGEN_SOUND_INSIDE";

/// Runs a test again in its own process, with a device that writes to the file `played` in a folder, or without a device. ALSA
/// reads the list of devices from the environment, once. Returns the folder inside that process, and `None` outside.
fn inside(test: &str, device: bool) -> Option<String> {
    if let Ok(folder) = env::var(INSIDE) {
        return Some(folder);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let file = format!("pcm.!default {{ type file; slave.pcm void; file \"{path}/played\"; format raw }}");
    let devices = if device { format!("pcm.void {{ type null }}\n{file}\n") } else { String::new() };
    let config = folder.path().join("devices");
    fs::write(&config, devices).unwrap();
    let mut again = Command::new(env::current_exe().unwrap());
    again.args(["--exact", test, "--nocapture"]).env("ALSA_CONFIG_PATH", &config).env(INSIDE, folder.path());
    let output = again.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    None
}

fn worker() -> SoundWorker {
    SoundWorker::new(Waker::new(|| ())).unwrap()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "timed out waiting for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A mono WAV file with 16 bits.
fn wav(rate: u32, samples: &[i16]) -> Vec<u8> {
    let bytes: Vec<_> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let length = bytes.len() as u32;
    let mut file =
        [b"RIFF".as_slice(), &(36 + length).to_le_bytes(), b"WAVEfmt ", &16_u32.to_le_bytes()].concat();
    for word in [1_u16, 1] {
        file.extend(word.to_le_bytes());
    }
    for word in [rate, 2 * rate] {
        file.extend(word.to_le_bytes());
    }
    for word in [2_u16, 16] {
        file.extend(word.to_le_bytes());
    }
    [file.as_slice(), b"data", &length.to_le_bytes(), &bytes].concat()
}

/// The samples played so far.
fn played(folder: &str) -> Vec<f32> {
    let bytes = fs::read(Path::new(folder).join("played")).unwrap_or_default();
    bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// Turns the sound off, and returns all samples once the device is closed.
fn turned_off(worker: &SoundWorker, folder: &str) -> Vec<f32> {
    worker.set(SoundSettings::default());
    let mut last = 0;
    until("silence", || {
        thread::sleep(Duration::from_millis(500));
        let length = played(folder).len();
        std::mem::replace(&mut last, length) == length
    });
    assert_eq!(worker.problem(), None);
    played(folder)
}

#[test]
fn wind_is_played_until_it_is_turned_off() {
    let Some(folder) = inside("wind_is_played_until_it_is_turned_off", true) else { return };
    let worker = worker();
    worker.set_air(Air { height: 500.0, speed: 200.0 });
    worker.set(SoundSettings { source: SoundSource::Wind, volume: 1.0 });
    until("wind", || played(&folder).len() > 400_000);
    let played = turned_off(&worker, &folder);
    let most = played.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    assert!((0.05..1.0).contains(&most), "{most}");
}

/// The device takes samples as fast as it gets them, so there may be gaps of silence where the decoder is late. Without these
/// gaps, the signal alternates as often as the file was played.
#[test]
fn a_file_is_played_in_a_loop() {
    let Some(folder) = inside("a_file_is_played_in_a_loop", true) else { return };
    let file = Path::new(&folder).join("square.wav");
    let half = 3500;
    fs::write(&file, wav(44_100, &[[16_000_i16; 3500], [-16_000; 3500]].concat())).unwrap();
    let worker = worker();
    worker.set(SoundSettings { source: SoundSource::File(file), volume: 1.0 });
    until("music", || played(&folder).len() > 3_000_000);
    let played = turned_off(&worker, &folder);
    // The file is faded in and out: a twentieth of a second is thousands of samples.
    let loud = |sample: &f32| sample.abs() > 0.2;
    let (begin, end) = (played.iter().position(loud).unwrap(), played.iter().rposition(loud).unwrap());
    for faded in [&played[..begin], &played[end..]] {
        let between = faded.iter().filter(|sample| (0.01..0.2).contains(&sample.abs())).count();
        assert!(between > 500, "{between}");
    }
    let heard: Vec<_> = played[begin..end].iter().filter(|sample| loud(sample)).collect();
    let runs: Vec<_> = heard.chunk_by(|one, other| one.signum() == other.signum()).map(<[_]>::len).collect();
    // The first is faded in, the last cut off.
    let whole = &runs[1..runs.len() - 1];
    assert!(whole.len() > 20, "{runs:?}");
    let most = *whole.iter().max().unwrap();
    assert!(whole.iter().all(|run| 10 * run > 9 * most) && most >= half, "{runs:?}");
}

#[test]
fn files_without_music_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let tone: Vec<_> = (0..2000).map(|at| (at % 100) * 100).collect();
    let mut damaged = wav(44_100, &tone);
    damaged[22..24].fill(0);
    for (name, bytes, expected) in [
        ("text.wav", b"once upon a time".as_slice(), "format is not supported"),
        ("empty.ogg", b"", "it is empty"),
        ("silent.wav", &wav(44_100, &[]), "contains no sound"),
        ("cut.wav", &wav(44_100, &tone)[..40], "cannot be played"),
        ("none.wav", &damaged, "cannot be played"),
        ("rushed.wav", &wav(1_000_000, &tone), "samples per second"),
        ("still.wav", &wav(0, &tone), "cannot be played"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        reports(&path, expected);
    }
    reports(folder.path(), "it is a folder");
    reports(&folder.path().join("gone.flac"), "cannot be read");
}

fn reports(path: &Path, expected: &str) {
    let worker = worker();
    worker.set(SoundSettings { source: SoundSource::File(path.to_owned()), volume: 1.0 });
    let mut problem = None;
    until(expected, || {
        problem = problem.take().or_else(|| worker.problem());
        problem.is_some()
    });
    let problem = problem.unwrap();
    assert!(problem.contains(expected) && problem.contains(&path.display().to_string()), "{problem}");
}

#[test]
fn a_missing_device_is_reported() {
    if inside("a_missing_device_is_reported", false).is_none() {
        return;
    }
    let host = Arc::new(TestHost::of(&["downs"]));
    let app = move |ui: &mut egui::Ui, state: &mut Option<Studio>| {
        let ctx = ui.ctx().clone();
        let start = || Studio::new(&ctx, host.clone(), Startup::Preset(host::preset("downs"))).unwrap();
        state.get_or_insert_with(start).show(ui);
    };
    let mut program = Harness::builder().with_size([1360.0, 860.0]).build_ui_state(app, None);
    for _ in 0..2 {
        program.step();
        program.get_by_label("Wind").click();
        program.run_steps(2);
        until("the message", || {
            program.step();
            program.query_by_label_contains("No sound device").is_some()
        });
    }
    program.get_by_label("Music…").click();
    program.run_steps(3);
    assert!(program.query_by_label("Choose music").is_some());
}
